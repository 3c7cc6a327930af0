// Changes a site's time zone: the zone at once, then local days and flags of its history in the background, a week at a
// time, resumable. While a row of timezone_changes exists, stats answer the site's questions from raw rows: those do
// not depend on stored days.

import { tryLock } from '../db/locks.ts'
import { inParts } from '../db/parts.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { allowDecompression, refreshRollups } from '../db/rollups.ts'
import { statement } from '../db/statements.ts'
import { lockAllStripes } from '../db/stripes.ts'
import { upkeepFailures } from '../failure.ts'
import { recordByCommand } from '../registry/audit.ts'
import { announce, type Change } from '../registry/changes.ts'
import { syncConsolidated } from '../registry/consolidated.ts'
import { readTimezone } from '../registry/sites.ts'
import type { Writer } from '../registry/store.ts'
import { dayMs, hourMs } from '../rules/durations.ts'
import { sequenceTables } from './sequences.ts'
import { findSitesWhere, getSite, type SiteRow } from './sites.ts'

const sliceMs = 7 * dayMs
/** A live id is at most two days old; an imported one can be its visitor's first of the month up to a month ago. */
const lookBackMs = { live: 3 * dayMs, longLived: 33 * dayMs }

/** Begins the change (`tidemark site timezone`); `changeTimezones` does the rest. */
export async function startTimezoneChange(
  db: Database,
  domain: string,
  name: string,
): Promise<{ domain: string; timezone: string }> {
  const site = await getSite(db.write, domain)
  const timezone = await readTimezone(db.write, name)
  await db.transaction(async (tx) => {
    const changes: Change[] = []
    const writer: Writer = {
      ...tx,
      changed: (change) => changes.push(change),
      record: recordByCommand(tx),
    }
    await changeZone(writer, site, timezone)
    for (const change of changes) await announce(tx, change)
  })
  return { domain: site.domain, timezone }
}

/** Begins the change in the caller's transaction, to a zone that `readTimezone` gave. */
export async function changeZone(tx: Writer, site: SiteRow, timezone: string): Promise<void> {
  // An import keeps the zone it began with.
  if (!(await tryLock(tx, 'import', site.id))) throw upkeepFailures.importRunning()
  const [team] = await tx.query<{ id: number }>(
    'update sites set timezone = $2 where id = $1 returning team_id as id',
    [site.id, timezone],
  )
  // Everybody hears of the team, and so of its view.
  await syncConsolidated({ ...tx, changed: () => {} }, team?.id ?? 0)
  await tx.query(
    `insert into timezone_changes (site_id, timezone) values ($1, $2)
     on conflict (site_id) do update set timezone = excluded.timezone, done_before = null, started_at = now()`,
    [site.id, timezone],
  )
  // Days that retention deleted keep the sums of the former zone.
  const days = [site.id, site.dropped_before]
  await inParts(tx, site.id, async (at) => {
    for (const table of ['breakdown_days', 'daily_breakdowns', ...sequenceTables])
      await at.query(`delete from ${table} where site_id = $1 and local_day >= coalesce($2::date, '-infinity')`, days)
  })
  await tx.record({ kind: 'site.changed', siteId: site.id, before: { timezone: site.timezone }, after: { timezone } })
  tx.changed({ team: team?.id ?? 0 })
}

interface Pending {
  site_id: number
  timezone: string
  done_before: Date | null
}

/** Works off pending changes; answers how many were finished. A process that dies midway loses one week of work. */
export async function changeTimezones(db: Database, now: Date): Promise<number> {
  let finished = 0
  // The zone reaches every process within a second; what they wrote before that is recomputed with the rest.
  const settled = new Date(now.getTime() - 5_000)
  const pending = await db.write.query<{ site_id: number }>(
    'select site_id from timezone_changes where started_at < $1 order by site_id',
    [settled],
  )
  for (const { site_id } of pending) {
    let outcome: 'more' | 'done' | 'busy' = 'more'
    while (outcome === 'more') outcome = await changeSlice(db, site_id, now)
    if (outcome === 'done') finished++
  }
  return finished
}

