// A database into one file and back, with PostgreSQL's own programs and what its extension asks of a restore
// (docs/operate.md, "Backup and restore").
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { access, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { upkeepFailures } from '../failure.ts'
import { readAddress, writeAddress } from '../rules/postgres-address.ts'
import { openClient } from './connection.ts'
import { extensions, findEngine } from './engine/find.ts'
import { asQueryable } from './pool.ts'

export interface Programs {
  /** The folder of `pg_dump` and `pg_restore`; empty: those that PATH finds. */
  readonly folder: string
  /** Their variables: PATH, and what libpq reads. */
  readonly environment: NodeJS.ProcessEnv
  /** Lets the programs be stopped. */
  readonly signal?: AbortSignal | undefined
}

const backups = extensions.flatMap(({ name, backup }) => (backup ? [{ name, ...backup }] : []))
/** Tables that a dump has without their rows. Names of what a database does not have are passed over. */
const leftOut = backups.flatMap((backup) => ['--exclude-table-data', backup.leftOut])

/** The address without its password, which a list of processes would show, and the variable that says it instead. */
export function withoutPassword(url: string): { readonly address: string; readonly password: string | undefined } {
  const { password, ...rest } = readAddress(url)
  return { address: writeAddress({ ...rest, password: undefined }), password }
}

/** Starts one of the programs; its messages are in English, and the password is in its environment alone. */
function start(
  name: string,
  words: readonly string[],
  { folder, environment, signal }: Programs,
  url?: string,
  output?: number,
) {
  const password = url && withoutPassword(url).password
  return spawn(folder === '' ? name : join(folder, name), words, {
    env: { ...environment, LC_ALL: 'C', ...(password ? { PGPASSWORD: password } : {}) },
    stdio: ['ignore', output ?? 'pipe', 'pipe'],
    ...(signal ? { signal } : {}),
  })
}

/** Awaits a program's end and returns its output. Throws the program's own words unless it ended well. */
async function finish(name: string, child: ChildProcess): Promise<{ output: string; complaints: string[] }> {
  const texts = { output: '', complaints: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    texts.output += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    texts.complaints += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  const complaints = texts.complaints.trim().split('\n')
  if (code === 0) return { output: texts.output, complaints }
  throw new Error(`${name} failed: ${complaints.slice(-6).join('\n') || `it ended with ${code ?? 'a signal'}`}`)
}

/** The major version of a program; undefined if the program is not installed. */
export async function findVersion(name: 'pg_dump' | 'pg_restore', programs: Programs): Promise<number | undefined> {
  try {
    const { output } = await finish(name, start(name, ['--version'], programs))
    return Number(/ (\d+)/.exec(output)?.[1]) || undefined
  } catch {
    return undefined
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient({ connectionString: url, application_name: 'tidemark db' })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * The major version of the server, and whether the database has tables of Tidemark. Throws where its engine is backed
 * up another way.
 */
export const inspectServer = (url: string): Promise<{ major: number; isMade: boolean }> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ number: number; is_made: boolean }>(
      `select current_setting('server_version_num')::int as number,
              to_regclass('public.schema_migrations') is not null as is_made`,
    )
    const [row] = rows
    const { dump: refusal } = (await findEngine(asQueryable(client))).cannot
    if (refusal !== undefined) throw new Error(refusal)
    return { major: Math.floor((row?.number ?? 0) / 10_000), isMade: row?.is_made === true }
  })

/** True for a line of `pg_dump` that is no harmless warning of an extension's own tables, and no part of one. */
const isNews = (line: string, index: number, lines: readonly string[]): boolean => {
  const isPart = /^pg_dump: (detail|hint): /.test(line)
  const head = isPart ? lines.slice(0, index).findLast((before) => /^pg_dump: warning: /.test(before)) : line
  return line !== '' && !backups.some(({ harmless }) => head?.includes(harmless))
}

/** Where a dump is written: a file that is there is replaced, through a link; anything else is refused. */
async function findTarget(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined)
  if (found && !found.isFile()) throw new Error(`${file} is no file`)
  return found ? await realpath(file) : file
}

