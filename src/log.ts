// Structured logs by pino. Keys that could carry personal data are refused here, once.
import pino from 'pino'

export type Log = pino.Logger

const personalKeys = ['ip', 'userAgent', 'user_agent', 'body', 'authorization', 'headers', 'url', 'referrer']

/**
 * Creates the logger; `level` is one of pino's names or `silent`. Personal keys are removed at any first or second
 * level.
 */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: personalKeys.flatMap((key) => [key, `*.${key}`]), remove: true },
    formatters: { level: (label) => ({ level: label }) },
  }
  // At once, so that lines stand in the order of the words that commands print between them.
  return pino(options, destination ?? pino.destination({ dest: 1, sync: true }))
}
