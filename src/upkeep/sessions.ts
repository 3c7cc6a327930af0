// Ends idle sessions and forgets visitors whose salts are gone, stripe by stripe under the locks of the write path
// (storage.md 2, 3).
import { findEngine, refreshRollups } from '../db/engine.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { lockStripe, stripeCount } from '../db/stripes.ts'

/** spec/ingestion 18.3: a session is live while the gap since its last activity is at most this. */
export const idleMs = 30 * 60_000
/** A salt is deleted 48 hours after it began, so an id cannot come back later than this after its last activity. */
const forgottenAfterMs = 48 * 3_600_000
/** Sessions moved in one transaction: bounds the time a stripe is locked. */
const moveMax = 2_000
/** Upkeep's own lane in the parts tables, past the 16 of the write path, so that it never waits for a hot row. */
const upkeepLane = 16
const allStripes: readonly number[] = Array.from({ length: stripeCount }, (_, stripe) => stripe)

interface EndedHour {
  site_id: number
  hour: Date
  local_day: string
  visits: number
  bounces: number
  duration: number
  pageviews: number
  events: number
  first_of_visitor_day: number
  first_of_visitor_month: number
  seen_day_before: number
}

const sums = [
  'visits',
  'bounces',
  'duration',
  'pageviews',
  'events',
  'first_of_visitor_day',
  'first_of_visitor_month',
  'seen_day_before',
] as const

async function addSessionHours(tx: Queryable, hours: readonly EndedHour[], lane: number): Promise<void> {
  if (hours.length === 0) return
  const bigints = sums.map((_, index) => `$${index + 5}::bigint[]`).join(', ')
  await tx.query(`select add_session_hours($1::smallint, $2::bigint[], $3::timestamptz[], $4::date[], ${bigints})`, [
    lane,
    hours.map((row) => row.site_id),
    hours.map((row) => row.hour),
    hours.map((row) => row.local_day),
    ...sums.map((column) => hours.map((row) => row[column])),
  ])
}

/**
 * Moves every session idle for more than 30 minutes from `visitors` to `sessions` (spec/ingestion 18.3); answers how
 * many.
 */
export async function endIdleSessions(db: Database, now: Date): Promise<number> {
  const { ended, oldest } = await moveIdle(db, new Date(now.getTime() - idleMs), null)
  // Sessions kept alive by engagement, or ended after an outage, land below the watermark of a continuous aggregate.
  if (ended > 0) await refreshRollups(db.write, oldest, now, { now })
  return ended
}

/**
 * The same for what an import brought to one site: sessions without activity since `idleSince`, on these stripes (none
 * named: all). The import refreshes the rollups.
 */
export async function endImportedSessions(
  db: Database,
  siteId: number,
  idleSince: Date,
  stripes = allStripes,
): Promise<number> {
  return (await moveIdle(db, idleSince, siteId, stripes)).ended
}

async function moveIdle(
  db: Database,
  idleSince: Date,
  importedSite: number | null,
  stripes: readonly number[] = allStripes,
): Promise<{ ended: number; oldest: Date }> {
  const engine = await findEngine(db.write)
  let ended = 0
  let oldest = Number.POSITIVE_INFINITY
  for (const stripe of stripes) {
    // Events of a stripe wait while it is locked: not for nothing.
    if (!(await hasIdle(db.write, stripe, idleSince))) continue
    for (;;) {
      const hours = await db.transaction(async (tx) => {
        await lockStripe(tx, stripe)
        const rows = await tx.query<EndedHour>(statement('upkeep.end-idle-sessions'), [
          stripe,
          idleSince,
          moveMax,
          importedSite,
        ])
        if (engine === 'apache') await addSessionHours(tx, rows, upkeepLane)
        return rows
      })
      const moved = hours.reduce((total, row) => total + row.visits, 0)
      for (const row of hours) oldest = Math.min(oldest, row.hour.getTime())
      ended += moved
      if (moved < moveMax) break
    }
  }
  return { ended, oldest: new Date(oldest) }
}

async function hasIdle(db: Queryable, stripe: number, idleSince: Date): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    'select exists (select from visitors where stripe = $1 and session_id is not null and last_seen_at < $2) as found',
    [stripe, idleSince],
  )
  return row?.found === true
}

/**
 * Deletes what is remembered of visitors 48 hours after their last activity; from then on nobody can link them. Answers
 * how many.
 */
export async function forgetVisitors(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - forgottenAfterMs)
  let forgotten = 0
  for (let stripe = 0; stripe < stripeCount; stripe++) {
    const [row] = await db.transaction(async (tx) => {
      await lockStripe(tx, stripe)
      return tx.query<{ count: number }>(statement('upkeep.forget-visitors'), [stripe, before])
    })
    forgotten += row?.count ?? 0
  }
  return forgotten
}
