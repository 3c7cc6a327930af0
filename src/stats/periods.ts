// Local days of a site's time zone to instants: ranges and buckets. The only file of the read path that knows time
// zones.

export const dayMs = 86_400_000
export const hourMs = 3_600_000
const secondMs = 1_000

/**
 * `[start, end)` in epoch milliseconds, and the local days it spans. `wholeDays`: it ends and starts where its local
 * days do.
 */
export interface Range {
  readonly start: number
  readonly end: number
  readonly firstDay: string
  readonly lastDay: string
  readonly wholeDays: boolean
}

export type Interval = 'hour' | 'day' | 'week' | 'month'

/** One entry of a series. `firstDay` and `lastDay` are the local days of a day, week or month bucket. */
export interface Bucket {
  readonly label: string
  readonly start: number
  readonly end: number
  readonly firstDay: string
  readonly lastDay: string
}

/** Whether it has an instant: a local day that the calendar skipped ends where it begins. */
export const lasts = ({ start, end }: { readonly start: number; readonly end: number }): boolean => end > start

const formatters = new Map<string, Intl.DateTimeFormat>()
const formattersMax = 1_000

function formatterOf(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone)
  if (known) return known
  if (formatters.size >= formattersMax) formatters.clear()
  const open = (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  let formatter: Intl.DateTimeFormat
  try {
    formatter = open(timezone)
  } catch {
    formatter = open('UTC')
  }
  formatters.set(timezone, formatter)
  return formatter
}

/** The wall clock at an instant, written as if it were UTC milliseconds. */
export function wallClock(timezone: string, instant: number): number {
  // `1/31/2021, 23:59:59`; taking this text apart is twice as fast as asking for parts.
  const [month, day, year, hour, minute, second] = formatterOf(timezone)
    .format(instant)
    .split(/\D+/)
    .map(Number) as number[]
  return Date.UTC(year!, month! - 1, day!, hour!, minute!, second!)
}

const isoDay = (wall: number): string => new Date(wall).toISOString().slice(0, 10)
const dayToWall = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The local day of an instant. */
export const localDayOf = (timezone: string, instant: number): string => isoDay(wallClock(timezone, instant))

/** Calendar arithmetic on `YYYY-MM-DD`. */
export const addDays = (day: string, count: number): string => isoDay(dayToWall(day) + count * dayMs)

/** Number of calendar days from one day to another. */
export const daysBetween = (from: string, to: string): number => Math.round((dayToWall(to) - dayToWall(from)) / dayMs)

/** Month arithmetic clamps the day (spec/stats 3). */
export function addMonths(day: string, count: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const index = year * 12 + (month - 1) + count
  const last = new Date(Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0)).getUTCDate()
  return isoDay(Date.UTC(Math.floor(index / 12), index % 12, Math.min(date, last)))
}

