// Fills daily_breakdowns, a closed local day of a site at a time; late writes mark a day dirty and it is done again
// (storage.md 5).
import { rollupSelect } from '../db/engine.ts'
import { type Database, isDatabaseAway, type Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { addDays } from '../rules/time.ts'

/**
 * Below this many visits a day raw rows answer as fast: of such days only the totals are kept (`skipped`). The busiest
 * day of a week decides for all of it, because a year with its weekends left out would be read from raw rows
 * altogether. Sites with a retention have no small days.
 */
const visitsMin = 500
/** Days looked for at once; another look follows while there are more. */
const daysMax = 500
/**
 * A run ends after this long, so that another process may have the next: an import of many sites leaves years of days.
 */
const runMsMax = 20 * 60_000
/**
 * Unfilled days are looked for this far back; older ones are filled when something marks them dirty (import, rebuild).
 */
export const lookBackMs = 8 * 24 * 3_600_000

interface Day {
  site_id: number
  local_day: string
  ends_at: Date
  before_at: Date
  until_at: Date
}

interface Due extends Day {
  /** Visits of the busiest day of its week; null: of this day all sums are made, however small it is. */
  busiest: number | null
}

/** The sums of daily_breakdowns, as the table and its definition in sql/rollups name them. */
const breakdownSums = [
  'visitors',
  'seen_day_before',
  'seen_two_days_before',
  'visits',
  'bounces',
  'duration',
  'session_pageviews',
  'pageviews',
  'events',
  'active_visitors',
  'active_day_before',
  'active_two_days_before',
  'active_visits',
  'active_visits_day_before',
  'active_visits_two_days_before',
  'engaged_ms',
  'engaged_visits',
  'engaged_visits_day_before',
  'engaged_visits_two_days_before',
] as const

/**
 * Fills what is due, for 20 minutes at most or until `signal` says stop; another run is asked for the rest. Answers how
 * many days are new, 0 while another run is at it: that one looks again when it is done with what it found. A day that
 * fails stays due and keeps nobody from theirs; the first error is thrown at the end, so that the task is tried again.
 */
export async function fillBreakdowns(
  db: Database,
  now: Date,
  options: { visitsMin?: number; signal?: AbortSignal | undefined } = {},
): Promise<number> {
  const until = performance.now() + runMsMax
  const since = new Date(now.getTime() - lookBackMs)
  return db.transaction(async (guard) => {
    await guard.query('set local idle_in_transaction_session_timeout = 0')
    const [lock] = await guard.query<{ got: boolean }>(
      `select pg_try_advisory_xact_lock(hashtext('tidemark.breakdowns')) as got`,
    )
    if (!lock?.got) return 0
    let filled = 0
    let failure: Error | undefined
    /**
     * Days of running sessions, and those that failed: they stay due, and would be all that a look finds if they were
     * many.
     */
    const tried: Day[] = []
    for (;;) {
      const besides = [tried.map((day) => day.site_id), tried.map((day) => day.local_day)]
      const due = await db.write.query<Due>(statement('upkeep.breakdown-days'), [now, since, daysMax, ...besides])
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
          if (isDatabaseAway(error)) throw error
          failure ??= new Error(`the sums of site ${day.site_id} on ${day.local_day}: ${(error as Error).message}`, {
            cause: error,
          })
          tried.push(day)
        }
      }
      if (due.length > 0) continue
      if (failure) throw failure
      return filled
    }
  })
}

/** Has the days that are due filled now instead of within the hour: after an import, which leaves years of them. */
export async function requestFill(db: Queryable): Promise<void> {
  await db.query(`select graphile_worker.add_job('fill_breakdowns', job_key => 'fill_breakdowns')`)
}

/**
 * The days of a site before this one whose raw rows are there and whose sums are not all made: small ones have only
 * their totals. With the two days behind them, which say who was there on those before.
 */
export async function daysToComplete(db: Queryable, siteId: number, before: string): Promise<Due[]> {
  return db.query<Due>(statement('upkeep.breakdown-days-before'), [siteId, before])
}

/**
 * Makes all sums of these days, small or not, each in a transaction of its own: what is done stays done when the run
 * ends midway.
 */
