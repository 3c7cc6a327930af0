// Which edition's rollups the database holds, how they are made, and the one thing that differs for those who write old
// rows: continuous aggregates must be refreshed before a row below their watermark is seen. Code above db/ asks here
// and stays the same on both.
import { readFileSync } from 'node:fs'
import { projectPath } from '../paths.ts'
import type { Queryable } from './pool.ts'

export type Engine = 'community' | 'apache'

/** What the server is (timescaledb.license). */
export async function findServerEdition(db: Queryable): Promise<Engine> {
  const [row] = await db.query<{ license: string }>(
    `select coalesce(current_setting('timescaledb.license', true), 'apache') as license`,
  )
  return row?.license === 'timescale' ? 'community' : 'apache'
}

/** Whose objects the schema holds; undefined before the first migration. */
export async function findEngine(db: Queryable): Promise<Engine | undefined> {
  const [row] = await db.query<{ apache: boolean; community: boolean }>(
    `select to_regclass('event_hours_parts') is not null as apache, to_regclass('event_hours_live') is not null as community`,
  )
  return row?.apache ? 'apache' : row?.community ? 'community' : undefined
}

/** The one definition of a rollup, as text to wrap in a sub-select. */
export const rollupSelect = (name: string): string =>
  readFileSync(projectPath('sql', 'rollups', `${name}.sql`), 'utf8').trim()

/** The file that makes an edition's rollups; `{{name}}` in it stands for the SELECT of sql/rollups/name.sql. */
export const engineSql = (edition: Engine): string =>
  readFileSync(projectPath('sql', 'engines', `${edition}.sql`), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    rollupSelect(name),
  )

const hourMs = 3_600_000
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
    `select extract(epoch from _timescaledb_functions.to_timestamp(_timescaledb_functions.cagg_watermark(mat_hypertable_id)))::float8 as seconds
     from _timescaledb_catalog.continuous_agg
     where user_view_schema = current_schema() and user_view_name = $1`,
    [rollup],
  )
  return (row?.seconds ?? Number.NEGATIVE_INFINITY) * 1000
}

const instantOf = (ms: number): string => (ms < 0 ? 'null' : `'${new Date(ms).toISOString()}'::timestamptz`)

/**
 * Makes rows that were written below the watermark visible in the rollups (storage.md section 5). Nothing to do on
 * Apache, where the writing transaction keeps them. Begins at the watermark where the range does later, so that no hour
 * between is passed over; never moves it into the part live rows still land in.
 */
export async function refreshRollups(
  db: Queryable,
  from: Date,
  to: Date,
  options: { now: Date; force?: boolean },
): Promise<void> {
  if ((await findEngine(db)) !== 'community') return
  const newest = Math.floor((options.now.getTime() - watermarkLagMs) / hourMs) * hourMs
  for (const rollup of ['event_hours_live', 'session_hours_live']) {
    const watermark = await watermarkOf(db, rollup)
    const start = Math.min(Math.floor(from.getTime() / hourMs) * hourMs, watermark)
    const end = Math.min(Math.floor(to.getTime() / hourMs) * hourMs + hourMs, Math.max(newest, watermark))
    if (end <= start) continue
    const range = `${instantOf(start)}, ${instantOf(end)}`
    await db.query(`call refresh_continuous_aggregate('${rollup}', ${range}${options.force ? ', force => true' : ''})`)
  }
}
