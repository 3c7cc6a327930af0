// What only the database knows of the service's state: running visits, remembered visitors, how far the rollups are behind. Read when
// somebody reads the metrics, and at most every few seconds.
import type { Clock } from '../clock.ts'
import { findEngine } from '../db/engine.ts'
import type { Database } from '../db/pool.ts'
import type { Telemetry } from '../telemetry.ts'

const readAgainMs = 5_000

/** Seconds since each continuous aggregate was refreshed; the tables of the Apache edition are kept by the transaction that writes. */
async function hourlyLags(db: Database): Promise<{ rollup: string; seconds: number | null }[]> {
  if ((await findEngine(db.write)) !== 'community') return ['event_hours', 'session_hours'].map((rollup) => ({ rollup, seconds: 0 }))
  return await db.write.query(
    `select replace(j.hypertable_name, '_live', '') as rollup,
            extract(epoch from now() - nullif(s.last_successful_finish, '-infinity'))::float8 as seconds
     from timescaledb_information.jobs j
     left join timescaledb_information.job_stats s using (job_id)
     where j.proc_name = 'policy_refresh_continuous_aggregate' and j.hypertable_name in ('event_hours_live', 'session_hours_live')`,
  )
}

/** Returns a function that brings the gauges up to date; while the database is away they are NaN. */
export function createGauges(options: { db: Database; telemetry: Telemetry; clock: Clock }): () => Promise<void> {
  const { db, telemetry, clock } = options
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    // The sessions are counted in their partial index; visitors may be millions, then the planner's estimate has to do.
    const [row] = await db.write.query<{ sessions: number; visitors: number; oldest: Date | null }>(
      `select (select count(*) from visitors where session_id is not null) as sessions,
              (select case when reltuples > 100000 then reltuples::bigint else (select count(*) from visitors) end
               from pg_class where oid = 'visitors'::regclass) as visitors,
              (select min(local_day)::timestamp at time zone 'UTC' from breakdown_days where state = 'dirty') as oldest`,
    )
    telemetry.sessionsRunning.set(row?.sessions ?? Number.NaN)
    telemetry.visitorsKnown.set(row?.visitors ?? Number.NaN)
    const breakdownLag = row?.oldest ? Math.max(0, (clock.now().getTime() - row.oldest.getTime()) / 1_000) : 0
    telemetry.rollupLag.set({ rollup: 'daily_breakdowns' }, breakdownLag)
    for (const { rollup, seconds } of await hourlyLags(db)) telemetry.rollupLag.set({ rollup }, seconds ?? Number.NaN)
  }

  return async () => {
    const now = clock.now().getTime()
    if (reading || Math.abs(now - readAt) < readAgainMs) return await reading
    readAt = now
    reading = read()
      .catch(() => {
        for (const gauge of [telemetry.sessionsRunning, telemetry.visitorsKnown]) gauge.set(Number.NaN)
        telemetry.rollupLag.reset()
      })
      .finally(() => {
        reading = undefined
      })
    await reading
  }
}