export async function completeDays(
  db: Database,
  siteId: number,
  before: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const day of await daysToComplete(db.write, siteId, before)) {
    if (signal?.aborted) return
    await fillDay(db, day, visitsMin)
  }
}

/**
 * Taken first in a transaction: whoever fills a day of a site waits while retention drops some of its days, and the
 * other way round.
 */
export async function lockDays(tx: Queryable, siteId: number, purpose: 'fill' | 'drop'): Promise<void> {
  const suffix = purpose === 'fill' ? '_shared' : ''
  await tx.query(`select pg_advisory_xact_lock${suffix}(hashtext('tidemark.days'), $1::integer)`, [siteId])
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

/**
 * Fills a day: all of its sums, or only the totals where the busiest day of its week has fewer than `least` visits.
 * False when somebody else has, when its rows are gone, or when one of its sessions still runs.
 */
async function fillDay(db: Database, day: Due, least: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockDays(tx, day.site_id, 'fill')
    const kept = await firstKeptDay(tx, day.site_id)
    if (kept !== null && day.local_day < kept) return false
    // The row is locked before anything is read: who marks the day dirty meanwhile waits, and the mark is not lost.
    const key = [day.site_id, day.local_day]
    await tx.query(
      `insert into breakdown_days (site_id, local_day, state) values ($1, $2, 'dirty') on conflict do nothing`,
      key,
    )
    const [before] = await tx.query<{ state: string }>(
      'select state from breakdown_days where site_id = $1 and local_day = $2 for update',
      key,
    )
    const state = day.busiest !== null && day.busiest < least ? 'skipped' : 'done'
    if (before === undefined || before.state === 'done' || before.state === state) return false
    const [running] = await tx.query<{ found: boolean }>(
      'select exists (select from visitors where site_id = $1 and session_id is not null and started_at < $2) as found',
      [day.site_id, day.ends_at],
    )
    if (running?.found) {
      // Its exit page and its sums are not final: next time.
      if (before.state === 'dirty')
        await tx.query('delete from daily_breakdowns where site_id = $1 and local_day = $2', key)
      return false
    }
    // Right after an import nothing is analysed and the planner would loop: 3.5 s a day instead of 0.1.
    await tx.query(`set local enable_nestloop = off; set local work_mem = '64MB'`)
    await replaceDay(tx, day, state === 'skipped', kept)
    await tx.query('update breakdown_days set state = $3 where site_id = $1 and local_day = $2', [...key, state])
    // A small day has its totals already, and nothing of it changed: those behind it stay.
    if (before.state === 'skipped') return true
    // The two days after it say who was there on this one.
    const later = await tx.query<Day & { state: string }>(statement('upkeep.breakdown-days-after'), key)
    for (const next of later) await replaceDay(tx, next, next.state === 'skipped', kept)
    return true
  })
}

/** The SELECTs that together are a day's rows, with their values: of a small day only the totals. */
function definitionsOf(day: Day, onlyTotals: boolean): { text: string; values: readonly unknown[] }[] {
  const values = [day.site_id, day.local_day, day.ends_at, day.before_at]
  const definition = { text: rollupSelect('daily_breakdowns'), values: [...values, day.until_at] }
  if (onlyTotals)
    return [{ ...definition, text: `select * from (${definition.text}) definition where dimension = 'all'` }]
  return [
    definition,
    { text: statement('upkeep.goal-breakdown'), values },
    { text: statement('upkeep.property-breakdown'), values },
  ]
}

/** Who was there one or two days before: what the raw rows of those days say. */
const seenSums = {
  one: ['seen_day_before', 'active_day_before', 'active_visits_day_before', 'engaged_visits_day_before'],
  two: [
    'seen_two_days_before',
    'active_two_days_before',
    'active_visits_two_days_before',
    'engaged_visits_two_days_before',
  ],
} as const

/** The sums of a day that raw rows no longer give: they compare it with days whose rows retention deleted. */
function lostSums(day: string, kept: string | null): readonly string[] {
  if (kept === null || day > addDays(kept, 1)) return []
  return day === kept ? [...seenSums.one, ...seenSums.two] : seenSums.two
}

