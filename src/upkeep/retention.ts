// Deletes raw rows older than a site allows, whole chunks where possible; daily_breakdowns keeps their sums.

import { dropPartition, listPartitions, trafficTables } from '../db/partitions.ts'
import { atPart, inParts } from '../db/parts.ts'
import { type Database, isDatabaseAway, type Queryable } from '../db/pool.ts'
import { allowDecompression } from '../db/rollups.ts'
import { allStripes, inStripe, lockAllStripes } from '../db/stripes.ts'
import { recordByCommand } from '../registry/audit.ts'
import { announce } from '../registry/changes.ts'
import { addDays, addMonths } from '../rules/days.ts'
import { minuteMs } from '../rules/durations.ts'
import { localDayOf, startOfDay } from '../rules/time.ts'
import { areComplete, completeDays, requestFill } from './breakdowns.ts'
import { asOwner } from './chunks.ts'
import { lockDays } from './day-locks.ts'
import { forgetItems, sequenceTables } from './sequences.ts'
import { findSites, getSite, type SiteRow, writeSettings } from './sites.ts'

/** Sets how many months of raw rows a site keeps (`tidemark site retention`); null keeps everything. */
export async function setRetention(
  db: Database,
  domain: string,
  months: number | null,
): Promise<{ domain: string; retention_months: number | null }> {
  const site = await getSite(db.write, domain)
  await db.transaction((tx) =>
    writeSettings({ ...tx, record: recordByCommand(tx) }, site.id, { retention_months: months }),
  )
  return { domain: site.domain, retention_months: months }
}

export interface Retention {
  /** Domains of sites with a shorter history now. */
  readonly shortened: readonly string[]
  /**
   * Sites with sums that cannot be made yet: an import or a change of time zone is under way. Nothing of theirs was
   * deleted.
   */
  readonly postponed: readonly string[]
}

/** Days for which counts of crawlers are kept: a year, and some for a comparison. */
const crawlerDaysKept = 400

const forgetCrawlers = (db: Database, now: Date) =>
  db.write.query('delete from crawler_days where day < $1::date', [
    addDays(now.toISOString().slice(0, 10), -crawlerDaysKept),
  ])

/**
 * Applies the retention of all sites, or of one. Before the raw rows of a day go, all of its sums are made: nothing
 * else answers for it then. A site keeps its rows when its sums fail, the others go on, and the first error is thrown
 * at the end.
 */
