// Deletes statistics that people asked to delete (registry/erasures): rows of visits, their share of counts and sums,
// and the memory of their visitors. One day at a time, each in one transaction, so that a run after a crash finds the
// rest. Afterwards all numbers are as if those visits, or those events, had never come.
import { alone } from '../db/locks.ts'
import { inParts } from '../db/parts.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { allowDecompression, refreshRollups } from '../db/rollups.ts'
import { statement } from '../db/statements.ts'
import { lockAllStripes } from '../db/stripes.ts'
import { type Actor, recordChange } from '../registry/audit.ts'
import { announce } from '../registry/changes.ts'
import { subjectOf } from '../registry/erasures.ts'
import { addDays, firstOfMonth } from '../rules/days.ts'
import { dayMs } from '../rules/durations.ts'
import type { ErasureChoice, ErasureScope, ErasureSlice } from '../rules/erasure.ts'
import type { GoalRow } from '../rules/goal.ts'
import { idleMs, saltLifeMs } from '../rules/lifetimes.ts'
import { startOfDay } from '../rules/time.ts'
import { requestFill } from './breakdowns.ts'
import { eraseEvents } from './erase-events.ts'
import { eraseRequests, forgetRequests } from './erase-requests.ts'
import { createOutcome, deleteRows, dropSums, eraseVisits, type Lot, noteDay, type Outcome } from './erase-rows.ts'
import { eraseSums, forgetImports } from './erase-sums.ts'
import { noteLongLived } from './imports.ts'
import { forgetItems } from './sequences.ts'
import { findSitesWhere, type SiteRow } from './sites.ts'
import { recomputeRange, recomputeSpan } from './timezone.ts'

/** Visits of visitors that may come back ended within so many days: writers wait while these are deleted. */
const newestDays = 3
/** A live visitor has no row older than this. Flags of imported ones compare with days of the same month. */
const visitorDays = { live: 9, longLived: 40 }

/** A deletion under way. */
export interface Doomed extends ErasureScope {
  readonly id: number
  readonly until: Date
  readonly last_import: number
  readonly goals: readonly GoalRow[]
  readonly chosen_at: Date | null
  /** The author of the request. */
  readonly actor: Actor
  readonly visits: number
  readonly events: number
  readonly days: number
}

/** Makes the statements of a deletion, given the first local day of the site with rows (stats/erasures). */
export type Choose = (site: SiteRow, doomed: Doomed, firstDay: string | null) => ErasureChoice

export interface ErasureOptions {
  readonly choose: Choose
  /** Only deletions of one site. */
  readonly siteId?: number | undefined
  /** Ends the run at its next step. */
  readonly signal?: AbortSignal | undefined
  /** True while events that came earlier wait on disk: nothing is begun until they are in. */
  readonly isSpooled?: (() => Promise<boolean>) | undefined
  readonly onProgress?: ((done: number, steps: number) => void) | undefined
}

const isDue = `(e.state = 'running' or e.state = 'waiting' and e.begins_at <= $1)`

/** Works off the deletions that are due; answers how many were finished. */
export async function runErasures(db: Database, now: Date, options: ErasureOptions): Promise<number> {
  const sites = await findSitesWhere(
    db.write,
    `($2::bigint is null or id = $2) and exists (select from erasures e where e.site_id = sites.id and ${isDue})`,
    [now, options.siteId ?? null],
  )
  if (sites.length === 0 || (await options.isSpooled?.())) return 0
  let done = 0
  for (const { id } of sites) {
    // So that no import of the site, and no change of its time zone, begins meanwhile.
    await alone(db, ['import', id], async () => {
      for (;;) {
        const [site] = await findSitesWhere(db.write, 'id = $1', [id])
        if (!site || site.is_changing || options.signal?.aborted) return
        const doomed = await findDoomed(db.write, id, now)
        if (!doomed) return
        if (await eraseOne(db, site, doomed, now, options)) done++
      }
    })
  }
  if (done > 0) await requestFill(db.write)
  return done
}

const findDoomed = async (db: Queryable, siteId: number, now: Date): Promise<Doomed | undefined> =>
  (
    await db.query<Doomed>(
      `select id, kind, first_day as "from", last_day as "to", page, event, filters, until, last_import, goals,
              chosen_at, actor, visits, events, days
       from erasures e
       where ${isDue} and site_id = $2
       order by id
       limit 1`,
      [now, siteId],
    )
  )[0]

