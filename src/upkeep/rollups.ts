// The rollups: verify them against the raw rows, and rebuild them. Both are safe beside live traffic.
import { rollupSelect } from '../db/engine/relations.ts'
import { inParts } from '../db/parts.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { findMaterialized, refreshRollups } from '../db/rollups.ts'
import { addDays, monthsBetween } from '../rules/days.ts'
import { compareDays } from './day-differences.ts'
import { compareSequences } from './sequence-differences.ts'
import { findSites, type SiteRow } from './sites.ts'

interface Rollup {
  readonly name: string
  readonly source: string
  readonly sums: readonly string[]
}

/** The hourly rollups; their SELECTs are in sql/rollups. */
export const rollups: readonly Rollup[] = [
  {
    name: 'event_hours',
    source: 'events',
    sums: [
      'pageviews',
      'events',
      'first_of_visitor_day',
      'first_of_visitor_month',
      'first_of_visit_day',
      'first_of_visit_month',
      'seen_day_before',
    ],
  },
  {
    name: 'session_hours',
    source: 'sessions',
    sums: [
      'visits',
      'bounces',
      'duration',
      'pageviews',
      'events',
      'first_of_visitor_day',
      'first_of_visitor_month',
      'seen_day_before',
    ],
  },
]

export interface Scope {
  /** Domain; absent: all sites. */
  readonly site?: string | undefined
  /** Local days, inclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * One sum that differs from the raw rows: of an hour, or of a day and one value of a dimension. Null: there is no such
 * row.
 */
export interface Difference {
  readonly rollup: string
  readonly site: string
  readonly hour?: string
  readonly local_day: string
  readonly dimension?: string
  readonly value?: string
  readonly column: string
  readonly raw: number | null
  readonly rolled_up: number | null
}

/** The local days of a site that hold raw rows, within the scope and after what retention dropped. */
async function findDays(db: Queryable, site: SiteRow, scope: Scope): Promise<{ from: string; to: string } | undefined> {
  const ends = await inParts(db, site.id, (at) =>
    at.query<{ first: string | null; last: string | null }>(
      `select least((select local_day from events where site_id = $1 order by recorded_at limit 1),
                    (select local_day from sessions where site_id = $1 order by ended_at limit 1)) - 1 as first,
              greatest((select local_day from events where site_id = $1 order by recorded_at desc limit 1),
                       (select local_day from sessions where site_id = $1 order by ended_at desc limit 1)) + 1
                as last`,
      [site.id],
    ),
  )
  const found = ends.flat().filter(({ first }) => first !== null)
  let from = found.map(({ first }) => first).sort()[0] ?? scope.from
  let to =
    found
      .map(({ last }) => last)
      .sort()
      .at(-1) ?? scope.to
  if (!from || !to) return undefined
  if (scope.from && scope.from > from) from = scope.from
  if (scope.to && scope.to < to) to = scope.to
  if (site.dropped_before && site.dropped_before > from) from = site.dropped_before
  return from <= to ? { from, to } : undefined
}

/** Chunk exclusion needs times; no zone is further than this from UTC. */
const hoursAround = (from: string, to: string) =>
  [`${addDays(from, -1)}T00:00:00Z`, `${addDays(to, 2)}T00:00:00Z`] as const

/**
 * Recomputes every sum from raw rows and lists what differs; one snapshot a site and month for hours, a site and day
 * for daily sums, so live traffic makes no false alarm.
 */
export async function* verifyRollups(db: Database, scope: Scope): AsyncGenerator<Difference> {
  const materialized = await findMaterialized(db.write)
  for (const site of await findSites(db.write, scope.site)) {
    const days = await findDays(db.write, site, scope)
    if (!days) continue
    for (const month of monthsBetween(days.from, days.to)) {
      for (const rollup of rollups) {
        if (materialized.includes(rollup.name)) yield* differences(db.write, rollup, site, month.from, month.to)
      }
      for await (const { raw, kept, ...found } of compareDays(db, site, month.from, month.to))
        yield { rollup: 'daily_breakdowns', site: site.domain, ...found, raw, rolled_up: kept }
      for await (const found of compareSequences(db, site, month.from, month.to))
        yield { rollup: 'visit_sequences', site: site.domain, ...found }
    }
  }
}

async function* differences(
  db: Queryable,
  rollup: Rollup,
  site: SiteRow,
  from: string,
  to: string,
): AsyncGenerator<Difference> {
  const where = 'where site_id = $1 and local_day between $2 and $3 and hour >= $4 and hour < $5'
  const pick = (prefix: string) =>
    rollup.sums.map((column) => `coalesce(${prefix}.${column}, 0)::bigint as ${prefix}_${column}`).join(', ')
  const rows = await db.query<Record<string, unknown>>(
    `select hour, local_day, ${pick('raw')}, ${pick('kept')}
     from (select * from (${rollupSelect(rollup.name)}) definition ${where}) raw
     full join (select * from ${rollup.name} ${where}) kept using (site_id, hour, local_day)
     where (${rollup.sums.map((column) => `coalesce(raw.${column}, 0)`).join(', ')})
        is distinct from (${rollup.sums.map((column) => `coalesce(kept.${column}, 0)`).join(', ')})
     order by hour, local_day`,
    [site.id, from, to, ...hoursAround(from, to)],
  )
  for (const row of rows) {
    for (const column of rollup.sums) {
      const raw = row[`raw_${column}`] as number
      const kept = row[`kept_${column}`] as number
      if (raw === kept) continue
      const hour = (row.hour as Date).toISOString()
      yield {
        rollup: rollup.name,
        site: site.domain,
        hour,
        local_day: row.local_day as string,
        column,
        raw,
        rolled_up: kept,
      }
    }
  }
}

/**
 * `tidemark rollup rebuild`: repairs every site (or one) over a range of local days; answers the domains it went over.
 * Days are marked to be filled again; the sums of hours, if they are kept, are computed anew at once.
 */
export async function rebuildRollups(db: Database, scope: Scope, now: Date): Promise<string[]> {
  const done: string[] = []
  for (const site of await findSites(db.write, scope.site)) {
    const days = await findDays(db.write, site, scope)
    if (!days) continue
    const [from, to] = hoursAround(days.from, days.to)
    await refreshRollups(db.write, new Date(from), new Date(to), { now, force: true })
    await inParts(db.write, site.id, (at) =>
      at.query(
        `update breakdown_days set state = 'dirty'
         where site_id = $1 and local_day between $2 and $3 and state <> 'dirty' and not is_final`,
        [site.id, days.from, days.to],
      ),
    )
    done.push(site.domain)
  }
  return done
}
