// Ends idle sessions and forgets visitors with expired salts, stripe by stripe under the locks of the write path.
import { allParts, atPart, type Part, partsOf } from '../db/parts.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { refreshRollups } from '../db/rollups.ts'
import { statement } from '../db/statements.ts'
import { allStripes, inStripe } from '../db/stripes.ts'
import { idleMs, saltLifeMs } from '../rules/lifetimes.ts'

/** Sessions moved in one transaction: bounds the time a stripe is locked. */
const moveMax = 2_000

/**
 * Moves every session idle for longer than `idleMs` from `visitors` to `sessions` (spec/ingestion 18.3); answers how
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
  const parts: readonly Part[] =
    importedSite === null ? await allParts(db.write) : (await partsOf(db.write, [importedSite])).map(({ part }) => part)
  let ended = 0
  let oldest = Number.POSITIVE_INFINITY
  for (const part of parts) {
    for (const stripe of stripes) {
      // Events of a stripe wait while it is locked: not for nothing.
      if (!(await hasIdle(atPart(db.write, part), stripe, idleSince))) continue
      for (;;) {
        const values = [stripe, idleSince, moveMax, importedSite]
        const [moved] = await inStripe(db, part, stripe, (tx) =>
          tx.query<{ ended: number; oldest: Date | null }>(statement('upkeep.end-idle-sessions'), values),
        )
        oldest = Math.min(oldest, moved?.oldest?.getTime() ?? oldest)
        ended += moved?.ended ?? 0
        if ((moved?.ended ?? 0) < moveMax) break
      }
    }
  }
  return { ended, oldest: new Date(oldest) }
}

async function hasIdle(db: Queryable, stripe: number, idleSince: Date): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(
    `select exists (
       select 1 from visitors where {{at}}stripe = $1 and session_id is not null and last_seen_at < $2
     ) as found`,
    [stripe, idleSince],
  )
  return row?.found === true
}

/**
 * Deletes the state of visitors 48 hours after their last activity. After that they cannot be linked. Answers how many.
 */
export async function forgetVisitors(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - saltLifeMs)
  let forgotten = 0
  for (const part of await allParts(db.write)) {
    for (const stripe of allStripes) {
      const [row] = await inStripe(db, part, stripe, (tx) =>
        tx.query<{ count: number }>(statement('upkeep.forget-visitors'), [stripe, before]),
      )
      forgotten += row?.count ?? 0
    }
  }
  return forgotten
}
