// The numbers of a list of sites: visitors of 24 hours, beside the 24 before, and by the hour (spec/dashboard 9).
import type { Clock } from '../../clock.ts'
import { type Database, readRows } from '../../db/pool.ts'
import { statement } from '../../db/statements.ts'
import type { Asker } from '../../db/turns.ts'
import { dayMs, hourMs, minuteMs } from '../../rules/durations.ts'
import { currentMinutes, lookBackDays } from '../../rules/windows.ts'
import { changeOf, metrics } from '../metrics.ts'

export interface Card {
  readonly visitors: number
  /** In percent, of the 24 hours before. */
  readonly change: number | null
  /** Visitors of the 24 hours before. */
  readonly visitors_before: number
}

export interface Hours {
  readonly hours: readonly number[]
  readonly hasEvents: boolean
  /** The first event is younger than two days. */
  readonly isYoung: boolean
}

/** Columns of a table of sites beside the card. */
export interface Latest {
  /** Current visitors. */
  readonly current: number
  /** The newest event, as far as it looks back. */
  readonly lastEvent: string | null
}

export interface Overview {
  /** By site. The visitors of a consolidated view are sums, since a visitor's id belongs to one site. */
  visitors(siteIds: readonly number[], asker?: Asker): Promise<(siteIds: readonly number[]) => Card>
  hours(siteIds: readonly number[], asker?: Asker): Promise<(siteIds: readonly number[]) => Hours>
  latest(siteIds: readonly number[], asker?: Asker): Promise<(siteIds: readonly number[]) => Latest>
}

interface VisitorsRow {
  readonly site_id: number
  readonly before: number
  readonly visitors: number
}

interface HoursRow {
  readonly site_id: number
  readonly hours: Record<string, number> | null
  readonly has_events: boolean
  readonly is_old: boolean
}

interface LatestRow {
  readonly site_id: number
  readonly current: number
  readonly last_at: Date | null
}

const hoursShown = 24
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

export function createOverview(options: { db: Database; clock: Clock; statementTimeoutMs: number }): Overview {
  const { db, clock, statementTimeoutMs } = options
  const visitorsMetric = metrics.get('visitors')!
  const ask = <Row>(name: string, siteIds: readonly number[], values: readonly unknown[], asker: Asker | undefined) =>
    readRows<Row>(db, siteIds, statement(name), values, statementTimeoutMs, { asker })
  const before = (now: Date, hours: number) => new Date(now.getTime() - hours * hourMs)
  return {
    async visitors(siteIds, asker) {
      const now = clock.now()
      const values = [before(now, 2 * hoursShown), before(now, hoursShown), now]
      const rows = await ask<VisitorsRow>('overview.visitors', siteIds, values, asker)
      const found = Map.groupBy(rows, (row) => row.site_id)
      return (ids) => {
        const [visitors, other] = (['visitors', 'before'] as const).map((name) =>
          sum(ids.flatMap((id) => found.get(id) ?? []).map((row) => row[name])),
        ) as [number, number]
        return { visitors, change: changeOf(visitorsMetric, visitors, other), visitors_before: other }
      }
    },
    async hours(siteIds, asker) {
      const values = [before(clock.now(), hoursShown)]
      const rows = await ask<HoursRow>('overview.hours', siteIds, values, asker)
      const found = Map.groupBy(rows, (row) => row.site_id)
      return (ids) => {
        const own = ids.flatMap((id) => found.get(id) ?? [])
        const hasEvents = own.some((row) => row.has_events)
        return {
          hours: Array.from({ length: hoursShown }, (_, hour) => sum(own.map((row) => row.hours?.[hour] ?? 0))),
          hasEvents,
          isYoung: hasEvents && !own.some((row) => row.is_old),
        }
      }
    },
    async latest(siteIds, asker) {
      const now = clock.now().getTime()
      const values = [new Date(now - currentMinutes * minuteMs), new Date(now - lookBackDays * dayMs)]
      const rows = await ask<LatestRow>('overview.latest', siteIds, values, asker)
      const found = Map.groupBy(rows, (row) => row.site_id)
      return (ids) => {
        const own = ids.flatMap((id) => found.get(id) ?? [])
        const times = own.flatMap((row) => row.last_at ?? []).map((at) => at.getTime())
        const lastEvent = times.length > 0 ? new Date(Math.max(...times)).toISOString() : null
        return { current: sum(own.map((row) => row.current)), lastEvent }
      }
    },
  }
}
