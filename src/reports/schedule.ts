// When reports are due: at the same hour of the site's own morning, on Mondays and on the first of a month.

import { addDays, addMonths, firstOfMonth, lastOfMonth, mondayOf } from '../rules/days.ts'
import { type Report, reportTime } from '../rules/report-kinds.ts'
import { instantAt, localDayOf } from '../rules/time.ts'

export interface Period {
  /** Local days, both included. */
  readonly from: string
  readonly to: string
  readonly dueAt: Date
}

const dueTime = `${reportTime}:00`

/** The latest week or month with a report due at an instant. */
export function latestPeriod(kind: Report, timezone: string, now: number): Period {
  const today = localDayOf(timezone, now)
  const isDue = (day: string) => instantAt(timezone, day, dueTime) <= now
  const begin = kind === 'weekly' ? mondayOf(today) : firstOfMonth(today)
  const before = (day: string) => (kind === 'weekly' ? addDays(day, -7) : addMonths(day, -1))
  const dueDay = isDue(begin) ? begin : before(begin)
  const from = before(dueDay)
  return { ...periodFrom(kind, from), dueAt: new Date(instantAt(timezone, dueDay, dueTime)) }
}

/** The days of the week or month that begins with a day. */
export const periodFrom = (kind: Report, from: string): Pick<Period, 'from' | 'to'> => ({
  from,
  to: kind === 'weekly' ? addDays(from, 6) : lastOfMonth(from),
})
