// Finds the password of a server in the file that PostgreSQL's programs keep passwords in (~/.pgpass).
import { readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

export interface Login {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
}

const defaultFile = (): string =>
  process.platform === 'win32'
    ? join(homedir(), 'AppData', 'Roaming', 'postgresql', 'pgpass.conf')
    : join(homedir(), '.pgpass')

/** The fields of a line: `host:port:database:user:password`, in which a backslash stands before `:` and `\`. */
function fieldsOf(line: string): string[] {
  const fields: string[] = []
  let field = ''
  for (let index = 0; index < line.length; index++) {
    const character = line[index]!
    if (character === '\\' && index + 1 < line.length) field += line[++index]!
    // The password is the rest of the line.
    else if (character === ':' && fields.length < 4) {
      fields.push(field)
      field = ''
    } else field += character
  }
  fields.push(field)
  return fields
}

/** The password of the first line that fits; undefined without one, or if others may read the file. */
export function findPassword(file: string | undefined, login: Login): string | undefined {
  const path = file ?? defaultFile()
  let text: string
  try {
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) return undefined
    text = readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
  const host = login.host === '' || login.host.startsWith('/') ? 'localhost' : login.host
  const wanted = [[host, login.host], [String(login.port)], [login.database], [login.user]]
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue
    const fields = fieldsOf(line)
    if (fields.length < 5) continue
    if (wanted.every((values, index) => fields[index] === '*' || values.includes(fields[index]!))) return fields[4]
  }
  return undefined
}
