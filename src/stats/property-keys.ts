// The newest events of a site: the properties they bring, and when the last one came (spec/dashboard 11).
import type { Clock } from '../clock.ts'
import { type Database, readRows } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { dayMs } from '../rules/time.ts'

/** Older ones are seldom what somebody looks for, and every week is a chunk more to read. */
const lookBackMs = 30 * dayMs

export type FindPropertyKeys = (site: { memberSiteIds: readonly number[] }) => Promise<string[]>

/** Makes the function that looks into the newest events. */
export function createPropertyKeys(options: {
  db: Database
  clock: Clock
  statementTimeoutMs: number
}): FindPropertyKeys {
  const { db, clock, statementTimeoutMs } = options
  return async ({ memberSiteIds }) => {
    const since = new Date(clock.now().getTime() - lookBackMs)
    const text = statement('stats.property-keys')
    const rows = await readRows<{ key: string }>(db, memberSiteIds, text, [since], statementTimeoutMs)
    return [...new Set(rows.map(({ key }) => key))]
  }
}

/** The newest event, with its page. */
export interface LastEvent {
  readonly at: string
  readonly hostname: string
  readonly pathname: string
}

/** Null: none in the last 30 days. */
export type FindLastEvent = (site: { memberSiteIds: readonly number[] }) => Promise<LastEvent | null>

/** Makes the function that looks for the newest event. */
export function createLastEvent(options: Parameters<typeof createPropertyKeys>[0]): FindLastEvent {
  const { db, clock, statementTimeoutMs } = options
  return async ({ memberSiteIds }) => {
    const since = new Date(clock.now().getTime() - lookBackMs)
    const text = statement('stats.last-event')
    const rows = await readRows<Omit<LastEvent, 'at'> & { at: Date }>(
      db,
      memberSiteIds,
      text,
      [since],
      statementTimeoutMs,
    )
    const [newest] = rows.sort((a, b) => b.at.getTime() - a.at.getTime())
    return newest ? { ...newest, at: newest.at.toISOString() } : null
  }
}