/** True when the deletion is finished; false if it was stopped, or has to go on later. */
async function eraseOne(
  db: Database,
  site: SiteRow,
  doomed: Doomed,
  now: Date,
  options: ErasureOptions,
): Promise<boolean> {
  const choice = options.choose(site, doomed, await findFirstDay(db.write, site))
  const chosenAt = doomed.chosen_at ?? (await chooseVisits(db, site, doomed, choice, now))
  if (chosenAt === undefined) return false
  const newest = new Date(Math.floor(chosenAt.getTime() / dayMs) * dayMs - newestDays * dayMs)
  const days = await db.write.query<{ day: string }>(
    'select day from erasure_days where erasure_id = $1 and day < $2 order by day',
    [doomed.id, newest],
  )
  for (const { day } of days) {
    if (options.signal?.aborted) return false
    await eraseDay(db, site, doomed, choice, { day, now })
    await report(db, doomed, options)
  }
  await eraseNewest(db, site, doomed, choice, { newest, now })
  for (const slice of choice.slices) await eraseAlone(db, site, doomed, choice, { slice, now })
  await report(db, doomed, options)
  if (options.signal?.aborted) return false
  await finish(db, site, doomed, newest, now)
  await report(db, doomed, options)
  return true
}

async function report(db: Database, { id }: Doomed, { onProgress }: ErasureOptions): Promise<void> {
  if (!onProgress) return
  const [row] = await db.write.query<{ steps: number; done: number }>(
    'select steps, steps_done as done from erasures where id = $1',
    [id],
  )
  if (row) onProgress(row.done, row.steps)
}

/** The first local day of a site with rows. */
export async function findFirstDay(db: Queryable, site: SiteRow): Promise<string | null> {
  const found = await inParts(db, site.id, (at) =>
    at.query<{ first: string | null }>(
      `select least((select local_day from events where site_id = $1 order by recorded_at limit 1),
                    (select local_day from engagements where site_id = $1 order by recorded_at limit 1)) as first`,
      [site.id],
    ),
  )
  const days = found.flat().flatMap(({ first }) => (first === null ? [] : [first]))
  return days.sort()[0] ?? null
}

/** The id of the newest import of a site; 0 before the first. */
export async function findLastImport(db: Queryable, siteId: number): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    'select coalesce(max(id), 0)::bigint as id from imports where site_id = $1',
    [siteId],
  )
  return row?.id ?? 0
}

/** Steps beside the days: the newest ones, and the end. */
const otherSteps = 2

/**
 * Takes the deletion, which cannot be stopped from here on, and writes down its visits. Answers when, or undefined if
 * it was stopped before.
 */
async function chooseVisits(
  db: Database,
  site: SiteRow,
  { id }: Doomed,
  choice: ErasureChoice,
  now: Date,
): Promise<Date | undefined> {
  return db.transaction(async (tx) => {
    const taken = await tx.query(
      `update erasures set state = 'running' where id = $1 and state in ('waiting', 'running') returning id`,
      [id],
    )
    if (taken.length === 0) return undefined
    for (const slice of choice.slices) {
      const { text, values } = choice.visits(slice)
      await inParts(tx, site.id, async (at) => {
        for (const { day, ids } of await at.query<{ day: string; ids: string[] }>(text, values))
          await tx.query(
            `insert into erasure_days (erasure_id, day, session_ids) values ($1, $2, $3::bigint[])
             on conflict (erasure_id, day) do update
               set session_ids =
                 array(select unnest(erasure_days.session_ids) union select unnest(excluded.session_ids))`,
            [id, day, ids],
          )
      })
    }
    await tx.query(
      `update erasures set chosen_at = $2, steps_done = 0,
         steps = $3::integer + (select count(*) from erasure_days where erasure_id = $1)
       where id = $1`,
      [id, now, otherSteps],
    )
    await announce(tx, { site: site.id })
    return now
  })
}

/** Removes days from those that are left to do, and answers their visits. */
async function takeDays(tx: Queryable, { id }: Doomed, from: string | null, to: string | null): Promise<string[]> {
  const taken = await tx.query<{ ids: string[] }>(
    `delete from erasure_days
     where erasure_id = $1 and day between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')
     returning session_ids::text[] as ids`,
    [id, from, to],
  )
  await tx.query(
    `update erasures set steps_done = least(steps - 1, steps_done + $2::integer)
     where id = $1`,
    [id, taken.length],
  )
  return [...new Set(taken.flatMap(({ ids }) => ids))]
}

/** Keeps with the deletion what its steps did. */
const noteOutcome = (tx: Queryable, { id }: Doomed, { first, last, places }: Outcome) =>
  tx.query(
    `update erasures
     set first_erased = least(first_erased, $2::date), last_erased = greatest(last_erased, $3::date),
         places = array(select unnest(places) union select unnest($4::text[]))
     where id = $1`,
    [id, first, last, [...places]],
  )

