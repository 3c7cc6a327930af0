// Deleting statistics, put together from its parts: filters are read and counted by stats, kept by the registry, worked
// off by upkeep.
import type { Clock } from '../clock.ts'
import type { Database } from '../db/pool.ts'
import { erasureFailures } from '../failure.ts'
import type { ErasureRecord } from '../registry/erasures.ts'
import type { Registry } from '../registry/registry.ts'
import { type ErasureCount, type ErasureScope, numberToConfirm } from '../rules/erasure.ts'
import { chooseErased, countErased, goalsFor } from '../stats/erasures.ts'
import { findKeptSums, type KeptSums } from '../upkeep/erase-sums.ts'
import { type Choose, findFirstDay, findLastImport, runErasures } from '../upkeep/erasures.ts'
import { getSiteById } from '../upkeep/sites.ts'

/** Makes the statements of deletions for upkeep. */
export const chooseForErasure: Choose = (site, doomed, firstDay) => chooseErased(site, doomed, firstDay)

/** What a deletion would take. */
export interface CountedErasure extends ErasureCount, KeptSums {
  /** Visits that begin, and events that come, from this instant on are left alone. */
  readonly until: Date
  /** The number that confirms it. */
  readonly confirm: number
}

/** What a person confirmed. */
export interface ConfirmedErasure {
  /** The instant of the count; absent: now. */
  readonly until?: Date | undefined
  /** The number that was typed. */
  readonly confirm: number
  readonly userId: number | null
  readonly isImmediate?: boolean
}

export interface Erasing {
  /** Counts what would go. Throws the 400 Failure of filters that the Stats API refuses. */
  count(siteId: number, scope: ErasureScope, until?: Date): Promise<CountedErasure>
  /** Makes a deletion. Throws a 409 Failure if the number is another one now, a 400 Failure if there is nothing. */
  begin(siteId: number, scope: ErasureScope, confirmed: ConfirmedErasure): Promise<ErasureRecord>
}

/** Counts and confirmations over the database. */
export function createErasing(options: {
  readonly db: Database
  readonly registry: Pick<Registry, 'erasures'>
  readonly clock: Clock
  readonly statementTimeoutMs: number
}): Erasing {
  const { db, registry, clock, statementTimeoutMs } = options

  async function look(siteId: number, scope: ErasureScope, until: Date) {
    const site = await getSiteById(db.write, siteId)
    const goals = await goalsFor(db.write, siteId, scope)
    const lastImport = await findLastImport(db.write, siteId)
    const erased = { ...scope, until, goals, last_import: lastImport }
    const choice = chooseErased(site, erased, await findFirstDay(db.write, site))
    const count = await countErased(db, site, choice, statementTimeoutMs)
    const sums = await findKeptSums(db.write, site, erased)
    return { goals, lastImport, count: { ...count, ...sums, until, confirm: confirmOf(scope, count, sums) } }
  }

  /** Whole seconds, as events have. */
  const now = () => new Date(Math.floor(clock.now().getTime() / 1000) * 1000 + 1000)

  return {
    count: async (siteId, scope, until) => (await look(siteId, scope, until ?? now())).count,
    async begin(siteId, scope, { until, confirm, userId, isImmediate }) {
      const at = until ?? now()
      const { goals, lastImport, count } = await look(siteId, scope, at)
      if (count.confirm === 0) throw erasureFailures.nothing()
      if (count.confirm !== confirm) throw erasureFailures.changed(count.confirm)
      const made = await registry.erasures.create(siteId, {
        ...{ scope, count, until: at, lastImport, goals, userId },
        ...(isImmediate ? { isImmediate } : {}),
      })
      if (!isImmediate) await registry.erasures.request(made.begins_at)
      return made
    },
  }
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
