// Periods and intervals of a question: a site's local days become ranges and buckets of instants (spec/stats 3 to 5).
import { addDays, addMonths, firstOfMonth, lastOfMonth, mondayOf } from '../rules/days.ts'
import { dayMs, hourMs, minuteMs } from '../rules/durations.ts'
import { localDayOf, rangeEnd, rangeStart, startOfDay, wallClock } from '../rules/time.ts'
import type { ViewInterval } from '../rules/view-range.ts'

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

export type Interval = ViewInterval

/** One entry of a series. `firstDay` and `lastDay` are the local days of a day, week or month bucket. */
export interface Bucket {
  readonly label: string
  readonly start: number
  readonly end: number
  readonly firstDay: string
  readonly lastDay: string
}

/** True when the range has an instant. A local day that the calendar skipped ends where it begins. */
export const lasts = ({ start, end }: { readonly start: number; readonly end: number }): boolean => end > start

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

/** First and last day of each period, from D (spec/stats 3). */
export const periodDays = {
  day: (day) => [day, day],
  '7d': (day) => [addDays(day, -7), addDays(day, -1)],
  '30d': (day) => [addDays(day, -30), addDays(day, -1)],
  month: (day) => [firstOfMonth(day), lastOfMonth(day)],
  '6mo': (day) => [addMonths(firstOfMonth(day), -5), lastOfMonth(day)],
  '12mo': (day) => [addMonths(firstOfMonth(day), -11), lastOfMonth(day)],
} as const satisfies Readonly<Record<string, (day: string) => [first: string, last: string]>>

export type Period = keyof typeof periodDays | 'custom'
/** Periods in the order of the documentation. */
export const periodNames = [...(Object.keys(periodDays) as (keyof typeof periodDays)[]), 'custom'] as const
/** The period of a question of version 1 that names none; version 2 and pages: rules/view-range.ts. */
export const defaultPeriodV1: Period = '30d'

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

/**
 * Hours of each local day from its midnight on: where clocks change by half an hour, a day's last one is cut short
 * (spec/stats 5). Of a day without a change the labels are counted: asking for the wall clock takes a hundred times as
 * long.
 */
function hourBuckets(timezone: string, range: Range): Bucket[] {
  const buckets: Bucket[] = []
  let midnight = startOfDay(timezone, range.firstDay)
  for (let day = range.firstDay; day <= range.lastDay; day = addDays(day, 1)) {
    const nextMidnight = startOfDay(timezone, addDays(day, 1))
    const isPlain = nextMidnight - midnight === dayMs && wallClock(timezone, midnight) === `${day} 00:00:00`
    const end = day === range.lastDay ? range.end : Math.min(nextMidnight, range.end)
    // A range that starts within an hour has a short first bucket.
    const first = Math.floor(Math.max(range.start - midnight, 0) / hourMs)
    for (let hour = first, start = midnight + first * hourMs; start < end; hour++, start += hourMs) {
      buckets.push({
        label: isPlain && hour < 24 ? `${day} ${String(hour).padStart(2, '0')}:00:00` : wallClock(timezone, start),
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

/** Minutes of the clock: every zone's offset is of whole ones. */
function minuteBuckets(timezone: string, range: Range): Bucket[] {
  const buckets: Bucket[] = []
  for (let minute = Math.floor(range.start / minuteMs) * minuteMs; minute < range.end; minute += minuteMs) {
    const label = wallClock(timezone, minute)
    const day = label.slice(0, 10)
    const start = Math.max(minute, range.start)
    buckets.push({ label, start, end: Math.min(minute + minuteMs, range.end), firstDay: day, lastDay: day })
  }
  return buckets
}

/** True when buckets are parts of days. A visit counts in each bucket that it touches (spec/stats 9). */
export const isWithinDays = (interval: Interval | null): boolean => interval === 'hour' || interval === 'minute'

const dayAfter: Record<Exclude<Interval, 'hour' | 'minute'>, (day: string) => string> = {
  day: (day) => addDays(day, 1),
  week: (day) => addDays(mondayOf(day), 7),
  month: (day) => addMonths(firstOfMonth(day), 1),
}

/** The buckets that tile a range, in order (spec/stats 4 and 5); a week's first label is the range's first day. */
export function bucketsOf(timezone: string, range: Range, interval: Interval): Bucket[] {
  if (interval === 'minute') return minuteBuckets(timezone, range)
  if (interval === 'hour') return hourBuckets(timezone, range)
  const buckets: Bucket[] = []
  let start = range.start
  for (let day = range.firstDay; day <= range.lastDay; ) {
    const next = dayAfter[interval](day)
    const end = next > range.lastDay ? range.end : Math.min(Math.max(startOfDay(timezone, next), start), range.end)
    const lastDay = next > range.lastDay ? range.lastDay : addDays(next, -1)
    buckets.push({ label: interval === 'month' ? firstOfMonth(day) : day, start, end, firstDay: day, lastDay })
    start = end
    day = next
  }
  return buckets
}