/**
 * Writes the database into `file`, readable by the owner alone; a file that is there is replaced once the new one is
 * whole. Traffic may go on: the dump is of one instant. Returns its size, and what `pg_dump` warned of. Throws the
 * program's words.
 */
export async function dumpDatabase(
  url: string,
  file: string,
  { withoutSalts, ...programs }: Programs & { readonly withoutSalts: boolean },
): Promise<{ bytes: number; warnings: string[] }> {
  const target = await findTarget(file)
  const part = `${target}.${process.pid}.part`
  const salts = withoutSalts ? ['--exclude-table-data', 'public.salts'] : []
  const words = ['--format', 'custom', ...leftOut, ...salts, withoutPassword(url).address]
  const handle = await open(part, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be written: ${error.code ?? error.message}`)
  })
  try {
    const { complaints } = await finish('pg_dump', start('pg_dump', words, programs, url, handle.fd))
    await handle.sync()
    const { size } = await handle.stat()
    await rename(part, target)
    return { bytes: size, warnings: complaints.filter(isNews) }
  } finally {
    await handle.close()
    await rm(part, { force: true })
  }
}

/** Throws where the database holds tables: a restore adds to nothing. */
async function requireEmpty(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_tables where schemaname in ('public', 'graphile_worker') limit 1`,
  )
  if (rowCount) throw new Error('the database has tables already; a dump is restored into an empty one')
}

/** The facts of a dump that decide how it is restored. */
interface Needs {
  /** Statements around the restore, of the extensions that it makes. */
  readonly around: readonly Pick<(typeof backups)[number], 'before' | 'after'>[]
  /** Roles of docs/roles.sql that its policies name; no dump holds roles. */
  readonly roles: readonly string[]
}

async function inspect(file: string, programs: Programs): Promise<Needs> {
  const words = ['--schema-only', '--no-owner', '--no-acl', '--file', '-', file]
  const { output } = await finish('pg_restore', start('pg_restore', words, programs)).catch((error: Error) => {
    if (error.message.includes('valid archive') || error.message.includes('too short'))
      throw new Error(`${basename(file)} is no dump that \`tidemark db --dump\` made`)
    throw error
  })
  return {
    around: backups.filter(({ name }) => new RegExp(`^CREATE EXTENSION .*\\b${name}\\b`, 'm').test(output)),
    // Not the text of a view, which names one in quotes (sql/views).
    roles: ['tidemark_writer', 'tidemark_reader'].filter((role) => new RegExp(`(?<!')\\b${role}\\b`).test(output)),
  }
}

async function makeRoles(client: pg.Client, roles: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select rolname as name from pg_roles')
  for (const role of roles)
    if (!rows.some(({ name }) => name === role)) await client.query(`create role ${role} nologin`)
}

/**
 * Restores a dump into an empty database of a server with the same version and edition of its extension, as its owner
 * with superuser rights; owners and grants of the dump are left out. Returns the roles of docs/roles.sql that it
 * names: their grants are to be made again. Throws where the file is missing (404), no dump, or the database not
 * empty; what fails midway leaves a part behind.
 */
export async function restoreDatabase(url: string, file: string, programs: Programs): Promise<readonly string[]> {
  await access(file, constants.R_OK).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw upkeepFailures.fileGone(file)
    throw new Error(`${file} cannot be read: ${error.code ?? error.message}`)
  })
  if (!(await stat(file)).isFile()) throw new Error(`${file} is no file`)
  const { around, roles } = await inspect(file, programs)
  await withClient(url, async (client) => {
    await requireEmpty(client)
    await makeRoles(client, roles)
    const words = ['--no-owner', '--no-acl', '--exit-on-error', '--dbname', withoutPassword(url).address, file]
    for (const { before } of around) for (const statement of before) await client.query(statement)
    try {
      await finish('pg_restore', start('pg_restore', words, programs, url))
    } catch (error) {
      throw new Error(`${(error as Error).message}\nA part is in the database now: make it anew before the next try`)
    } finally {
      for (const { after } of around) await client.query(after)
    }
  })
  return roles
}
