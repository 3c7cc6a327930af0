// Fills daily_breakdowns, a closed local day of a site at a time; late writes mark a day dirty and it is done again.
// The sequences of days follow their sums (sequences.ts).
import { alone } from '../db/locks.ts'
import { atPart, inParts, partsOf } from '../db/parts.ts'
import { type Database, isDatabaseAway, type Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { daySums } from '../rules/day-sums.ts'
import { addDays } from '../rules/days.ts'
import { dayMs, hourMs, minuteMs } from '../rules/durations.ts'
import { localDayOf } from '../rules/time.ts'
import {
  type Day,
  type Definition,
  dayOf,
  dayPlans,
  definitionOf,
  definitionsOf,
  type Listed,
} from './day-definitions.ts'
import { lockDays } from './day-locks.ts'
import { dropSequences, fillSequences } from './sequences.ts'
import { findSites, type SiteRow } from './sites.ts'

/**
 * Below this many visits a day raw rows answer as fast: of such days only the totals are kept (`skipped`). The busiest
 * day of a week decides for all of it, because a year with its weekends left out would be read from raw rows
 * altogether. Sites with a retention have no small days.
 */
const visitsMin = 500
/**
 * Sources with at least this share of the visits have sums of their own by every other dimension: a click on a source
 * is the most common filter. Each of them doubles the rows of a day at most, and there are ten at most.
 */
const sourceShareMin = 0.1
/** Days looked for at once; another look follows while there are more. */
const daysMax = 500
/**
 * A run ends after this long, so that another process may have the next: an import of many sites leaves years of days.
 */
const runMsMax = 20 * minuteMs
/** A day is over for its sums this long after it ended: nearly all of its visits have ended then. */
const closedAfterMs = 2 * hourMs
/** Visits older than this do not make a day due; something marks it dirty then (import, rebuild). */
const lookBackMs = 10 * dayMs

const keepsSmall = (site: SiteRow): boolean => site.retention_months !== null || site.dropped_before !== null

/**
 * The days to fill, without those that were tried, in the order of `tail`. Sites in a change of time zone are left out.
 */
async function findDue(db: Queryable, now: Date, tried: readonly Day[], tail: string): Promise<Day[]> {
  const sites = (await findSites(db)).filter((site) => !site.is_changing)
  const byId = new Map(sites.map((site) => [site.id, site]))
  const due: Day[] = []
  const ids = sites.map((site) => site.id)
  for (const of of await partsOf(db, ids)) {
    const own = of.siteIds.length === ids.length ? sites : of.siteIds.map((id) => byId.get(id)!)
    const done = tried.filter(({ part }) => part === of.part)
    const rows = await of.db.query<{ site_id: number; local_day: string }>(`${statement('upkeep.days-due')} ${tail}`, [
      ...dueValues(own, now),
      done.map(({ site }) => site.id),
      done.map(({ day }) => day),
    ])
    for (const { site_id, local_day } of rows) due.push(dayOf(byId.get(site_id)!, of.part, local_day))
  }
  return due
}

/** Parameters of `upkeep.days-due`, without the days that were tried. */
function dueValues(sites: readonly SiteRow[], now: Date): unknown[] {
  const closed = now.getTime() - closedAfterMs
  return [
    sites.map((site) => site.id),
    sites.map((site) => site.dropped_before ?? '-infinity'),
    sites.map((site) => addDays(localDayOf(site.timezone, closed), -1)),
    sites.map(keepsSmall),
    new Date(closed),
    new Date(now.getTime() - lookBackMs),
  ]
}

/** Seconds since the end of the oldest local day that is due to be filled; null if no day is due. */
export async function daysLag(db: Queryable, now: Date): Promise<number | null> {
  const oldest = Math.min(...(await findDue(db, now, [], '')).map(({ endsAt }) => endsAt.getTime()))
  return Number.isFinite(oldest) ? (now.getTime() - oldest) / 1000 : null
}

/**
 * Fills due days, for 20 minutes at most or until `signal` says stop. Another run is asked for the rest. Answers how
 * many days are new, and 0 while another run is at work: that one looks again when it is done. A day that fails stays
 * due and holds up no other day. The first error is thrown at the end, so that the task is tried again.
 */
export async function fillBreakdowns(
  db: Database,
  now: Date,
  options: { visitsMin?: number; signal?: AbortSignal | undefined } = {},
): Promise<number> {
  const until = performance.now() + runMsMax
  const fill = async () => {
    let filled = 0
    let failure: Error | undefined
    const note = (day: Day, what: string, error: unknown) => {
      if (isDatabaseAway(error)) throw error
      failure ??= new Error(`the ${what} of site ${day.site.id} on ${day.day}: ${(error as Error).message}`, {
        cause: error,
      })
    }
    /**
     * Days of running sessions, and those that failed: they stay due, and would be all that a look finds if they were
     * many.
     */
    const tried: Day[] = []
    for (;;) {
      const due = await findDue(db.write, now, tried, `order by site_id, local_day limit ${daysMax}`)
      for (const day of due) {
        if (options.signal?.aborted || performance.now() > until) {
          await requestFill(db.write)
          if (failure) throw failure
          return filled
        }
        try {
          if (await fillDay(db, day, options.visitsMin ?? visitsMin)) filled++
          else tried.push(day)
        } catch (error) {
          note(day, 'sums', error)
          tried.push(day)
        }
      }
      if (due.length > 0) continue
      const isAtEnd = await fillSequences(
        db,
        now.getTime() - closedAfterMs,
        () => !options.signal?.aborted && performance.now() <= until,
        (day, error) => note(day, 'sequences', error),
      )
      if (!isAtEnd) await requestFill(db.write)
      if (failure) throw failure
      return filled
    }
  }
  return (await alone(db, ['breakdowns'], fill)) ?? 0
}

/** Has the days that are due filled now instead of within the hour: after an import, which leaves years of them. */
export async function requestFill(db: Queryable): Promise<void> {
  await db.query(`select graphile_worker.add_job('fill_breakdowns', job_key => 'fill_breakdowns')`)
}

/**
 * The days of a site before this one that have raw rows and lack sums: small ones have only their totals. With the two
 * days behind them, which tell the visitors of the days before.
 */
async function daysToComplete(db: Queryable, site: SiteRow, before: string): Promise<Day[]> {
  const values = [site.id, before, site.dropped_before]
  const days = await inParts(db, site.id, async (at, part) => {
    const rows = await at.query<{ local_day: string }>(statement('upkeep.days-to-complete'), values)
    return rows.map((row) => dayOf(site, part, row.local_day))
  })
  return days.flat()
}

/** True when all of them are made. */
export const areComplete = async (db: Queryable, site: SiteRow, before: string): Promise<boolean> =>
  (await daysToComplete(db, site, before)).length === 0

/**
 * Makes all sums of these days, small or not, each in a transaction of its own, so that finished days stay finished if
 * the run ends midway.
 */
export async function completeDays(
  db: Database,
  site: SiteRow,
  before: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const day of await daysToComplete(db.write, site, before)) {
    if (signal?.aborted) return
    await fillDay(db, day, 0)
  }
}

