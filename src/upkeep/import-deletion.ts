// Takes an import away again: its rows, their share of visits and sums, and nothing else. One day at a time, each in
// one transaction, so that a run after a crash finds the rest.
import { alone } from '../db/locks.ts'
import { inParts } from '../db/parts.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { allowDecompression, refreshRollups } from '../db/rollups.ts'
import { statement } from '../db/statements.ts'
import { importLanes } from '../db/stripes.ts'
import { announce } from '../registry/changes.ts'
import { addDays, firstOfMonth } from '../rules/days.ts'
import { dayMs } from '../rules/durations.ts'
import { coverageSource } from '../rules/import-sources.ts'
import { begin, extend, type RunningSession, type SessionEvent } from '../rules/session.ts'
import { localDayOf, startOfDay } from '../rules/time.ts'
import { requestFill } from './breakdowns.ts'
import { forgetImported, noteLongLived } from './imports.ts'
import { dropSequences, forgetItems } from './sequences.ts'
import { endImportedSessions } from './sessions.ts'
import { findSitesWhere, type SiteRow } from './sites.ts'
import { recomputeSpan } from './timezone.ts'

/** Zones differ from UTC by up to 14 hours, and may have changed since the import: no row lies further outside. */
const aroundDays = 2

interface Doomed {
  readonly id: number
  readonly first_day: string | null
  readonly last_day: string | null
  readonly source: string
}

/** Deletes imports that are marked for deletion (registry/imports), of all sites or of one; returns how many. */
export async function deleteImports(db: Database, now: Date, siteId?: number): Promise<number> {
  const sites = await findSitesWhere(
    db.write,
    `($1::bigint is null or id = $1)
       and exists (select from imports i where i.site_id = sites.id and i.state = 'deleting')`,
    [siteId ?? null],
  )
  let deleted = 0
  for (const site of sites) {
    // So that no import of the site begins meanwhile.
    await alone(db, ['import', site.id], async () => {
      // Also those that are marked meanwhile.
      for (let next = await findDoomed(db, site); next; next = await findDoomed(db, site)) {
        await deleteOne(db, site, next, now)
        deleted++
      }
    })
  }
  if (deleted > 0) await requestFill(db.write)
  return deleted
}

const findDoomed = async (db: Database, site: SiteRow): Promise<Doomed | undefined> =>
  (
    await db.write.query<Doomed>(
      `select id, source, first_day, last_day from imports
       where site_id = $1 and state = 'deleting' order by id desc limit 1`,
      [site.id],
    )
  )[0]

async function deleteOne(db: Database, site: SiteRow, doomed: Doomed, now: Date): Promise<void> {
  const { id, source, first_day: first, last_day: last } = doomed
  await inParts(db.write, site.id, (at) =>
    at.query('delete from imported_days where site_id = $1 and import_id = $2', [site.id, id]),
  )
  await inParts(db.write, site.id, (at) =>
    at.query('delete from page_requests where site_id = $1 and import_id = $2', [site.id, id]),
  )
  if (source !== coverageSource && first !== null && last !== null) {
    await endVisits(db, site, id, now)
    for (let day = addDays(first, -aroundDays); day <= addDays(last, aroundDays); day = addDays(day, 1))
      await db.transaction((tx) => inParts(tx, site.id, (at) => deleteDay(at, site, id, day, now)))
    await recomputeShared(db, site, doomed, now)
    const around = (day: string, days: number) => new Date(Date.parse(addDays(day, days)))
    await refreshRollups(db.write, around(first, -aroundDays), around(last, aroundDays + 1), { now })
    await forgetItems(db, site.id)
  }
  await db.transaction(async (tx) => {
    await noteLongLived(tx, site)
    await tx.query('delete from imports where id = $1', [id])
    await announce(tx, { site: site.id })
  })
}

/**
 * Ends the import's running visits first, so that all rows to delete are in `sessions`. Visits of abandoned imports are
 * ended too.
 */
async function endVisits(db: Database, site: SiteRow, id: number, now: Date): Promise<void> {
  await inParts(db.write, site.id, (at) =>
    at.query(
      `update visitors v set imported = true
       where v.site_id = $1 and v.visitor_id in (
         select e.visitor_id from events e where e.site_id = $1 and e.import_id = $2 and e.recorded_at >= $3)`,
      [site.id, id, new Date(now.getTime() - 2 * dayMs)],
    ),
  )
  await endImportedSessions(db, site.id, new Date(now.getTime() + 2 * dayMs))
  await forgetImported(db, site.id)
}

/** The rows of one UTC day. */
async function deleteDay(tx: Queryable, site: SiteRow, id: number, day: string, now: Date): Promise<void> {
  await allowDecompression(tx)
  const from = new Date(Date.parse(day))
  const to = new Date(from.getTime() + dayMs)
  const values = [site.id, from, to, id, importLanes]
  const visits = await tx.query<{ session_id: string }>(statement('import.delete-events'), values)
  const [engaged] = await tx.query<{ count: number }>(statement('import.delete-engagements'), values)
  if (visits.length === 0 && engaged?.count === 0) return
  await tx.query('delete from traffic_counts where site_id = $1 and hour >= $2 and hour < $3 and count <= 0', [
    site.id,
    from,
    to,
  ])
  const touched = visits.length === 0 ? { from, to } : await shrinkVisits(tx, site, visits, { from, to })
  // The day before a first event of a visitor, and the one after it, may count the visitor otherwise now.
  const [first, last] = [touched.from, touched.to].map((at) => localDayOf(site.timezone, at.getTime()))
  await markDays(tx, site, addDays(first!, -1), addDays(last!, 1), now)
}

