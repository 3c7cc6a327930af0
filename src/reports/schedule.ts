// When reports are due: at an hour of the site's own day, on a day of the week or of the month.

import { addDays, addMonths, firstOfMonth, lastOfMonth, mondayOf } from '../rules/days.ts'
import { type Report, type ReportTime, reportTimes } from '../rules/report-kinds.ts'
import { instantAt, localDayOf } from '../rules/time.ts'

export interface Period {
  /** Local days, both included. */
  readonly from: string
  readonly to: string
  readonly dueAt: Date
}

const two = (value: number): string => String(value).padStart(2, '0')

/** The latest week or month with a report due at an instant. */
export function latestPeriod(
  kind: Report,
  timezone: string,
  now: number,
  { day, hour }: ReportTime = reportTimes[kind].usual,
): Period {
  const today = localDayOf(timezone, now)
  const dueAt = (begin: string) => instantAt(timezone, addDays(begin, day - 1), `${two(hour)}:00:00`)
  const begin = kind === 'weekly' ? mondayOf(today) : firstOfMonth(today)
  const before = (of: string) => (kind === 'weekly' ? addDays(of, -7) : addMonths(of, -1))
  const due = dueAt(begin) <= now ? begin : before(begin)
  return { ...periodFrom(kind, before(due)), dueAt: new Date(dueAt(due)) }
}

/** The days of the week or month that begins with a day. */
export const periodFrom = (kind: Report, from: string): Pick<Period, 'from' | 'to'> => ({
  from,
  to: kind === 'weekly' ? addDays(from, 6) : lastOfMonth(from),
})