/**
 * From which day on raw rows are there; asked under the lock, since a run reads its list of days once and goes on for
 * minutes.
 */
async function firstKeptDay(tx: Queryable, siteId: number): Promise<string | null> {
  const [row] = await tx.query<{ before: string | null }>('select dropped_before as before from sites where id = $1', [
    siteId,
  ])
  return row?.before ?? null
}

/** True when a day and each of the six before it have fewer visits than `least`: then raw rows answer as fast. */
async function isSmall(tx: Queryable, { site, day, endsAt, beforeAt }: Day, least: number): Promise<boolean> {
  if (keepsSmall(site) || least === 0) return false
  const [row] = await tx.query<{ busiest: number }>(
    `select greatest(
       (select count(*) from sessions where site_id = $1 and local_day = $2 and ended_at >= $3 and ended_at < $4),
       (select max(visits) from daily_breakdowns where site_id = $1 and dimension = 'all'
         and local_day between $2::date - 6 and $2::date - 1)
     )::integer as busiest`,
    [site.id, day, beforeAt, endsAt],
  )
  return (row?.busiest ?? 0) < least
}

/**
 * Fills a day: all of its sums, or only the totals where the busiest day of its week has fewer than `least` visits.
 * False when another process has filled it, when its rows are gone, or when one of its sessions still runs.
 */
