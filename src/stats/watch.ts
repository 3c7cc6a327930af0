// What notices ask of many sites at once: how many visitors came lately, and when the latest event came.
import type { Clock } from '../clock.ts'
import type { Database } from '../db/pool.ts'
import { statement } from '../db/statements.ts'

export interface Watching {
  /** By site with any: visitors of the last `ms`, and of as long as `earlierMs` before. */
  visitors(
    siteIds: readonly number[],
    ms: number,
    earlierMs: number,
  ): Promise<ReadonlyMap<number, { visitors: number; before: number }>>
  /** By site: when its latest event came, if that was in the last `ms`. */
  latestEvents(siteIds: readonly number[], ms: number): Promise<ReadonlyMap<number, Date>>
}

/** Answers over one database. */
export function createWatching(options: { db: Database; clock: Clock; statementTimeoutMs: number }): Watching {
  const ask = <Row extends { site_id: number }>(name: Parameters<typeof statement>[0], values: unknown[]) =>
    options.db.readOnly((tx) => tx.query<Row>(statement(name), values), options.statementTimeoutMs)
  return {
    async visitors(siteIds, ms, earlierMs) {
      const now = options.clock.now().getTime()
      const values = [siteIds, new Date(now - ms - earlierMs), new Date(now - ms), new Date(now)]
      const rows = await ask<{ site_id: number; visitors: number; before: number }>('overview.visitors', values)
      return new Map(rows.map(({ site_id, ...counts }) => [site_id, counts]))
    },
    async latestEvents(siteIds, ms) {
      const values = [siteIds, new Date(options.clock.now().getTime() - ms)]
      const rows = await ask<{ site_id: number; at: Date }>('notices.latest-event', values)
      return new Map(rows.map(({ site_id, at }) => [site_id, at]))
    },
  }
}
