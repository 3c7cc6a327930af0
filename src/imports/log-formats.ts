// Lines of access logs -> requests. Each line says by its beginning which format it has. Only formats are known here;
// which requests are pageviews is in imports/web-log.
import { readBracketed } from './log-combined.ts'
import { balancerLine, createFieldsReader, readBalancer } from './log-fields.ts'
import { caddyConsole, readCaddyConsole, readJson } from './log-json.ts'
import { withoutPrefix } from './log-prefix.ts'
import { lineKinds, type ReadLine } from './log-request.ts'

/** A reader of one file's lines, whose work grows with the length of a line and no faster. */
export type LogReader = (line: string) => ReadLine

const fieldsLine = /^\d{4}-\d\d-\d\d[\t ]\d\d:\d\d:\d\d(?:\.\d{1,9})?[\t ]/
const commonTime = /\[\d\d\/[A-Z][a-z]{2}\/\d{4}:/

/** The server about itself: errors of nginx, whose time is a prefix, and the start of its image. */
const ownWords =
  /^(?:\[(?:debug|info|notice|warn|error|crit|alert|emerg)\] \d{1,10}#\d{1,10}: |\/docker-entrypoint\.sh: )/

/** A reader for the lines of one file. */
export function createLogReader(): LogReader {
  const fields = createFieldsReader()
  const readOwn = (line: string, readWrapped: LogReader): ReadLine => {
    const own = withoutPrefix(line)
    if (own.startsWith('{')) return readJson(own, readWrapped)
    if (ownWords.test(own)) return { leftOut: lineKinds.other }
    return caddyConsole.test(own.slice(0, 1_000)) ? readCaddyConsole(own) : readBracketed(own)
  }
  // A container engine wraps once.
  const readWrapped: LogReader = (line) => readOwn(line, () => 'a line in a line in a line')
  return (line) => {
    if (line.startsWith('#')) return fields.readDirective(line)
    if (fields.isNamed()) return fields.read(line)
    const start = line.slice(0, 1_000)
    if (balancerLine.test(start)) return readBalancer(line)
    // A time of this form may also stand before a line of another format.
    if (fieldsLine.test(start) && (line.includes('\t') || !commonTime.test(start))) return fields.read(line)
    return readOwn(line, readWrapped)
  }
}