/**
 * Rows go in as lists of one dimension read them: those of a month of pages lie in 1,000 pages of the table instead of
 * 54,000. What raw rows no longer say (`kept` is the first day with rows) stays as it was: late rows are of visitors
 * nobody knew then.
 */
async function replaceDay(tx: Queryable, day: Day, onlyTotals: boolean, kept: string | null): Promise<void> {
  const key = [day.site_id, day.local_day]
  const lost = lostSums(day.local_day, kept)
  const old =
    lost.length === 0
      ? []
      : await tx.query(
          `select dimension, value, ${lost.join(', ')} from daily_breakdowns where site_id = $1 and local_day = $2`,
          key,
        )
  await tx.query('delete from daily_breakdowns where site_id = $1 and local_day = $2', key)
  for (const { text, values } of definitionsOf(day, onlyTotals)) {
    await tx.query(
      `insert into daily_breakdowns (site_id, local_day, dimension, value, ${breakdownSums.join(', ')})
       select $1, $2::date, dimension, value, ${breakdownSums.join(', ')} from (${text}) definition order by dimension, value`,
      values,
    )
  }
  if (old.length === 0) return
  await tx.query(
    `update daily_breakdowns d
     set ${lost.map((column) => `${column} = greatest(d.${column}, old.${column})`).join(', ')}
     from jsonb_to_recordset($3) as old (dimension text, value text, ${lost.map((column) => `${column} integer`).join(', ')})
     where d.site_id = $1 and d.local_day = $2 and d.dimension = old.dimension and d.value = old.value`,
    [...key, JSON.stringify(old)],
  )
}

/** A value of a day whose sums are not those of the raw rows; `column` of the first sum that differs. */
export interface DayDifference {
  readonly dimension: string
  readonly value: string
  readonly column: string
  readonly raw: number | null
  readonly kept: number | null
}

interface Kept extends Day {
  onlyTotals: boolean
}

/**
 * The filled local days of a site, of [from, to], that can be computed again: neither they nor the two days before are
 * dirty, and the raw rows of all three are there.
 */
export async function keptDays(db: Queryable, siteId: number, from: string, to: string): Promise<Kept[]> {
  return db.query<Kept>(statement('upkeep.breakdown-days-kept'), [siteId, from, to])
}

/**
 * What of a filled day differs from its raw rows. Rows and sums are seen at one instant: late rows mark their day dirty
 * when they come, and a dirty day has no differences. Of goals those are compared that the day was filled with and that
 * are still there.
 */
export async function compareDay(db: Database, day: Kept): Promise<DayDifference[]> {
  return db.transaction(async (tx) => {
    await tx.query(`set local enable_nestloop = off; set local work_mem = '64MB'`)
    const found: DayDifference[] = []
    for (const [index, { text, values }] of definitionsOf(day, day.onlyTotals).entries()) {
      const own = day.onlyTotals ? `dimension = 'all'` : ownDimensions[index]
      const pairs = breakdownSums.map((column) => `('${column}', raw.${column}::bigint, kept.${column}::bigint)`)
      const join = own === `dimension = 'event:goal'` ? 'join' : 'full join'
      const rows = await tx.query<DayDifference>(
        `select dimension, value, p.name as column, p.raw, p.kept
         from (${text}) raw
         ${join} (
           select * from daily_breakdowns where site_id = $1 and local_day = $2::date and ${own}
         ) kept using (dimension, value)
         cross join lateral (values ${pairs.join(', ')}) as p (name, raw, kept)
         where p.raw is distinct from p.kept
           and exists (select from breakdown_days where site_id = $1 and local_day = $2::date and state <> 'dirty')
           and not exists (select from breakdown_days where site_id = $1 and local_day between $2::date - 2 and $2::date - 1 and state = 'dirty')
         order by 1, 2, 3`,
        values,
      )
      found.push(...rows)
    }
    return found
  })
}

/** Which of a day's rows each of `definitionsOf` makes. */
const ownDimensions = [
  `dimension not like 'event:goal' and dimension not like 'event:props%'`,
  `dimension = 'event:goal'`,
  `dimension like 'event:props%'`,
]
