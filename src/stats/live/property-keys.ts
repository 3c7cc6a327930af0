// The newest events of a site: the properties they bring, and when the last one came (spec/dashboard 11).
import type { Clock } from '../../clock.ts'
import { type Database, readRows } from '../../db/pool.ts'
import { statement } from '../../db/statements.ts'
import type { Asker } from '../../db/turns.ts'
import { dayMs } from '../../rules/durations.ts'
import { lookBackDays } from '../../rules/windows.ts'

export type FindPropertyKeys = (site: { memberSiteIds: readonly number[] }, asker: Asker) => Promise<string[]>

/** Makes the function that looks into the newest events. */
export function createPropertyKeys(options: {
  db: Database
  clock: Clock
  statementTimeoutMs: number
}): FindPropertyKeys {
  const { db, clock, statementTimeoutMs } = options
  return async ({ memberSiteIds }, asker) => {
    const since = new Date(clock.now().getTime() - lookBackDays * dayMs)
    const text = statement('stats.property-keys')
    const rows = await readRows<{ key: string }>(db, memberSiteIds, text, [since], statementTimeoutMs, { asker })
    return [...new Set(rows.map(({ key }) => key))]
  }
}

/** The newest event, with its page. */
export interface LastEvent {
  readonly at: string
  readonly hostname: string
  readonly pathname: string
}

/** Null: none in the days that it looks back. */
export type FindLastEvent = (
  site: { memberSiteIds: readonly number[]; homeHostnames: Readonly<Record<number, string | null>> },
  asker: Asker,
) => Promise<LastEvent | null>

/** Rows leave out the hostname if it is the site's own. */
interface LastEventRow {
  readonly at: Date
  readonly site_id: number
  readonly hostname: string | null
  readonly pathname: string
}

/** Makes the function that looks for the newest event. */
export function createLastEvent(options: Parameters<typeof createPropertyKeys>[0]): FindLastEvent {
  const { db, clock, statementTimeoutMs } = options
  return async ({ memberSiteIds, homeHostnames }, asker) => {
    const since = new Date(clock.now().getTime() - lookBackDays * dayMs)
    const text = statement('stats.last-event')
    const rows = await readRows<LastEventRow>(db, memberSiteIds, text, [since], statementTimeoutMs, { asker })
    const [newest] = rows.sort((a, b) => b.at.getTime() - a.at.getTime())
    if (!newest) return null
    const { at, site_id, hostname, pathname } = newest
    return { at: at.toISOString(), hostname: hostname ?? homeHostnames[site_id] ?? '', pathname }
  }
}