async function changeSlice(db: Database, siteId: number, now: Date): Promise<'more' | 'done' | 'busy'> {
  const [site] = await findSitesWhere(db.write, 'id = $1', [siteId])
  const done = await db.transaction(async (tx) => {
    const [change] = await tx.query<Pending>(
      'select site_id, timezone, done_before from timezone_changes where site_id = $1 for update skip locked',
      [siteId],
    )
    if (!change) return undefined
    if (!site) {
      await tx.query('delete from timezone_changes where site_id = $1', [siteId])
      return { from: now, to: now, last: true }
    }
    const begins = await inParts(tx, siteId, (at) =>
      at.query<{ first: Date | null }>(
        `select least((select min(recorded_at) from events where site_id = $1),
           (select min(ended_at) from sessions where site_id = $1)) as first`,
        [siteId],
      ),
    )
    const first = new Date(Math.min(...begins.flat().map((row) => (row.first ?? now).getTime())))
    const from = change.done_before ?? new Date(Math.floor(first.getTime() / hourMs) * hourMs)
    const end = Math.ceil(now.getTime() / hourMs) * hourMs + dayMs
    const to = new Date(Math.min(from.getTime() + sliceMs, end))
    const last = to.getTime() >= end
    // All writers wait while the newest week changes.
    await inParts(tx, siteId, async (at) => {
      if (last) await lockAllStripes(at)
      await recomputeRange(at, site, change.timezone, from, to)
      if (!last) return
      const since = new Date(now.getTime() - 9 * dayMs)
      await at.query(statement('upkeep.recompute-visitors'), [siteId, change.timezone, since])
      await at.query(
        `insert into breakdown_days ({{part,}}site_id, local_day, state)
         select {{=part,}}$1, day::date, 'dirty'
         from generate_series(($2::timestamptz at time zone $3)::date, ($4::timestamptz at time zone $3)::date - 1,
                               interval '1 day') as day
         on conflict ({{part,}}site_id, local_day) do update set state = 'dirty' where not breakdown_days.is_final`,
        [siteId, first, change.timezone, now],
      )
    })
    await tx.query('update timezone_changes set done_before = $2 where site_id = $1', [siteId, to])
    // A process that died after its transaction did not refresh: the last one goes over everything that is not fresh.
    return { from: last ? first : from, to, last }
  })
  if (!done) return 'busy'
  await refreshRollups(db.write, done.from, done.to, { now })
  if (!done.last) return 'more'
  await db.write.query('delete from timezone_changes where site_id = $1', [siteId])
  return 'done'
}

/**
 * Local days and flags of the rows of a site in [from, to), by a zone, as the rules would have set them with every row
 * in order.
 */
export async function recomputeRange(
  tx: Queryable,
  site: Pick<SiteRow, 'id' | 'long_lived_from'>,
  timezone: string,
  from: Date,
  to: Date,
): Promise<void> {
  await allowDecompression(tx)
  // Each row joins its own flags by a key nothing indexes.
  await tx.query(`set local enable_nestloop = off; set local work_mem = '64MB'`)
  const since = new Date(from.getTime() - (site.long_lived_from ? lookBackMs.longLived : lookBackMs.live))
  const values = [site.id, timezone, from, to, since]
  await tx.query(statement('upkeep.recompute-events'), values)
  await tx.query(statement('upkeep.recompute-sessions'), values)
  // Rows without flags: engagement, and events without a visitor.
  for (const [table, condition] of [
    ['engagements', ''],
    ['events', 'session_id is null and '],
  ])
    await tx.query(
      `update ${table} set local_day = (recorded_at at time zone $2)::date
       where site_id = $1 and recorded_at >= $3 and recorded_at < $4
         and ${condition}local_day <> (recorded_at at time zone $2)::date`,
      [site.id, timezone, from, to],
    )
}

/**
 * Recomputes days and flags of a span of a site's history, a week at a time: after older history came in before the
 * existing rows. The span holds whole local months: a flag may be on a later event of its day or month, and must not be
 * taken away without being given again. With `isKnown` the site says whether its visitors may live long; else they may.
 */
export async function recomputeSpan(
  db: Database,
  site: SiteRow,
  from: Date,
  to: Date,
  now: Date,
  isKnown = false,
): Promise<void> {
  const long = { id: site.id, long_lived_from: site.long_lived_from ?? (isKnown ? null : 'imported') }
  const end = Math.min(to.getTime(), now.getTime() + dayMs)
  for (let start = from.getTime(); start < end; start += sliceMs) {
    const [sliceFrom, sliceTo] = [new Date(start), new Date(Math.min(start + sliceMs, end))]
    await db.transaction((tx) =>
      inParts(tx, site.id, (at) => recomputeRange(at, long, site.timezone, sliceFrom, sliceTo)),
    )
    await refreshRollups(db.write, sliceFrom, sliceTo, { now })
  }
}
