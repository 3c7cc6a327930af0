// Deleting statistics, put together from its parts: filters are read and counted by stats, kept by the registry, worked
// off by upkeep.
import type { Clock } from '../clock.ts'
import type { Database } from '../db/pool.ts'
import { erasureFailures } from '../failure.ts'
import type { Erasing } from '../registry/erasures.ts'
import { type ErasureCount, type ErasureScope, numberToConfirm } from '../rules/erasure.ts'
import { chooseErased, countErased, goalsFor } from '../stats/erasures.ts'
import { namesSegments } from '../stats/mentions.ts'
import { withSegments } from '../stats/segments.ts'
import { findKeptSums, type KeptSums } from '../upkeep/erase-sums.ts'

import { type Choose, findFirstDay, findLastImport, runErasures } from '../upkeep/erasures.ts'
import { getSiteById } from '../upkeep/sites.ts'

/** Makes the statements of deletions for upkeep. */
const chooseForErasure: Choose = (site, doomed, firstDay) => chooseErased(site, doomed, firstDay)

/** Counts and confirmations over the database. */
export function createErasing(options: {
  readonly db: Database
  readonly clock: Clock
  readonly statementTimeoutMs: number
}): Erasing {
  const { db, clock, statementTimeoutMs } = options

  async function look(siteId: number, asked: ErasureScope, until: Date, userId: number | null) {
    const scope = await withSegmentFilters(db, siteId, asked, userId)
    const site = await getSiteById(db.write, siteId)
    const goals = await goalsFor(db.write, siteId, scope)
    const lastImport = await findLastImport(db.write, siteId)
    const erased = { ...scope, until, goals, last_import: lastImport }
    const choice = chooseErased(site, erased, await findFirstDay(db.write, site))
    const count = await countErased(db, site, choice, statementTimeoutMs)
    const sums = await findKeptSums(db.write, site, erased)
    return { scope, goals, lastImport, count: { ...count, ...sums, until, confirm: confirmOf(scope, count, sums) } }
  }

  /** Whole seconds, as events have. */
  const now = () => new Date(Math.floor(clock.now().getTime() / 1000) * 1000 + 1000)

  return {
    count: async (siteId, scope, { until, userId }) => (await look(siteId, scope, until ?? now(), userId)).count,
    async begin({ erasures }, siteId, asked, { until, confirm, userId, isImmediate = false }) {
      const at = until ?? now()
      const { scope, goals, lastImport, count } = await look(siteId, asked, at, userId)
      if (count.confirm === 0) throw erasureFailures.nothing()
      if (count.confirm !== confirm) throw erasureFailures.changed(count.confirm)
      const made = { scope, count, until: at, lastImport, goals, userId, isImmediate }
      const erasure = await erasures.create(siteId, made)
      if (!isImmediate) await erasures.request(erasure.begins_at)
      return erasure
    },
  }
}

/** A scope with the filters of segments in their place. */
async function withSegmentFilters(
  db: Database,
  siteId: number,
  scope: ErasureScope,
  userId: number | null,
): Promise<ErasureScope> {
  if (!Array.isArray(scope.filters) || !namesSegments(scope.filters)) return scope
  return { ...scope, filters: await withSegments(db.read, scope.filters, { siteId, userId: userId ?? undefined }) }
}

/** The number that is typed; of a site that has only sums, their days. */
const confirmOf = (scope: ErasureScope, count: ErasureCount, sums: KeptSums): number =>
  numberToConfirm(scope, count) || (scope.kind === 'filters' ? 0 : sums.imported_days + sums.summed_days)

/** Works off the deletions that are due, as the task does. */
export const eraseDue = (
  db: Database,
  now: Date,
  options: Omit<Parameters<typeof runErasures>[2], 'choose'> = {},
): Promise<number> => runErasures(db, now, { ...options, choose: chooseForErasure })