export async function applyRetention(
  db: Database,
  now: Date,
  options: { domain?: string; signal?: AbortSignal | undefined } = {},
): Promise<Retention> {
  const shortened: string[] = []
  const postponed: string[] = []
  let failure: Error | undefined
  await forgetCrawlers(db, now)
  for (const site of await findSites(db.write, options.domain)) {
    if (site.retention_months === null) continue
    if (options.signal?.aborted) break
    const before = addMonths(localDayOf(site.timezone, now.getTime()), -site.retention_months)
    if (site.dropped_before === null || site.dropped_before < before) {
      try {
        if (await shorten(db, site, before, options.signal)) {
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

/** True while an import or a change of time zone is under way: its days may still change. */
async function isBusy(db: Queryable, siteId: number): Promise<boolean> {
  const [row] = await db.query<{ busy: boolean }>(
    `select exists (select 1 from timezone_changes where site_id = $1)
         or exists (select 1 from imports where site_id = $1 and state in ('running', 'deleting')) as busy`,
    [siteId],
  )
  return row?.busy === true
}

/**
 * After the commit, sums of these days come from daily_breakdowns alone, and raw queries warn of missing rows. False:
 * not possible yet.
 */
async function shorten(db: Database, site: SiteRow, before: string, signal: AbortSignal | undefined): Promise<boolean> {
  if (await isBusy(db.write, site.id)) return false
  await completeDays(db, site, before, signal)
  return db.transaction(async (tx) => {
    await lockDays(tx, site.id, 'drop')
    // Late rows, or whatever else happened to the site meanwhile: the next run sees to it.
    if ((await isBusy(tx, site.id)) || !(await areComplete(tx, site, before))) return false
    const set = await tx.query(
      `update sites set dropped_before = $2
       where id = $1 and timezone = $3 and retention_months = $4 and dropped_before is not distinct from $5::date
       returning id`,
      [site.id, before, site.timezone, site.retention_months, site.dropped_before],
    )
    if (set.length === 0) return false
    await inParts(tx, site.id, async (at) => {
      const days = [site.id, before]
      await at.query('update breakdown_days set is_final = true where site_id = $1 and local_day < $2', days)
      // Sequences say what visits did, as rows do: they go with the rows.
      for (const table of sequenceTables)
        await at.query(`delete from ${table} where site_id = $1 and local_day < $2`, days)
    })
    await announce(tx, { site: site.id })
    return true
  })
}

/** Where the raw rows of a site begin that are to stay. */
const keptFrom = ({ dropped_before, timezone }: SiteRow): Date | null =>
  dropped_before === null ? null : new Date(startOfDay(timezone, dropped_before))

/** Deletes the raw rows of these domains that count as deleted. */
async function deleteRows(db: Database, domains: readonly string[]): Promise<void> {
  // Only the owner of the tables may drop chunks; for another role (docs/roles.sql) the deletes do all the work.
  await asOwner(() => dropEmptyPartitions(db), undefined)
  for (const site of await findSites(db.write)) {
    if (!domains.includes(site.domain) || site.dropped_before === null) continue
    await deleteBefore(db, site.id, keptFrom(site))
    await forgetItems(db, site.id)
  }
}

/** Deletes the raw rows of a site before an instant, or all of them. */
async function deleteBefore(db: Database, siteId: number, before: Date | null): Promise<void> {
  for (const [table, column] of trafficTables) {
    await inParts(db.write, siteId, (_, part) =>
      db.transaction(async (tx) => {
        await allowDecompression(tx)
        await atPart(tx, part).query(
          `delete from ${table} where site_id = $1 and ${column} < coalesce($2::timestamptz, 'infinity')`,
          [siteId, before],
        )
      }),
    )
  }
}

/** True when raw rows are left of days that count as deleted. */
async function hasOlder(db: Database, site: SiteRow): Promise<boolean> {
  const older = trafficTables.map(
    ([table, column]) => `exists (select 1 from ${table} where site_id = $1 and ${column} < $2)`,
  )
  const found = await inParts(db.write, site.id, (at) =>
    at.query<{ found: boolean }>(`select ${older.join(' or ')} as found`, [site.id, keptFrom(site)]),
  )
  return found.flat().some((row) => row.found)
}

/** Drops partitions that hold nothing any site still keeps: a file removed instead of millions of rows marked. */
async function dropEmptyPartitions(db: Database): Promise<void> {
  const kept = new Map((await findSites(db.write)).map((site) => [site.id, keptFrom(site)]))
  const newest = Math.max(...[...kept.values()].map((from) => from?.getTime() ?? 0))
  // Up to and with the one that ends at that instant.
  for (const partition of await listPartitions(db.write, new Date(newest + 1))) {
    const column = trafficTables.find(([table]) => table === partition.table)![1]
    await db.transaction(async (tx) => {
      // No row can come between the look and the drop.
      await lockAllStripes(tx)
      const present = await tx.query<{ site_id: number }>(
        `select distinct site_id from ${partition.table} where ${column} >= $1 and ${column} < $2`,
        [partition.from, partition.to],
      )
      const isWanted = present.some(({ site_id }) => {
        const from = kept.get(site_id)
        return from === null || (from !== undefined && partition.to > from)
      })
      if (!isWanted) await dropPartition(tx, partition)
    })
  }
}

const siteTables = [
  'daily_breakdowns',
  'breakdown_days',
  'imported_days',
  'traffic_counts',
  'sent_events',
  'page_requests',
  ...sequenceTables,
  'sequence_items',
] as const
const registryTables = ['imports', 'timezone_changes', 'site_parts'] as const

/**
 * Removes the rows of deleted sites; they have been unreachable since the deletion. Answers how many sites are gone.
 */
export async function purgeDeletedSites(db: Database, now: Date): Promise<number> {
  // Batches in flight may still write for a moment after the deletion.
  const settled = new Date(now.getTime() - minuteMs)
  const sites = await db.write.query<{ site_id: number }>(
    'select site_id from deleted_sites where deleted_at < $1 order by site_id',
    [settled],
  )
  for (const { site_id } of sites) {
    await inParts(db.write, site_id, async (_, part) => {
      for (const stripe of allStripes)
        await inStripe(db, part, stripe, (tx) =>
          tx.query('delete from visitors where {{at}}stripe = $1 and site_id = $2', [stripe, site_id]),
        )
    })
    await deleteBefore(db, site_id, null)
    await inParts(db.write, site_id, async (at) => {
      for (const table of siteTables) await at.query(`delete from ${table} where site_id = $1`, [site_id])
    })
    for (const table of registryTables) await db.write.query(`delete from ${table} where site_id = $1`, [site_id])
    await db.write.query('delete from deleted_sites where site_id = $1', [site_id])
  }
  return sites.length
}