/** Filters choose visits; a page request is of none, and goes with its day. */
async function forgetRequestsOf(tx: Queryable, site: SiteRow, { kind, last_import }: Doomed, outcome: Outcome) {
  const { first, last } = outcome
  if (kind !== 'filters' || first === null) return
  await inParts(tx, site.id, (at) => forgetRequests(at, site, { first, last, last_import }))
}

const erase = (tx: Queryable, lot: Lot, outcome: Outcome): Promise<void> =>
  lot.rowText === null ? eraseVisits(tx, lot, outcome) : eraseEvents(tx, lot, outcome)

/** Visits that ended on one UTC day, long ago: nobody writes to them any more. */
const eraseDay = (
  db: Database,
  site: SiteRow,
  doomed: Doomed,
  { rowText }: ErasureChoice,
  { day, now }: { day: string; now: Date },
): Promise<void> =>
  db.transaction(async (tx) => {
    const ids = await takeDays(tx, doomed, day, day)
    const from = new Date(Date.parse(day))
    const lot = { site, ids, from, to: new Date(from.getTime() + dayMs), rowText, wantsVisitors: false }
    const outcome = createOutcome()
    await inParts(tx, site.id, async (at) => {
      await allowDecompression(at)
      await erase(at, lot, outcome)
      await dropSums(at, site, outcome, now)
    })
    await forgetRequestsOf(tx, site, doomed, outcome)
    await noteOutcome(tx, doomed, outcome)
  })

/**
 * The newest visits, running ones too, in one transaction while no process writes traffic: the memory of their visitors
 * changes with them.
 */
const eraseNewest = (
  db: Database,
  site: SiteRow,
  doomed: Doomed,
  { rowText }: ErasureChoice,
  { newest, now }: { newest: Date; now: Date },
): Promise<void> =>
  db.transaction(async (tx) => {
    const ids = await takeDays(tx, doomed, newest.toISOString().slice(0, 10), null)
    if (ids.length === 0) return
    const outcome = createOutcome()
    await inParts(tx, site.id, async (at) => {
      await lockAllStripes(at)
      await allowDecompression(at)
      const own = createOutcome()
      const moved = await at.query<{ visitor: string }>(statement('erase.end-visits'), [site.id, ids])
      await erase(at, { site, ids, from: newest, to: null, rowText, wantsVisitors: true }, own)
      await recallVisitors(at, site, { visitors: [...own.visitors], moved: moved.map(({ visitor }) => visitor) }, now)
      await recomputeRange(at, site, site.timezone, newest, new Date(now.getTime() + dayMs))
      await dropSums(at, site, own, now)
      for (const day of [own.first, own.last]) if (day !== null) noteDay(outcome, day)
      for (const place of own.places) outcome.places.add(place)
    })
    await forgetRequestsOf(tx, site, doomed, outcome)
    await noteOutcome(tx, doomed, outcome)
  })

/** Events without a visit in a slice of time. They have no memory, and no place. */
async function eraseAlone(
  db: Database,
  site: SiteRow,
  doomed: Doomed,
  { aloneText }: ErasureChoice,
  { slice, now }: { slice: ErasureSlice; now: Date },
): Promise<void> {
  const values: unknown[] = [null, null, null, null]
  const text = aloneText(slice, 'e', values)
  if (text === null) return
  const span = { from: new Date(slice.start), to: new Date(slice.end) }
  await db.transaction(async (tx) => {
    const outcome = createOutcome()
    await inParts(tx, site.id, async (at) => {
      await allowDecompression(at)
      await deleteRows(at, { site, ids: null }, 'events', span, outcome, { text, values: values.slice(4) })
      await dropSums(at, site, outcome, now)
    })
    await noteOutcome(tx, doomed, outcome)
  })
}

/** Makes the memory of visitors fit their rows again. A visit that ran (`moved`) goes on if its rest is recent. */
async function recallVisitors(
  tx: Queryable,
  site: SiteRow,
  { visitors, moved }: { visitors: readonly string[]; moved: readonly string[] },
  now: Date,
): Promise<void> {
  if (visitors.length === 0) return
  const longSince = new Date(now.getTime() - visitorDays.longLived * dayMs)
  const mayLiveLong = (site.long_lived_to ?? '') >= longSince.toISOString().slice(0, 10)
  const since = mayLiveLong ? longSince : new Date(now.getTime() - visitorDays.live * dayMs)
  await tx.query(statement('erase.forget-visitors'), [site.id, visitors, since])
  if (moved.length > 0) {
    const idleSince = new Date(now.getTime() - idleMs)
    const running = await tx.query<{ session_id: string }>(statement('erase.find-reopened'), [
      ...[site.id, moved, since, idleSince],
    ])
    const ids = running.map(({ session_id }) => session_id)
    if (ids.length > 0) await tx.query(statement('erase.reopen-visits'), [site.id, ids, since])
  }
  await tx.query(statement('erase.recall-visitors'), [site.id, visitors, since, site.timezone])
  // A running visit was all that kept the memory of older ones.
  await tx.query(
    `delete from visitors
     where site_id = $1 and visitor_id = any ($2::bigint[]) and session_id is null and last_seen_at < $3`,
    [site.id, visitors, new Date(now.getTime() - saltLifeMs)],
  )
}

