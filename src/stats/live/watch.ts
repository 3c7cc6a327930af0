// Questions of notices about many sites at once: the number of visitors lately, and the time of the latest event.
import type { Clock } from '../../clock.ts'
import { type Database, readRows } from '../../db/pool.ts'
import { statement } from '../../db/statements.ts'

export type Watching = ReturnType<typeof createWatching>

interface OfSite {
  readonly site_id: number
  readonly visitors: number
  readonly before: number
}

/** Answers over one database. */
export function createWatching(options: { db: Database; clock: Clock; statementTimeoutMs: number }) {
  const ask = <Row>(name: string, siteIds: readonly number[], values: unknown[]) =>
    readRows<Row>(options.db, siteIds, statement(name), values, options.statementTimeoutMs)
  return {
    /** By site with any: visitors of the last `ms`, and of as long as `earlierMs` before. */
    async visitors(siteIds: readonly number[], ms: number, earlierMs: number) {
      const now = options.clock.now().getTime()
      const values = [new Date(now - ms - earlierMs), new Date(now - ms), new Date(now)]
      const found = new Map<number, { visitors: number; before: number }>()
      for (const { site_id, visitors, before } of await ask<OfSite>('overview.visitors', siteIds, values)) {
        const known = found.get(site_id) ?? { visitors: 0, before: 0 }
        found.set(site_id, { visitors: known.visitors + visitors, before: known.before + before })
      }
      return found
    },
    /** By site: when its latest event came, if that was in the last `ms`. */
    async latestEvents(siteIds: readonly number[], ms: number) {
      const since = new Date(options.clock.now().getTime() - ms)
      const rows = await ask<{ site_id: number; at: Date }>('notices.latest-event', siteIds, [since])
      return new Map(rows.sort((a, b) => a.at.getTime() - b.at.getTime()).map(({ site_id, at }) => [site_id, at]))
    },
  }
}
