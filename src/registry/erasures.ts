// Deletions of a site's statistics as people see them: their scope, their progress, and stopping one before it begins.
import type { Queryable } from '../db/pool.ts'
import { dayMs } from '../rules/durations.ts'
import { type ErasureCount, type ErasureScope, erasureWaitMs } from '../rules/erasure.ts'
import type { GoalRow } from '../rules/goal.ts'
import type { Details } from './audit.ts'
import { one, type Store } from './store.ts'

export interface ErasureRecord extends ErasureScope, ErasureCount {
  readonly id: number
  readonly state: 'waiting' | 'running' | 'done' | 'stopped'
  /** The name of the account that asked for it; null: an operator, or the account is gone. */
  readonly made_by: string | null
  readonly made_at: Date
  /** It can be stopped until then at least. */
  readonly begins_at: Date
  readonly finished_at: Date | null
  /** Steps of the work, and how many are done. Without steps the work has not begun. */
  readonly steps: number
  readonly steps_done: number
}

/** A deletion to make, counted and confirmed. */
export interface NewErasure {
  readonly scope: ErasureScope
  readonly count: ErasureCount
  readonly until: Date
  readonly lastImport: number
  readonly goals: readonly GoalRow[]
  readonly userId: number | null
  /** It begins at once. */
  readonly isImmediate?: boolean
}

/** The count of a deletion before it is confirmed. */
export interface CountedErasure extends ErasureCount {
  /** Local days of which only sums are there: brought from another product, or kept by retention. */
  readonly imported_days: number
  readonly summed_days: number
  /** Visits that begin, and events that come, from this instant on are left alone. */
  readonly until: Date
  /** The number that confirms the deletion. */
  readonly confirm: number
}

/** A deletion as a person confirmed it. */
export interface ConfirmedErasure {
  /** The instant of the count; undefined: now. */
  readonly until: Date | undefined
  /** The number that was typed. */
  readonly confirm: number
  /** The account that asks; null: an operator. */
  readonly userId: number | null
  /** It begins at once, and cannot be stopped. */
  readonly isImmediate?: boolean
}

/** Counting and confirming deletions (app/erasing). */
export interface Erasing {
  /** Counts what would go. Throws the 400 Failure of filters that the Stats API refuses. */
  count(
    siteId: number,
    scope: ErasureScope,
    by: { readonly until: Date | undefined; readonly userId: number | null },
  ): Promise<CountedErasure>
  /**
   * Makes a deletion in the name of the caller's registry. Throws a 409 Failure if the number is another one now, a 400
   * Failure if there is nothing.
   */
  begin(
    registry: { readonly erasures: Erasures },
    siteId: number,
    scope: ErasureScope,
    confirmed: ConfirmedErasure,
  ): Promise<ErasureRecord>
}

const columns = `e.id, e.kind, e.first_day as "from", e.last_day as "to", e.page, e.event, e.filters,
  e.visits, e.events, e.days, e.state, u.name as made_by, e.made_at, e.begins_at, e.finished_at, e.steps, e.steps_done`
const select = `select ${columns} from erasures e left join users u on u.id = e.made_by`

/** A deletion's name in the audit log: its page, event or filters, or its kind. */
export const subjectOf = ({ kind, page, event, filters }: ErasureScope): string =>
  page ?? event ?? (filters === null ? kind : JSON.stringify(filters))

/** The fields of a scope that are given. */
const givenOf = (scope: ErasureScope): Details =>
  Object.fromEntries(Object.entries(scope).filter(([, value]) => value !== null))

/** Forgets deletions that ended more than so many days ago: their pages and filters may name people. */
export const forgetErasures = (db: Queryable, now: Date, days: number): Promise<unknown> =>
  db.query('delete from erasures where finished_at < $1', [new Date(now.getTime() - days * dayMs)])

/** Writes a deletion down, and answers its id. */
async function insert(store: Store, siteId: number, made: NewErasure): Promise<number> {
  const { scope, count, until, lastImport, goals, userId, isImmediate = false } = made
  const now = store.clock.now()
  const begins = new Date(now.getTime() + (isImmediate ? 0 : erasureWaitMs))
  return await store.write(async (tx) => {
    const row = await one<{ id: number }>(
      tx,
      `insert into erasures (site_id, kind, first_day, last_day, page, event, filters, goals, until, last_import,
         visits, events, days, made_by, made_at, begins_at, actor)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) returning id`,
      [
        ...[siteId, scope.kind, scope.from, scope.to, scope.page, scope.event],
        scope.filters === null ? null : JSON.stringify(scope.filters),
        ...[JSON.stringify(goals), until, lastImport, count.visits, count.events, count.days, userId, now, begins],
        JSON.stringify(store.actor),
      ],
    )
    await tx.record({
      kind: 'statistics.requested',
      siteId,
      subject: subjectOf(scope),
      after: { ...givenOf(scope), visits: count.visits, events: count.events, days: count.days },
    })
    return row!.id
  })
}

export type Erasures = ReturnType<typeof createErasures>

/** Deletions of statistics over the store. */
export function createErasures(store: Store) {
  const find = (siteId: number, id: number) =>
    one<ErasureRecord>(store.read, `${select} where e.site_id = $1 and e.id = $2`, [siteId, id])
  return {
    /** The newest first. */
    list: (siteId: number) =>
      store.read.query<ErasureRecord>(`${select} where e.site_id = $1 order by e.id desc`, [siteId]),
    find,
    /** Makes a deletion. A task takes it when its time has come (upkeep/erasures). */
    create: async (siteId: number, made: NewErasure): Promise<ErasureRecord> =>
      (await find(siteId, await insert(store, siteId, made)))!,
    /** Stops a deletion that waits; undefined if the site has no such one, else its record as it is then. */
    async stop(siteId: number, id: number): Promise<ErasureRecord | undefined> {
      await store.write(async (tx) => {
        const stopped = await tx.query<ErasureScope>(
          `update erasures set state = 'stopped', finished_at = $3
           where site_id = $1 and id = $2 and state = 'waiting'
           returning kind, first_day as "from", last_day as "to", page, event, filters`,
          [siteId, id, store.clock.now()],
        )
        for (const scope of stopped)
          await tx.record({
            kind: 'statistics.stopped',
            siteId,
            subject: subjectOf(scope),
            after: givenOf(scope),
          })
      })
      return await find(siteId, id)
    },
    /** Has a task look for deletions when the next one is due, not at its next minute. */
    async request(at: Date) {
      await store.read.query(
        `select graphile_worker.add_job('erase_statistics', run_at => $1, job_key => 'erase_statistics_soon')`,
        [at],
      )
    },
  }
}
