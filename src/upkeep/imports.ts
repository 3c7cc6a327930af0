// Visitors that an import remembers: forgotten when it is done, or when it was abandoned.
import { alone } from '../db/locks.ts'
import { inParts } from '../db/parts.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { allStripes, inStripe } from '../db/stripes.ts'
import { idleMs, saltLifeMs } from '../rules/lifetimes.ts'
import { endImportedSessions } from './sessions.ts'

/** An import without progress for this long is given up: no table remembers visitors longer. */
const abandonedAfterMs = saltLifeMs

/**
 * Forgets the visitors remembered for imports of a site; recent sessions go on as live ones. Unfinished imports load
 * theirs again.
 */
export async function forgetImported(db: Database, siteId: number): Promise<void> {
  await db.write.query(`update imports set state = 'abandoned' where site_id = $1 and state = 'running'`, [siteId])
  await inParts(db.write, siteId, async (_, part) => {
    for (const stripe of allStripes) {
      await inStripe(db, part, stripe, async (tx) => {
        const own = '{{at}}stripe = $1 and site_id = $2 and imported'
        await tx.query(`delete from visitors where ${own} and session_id is null`, [stripe, siteId])
        await tx.query(`update visitors set imported = false where ${own}`, [stripe, siteId])
      })
    }
  })
}

/** Keeps with the site over which days imported visitors outlive their salts, as its rows have it now. */
export async function noteLongLived(tx: Queryable, site: { id: number; timezone: string }): Promise<void> {
  const lives = await inParts(tx, site.id, (at) =>
    at.query<{ first: string | null; last: string | null }>(statement('import.find-long-lived'), [
      site.id,
      site.timezone,
    ]),
  )
  const days = lives.flat().filter(({ first }) => first !== null)
  const first = days.map((life) => life.first).sort()[0] ?? null
  const last =
    days
      .map((life) => life.last)
      .sort()
      .at(-1) ?? null
  await tx.query('update sites set long_lived_from = $2, long_lived_to = $3 where id = $1', [site.id, first, last])
}

/**
 * Gives up imports without progress for 48 hours: their sessions end, their visitors are forgotten. Answers how many.
 */
export async function giveUpImports(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - abandonedAfterMs)
  const stale = await db.write.query<{ site_id: number }>(
    `select distinct site_id from imports where state = 'running' and progressed_at < $1`,
    [before],
  )
  let given = 0
  for (const { site_id } of stale) {
    // So that no import of the site begins meanwhile.
    await alone(db, ['import', site_id], async () => {
      await endImportedSessions(db, site_id, new Date(now.getTime() - idleMs))
      await forgetImported(db, site_id)
      given++
    })
  }
  return given
}
