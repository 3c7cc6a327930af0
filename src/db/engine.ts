// Which edition of TimescaleDB the server is, or that it is Citus, and what follows from it for statements. Partitions,
// nodes, migrations and doctor ask here which it is.
// Rollups by the hour are continuous aggregates on Community and views of the raw rows elsewhere; old chunks go to the
// columnstore on Community only; Citus has native partitions. Code above db/ stays the same on all.
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { projectPath } from '../paths.ts'
import { hourMs, minuteMs } from '../rules/time.ts'
import { ofPart } from './parts.ts'
import type { Queryable } from './pool.ts'
import { fillDimensions } from './statements.ts'

/** Servers that the suite has passed on, first and last version; `tidemark doctor` tells when one is outside. */
export const supportedVersions = {
  postgres: { least: '17', most: '17' },
  timescaledb: { least: '2.19', most: '2.29' },
  citus: { least: '14.0', most: '14.0' },
} as const

export type Edition = 'community' | 'apache' | 'citus'

/** Which extension the server has been started with: Citus where it is that, else TimescaleDB. */
export async function findExtension(db: Queryable): Promise<'citus' | 'timescaledb'> {
  const [row] = await db.query<{ is_citus: boolean }>(
    // A setting that is known where the library was loaded at start, to whoever asks.
    `select current_setting('citus.max_cached_conns_per_worker', true) is not null as is_citus`,
  )
  return row?.is_citus ? 'citus' : 'timescaledb'
}

/** The edition of TimescaleDB (timescaledb.license); known once the extension is loaded in the session. */
export async function findServerEdition(db: Queryable): Promise<Edition> {
  const [row] = await db.query<{ license: string }>(
    `select coalesce(current_setting('timescaledb.license', true), 'apache') as license`,
  )
  return row?.license === 'timescale' ? 'community' : 'apache'
}

/** Whose relations the database holds; undefined before the first migration. */
export async function findEdition(db: Queryable): Promise<Edition | undefined> {
  const [row] = await db.query<{ community: boolean; citus: boolean; migrated: boolean }>(
    `select to_regclass('event_hours_live') is not null as community, to_regclass('part_stripes') is not null as citus,
            to_regclass('event_hours') is not null as migrated`,
  )
  return row?.community ? 'community' : row?.citus ? 'citus' : row?.migrated ? 'apache' : undefined
}

/** The one definition of a rollup, as text to wrap in a sub-select. */
export const rollupSelect = (name: string): string =>
  readFileSync(projectPath('sql', 'rollups', `${name}.sql`), 'utf8').trim()

const readEngine = (name: string): string => readFileSync(projectPath('sql', 'engines', `${name}.sql`), 'utf8')

/**
 * Statements that make an edition's relations, and the views for SQL over them. `{{name}}` in them stands for the
 * SELECT of sql/rollups/name.sql.
 */
export function engineSql(edition: Edition): string {
  const views = readFileSync(projectPath('sql', 'views', 'views.sql'), 'utf8')
  const text = fillDimensions(`${readEngine(edition)}\n--;\n${views}`).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    rollupSelect(name),
  )
  if (edition !== 'citus') return ofPart(text, null)
  // Without TimescaleDB there are no buckets of time.
  return ofPart(text, 'part').replace(/time_bucket\(interval '1 hour', (\w+)\)/g, `date_trunc('hour', $1, 'UTC')`)
}

/** What has to be there before the migrations run; nothing on TimescaleDB, for which they are written. */
export const engineFirstSql = (edition: Edition): string => (edition === 'citus' ? readEngine('citus-first') : '')

/** Why the server cannot use what the database holds; undefined when it can, or `migrate` makes what is right. */
export function refuseEdition(held: Edition | undefined, server: Edition): string | undefined {
  if ((held ?? server) !== server && (held === 'citus' || server === 'citus'))
    return 'this database was not made on this server: to Citus, or back, traffic is copied (docs/scale.md)'
  if (held !== 'community' || server === 'community') return undefined
  return (
    'this database was made on the Community edition of TimescaleDB and the server now has the Apache-2 edition, ' +
    'which cannot ' +
    'read it: let the server load the former edition and follow docs/operate.md, "Another edition of TimescaleDB"'
  )
}