/** Flags, sums without rows, names of places; then the deletion is done. */
async function finish(db: Database, site: SiteRow, doomed: Doomed, newest: Date, now: Date): Promise<void> {
  const [erased] = await db.write.query<{ first: string | null; last: string | null; places: string[] }>(
    'select first_erased as first, last_erased as last, places from erasures where id = $1',
    [doomed.id],
  )
  const { first = null, last = null, places = [] } = erased ?? {}
  if (first !== null && last !== null) {
    // Whole local months: a visitor's first event of a month may be another one now.
    const from = new Date(startOfDay(site.timezone, firstOfMonth(addDays(first, -1))))
    const to = new Date(startOfDay(site.timezone, firstOfMonth(addDays(firstOfMonth(addDays(last, 2)), 31))))
    if (from < newest) await recomputeSpan(db, site, from, to < newest ? to : newest, now, true)
    const around = (day: string, days: number) => new Date(Date.parse(addDays(day, days)))
    await refreshRollups(db.write, around(first, -2), around(last, 3), { now })
    await forgetItems(db, site.id)
  }
  await db.transaction(async (tx) => {
    await eraseSums(tx, site, doomed)
    await eraseRequests(tx, site, doomed)
    if (doomed.kind === 'everything') await eraseRest(tx, site, doomed)
    await forgetPlaces(tx, places)
    if (site.long_lived_from !== null) await noteLongLived(tx, site)
    await tx.query(`update erasures set state = 'done', finished_at = $2, steps_done = steps where id = $1`, [
      doomed.id,
      now,
    ])
    await recordChange(
      tx,
      now,
      { kind: 'service' },
      {
        kind: 'statistics.erased',
        siteId: site.id,
        subject: subjectOf(doomed),
        after: { visits: doomed.visits, events: doomed.events, days: doomed.days },
        by: doomed.actor,
      },
    )
    await announce(tx, { site: site.id })
  })
}

/** Counts of a site that are of no visit: dropped events, crawlers, and accepted ones whose rows retention took. */
async function eraseRest(tx: Queryable, site: SiteRow, doomed: Doomed): Promise<void> {
  await inParts(tx, site.id, (at) =>
    at.query(`delete from traffic_counts where site_id = $1 and hour < date_trunc('hour', $2::timestamptz)`, [
      site.id,
      doomed.until,
    ]),
  )
  await tx.query('delete from crawler_days where site_id = $1 and day <= ($2::timestamptz at time zone $3)::date', [
    site.id,
    doomed.until,
    site.timezone,
  ])
  await forgetImports(tx, site, doomed)
}

const typeOf = { region: 'text', city: 'integer' } as const

/** Forgets the names of these places that are left in no visit and no imported day of all sites. */
async function forgetPlaces(tx: Queryable, places: readonly string[]): Promise<void> {
  for (const kind of ['region', 'city'] as const) {
    const codes = places.flatMap((place) => (place.startsWith(`${kind} `) ? [place.slice(kind.length + 1)] : []))
    if (codes.length === 0) continue
    const found = await Promise.all(
      ['sessions', 'visitors'].map((table) =>
        tx.query<{ code: string }>(
          `select distinct ${kind}::text as code from ${table} where ${kind} = any ($1::${typeOf[kind]}[])`,
          [codes],
        ),
      ),
    )
    const imported = await tx.query<{ value: string }>(
      `select distinct value from imported_days
       where dimension = 'visit:${kind}' and value = any ($1::text[])
         or dimension = 'visit:country+visit:region+visit:city'
           and split_part(value, chr(31), ${kind === 'region' ? 2 : 3}) = any ($1::text[])`,
      [codes],
    )
    const kept = new Set([
      ...found.flat().map(({ code }) => code),
      ...imported.flatMap(({ value }) => value.split('\u001f')),
    ])
    await tx.query('delete from place_names where kind = $1 and code = any ($2::text[])', [
      kind,
      codes.filter((code) => !kept.has(code)),
    ])
  }
}
