// State of the service that only the database knows: running visits, remembered visitors, how far the rollups are
// behind. Read when the metrics are read, and at most every few seconds.
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { readNodes } from '../db/nodes.ts'
import type { Database } from '../db/pool.ts'
import { readHourLags } from '../db/rollups.ts'
import { readTrackQueue } from '../db/track-queue.ts'
import { minuteMs } from '../rules/durations.ts'
import type { Telemetry } from '../telemetry.ts'
import { daysLag } from './breakdowns.ts'

const readAgainMs = 5_000
/** Days come due once an hour, and to find none of them unfilled takes a look at every site. */
const readDaysAgainMs = minuteMs

/** How long an answer waits for the database. After that it has the values of the last reading, which goes on. */
const waitMs = 1_000

const noLonger = (reading: Promise<void> | undefined): Promise<void> =>
  Promise.race([reading, delay(waitMs, undefined, { ref: false })]).then(() => undefined)

/** Returns a function that brings the gauges up to date; while the database is away they are NaN. */
export function createGauges(options: { db: Database; telemetry: Telemetry; clock: Clock }): () => Promise<void> {
  const { db, telemetry, clock } = options
  let readAt = Number.NEGATIVE_INFINITY
  let daysReadAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  /** How far daily_breakdowns is behind: the age of the oldest local day that should be filled and is not. */
  async function readDays(): Promise<void> {
    const now = clock.now()
    if (Math.abs(now.getTime() - daysReadAt) < readDaysAgainMs) return
    telemetry.rollupLag.set({ rollup: 'daily_breakdowns' }, (await daysLag(db.write, now)) ?? 0)
    daysReadAt = now.getTime()
  }

  async function read(): Promise<void> {
    // The sessions are counted in their partial index; visitors may be millions, then the planner's estimate has to do.
    const [row] = await db.write.query<{ sessions: number; visitors: number }>(
      `select (select count(*) from visitors where session_id is not null) as sessions,
              (select case when reltuples > 100000 then reltuples::bigint else (select count(*) from visitors) end
               from pg_class where oid = 'visitors'::regclass) as visitors`,
    )
    telemetry.sessionsRunning.set(row?.sessions ?? Number.NaN)
    telemetry.visitorsKnown.set(row?.visitors ?? Number.NaN)
    const track = await readTrackQueue(db.write)
    telemetry.trackWaiting.set(track.waiting)
    telemetry.trackWaitingSeconds.set(track.seconds)
    telemetry.trackRoomless.set(track.dropped)
    await readDays()
    for (const { node, is_up, parts } of await readNodes(db.write)) {
      telemetry.nodeUp.set({ node }, is_up ? 1 : 0)
      telemetry.nodeParts.set({ node }, parts)
    }
    for (const { rollup, seconds } of await readHourLags(db.write))
      telemetry.rollupLag.set({ rollup }, seconds ?? Number.NaN)
  }

  return async () => {
    const now = clock.now().getTime()
    if (reading || Math.abs(now - readAt) < readAgainMs) return await noLonger(reading)
    readAt = now
    reading = read()
      .catch(() => {
        const { sessionsRunning, visitorsKnown, trackWaiting, trackWaitingSeconds, trackRoomless } = telemetry
        for (const gauge of [sessionsRunning, visitorsKnown, trackWaiting, trackWaitingSeconds, trackRoomless])
          gauge.set(Number.NaN)
        telemetry.rollupLag.reset()
        daysReadAt = Number.NEGATIVE_INFINITY
      })
      .finally(() => {
        reading = undefined
      })
    await noLonger(reading)
  }
}
