// A site's events by outcome: accepted, or dropped and why, from the hourly counters (spec/dashboard 6.2).
import type { Clock } from '../../clock.ts'
import { type Database, readRows } from '../../db/pool.ts'
import { statement } from '../../db/statements.ts'
import { statsFailures } from '../../failure.ts'
import { addDays, daysBetween, isDate } from '../../rules/days.ts'
import { localDayOf } from '../../rules/time.ts'
import { trafficDays } from '../../rules/windows.ts'
import { dailyBucketsMax } from '../params.ts'
import { bucketsOf, rangeOfDays } from '../periods.ts'
import type { SiteAccess } from '../stats.ts'

export interface Outcome {
  readonly total: number
  /** By bucket. */
  readonly counts: readonly number[]
}

export interface Traffic {
  readonly interval: 'hour' | 'day'
  readonly labels: readonly string[]
  readonly accepted: Outcome
  /** The most frequent first. */
  readonly dropped: readonly (Outcome & { readonly reason: string })[]
}

interface HourCount {
  readonly hour: Date
  readonly reason: string
  readonly count: number
}

export type CountTraffic = (access: SiteAccess, params: URLSearchParams) => Promise<Traffic>

/** Hours of more than a month are no chart. */
const hourlyDaysMax = 31

/** Makes the function that counts. An hour is of the bucket it begins in. */
export function createTraffic(options: { db: Database; clock: Clock; statementTimeoutMs: number }): CountTraffic {
  const { db, clock } = options
  return async ({ site, siteIds, asker }, params) => {
    const today = localDayOf(site.timezone, clock.now().getTime())
    const dayOf = (name: string, fallback: string): string => {
      const given = params.get(name) ?? fallback
      if (!isDate(given)) throw statsFailures.query(`Invalid \`${name}\` parameter: please provide an ISO-8601 date`)
      return given
    }
    const to = dayOf('to', today)
    const from = dayOf('from', addDays(to, 1 - trafficDays))
    const interval = params.get('interval') ?? 'day'
    if (interval !== 'hour' && interval !== 'day')
      throw statsFailures.query('Invalid `interval` parameter: please provide `hour` or `day`')
    const most = interval === 'hour' ? hourlyDaysMax : dailyBucketsMax
    if (to < from) throw statsFailures.query('Invalid `to` parameter: it is before `from`')
    if (daysBetween(from, to) >= most) throw statsFailures.rangeTooLong(`${most} days`)
    const range = rangeOfDays(site.timezone, from, to)
    const buckets = bucketsOf(site.timezone, range, interval)
    const values = [new Date(range.start), new Date(range.end)]
    const text = statement('traffic.counts')
    const rows = await readRows<HourCount>(db, siteIds, text, values, options.statementTimeoutMs, {
      asker,
    })
    const outcomes = new Map<string, { total: number; counts: number[] }>()
    const outcome = (reason: string) => {
      const known = outcomes.get(reason) ?? { total: 0, counts: buckets.map(() => 0) }
      outcomes.set(reason, known)
      return known
    }
    for (const { hour, reason, count } of rows) {
      const at = hour.getTime()
      const counted = outcome(reason)
      const index = buckets.findIndex(({ start, end }) => start <= at && at < end)
      counted.total += count
      if (index >= 0) counted.counts[index]! += count
    }
    const accepted = outcome('accepted')
    outcomes.delete('accepted')
    const dropped = [...outcomes].map(([reason, counted]) => ({ reason, ...counted }))
    dropped.sort((a, b) => b.total - a.total || (a.reason < b.reason ? -1 : 1))
    return { interval, labels: buckets.map((bucket) => bucket.label), accepted, dropped }
  }
}
