// The graph's cursor: where a key moves it, and the range that a choice of buckets means.
import { addDays, addMonths, firstOfMonth } from '../../../src/rules/days.ts'
import type { Days, RangeChoice, ViewInterval } from '../../../src/rules/view-range.ts'

/** The bucket that a key leads to from `at`, out of `count`; undefined for every other key. */
export function keyTarget(key: string, at: number, count: number): number | undefined {
  const page = Math.max(1, Math.round(count / 10))
  const last = Math.max(0, count - 1)
  const to = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageUp: at + page,
    PageDown: at - page,
    Home: 0,
    End: last,
  }[key]
  return to === undefined ? undefined : Math.max(0, Math.min(last, to))
}

/** The month of a bucket, for its own range. */
const isWholeMonth = ({ from, to }: Days): boolean => from.endsWith('-01') && to >= addDays(addMonths(from, 1), -1)

/** The range from one bucket to another; null if it would be shorter than a day. */
export function rangeOf(
  buckets: readonly { readonly days: Days }[],
  [one, other]: readonly [number, number],
  { interval, isOneDay, today }: { interval: ViewInterval; isOneDay: boolean; today: string },
): RangeChoice | null {
  const from = buckets[Math.min(one, other)]?.days
  const to = buckets[Math.max(one, other)]?.days
  if (!from || !to || interval === 'minute') return null
  const days = { from: from.from, to: to.to > today ? today : to.to }
  const isHours = interval === 'hour' && days.from === days.to
  if (isHours && (isOneDay || one === other)) return null
  if (one !== other || interval !== 'month' || !isWholeMonth(from)) return { period: 'custom', date: null, ...days }
  const month = firstOfMonth(days.from)
  return { period: 'month', date: month === firstOfMonth(today) ? null : month, from: null, to: null }
}
