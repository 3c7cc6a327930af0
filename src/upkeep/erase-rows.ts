// Takes rows of visits away, and out of the counts and sums that they were part of.
import type { Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { addDays } from '../rules/days.ts'
import { dayMs } from '../rules/durations.ts'
import type { ErasureChoice } from '../rules/erasure.ts'
import { localDayOf } from '../rules/time.ts'
import { dropSequences } from './sequences.ts'
import type { SiteRow } from './sites.ts'

/** Live engagement comes so many days after the last event of its visit at most. Imported engagement has no bound. */
const engagedDaysMax = 7

/** Visits to look at: those that ended in [from, to). */
export interface Lot {
  readonly site: SiteRow
  readonly ids: readonly string[]
  readonly from: Date
  /** Null: without an end. */
  readonly to: Date | null
  /** Which of their rows go; null: all. */
  readonly rowText: ErasureChoice['rowText']
  /** Their visitors are asked for. */
  readonly wantsVisitors: boolean
}

/** The local days of rows that went, the places of visits that went, and their visitors if they were asked for. */
export interface Outcome {
  first: string | null
  last: string | null
  readonly places: Set<string>
  readonly visitors: Set<string>
}

export const createOutcome = (): Outcome => ({ first: null, last: null, places: new Set(), visitors: new Set() })

/** A row of the statements that take visits away. */
export interface GoneVisits {
  readonly visits: number
  readonly first: Date | null
  readonly last: Date | null
  readonly places: readonly string[] | null
  readonly visitors: readonly string[] | null
}

/** Adds visits that went to an outcome. */
export function noteVisits({ places, visitors }: Outcome, gone: GoneVisits): void {
  for (const place of gone.places ?? []) places.add(place)
  for (const visitor of gone.visitors ?? []) visitors.add(visitor)
}

/** The instants between which rows of visits lie. */
export interface Span {
  readonly from: Date
  readonly to: Date
}

/** The same for their engagement. */
export const engagedSpan = ({ long_lived_from }: SiteRow, { from, to }: Span): { from: Date; to: Date | null } => ({
  from,
  to: long_lived_from === null ? new Date(to.getTime() + engagedDaysMax * dayMs) : null,
})

/** A condition on rows of a table with its values, the first of which is bound as `$5`. */
export interface RowCondition {
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * Deletes rows of these visits, which lie within the span, if the condition on `e` holds, and takes them out of the
 * counts of accepted events. Without visits (null): rows without one.
 */
export async function deleteRows(
  tx: Queryable,
  { site, ids }: Pick<Lot, 'site'> & { readonly ids: readonly string[] | null },
  table: 'events' | 'engagements',
  { from, to }: { from: Date; to: Date | null },
  outcome: Outcome,
  condition?: RowCondition,
): Promise<void> {
  const isOfLot = ids === null ? '$4::bigint[] is null' : 'e.session_id = any ($4::bigint[])'
  const [gone] = await tx.query<{
    hours: Date[] | null
    counts: number[] | null
    first: string | null
    last: string | null
  }>(
    `with gone as (
       delete from ${table} e
       where e.site_id = $1 and e.recorded_at >= $2 and e.recorded_at <= coalesce($3::timestamptz, 'infinity')
         and ${isOfLot}${condition ? ` and ${condition.text}` : ''}
       returning e.recorded_at, e.local_day
     ), hours as (
       select date_trunc('hour', recorded_at at time zone 'UTC') at time zone 'UTC' as hour, count(*) as count,
              min(local_day) as first, max(local_day) as last
       from gone
       group by 1
     )
     select array_agg(hour order by hour) as hours, array_agg(count order by hour) as counts, min(first) as first,
            max(last) as last
     from hours`,
    [site.id, from, to, ids, ...(condition?.values ?? [])],
  )
  if (!gone?.hours || !gone.first || !gone.last) return
  await tx.query(statement('erase.counts'), [site.id, gone.hours, gone.counts])
  await tx.query(`delete from traffic_counts where site_id = $1 and hour = any ($2::timestamptz[]) and count <= 0`, [
    site.id,
    gone.hours,
  ])
  noteDay(outcome, gone.first)
  noteDay(outcome, gone.last)
}

/** Adds a local day to an outcome. */
export function noteDay(outcome: Outcome, day: string): void {
  if (outcome.first === null || day < outcome.first) outcome.first = day
  if (outcome.last === null || day > outcome.last) outcome.last = day
}

/** Takes whole visits away, with all their rows. */
export async function eraseVisits(tx: Queryable, lot: Lot, outcome: Outcome): Promise<void> {
  const { site, ids, from, to, wantsVisitors } = lot
  const [gone] = await tx.query<GoneVisits>(statement('erase.sessions'), [
    ...[site.id, ids, from, to ?? 'infinity', wantsVisitors],
  ])
  if (!gone?.first || !gone.last) return
  noteVisits(outcome, gone)
  const span = { from: gone.first, to: gone.last }
  await deleteRows(tx, lot, 'events', span, outcome)
  await deleteRows(tx, lot, 'engagements', engagedSpan(site, span), outcome)
}

/**
 * The sums of the days around rows that went have to be made again, as far as the days are over. The sums that hold
 * those rows go at once. The first two days that retention left keep theirs until then: raw rows do not give all of
 * them (upkeep/breakdowns).
 */
export async function dropSums(tx: Queryable, site: SiteRow, { first, last }: Outcome, now: Date): Promise<void> {
  if (first === null || last === null) return
  const today = localDayOf(site.timezone, now.getTime())
  const to = addDays(last, 1)
  // The day before a first event of a visitor, and the one after it, may count the visitor otherwise now.
  const days = [site.id, addDays(first, -1), to < today ? to : addDays(today, -1)]
  await tx.query(statement('import.mark-dirty'), days)
  await dropSequences(tx, site.id, first, last)
  await tx.query(
    `delete from daily_breakdowns d
     using breakdown_days b
     where d.site_id = $1 and b.site_id = $1 and b.local_day = d.local_day and d.local_day between $2 and $3
       and d.local_day > coalesce($4::date + 1, '-infinity') and b.state = 'dirty' and not b.is_final`,
    [...days, site.dropped_before],
  )
}
