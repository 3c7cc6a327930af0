// Deletes raw rows older than a site allows, whole chunks where possible; the rollups keep their sums (issue 4,
// storage.md section 5).
import { findEngine, refreshRollups } from '../db/engine.ts'
import { type Database, isDatabaseAway, type Queryable } from '../db/pool.ts'
import { lockAllStripes, lockStripe, stripeCount } from '../db/stripes.ts'
import { Failure } from '../failure.ts'
import { announce } from '../registry/changes.ts'
import { addDays, localDayOf } from '../rules/time.ts'
import { completeDays, daysToComplete, lockDays, requestFill } from './breakdowns.ts'
import { rollups } from './rollups.ts'
import { findSites, getSite, type SiteRow } from './sites.ts'

const tables = [
  ['events', 'recorded_at'],
  ['engagements', 'recorded_at'],
  ['sessions', 'ended_at'],
] as const

/** Sets how many months of raw rows a site keeps (`tidemark site retention`); null keeps everything. */
export async function setRetention(
  db: Database,
  domain: string,
  months: number | null,
): Promise<{ domain: string; retention_months: number | null }> {
  const site = await getSite(db.write, domain)
  if (months !== null && (!Number.isInteger(months) || months < 1))
    throw new Failure(400, 'months must be a whole number above 0')
  await db.write.query('update sites set retention_months = $2 where id = $1', [site.id, months])
  return { domain: site.domain, retention_months: months }
}

/** The local day that many months ago; the last day of a shorter month. */
function monthsAgo(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10)
}

export interface Retention {
  /** The domains whose history became shorter. */
  readonly shortened: readonly string[]
  /**
   * Those whose sums cannot be made yet: an import or a change of time zone is under way. Nothing of theirs was
   * deleted.
   */
  readonly postponed: readonly string[]
}

/**
 * Applies the retention of all sites, or of one. Before the raw rows of a day go, all of its sums are made: nothing
 * else answers for it then (storage.md 5). A site whose sums fail keeps its rows, the others go on, and the first error
 * is thrown at the end.
 */
export async function applyRetention(
  db: Database,
  now: Date,
  options: { domain?: string; signal?: AbortSignal | undefined } = {},
): Promise<Retention> {
  const shortened: string[] = []
  const postponed: string[] = []
  let failure: Error | undefined
  for (const site of await findSites(db.write, options.domain)) {
    if (site.retention_months === null) continue
    if (options.signal?.aborted) break
    const before = monthsAgo(localDayOf(site.timezone, now.getTime()), site.retention_months)
    if (site.dropped_before === null || site.dropped_before < before) {
      try {
        if (await shorten(db, site, before, now, options.signal)) {
          shortened.push(site.domain)
          continue
        }
        postponed.push(site.domain)
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        failure ??= new Error(`the retention of site ${site.id}: ${(error as Error).message}`, { cause: error })
      }
    }
    // A run that died left rows behind.
    if (site.dropped_before !== null && (await hasOlder(db, site))) shortened.push(site.domain)
  }
  if (shortened.length > 0) {
    // Small days among those that stay: sums and many stretches of raw rows do not go into one answer.
    await requestFill(db.write)
    await deleteRows(db, shortened)
  }
  if (failure) throw failure
  return { shortened, postponed }
}

/**
 * From the commit on, sums of these days come from what is kept and raw queries say what is missing. False: not yet.
 */
async function shorten(
  db: Database,
  site: SiteRow,
  before: string,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const isReady = `s.id = $1 and not exists (select from timezone_changes z where z.site_id = s.id)
                   and not exists (select from imports i where i.site_id = s.id and i.state = 'running')`
  if ((await db.write.query(`select from sites s where ${isReady}`, [site.id])).length === 0) return false
  await completeDays(db, site.id, before, signal)
  // A continuous aggregate may not have seen rows that landed late (storage.md 5).
  const oldest = await firstRow(db.write, site.id)
  if (oldest !== null) await refreshRollups(db.write, oldest, new Date(`${addDays(before, 2)}T00:00:00Z`), { now })
  return db.transaction(async (tx) => {
    await lockDays(tx, site.id, 'drop')
    // Late rows, or whatever else happened to the site meanwhile: the next run sees to it.
    if ((await daysToComplete(tx, site.id, before)).length > 0) return false
    const set = await tx.query(
      `update sites s set dropped_before = $2
       where ${isReady} and timezone = $3 and retention_months = $4 and (dropped_before is null or dropped_before <= $2)
       returning id`,
      [site.id, before, site.timezone, site.retention_months],
    )
    if (set.length === 0) return false
    await keepSums(tx, site.id, before)
    await announce(tx, { site: site.id })
    return true
  })
}

/** The time of the oldest raw row of a site. */
async function firstRow(db: Queryable, siteId: number): Promise<Date | null> {
  const firsts = tables.map(
    ([table, column]) => `(select ${column} from ${table} where site_id = $1 order by ${column} limit 1)`,
  )
  const [row] = await db.query<{ first: Date | null }>(`select least(${firsts.join(', ')}) as first`, [siteId])
  return row?.first ?? null
}