/** The sums of these days, as far as they are over, have to be made again. */
async function markDays(db: Queryable, site: SiteRow, from: string, to: string, now: Date): Promise<void> {
  const today = localDayOf(site.timezone, now.getTime())
  await db.query(statement('import.mark-dirty'), [site.id, from, to < today ? to : addDays(today, -1)])
  await dropSequences(db, site.id, from, to)
}

interface Span {
  readonly from: Date
  readonly to: Date
}

interface LeftEvent {
  readonly session_id: string
  readonly at: number
  readonly name: string
  readonly interactive: boolean
  readonly hostname: string
  readonly pathname: string
}

interface LeftVisit {
  readonly session: RunningSession
  readonly endedAt: number
}

/**
 * Visits without an event left go; those to which another import, or another day of this one, brought some become what
 * these make of them. Answers from when to when the visits lay.
 */
async function shrinkVisits(
  tx: Queryable,
  site: SiteRow,
  visits: readonly { session_id: string }[],
  { from, to }: Span,
): Promise<Span> {
  const ids = visits.map((visit) => visit.session_id)
  // Nearly all are over within the day; the others are looked for without an end.
  const within = `site_id = $1 and session_id = any ($2::bigint[]) and ended_at >= $3
    and ended_at < coalesce($4::timestamptz, 'infinity')`
  const find = (until: Date | null) =>
    tx.query<{ session_id: string; started_at: Date; ended_at: Date }>(
      `select session_id::text as session_id, started_at, ended_at from sessions where ${within}`,
      [site.id, ids, from, until],
    )
  let found = await find(new Date(to.getTime() + dayMs))
  if (found.length < ids.length) found = await find(null)
  if (found.length === 0) return { from, to }
  const span = {
    from: new Date(Math.min(...found.map((visit) => visit.started_at.getTime()))),
    to: new Date(Math.max(...found.map((visit) => visit.ended_at.getTime()))),
  }
  const left = replay(await findLeft(tx, site, ids, span))
  await tx.query(`delete from sessions where ${within} and session_id <> all ($5::bigint[])`, [
    site.id,
    ids,
    from,
    new Date(span.to.getTime() + 1_000),
    [...left.keys()],
  ])
  if (left.size > 0) await tx.query(statement('import.shrink-sessions'), shrunkColumns(site, [...left.values()], from))
  return { from: span.from < from ? span.from : from, to: span.to > to ? span.to : to }
}

const findLeft = (tx: Queryable, site: SiteRow, ids: readonly string[], { from, to }: Span): Promise<LeftEvent[]> =>
  tx.query<LeftEvent>(
    `select session_id::text as session_id, extract(epoch from recorded_at)::float8 as at, name, interactive,
            coalesce(hostname, $5) as hostname, pathname
     from events
     where site_id = $1 and session_id = any ($2::bigint[]) and recorded_at >= $3 and recorded_at <= $4
     order by session_id, position`,
    [site.id, ids, from, to, site.home_hostname],
  )

/** Visits that the rules make of the remaining events, in the order they came. */
function replay(events: readonly LeftEvent[]): Map<string, LeftVisit> {
  const visits = new Map<string, LeftVisit>()
  for (const { session_id: id, ...left } of events) {
    const event: SessionEvent = { ...left, localDay: '' }
    const before = visits.get(id)
    visits.set(id, {
      session: before ? extend(before.session, event, before.endedAt) : begin(event, id),
      endedAt: Math.max(before?.endedAt ?? 0, event.at),
    })
  }
  return visits
}

const instant = (seconds: number): Date => new Date(seconds * 1000)

/** The parameters of import.shrink-sessions. */
const shrunkColumns = (site: SiteRow, visits: readonly LeftVisit[], from: Date): unknown[] => [
  site.id,
  visits.map(({ session }) => session.id),
  visits.map(({ session }) => instant(session.startedAt)),
  visits.map(({ endedAt }) => instant(endedAt)),
  visits.map(({ session }) => session.pageviews),
  visits.map(({ session }) => session.events),
  visits.map(({ session }) => session.isBounce),
  visits.map(({ session }) => session.entryPage),
  visits.map(({ session }) => session.entryHostname),
  visits.map(({ session }) => session.exitPage),
  visits.map(({ session }) => session.exitHostname),
  from,
  site.timezone,
]

/**
 * A visitor that other imports brought too is counted by their rows alone now: if there are such imports, flags of
 * whole local months are computed again.
 */
async function recomputeShared(db: Database, site: SiteRow, doomed: Doomed, now: Date): Promise<void> {
  const from = firstOfMonth(addDays(doomed.first_day!, -1))
  const to = firstOfMonth(addDays(firstOfMonth(addDays(doomed.last_day!, 2)), 31))
  const [row] = await db.write.query<{ found: boolean }>(
    `select exists (
       select from imports
       where site_id = $1 and id <> $2 and source not in ('plausible', $5)
         and coalesce(first_day < $4 and last_day >= $3, true)) as found`,
    [site.id, doomed.id, from, to, coverageSource],
  )
  if (!row?.found) return
  await recomputeSpan(db, site, new Date(startOfDay(site.timezone, from)), new Date(startOfDay(site.timezone, to)), now)
  await inParts(db.write, site.id, (at) => markDays(at, site, from, to, now))
}
