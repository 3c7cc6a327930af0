// Instants as programs write them.

/**
 * Epoch milliseconds of an instant with its offset (RFC 3339); undefined for anything else, and for days and times that
 * do not exist.
 * @example readInstant('2026-02-03T04:05:06+01:00') // 1770087906000
 */
export function readInstant(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined
  const found = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i.exec(text)
  if (!found) return undefined
  const [, year, month, day] = found.map(Number)
  if (day! > new Date(Date.UTC(year!, month!, 0)).getUTCDate()) return undefined
  const ms = Date.parse(text.replace(' ', 'T').toUpperCase())
  return Number.isNaN(ms) ? undefined : ms
}
