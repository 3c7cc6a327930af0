// Structured logs by pino. Keys that could carry personal data are refused here, once, and errors are written without
// the objects that hang on them: a connection with its password, a request with its address.
import { isIP } from 'node:net'
import pino from 'pino'

export type Log = pino.Logger

const personalKeys = ['ip', 'userAgent', 'user_agent', 'body', 'authorization', 'headers', 'url', 'referrer']

const wordsMax = 1_000

/**
 * A text without passwords of addresses and without addresses of machines, which may be visitors or databases.
 *
 * @example withoutAddresses('no entry for host "192.0.2.1"') → 'no entry for host "(address)"'
 */
export const withoutAddresses = (text: string): string =>
  text
    .slice(0, wordsMax)
    .replace(/([a-z][\w+.-]*:\/\/)[^\s/]*@/gi, '$1')
    .replace(/[\da-f]*[:.][\da-f:.]+/gi, (found) => {
      const [, address = found, port = ''] = /^(.*?)(:\d+)?$/.exec(found) ?? []
      if (isIP(found.replace(/[.:]$/, ''))) return '(address)'
      return isIP(address) === 4 && port ? '(address)' : found
    })

/** An error's words in one line. An error of the system says which call failed, without the address it was for. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return withoutAddresses(String(error))
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall !== undefined && code !== undefined) return `${syscall} ${code}`
  const own = withoutAddresses(error.message).replaceAll(/\s+/g, ' ')
  const inner = error instanceof AggregateError && error.message === '' ? error.errors.map(reasonOf).join(', ') : own
  return code === undefined ? inner : `${inner} (${code})`
}

/** Fields of an error that say where it came from, and hold no rows and no settings. */
const errorFields = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const

/** An error as it is logged: its words, its stack, its cause, and nothing else that hangs on it. */
function errorForLog(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return reasonOf(error)
  const given = error as Error & Partial<Record<(typeof errorFields)[number], unknown>>
  const fields = errorFields.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : []))
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: reasonOf(error),
    ...Object.fromEntries(fields),
    stack: frames.slice(0, 20).join('\n'),
    ...(error.cause === undefined || depth >= 3 ? {} : { cause: errorForLog(error.cause, depth + 1) }),
  }
}

/**
 * Creates the logger; `level` is one of pino's names or `silent`. Personal keys are removed at any first or second
 * level.
 */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => errorForLog(error) },
    redact: { paths: personalKeys.flatMap((key) => [key, `*.${key}`]), remove: true },
    formatters: { level: (label) => ({ level: label }) },
  }
  // At once, so that lines stand in the order of the words that commands print between them.
  return pino(options, destination ?? pino.destination({ dest: 1, sync: true }))
}