export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`
export const lastOfMonth = (day: string): string => addDays(addMonths(firstOfMonth(day), 1), -1)

/**
 * The instants at which the wall clock shows a time: none in a gap, two in a repeated hour; `gap` is where the clocks
 * jump over it.
 */
function instantsOf(timezone: string, wall: number): { instants: number[]; gap: number } {
  const probe = 1.5 * dayMs
  const offsets = [wall - probe, wall + probe].map((instant) => wallClock(timezone, instant) - instant)
  const instants = [...new Set(offsets)]
    .map((offset) => wall - offset)
    .filter((instant) => wallClock(timezone, instant) === wall)
    .sort((a, b) => a - b)
  if (instants.length > 0) return { instants, gap: instants[0]! }
  let before = wall - Math.max(...offsets)
  let after = wall - Math.min(...offsets)
  // In a gap the clock jumps once between the two readings: find the second at which it does.
  while (after - before > secondMs) {
    const middle = Math.floor((before + after) / 2 / secondMs) * secondMs
    if (wallClock(timezone, middle) >= wall) after = middle
    else before = middle
  }
  return { instants: [], gap: wallClock(timezone, before) >= wall ? before : after }
}

/** Where a local day begins: its first instant (spec/stats 5). */
export function startOfDay(timezone: string, day: string): number {
  const { instants, gap } = instantsOf(timezone, dayToWall(day))
  return instants[0] ?? gap
}

/** The same for the day after one whose start is known: mostly it is 24 hours later. */
function startOfNextDay(timezone: string, day: string, startBefore: number): number {
  const guess = startBefore + dayMs
  return wallClock(timezone, guess) === dayToWall(day) ? guess : startOfDay(timezone, day)
}

/** Where a range that begins with this local day begins: the second midnight when there are two (spec/stats 5). */
export function rangeStart(timezone: string, day: string): number {
  const { instants, gap } = instantsOf(timezone, dayToWall(day))
  return instants[instants.length - 1] ?? gap
}

/**
 * Where a range that ends with this local day ends, exclusive: after the first 23:59:59 when there are two (spec/stats
 * 5).
 */
export function rangeEnd(timezone: string, day: string): number {
  const { instants, gap } = instantsOf(timezone, dayToWall(day) + dayMs - secondMs)
  return instants[0] === undefined ? gap : instants[0] + secondMs
}

/** The range of whole local days, both inclusive. */
export function rangeOfDays(timezone: string, firstDay: string, lastDay: string): Range {
  const start = rangeStart(timezone, firstDay)
  const end = Math.max(rangeEnd(timezone, lastDay), start)
  const wholeDays = start === startOfDay(timezone, firstDay) && end === startOfDay(timezone, addDays(lastDay, 1))
  return { start, end, firstDay, lastDay, wholeDays }
}

/** A range between two instants, for the v2 query's datetimes. */
export function rangeOfInstants(timezone: string, start: number, end: number): Range {
  return {
    start,
    end,
    firstDay: localDayOf(timezone, start),
    lastDay: localDayOf(timezone, Math.max(end - 1, start)),
    wholeDays: false,
  }
}

export type Period = 'day' | '7d' | '30d' | 'month' | '6mo' | '12mo' | 'custom'

/** First and last day of each period, from D (spec/stats 3). */
export const periodDays: Record<Exclude<Period, 'custom'>, (day: string) => [first: string, last: string]> = {
  day: (day) => [day, day],
  '7d': (day) => [addDays(day, -7), addDays(day, -1)],
  '30d': (day) => [addDays(day, -30), addDays(day, -1)],
  month: (day) => [firstOfMonth(day), lastOfMonth(day)],
  '6mo': (day) => [addMonths(firstOfMonth(day), -5), lastOfMonth(day)],
  '12mo': (day) => [addMonths(firstOfMonth(day), -11), lastOfMonth(day)],
}

/** The interval when none is asked for (spec/stats 4.1); `custom` depends on its length. */
export const defaultIntervals: Record<Exclude<Period, 'custom'>, Interval> = {
  day: 'hour',
  '7d': 'day',
  '30d': 'day',
  month: 'day',
  '6mo': 'day',
  '12mo': 'month',
}

/** Longer than six months gives months, else days (spec/stats 4.1, note 3). */
export const defaultCustomInterval = (first: string, last: string): Interval =>
  last > addDays(addMonths(first, 6), -1) ? 'month' : 'day'

const hourLabel = (wall: number): string => new Date(wall).toISOString().slice(0, 19).replace('T', ' ')

/**
 * Hours of each local day from its midnight on: where clocks change by half an hour, a day's last one is cut short
 * (spec/stats 5).
 */
function hourBuckets(timezone: string, range: Range): Bucket[] {
  const buckets: Bucket[] = []
  let midnight = startOfDay(timezone, range.firstDay)
  for (let day = range.firstDay; day <= range.lastDay; day = addDays(day, 1)) {
    const nextMidnight = startOfNextDay(timezone, addDays(day, 1), midnight)
    const end = day === range.lastDay ? range.end : Math.min(nextMidnight, range.end)
    // A range that starts within an hour has a short first bucket.
    let start = midnight + Math.floor(Math.max(range.start - midnight, 0) / hourMs) * hourMs
    for (; start < end; start += hourMs) {
      buckets.push({
        label: hourLabel(wallClock(timezone, start)),
        start: Math.max(start, range.start),
        end: Math.min(start + hourMs, end),
        firstDay: day,
        lastDay: day,
      })
    }
    midnight = nextMidnight
  }
  return buckets
}

const dayAfter: Record<Exclude<Interval, 'hour'>, (day: string) => string> = {
  day: (day) => addDays(day, 1),
  week: (day) => addDays(day, 7 - ((new Date(dayToWall(day)).getUTCDay() + 6) % 7)),
  month: (day) => addMonths(firstOfMonth(day), 1),
}

/** The buckets that tile a range, in order (spec/stats 4 and 5); a week's first label is the range's first day. */
export function bucketsOf(timezone: string, range: Range, interval: Interval): Bucket[] {
  if (interval === 'hour') return hourBuckets(timezone, range)
  const buckets: Bucket[] = []
  let start = range.start
  for (let day = range.firstDay; day <= range.lastDay; ) {
    const next = dayAfter[interval](day)
    const nextStart = () => (interval === 'day' ? startOfNextDay(timezone, next, start) : startOfDay(timezone, next))
    const end = next > range.lastDay ? range.end : Math.min(Math.max(nextStart(), start), range.end)
    const lastDay = next > range.lastDay ? range.lastDay : addDays(next, -1)
    buckets.push({ label: interval === 'month' ? firstOfMonth(day) : day, start, end, firstDay: day, lastDay })
    start = end
    day = next
  }
  return buckets
}

/** An ISO datetime with the zone's offset, for the echo of the v2 query. */
export function isoWithOffset(timezone: string, instant: number): string {
  const wall = wallClock(timezone, instant)
  const minutes = Math.round((wall - Math.floor(instant / secondMs) * secondMs) / 60_000)
  const sign = minutes < 0 ? '-' : '+'
  const part = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0')
  return `${new Date(wall).toISOString().slice(0, 19)}${sign}${part(minutes / 60)}:${part(minutes % 60)}`
}

/**
 * True for a calendar date that exists, written `YYYY-MM-DD`, of the years 1000 to 8999: days are compared as text,
 * which year 10000 breaks, and `Date.UTC` takes years below 100 for those of the last century. Ranges and what is read
 * around them reach beyond the date given.
 */
export function isDate(text: string): boolean {
  return hasDateShape(text) && isoDayOrEmpty(text) === text && text > '1000' && text < '9000'
}

export const hasDateShape = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

function isoDayOrEmpty(text: string): string {
  const parsed = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(parsed) ? '' : isoDay(parsed)
}
