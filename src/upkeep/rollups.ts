// The rollups: verify them against the raw rows, rebuild them, fold the parts of the hourly ones, move those to another
// edition. Everything here is safe beside live traffic (storage.md section 5).
import { type Engine, findEngine, findServerEdition, refreshRollups, rollupSelect } from '../db/engine.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { lockAllStripes } from '../db/stripes.ts'
import { Failure } from '../failure.ts'
import { addDays, monthsBetween } from '../rules/time.ts'
import { compareDay, keptDays } from './breakdowns.ts'
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
 * One sum that is not that of the raw rows: of an hour, or of a day and one value of a dimension. Null: there is no
 * such row.
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
  const [row] = await db.query<{ first: string | null; last: string | null }>(
    `select least((select local_day from events where site_id = $1 order by recorded_at limit 1),
                  (select local_day from sessions where site_id = $1 order by ended_at limit 1)) - 1 as first,
            greatest((select local_day from events where site_id = $1 order by recorded_at desc limit 1),
                     (select local_day from sessions where site_id = $1 order by ended_at desc limit 1)) + 1 as last`,
    [site.id],
  )
  let from = row?.first ?? scope.from
  let to = row?.last ?? scope.to
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
  for (const site of await findSites(db.write, scope.site)) {
    const days = await findDays(db.write, site, scope)
    if (!days) continue
    for (const month of monthsBetween(days.from, days.to)) {
      for (const rollup of rollups) yield* differences(db.write, rollup, site, month.from, month.to)
      for (const day of await keptDays(db.write, site.id, month.from, month.to)) {
        for (const { raw, kept, ...found } of await compareDay(db, day))
          yield {
            rollup: 'daily_breakdowns',
            site: site.domain,
            local_day: day.local_day,
            ...found,
            raw,
            rolled_up: kept,
          }
      }
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
 * Recomputes the hourly rollups of a site's local days from raw rows. On Apache the writers wait while one month is
 * replaced; on Community the engine refreshes by itself.
 */
async function rebuildSite(db: Database, site: SiteRow, days: { from: string; to: string }, now: Date): Promise<void> {
  const engine = await findEngine(db.write)
  if (engine === 'community') {
    const [from, to] = hoursAround(days.from, days.to)
    await refreshRollups(db.write, new Date(from), new Date(to), { now, force: true })
    return
  }
  for (const month of monthsBetween(days.from, days.to)) {
    await db.transaction(async (tx) => {
      await lockAllStripes(tx)
      for (const rollup of rollups) await rebuildParts(tx, rollup, site.id, month.from, month.to)
    })
  }
}

async function rebuildParts(tx: Queryable, rollup: Rollup, siteId: number, from: string, to: string): Promise<void> {
  const [hourFrom, hourTo] = hoursAround(from, to)
  const columns = rollup.sums.join(', ')
  await tx.query(
    `delete from ${rollup.name}_parts where site_id = $1 and local_day between $2 and $3 and hour >= $4 and hour < $5`,
    [siteId, from, to, hourFrom, hourTo],
  )
  await tx.query(
    `insert into ${rollup.name}_parts (site_id, hour, local_day, lane, ${columns})
     select site_id, hour, local_day, 0, ${columns}
     from (${rollupSelect(rollup.name)}) definition
     where site_id = $1 and local_day between $2 and $3 and hour >= $4 and hour < $5`,
    [siteId, from, to, hourFrom, hourTo],
  )
}

/**
 * Replaces all sums of a site's UTC hours in [from, to), whatever local days they were under (Apache; the caller holds
 * the stripes).
 */
export async function replaceHours(tx: Queryable, siteId: number, from: Date, to: Date): Promise<void> {
  for (const rollup of rollups) {
    const columns = rollup.sums.join(', ')
    await tx.query(`delete from ${rollup.name}_parts where site_id = $1 and hour >= $2 and hour < $3`, [
      siteId,
      from,
      to,
    ])
    await tx.query(
      `insert into ${rollup.name}_parts (site_id, hour, local_day, lane, ${columns})
       select site_id, hour, local_day, 0, ${columns}
       from (${rollupSelect(rollup.name)}) definition
       where site_id = $1 and hour >= $2 and hour < $3`,
      [siteId, from, to],
    )
  }
}

/**
 * `tidemark rollup rebuild`: repairs every site (or one) over a range of local days; answers the domains it went over.
 */
export async function rebuildRollups(db: Database, scope: Scope, now: Date): Promise<string[]> {
  const done: string[] = []
  for (const site of await findSites(db.write, scope.site)) {
    const days = await findDays(db.write, site, scope)
    if (!days) continue
    await rebuildSite(db, site, days, now)
    await db.write.query(
      `update breakdown_days set state = 'dirty' where site_id = $1 and local_day between $2 and $3 and state <> 'dirty'`,
      [site.id, days.from, days.to],
    )
    done.push(site.domain)
  }
  return done
}

/**
 * Sums of one hour arrive one row a lane; a day later they become one row. Keeps 12 months of a site within a page
 * walk.
 */
export async function foldRollupParts(db: Database, now: Date): Promise<number> {
  if ((await findEngine(db.write)) !== 'apache') return 0
  const before = new Date(now.getTime() - 24 * 3_600_000)
  let folded = 0
  for (const rollup of rollups) {
    const sums = rollup.sums.map((column) => `sum(${column})`).join(', ')
    const added = rollup.sums.map((column) => `${column} = old.${column} + excluded.${column}`).join(', ')
    const [row] = await db.write.query<{ count: number }>(
      `with parts as (
         delete from ${rollup.name}_parts where lane <> 0 and hour < $1 returning *
       ), folded as (
         insert into ${rollup.name}_parts as old (site_id, hour, local_day, lane, ${rollup.sums.join(', ')})
         select site_id, hour, local_day, 0, ${sums} from parts group by 1, 2, 3 order by 1, 2, 3
         on conflict (site_id, hour, local_day, lane) do update set ${added}
         returning 1
       )
       select count(*) as count from folded`,
      [before],
    )
    folded += row?.count ?? 0
  }
  return folded
}

const drop: Record<Engine, string> = {
  apache: `drop view if exists event_hours, session_hours;
           drop function if exists add_event_hours, add_session_hours;
           drop table if exists event_hours_parts, session_hours_parts;`,
  community: `drop view if exists event_hours, session_hours;
              drop materialized view if exists event_hours_live cascade;
              drop materialized view if exists session_hours_live cascade;
              drop table if exists event_hours_kept, session_hours_kept, kept_days;`,
}

/** A lane asks once for each connection who keeps the sums: broken connections ask again, and lose nothing. */
async function disconnectLanes(tx: Queryable): Promise<void> {
  await tx.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name in ('tidemark lane', 'tidemark import') and pid <> pg_backend_pid()`,
  )
}

/** While a change of edition is under way, the sums whose raw rows retention dropped are in tables of their own. */
async function isSwitching(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(`select to_regclass('session_hours_carried') is not null as found`)
  return row?.found === true
}

const hypertables = ['events', 'engagements', 'sessions'] as const

/**
 * An Apache-2 server shows no row of a compressed chunk, and says nothing about it: the columnstore is left on the
 * Community edition, or not at all.
 */
async function leaveColumnstore(db: Database): Promise<void> {
  const compressed = async () =>
    db.write.query<{ chunk: string }>(
      `select format('%I.%I', chunk_schema, chunk_name) as chunk from timescaledb_information.chunks
       where hypertable_schema = current_schema() and is_compressed order by range_start`,
    )
  if ((await findServerEdition(db.write)) === 'apache') {
    const count = (await compressed()).length
    if (count === 0) return
    throw new Failure(
      409,
      `${count} chunks are compressed and cannot be read by this edition: start the server with timescaledb.license = timescale, ` +
        'run `tidemark rollup switch-edition --to apache`, then change the license',
    )
  }
  for (const table of hypertables)
    await db.write.query(`select remove_compression_policy('${table}', if_exists => true)`)
  for (const { chunk } of await compressed())
    await db.write.query('select decompress_chunk($1::regclass, true)', [chunk])
  for (const table of hypertables) await db.write.query(`alter table ${table} set (timescaledb.compress = false)`)
}

/** Takes the former edition's objects away; nobody writes meanwhile. */
async function leaveEdition(db: Database, from: Engine): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAllStripes(tx)
    await disconnectLanes(tx)
    for (const rollup of rollups) {
      await tx.query(
        `create table if not exists ${rollup.name}_carried as
         select r.* from ${rollup.name} r join sites s on s.id = r.site_id where r.local_day < s.dropped_before`,
      )
    }
    for (const text of drop[from].split(';').filter((part) => part.trim() !== '')) await tx.query(text)
  })
}

/** Puts the carried sums into the new edition's objects. */
async function restoreCarried(db: Database, to: Engine): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAllStripes(tx)
    await disconnectLanes(tx)
    for (const rollup of rollups) {
      const columns = `site_id, hour, local_day, ${rollup.sums.join(', ')}`
      const target = to === 'apache' ? `${rollup.name}_parts (${columns}, lane)` : `${rollup.name}_kept (${columns})`
      const lane = to === 'apache' ? ', 0' : ''
      await tx.query(
        `insert into ${target} select ${columns}${lane} from ${rollup.name}_carried on conflict do nothing`,
      )
    }
    if (to === 'community') {
      await tx.query(`insert into kept_days (site_id, before) select id, dropped_before from sites where dropped_before is not null
                      on conflict (site_id) do update set before = excluded.before`)
    }
  })
}

/**
 * `tidemark rollup switch-edition`: gives the database the rollups of another edition. Sums whose raw rows retention
 * dropped are carried over, the others rebuilt. Killed midway, the next call goes on. Safe beside live traffic: batches
 * wait or are tried again.
 */
export async function switchEdition(
  db: Database,
  options: { to: Engine; now: Date; applyEngine: (edition: Engine) => Promise<void> },
): Promise<{ from: Engine | null; to: Engine; changed: boolean }> {
  const { to } = options
  const from = (await findEngine(db.write)) ?? null
  if (from === to && !(await isSwitching(db.write))) return { from, to, changed: false }
  if (to === 'community' && (await findServerEdition(db.write)) === 'apache')
    throw new Failure(409, 'the server has the apache edition')
  if (from === 'community' && to === 'apache') await leaveColumnstore(db)
  if (from && from !== to) await leaveEdition(db, from)
  await options.applyEngine(to)
  if (await isSwitching(db.write)) await restoreCarried(db, to)
  await rebuildRollups(db, {}, options.now)
  for (const rollup of rollups) await db.write.query(`drop table if exists ${rollup.name}_carried`)
  return { from, to, changed: true }
}