async function fillDay(db: Database, day: Day, least: number): Promise<boolean> {
  return db.transaction(async (session) => {
    const tx = atPart(session, day.part)
    await lockDays(tx, day.site.id, 'fill')
    const kept = await firstKeptDay(tx, day.site.id)
    if (kept !== null && day.day < kept) return false
    // The row is locked before anything is read: who marks the day dirty meanwhile waits, and the mark is not lost.
    const key = [day.site.id, day.day]
    await tx.query(
      `insert into breakdown_days ({{part,}}site_id, local_day, state)
       values ({{=part,}}$1, $2, 'dirty') on conflict do nothing`,
      key,
    )
    const [before] = await tx.query<{ state: string }>(
      'select state from breakdown_days where site_id = $1 and local_day = $2 for update',
      key,
    )
    if (before === undefined || before.state === 'done') return false
    const state = (await isSmall(tx, day, least)) ? 'skipped' : 'done'
    if (before.state === state) return false
    const [running] = await tx.query<{ found: boolean }>(
      `select exists (
         select 1 from visitors where site_id = $1 and session_id is not null and started_at < $2
       ) as found`,
      [day.site.id, day.endsAt],
    )
    if (running?.found) {
      // Its exit page and its sums are not final: next time.
      if (before.state === 'dirty')
        await tx.query('delete from daily_breakdowns where site_id = $1 and local_day = $2', key)
      return false
    }
    // Right after an import nothing is analysed and the planner would loop: 3.5 s a day instead of 0.1.
    await tx.query(dayPlans)
    const sourceVisits = least || visitsMin
    await replaceDay(tx, day, { onlyTotals: state === 'skipped', kept, sourceVisits })
    await tx.query('update breakdown_days set state = $3 where site_id = $1 and local_day = $2', [...key, state])
    // Sequences of the days around it say which of their visitors were there on this day.
    await dropSequences(tx, day.site.id, day.day, day.day)
    // A small day has its totals already, and nothing of it changed: those behind it stay.
    if (before.state === 'skipped') return true
    // The two days after it say who was there on this one.
    const later = await tx.query<Listed>(statement('upkeep.days-after'), key)
    for (const next of later)
      await replaceDay(tx, dayOf(day.site, day.part, next.local_day), {
        onlyTotals: next.onlyTotals,
        kept,
        sourceVisits,
      })
    return true
  })
}

/** The sources that had enough visits on the busiest day of the week a day ends. */
async function findBigSources(tx: Queryable, { site, day }: Day, least: number): Promise<string[]> {
  const rows = await tx.query<{ value: string }>(
    `select distinct s.value
     from daily_breakdowns s
     join daily_breakdowns t on t.site_id = s.site_id and t.local_day = s.local_day and t.dimension = 'all'
     where s.site_id = $1 and s.dimension = 'visit:source' and s.local_day between $2::date - 6 and $2::date
       and s.visits >= greatest($3::integer, $4::float * t.visits)`,
    [site.id, day, least, sourceShareMin],
  )
  return rows.map(({ value }) => value)
}

/** Visitors of one or two days before, by the raw rows of those days. */
const seenSums = {
  one: ['seen_day_before', 'active_day_before', 'active_visits_day_before', 'engaged_visits_day_before'],
  two: [
    'seen_two_days_before',
    'active_two_days_before',
    'active_visits_two_days_before',
    'engaged_visits_two_days_before',
  ],
} as const

/** The sums of a day that raw rows no longer give: they compare it with days that retention deleted. */
function lostSums(day: string, kept: string | null): readonly string[] {
  if (kept === null || day > addDays(kept, 1)) return []
  return day === kept ? [...seenSums.one, ...seenSums.two] : seenSums.two
}

/**
 * Writes the sums of a day. Rows go in by dimension, as lists read them: a month of pages then lies in 1,000 pages of
 * the table instead of 54,000. Sums that raw rows no longer give (`kept` is the first day with rows) stay as they were:
 * late rows belong to visitors that were unknown then.
 */
async function replaceDay(
  tx: Queryable,
  day: Day,
  { onlyTotals, kept, sourceVisits }: { onlyTotals: boolean; kept: string | null; sourceVisits: number },
): Promise<void> {
  const key = [day.site.id, day.day]
  const lost = lostSums(day.day, kept)
  const old =
    lost.length === 0
      ? []
      : await tx.query(
          `select dimension, value, ${lost.join(', ')}
           from daily_breakdowns where site_id = $1 and local_day = $2`,
          key,
        )
  await tx.query('delete from daily_breakdowns where site_id = $1 and local_day = $2', key)
  const insert = ({ text, values }: Definition) =>
    tx.query(
      `insert into daily_breakdowns ({{part,}}site_id, local_day, dimension, value, ${daySums.join(', ')})
       select {{=part,}}$1, $2::date, dimension, value, ${daySums.join(', ')} from (${text}) definition
       order by dimension, value`,
      values,
    )
  for (const definition of await definitionsOf(tx, day, onlyTotals)) await insert(definition)
  const sources = onlyTotals ? [] : await findBigSources(tx, day, sourceVisits)
  if (sources.length > 0) await insert(definitionOf(day, sources))
  if (old.length === 0) return
  await tx.query(
    `update daily_breakdowns d
     set ${lost.map((column) => `${column} = greatest(d.${column}, old.${column})`).join(', ')}
     from jsonb_to_recordset($3) as old (dimension text, value text,
       ${lost.map((column) => `${column} integer`).join(', ')})
     where d.site_id = $1 and d.local_day = $2 and d.dimension = old.dimension and d.value = old.value`,
    [...key, JSON.stringify(old)],
  )
}