/** Rollups by the hour that hold rows of their own, and so can differ from the raw ones. */
export const findMaterialized = async (db: Queryable): Promise<readonly string[]> =>
  (await findEdition(db)) === 'community' ? ['event_hours', 'session_hours'] : []

/** Seconds since each rollup by the hour was brought up to date; a view always is. */
export async function readHourLags(db: Queryable): Promise<{ rollup: string; seconds: number | null }[]> {
  if ((await findMaterialized(db)).length === 0)
    return ['event_hours', 'session_hours'].map((rollup) => ({ rollup, seconds: 0 }))
  return await db.query(
    `select replace(j.hypertable_name, '_live', '') as rollup,
            extract(epoch from now() - nullif(s.last_successful_finish, '-infinity'))::float8 as seconds
     from timescaledb_information.jobs j
     left join timescaledb_information.job_stats s using (job_id)
     where j.proc_name = 'policy_refresh_continuous_aggregate'
       and j.hypertable_name in ('event_hours_live', 'session_hours_live')`,
  )
}

/** Lets a transaction change rows that are in the columnstore, however many. Means nothing where there is none. */
export const allowDecompression = (tx: Queryable): Promise<unknown> =>
  tx.query(`select set_config('timescaledb.max_tuples_decompressed_per_dml_transaction', '0', true)`)

/**
 * Live rows land within 30 minutes of their time; a watermark never comes nearer than this (the policies' end_offset).
 */
const watermarkLagMs = 2 * hourMs

/**
 * Up to where a continuous aggregate is materialized: what is older is read from it alone, whether it was ever computed
 * or not.
 */
async function watermarkOf(db: Queryable, rollup: string): Promise<number> {
  const [row] = await db.query<{ seconds: number | null }>(
    `select extract(
       epoch from _timescaledb_functions.to_timestamp(_timescaledb_functions.cagg_watermark(mat_hypertable_id))
     )::float8 as seconds
     from _timescaledb_catalog.continuous_agg
     where user_view_schema = current_schema() and user_view_name = $1`,
    [rollup],
  )
  return (row?.seconds ?? Number.NEGATIVE_INFINITY) * 1000
}

/**
 * Another refresh of these hours is under way, or holds the locks this one needs: a policy's, an import's, a replay's.
 */
const meetingCodes = new Set(['55P03', '55006', '40001', '40P01'])
/** How long a refresh waits for others: the first one of years of history takes minutes. */
const meetingMsMax = 15 * minuteMs
const pauseMs = { least: 50, most: 2_000 }

/** Tries again, after a pause of random length that grows, while another one is in the way. */
export async function inTurn(work: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + meetingMsMax
  for (let pause = pauseMs.least; ; pause = Math.min(pause * 2, pauseMs.most)) {
    try {
      await work()
      return
    } catch (error) {
      if (!meetingCodes.has((error as { code?: string }).code ?? '') || performance.now() > until) throw error
    }
    await delay(pause * (0.5 + Math.random()))
  }
}

const instantOf = (ms: number): string => (ms < 0 ? 'null' : `'${new Date(ms).toISOString()}'::timestamptz`)

/**
 * Makes rows that were written below the watermark visible in the continuous aggregates; nothing to do where the
 * rollups are views. Begins at the watermark where the range does later, so that no hour between is passed over; never
 * moves it into the part live rows still land in.
 */
export async function refreshRollups(
  db: Queryable,
  from: Date,
  to: Date,
  options: { now: Date; force?: boolean },
): Promise<void> {
  const newest = Math.floor((options.now.getTime() - watermarkLagMs) / hourMs) * hourMs
  for (const name of await findMaterialized(db)) {
    const rollup = `${name}_live`
    const watermark = await watermarkOf(db, rollup)
    const start = Math.min(Math.floor(from.getTime() / hourMs) * hourMs, watermark)
    const end = Math.min(Math.floor(to.getTime() / hourMs) * hourMs + hourMs, Math.max(newest, watermark))
    if (end <= start) continue
    const range = `${instantOf(start)}, ${instantOf(end)}${options.force ? ', force => true' : ''}`
    await inTurn(() => db.query(`call refresh_continuous_aggregate('${rollup}', ${range})`))
  }
}
