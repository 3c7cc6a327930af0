// Which edition's rollups the database holds, how they are made, and the one thing that differs for those who write old rows: continuous
// aggregates must be refreshed before a row below their watermark is seen. Code above db/ asks here and stays the same on both.
import { readFileSync } from 'node:fs'
import { projectPath } from '../paths.ts'
import type { Queryable } from './pool.ts'

export type Engine = 'community' | 'apache'

/** What the server is (timescaledb.license). */
export async function findServerEdition(db: Queryable): Promise<Engine> {
  const [row] = await db.query<{ license: string }>(`select coalesce(current_setting('timescaledb.license', true), 'apache') as license`)
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
export const rollupSelect = (name: string): string => readFileSync(projectPath('sql', 'rollups', `${name}.sql`), 'utf8').trim()

/** The file that makes an edition's rollups; `{{name}}` in it stands for the SELECT of sql/rollups/name.sql. */
export const engineSql = (edition: Engine): string =>
  readFileSync(projectPath('sql', 'engines', `${edition}.sql`), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name: string) => rollupSelect(name))

const hourMs = 3_600_000
/** Live rows land within 30 minutes of their time; a watermark never comes nearer than this (the policies' end_offset). */
const watermarkLagMs = 2 * hourMs

/**
 * Makes rows that were written below the watermark visible in the rollups (storage.md section 5). Nothing to do on Apache, where the
 * writing transaction keeps them. Never moves a watermark into the part live rows still land in.
 */
export async function refreshRollups(db: Queryable, from: Date, to: Date, options: { now: Date; force?: boolean }): Promise<void> {
  if ((await findEngine(db)) !== 'community') return
  const start = Math.floor(from.getTime() / hourMs) * hourMs
  const newest = Math.floor((options.now.getTime() - watermarkLagMs) / hourMs) * hourMs
  const end = Math.min(Math.floor(to.getTime() / hourMs) * hourMs + hourMs, newest)
  if (end <= start) return
  for (const rollup of ['event_hours_live', 'session_hours_live']) {
    const range = `'${new Date(start).toISOString()}'::timestamptz, '${new Date(end).toISOString()}'::timestamptz`
    await db.query(`call refresh_continuous_aggregate('${rollup}', ${range}${options.force ? ', force => true' : ''})`)
  }
}
