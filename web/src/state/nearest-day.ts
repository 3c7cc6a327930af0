// The day with visitors that is nearest to an empty range.
import { daysBetween } from '../../../src/rules/days.ts'

export interface DayWithVisitors {
  readonly day: string
  readonly visitors: number
}

/** The day nearest to some days; of two as near, the later one. */
export function nearestDay(days: readonly DayWithVisitors[], from: string, to: string): DayWithVisitors | null {
  const distance = ({ day }: DayWithVisitors) => (day < from ? daysBetween(day, from) : daysBetween(to, day))
  return days.reduce<DayWithVisitors | null>(
    (best, one) => (best === null || distance(one) <= distance(best) ? one : best),
    null,
  )
}
