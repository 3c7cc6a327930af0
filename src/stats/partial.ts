// Buckets that do not hold all of their time: the one that is not over, and those that the range cuts off
// (spec/dashboard 4.3).
import { addDays, firstOfMonth, lastOfMonth, mondayOf } from '../rules/days.ts'
import { hourMs, minuteMs } from '../rules/durations.ts'
import { startOfDay } from '../rules/time.ts'
import { type Bucket, type Interval, type Range, rangeOfDays } from './periods.ts'

/** The days a bucket would have, were it not for the range. */
const daysOf: Partial<Record<Interval, (day: string) => readonly [first: string, last: string]>> = {
  day: (day) => [day, day],
  week: (day) => [mondayOf(day), addDays(mondayOf(day), 6)],
  month: (day) => [firstOfMonth(day), lastOfMonth(day)],
}

function isCut(timezone: string, range: Range, interval: Interval, bucket: Bucket): boolean {
  const midnight = startOfDay(timezone, bucket.firstDay)
  const whole = daysOf[interval]?.(bucket.firstDay)
  if (whole === undefined) {
    const length = interval === 'hour' ? hourMs : minuteMs
    // Where clocks change by half an hour, a day's last hour is short by nature.
    const isLong =
      bucket.end - bucket.start === length || bucket.end === startOfDay(timezone, addDays(bucket.firstDay, 1))
    return !isLong || (bucket.start - midnight) % length !== 0
  }
  if (bucket.firstDay !== whole[0] || bucket.lastDay !== whole[1]) return true
  const days = rangeOfDays(timezone, range.firstDay, range.lastDay)
  return (
    (bucket.start > days.start && bucket.start > midnight) ||
    (bucket.end < days.end && bucket.end < startOfDay(timezone, addDays(bucket.lastDay, 1)))
  )
}

/** The labels of the unfinished and cut buckets of a range. Only its first and last can be cut. */
export function partialLabels(
  timezone: string,
  range: Range,
  interval: Interval,
  buckets: readonly Bucket[],
  now: Date,
): string[] {
  const at = now.getTime()
  return buckets
    .filter(
      (bucket, index) =>
        (bucket.start <= at && at < bucket.end) ||
        ((index === 0 || index === buckets.length - 1) && isCut(timezone, range, interval, bucket)),
    )
    .map((bucket) => bucket.label)
}
