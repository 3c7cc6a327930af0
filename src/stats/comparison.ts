// The comparison of a range: the other range, the same question about it, and the pairs of rows that stand beside each
// other (spec/dashboard 7).
import { addDays, addMonths, daysBetween } from '../rules/days.ts'
import { instantAt, localDayOf, wallClock } from '../rules/time.ts'
import { type AnswerRow, keyOfRow, metricValue } from './answer.ts'
import { changeOf } from './metrics.ts'
import { bucketsOf, type Range, rangeOfDays, rangeOfInstants } from './periods.ts'
import type { Query } from './query.ts'
import type { Revenue } from './revenue.ts'

const modes = ['previous_period', 'year_over_year', 'custom'] as const

export interface Comparison {
  readonly mode: (typeof modes)[number]
  /** The other range of mode `custom`. */
  readonly range: Range | null
  /** The other range starts on the same day of the week. A custom range starts where it says. */
  readonly matchesWeekday: boolean
}

/** Reads `include.comparisons`; undefined if it is no comparison. `parseRange` itself refuses a wrong range. */
export function parseComparison(
  given: Readonly<Record<string, unknown>>,
  parseRange: (given: unknown) => Range,
): Comparison | undefined {
  const { mode, date_range: range, match_day_of_week: match, ...rest } = given
  const known = modes.find((name) => name === mode)
  if (known === undefined || Object.keys(rest).length > 0) return undefined
  if ((known === 'custom') !== Array.isArray(range) || (known !== 'custom' && range !== undefined)) return undefined
  if (match !== undefined && typeof match !== 'boolean') return undefined
  return { mode: known, range: known === 'custom' ? parseRange(range) : null, matchesWeekday: match === true }
}

const weekdayOf = (day: string): number => ((daysBetween('1970-01-05', day) % 7) + 7) % 7

/** The nearest day of the same weekday; where the other range must not reach `before`, the one ahead of it. */
function onWeekday(day: string, wanted: string, isBefore: boolean): string {
  const behind = (weekdayOf(wanted) - weekdayOf(day) + 7) % 7
  return addDays(day, behind > 3 || (isBefore && behind > 0) ? behind - 7 : behind)
}

/** The other days, of those from the first to the last. */
function otherDays({ mode, matchesWeekday }: Comparison, first: string, last: string): readonly [string, string] {
  const isBefore = mode === 'previous_period'
  const days = daysBetween(first, last) + 1
  const other = isBefore ? addDays(first, -days) : addMonths(first, -12)
  const otherLast = isBefore ? addDays(last, -days) : addMonths(last, -12)
  if (!matchesWeekday) return [other, otherLast]
  const start = onWeekday(other, first, isBefore)
  return [start, addDays(otherLast, daysBetween(other, start))]
}

const timeOf = (timezone: string, instant: number): string => wallClock(timezone, instant).slice(11)

/**
 * The other range. One that is not over is compared with the same part of it: as many days, the last one up to the time
 * it is now. Dates are counted in days, instants in what lies between them.
 */
export function otherRange(timezone: string, range: Range, comparison: Comparison, now: Date): Range {
  const second = Math.floor(now.getTime() / 1000) * 1000
  const isRunning = range.start <= second && second + 1000 < range.end
  const other = comparison.range
  if (isOfDays(timezone, range) && (other === null || isOfDays(timezone, other))) {
    const lastDay = isRunning ? localDayOf(timezone, second) : range.lastDay
    const [first, last] = other
      ? [other.firstDay, addDays(other.firstDay, daysBetween(range.firstDay, lastDay))]
      : otherDays(comparison, range.firstDay, lastDay)
    // A custom one has a length of its own; only what this one has not reached is left out of it.
    if (other && (!isRunning || other.lastDay < last)) return other
    const whole = rangeOfDays(timezone, first, last)
    const end = isRunning ? instantAt(timezone, last, timeOf(timezone, second)) + 1000 : whole.end
    return end >= whole.end ? whole : rangeOfInstants(timezone, whole.start, Math.max(end, whole.start))
  }
  const length = (isRunning ? second + 1000 : range.end) - range.start
  if (other)
    return rangeOfInstants(timezone, other.start, isRunning ? Math.min(other.end, other.start + length) : other.end)
  const start = startBeside(timezone, range, comparison, length)
  return rangeOfInstants(timezone, start, start + length)
}

const isOfDays = (timezone: string, range: Range): boolean => {
  const whole = rangeOfDays(timezone, range.firstDay, range.lastDay)
  return whole.start === range.start && whole.end === range.end
}

/** Where the range beside one between two instants begins. */
function startBeside(timezone: string, range: Range, comparison: Comparison, length: number): number {
  if (comparison.mode === 'previous_period' && !comparison.matchesWeekday) return range.start - length
  const [first] = otherDays(comparison, range.firstDay, localDayOf(timezone, range.start + length - 1))
  return instantAt(timezone, first, timeOf(timezone, range.start))
}

/** The same question about the other range, all of its rows. */
export function compareQuery(query: Query, range: Range): Query {
  const { timezone } = query.site
  const buckets = query.interval === null ? null : bucketsOf(timezone, range, query.interval)
  return { ...query, range, buckets, limit: Number.MAX_SAFE_INTEGER, offset: 0, order: [], wantsTotal: true }
}

/**
 * The rows to answer where only time divides them: buckets of which just the other range knows something are rows too,
 * or its line would have holes.
 */
export function withOtherBuckets(query: Query, rows: readonly AnswerRow[], others: readonly AnswerRow[]): AnswerRow[] {
  if (query.buckets === null || query.dimensions.length > 0) return [...rows]
  const known = new Set(rows.map((row) => row.bucket))
  const added = others.filter(
    (row) => !known.has(row.bucket) && row.bucket !== null && row.bucket < query.buckets!.length,
  )
  return [...rows, ...added.map((row) => ({ ...row, sums: {} }))]
}

export interface ComparedRow {
  readonly metrics: readonly unknown[]
  readonly change: readonly (number | null)[]
  /** The bucket it is of, by number; null where the other range has none. */
  readonly label: string | null
}

/** Finds the row of the other range that stands beside a row. */
export function compareRows(
  query: Query,
  other: Query,
  others: readonly AnswerRow[],
  revenue: Revenue,
): (row: AnswerRow) => ComparedRow {
  const byKey = new Map(others.map((row) => [keyOfRow(row.bucket, row.values), row]))
  return (row) => {
    const label = row.bucket === null ? null : (other.buckets![row.bucket]?.label ?? null)
    const isMissing = row.bucket !== null && label === null
    const beside = byKey.get(keyOfRow(row.bucket, row.values)) ?? { ...row, sums: {} }
    const before = query.metrics.map((metric) => (isMissing ? null : metricValue(other, metric, beside)))
    return {
      label,
      metrics: query.metrics.map((metric, index) => revenue.show(metric, beside, before[index]!)),
      change: query.metrics.map((metric, index) => changeOf(metric, metricValue(query, metric, row), before[index]!)),
    }
  }
}