/** Deletes the raw rows of these domains that count as deleted. */
async function deleteRows(db: Database, domains: readonly string[]): Promise<void> {
  await dropChunks(db)
  for (const site of await findSites(db.write)) {
    if (!domains.includes(site.domain) || site.dropped_before === null) continue
    for (const [table, column] of tables) {
      await db.transaction(async (tx) => {
        await allowDecompression(tx)
        await tx.query(`delete from ${table} where site_id = $1 and ${column} < $2::date::timestamp at time zone $3`, [
          site.id,
          site.dropped_before,
          site.timezone,
        ])
      })
    }
  }
}

/** Whether raw rows are left of days that count as deleted. */
async function hasOlder(db: Database, site: SiteRow): Promise<boolean> {
  const older = tables.map(
    ([table, column]) =>
      `exists (select from ${table} where site_id = $1 and ${column} < $2::date::timestamp at time zone $3)`,
  )
  const [row] = await db.write.query<{ found: boolean }>(`select ${older.join(' or ')} as found`, [
    site.id,
    site.dropped_before,
    site.timezone,
  ])
  return row?.found === true
}

/**
 * On Community a refresh would empty the sums of deleted rows: they move to tables of their own, which the views
 * prefer.
 */
async function keepSums(tx: Queryable, siteId: number, before: string): Promise<void> {
  if ((await findEngine(tx)) !== 'community') return
  for (const rollup of rollups) {
    const columns = `site_id, hour, local_day, ${rollup.sums.join(', ')}`
    await tx.query(
      `insert into ${rollup.name}_kept (${columns})
       select ${columns} from ${rollup.name}_live live
       where site_id = $1 and local_day < $2
         and not exists (select from kept_days k where k.site_id = live.site_id and live.local_day < k.before)`,
      [siteId, before],
    )
  }
  await tx.query(
    `insert into kept_days (site_id, before) values ($1, $2) on conflict (site_id) do update set before = excluded.before`,
    [siteId, before],
  )
}

async function allowDecompression(tx: Queryable): Promise<void> {
  if ((await findEngine(tx)) !== 'community') return
  await tx.query(`select set_config('timescaledb.max_tuples_decompressed_per_dml_transaction', '0', true)`)
}

const insufficientPrivilege = '42501'

/**
 * Drops chunks that hold nothing any site still keeps: a file removed instead of millions of rows marked. Only the
 * owner of the tables may; for another role (docs/roles.sql) the deletes that follow do all the work.
 */
async function dropChunks(db: Database): Promise<void> {
  await dropEmptyChunks(db).catch((error: { code?: string }) => {
    if (error.code !== insufficientPrivilege) throw error
  })
}

async function dropEmptyChunks(db: Database): Promise<void> {
  for (const [table, column] of tables) {
    const chunks = await db.write.query<{ range_start: Date; range_end: Date }>(
      `select range_start, range_end from timescaledb_information.chunks
       where hypertable_schema = current_schema() and hypertable_name = $1
         and range_end <= (select max(dropped_before)::timestamptz + interval '1 day' from sites)
       order by range_start`,
      [table],
    )
    for (const chunk of chunks) {
      const range = [chunk.range_start, chunk.range_end]
      await db.transaction(async (tx) => {
        // Nobody adds a row between the look and the drop.
        await lockAllStripes(tx)
        const [row] = await tx.query<{ wanted: boolean }>(
          `select exists (
             select from (select distinct site_id from ${table} where ${column} >= $1 and ${column} < $2) present
             left join sites s on s.id = present.site_id
             where s.id is not null and (s.dropped_before is null or $2::timestamptz > s.dropped_before::timestamp at time zone s.timezone)
           ) as wanted`,
          range,
        )
        if (row?.wanted) return
        await tx.query(
          `select drop_chunks('${table}', older_than => $2::timestamptz, newer_than => $1::timestamptz)`,
          range,
        )
      })
    }
  }
}

const siteTables = [
  'daily_breakdowns',
  'breakdown_days',
  'imported_days',
  'imports',
  'traffic_counts',
  'timezone_changes',
] as const

/**
 * Removes the rows of deleted sites; they have been unreachable since the deletion. Answers how many sites are gone.
 */
export async function purgeDeletedSites(db: Database, now: Date): Promise<number> {
  // Batches in flight may still write for a moment after the deletion.
  const settled = new Date(now.getTime() - 60_000)
  const sites = await db.write.query<{ site_id: number }>(
    'select site_id from deleted_sites where deleted_at < $1 order by site_id',
    [settled],
  )
  const engine = await findEngine(db.write)
  for (const { site_id } of sites) {
    for (let stripe = 0; stripe < stripeCount; stripe++) {
      await db.transaction(async (tx) => {
        await lockStripe(tx, stripe)
        await tx.query('delete from visitors where stripe = $1 and site_id = $2', [stripe, site_id])
      })
    }
    for (const [table] of tables) {
      await db.transaction(async (tx) => {
        await allowDecompression(tx)
        await tx.query(`delete from ${table} where site_id = $1`, [site_id])
      })
    }
    const hours = rollups.map((rollup) => `${rollup.name}_${engine === 'community' ? 'kept' : 'parts'}`)
    const rest = [...siteTables, ...hours, ...(engine === 'community' ? ['kept_days'] : [])]
    for (const table of rest) await db.write.query(`delete from ${table} where site_id = $1`, [site_id])
    await db.write.query('delete from deleted_sites where site_id = $1', [site_id])
  }
  return sites.length
}
