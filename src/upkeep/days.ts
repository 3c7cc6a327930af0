// Arithmetic on local days written as YYYY-MM-DD. No zone is involved: a local day is a label.

/** The day `count` days later (or earlier). */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

/** The days from the first to the last, cut at month borders: upkeep works a month at a time to bound transactions. */
export function monthsBetween(from: string, to: string): { from: string; to: string }[] {
  const months: { from: string; to: string }[] = []
  let start = from
  while (start <= to) {
    const next = new Date(`${start.slice(0, 7)}-01T00:00:00Z`)
    next.setUTCMonth(next.getUTCMonth() + 1)
    const last = addDays(next.toISOString().slice(0, 10), -1)
    months.push({ from: start, to: last < to ? last : to })
    start = addDays(last, 1)
  }
  return months
}

/** The local day of an instant in a zone. */
export function localDay(at: Date, timezone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at)
}
