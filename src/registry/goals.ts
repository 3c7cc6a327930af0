// Goals of a site: create or find, list, delete. The site's row is locked while goals are written, so that the limit
// and "one currency an event name" hold for parallel writers.
import type { Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { goalFailures, refuseField, siteFailures } from '../failure.ts'
import { displayNameOf, type Goal, type GoalInput, type GoalRow, toGoal } from '../rules/goal.ts'
import { goalsPerSiteMax } from '../rules/maxima.ts'
import type { Feature } from '../rules/roles.ts'
import type { Details } from './audit.ts'
import { removeShortFunnels } from './funnels.ts'
import { one, type Store, type Writer } from './store.ts'

/** The site a goal belongs to, as far as goals care. */
export interface GoalSite {
  readonly id: number
  readonly isConsolidated: boolean
  readonly features: ReadonlySet<Feature>
}

/** Locks the site for writing its goals; others wait, deleters of the site too. */
async function lockSite(tx: Queryable, siteId: number): Promise<void> {
  const rows = await tx.query('select 1 from sites where id = $1 for no key update', [siteId])
  if (rows.length === 0) throw siteFailures.notFound()
}

async function countGoals(tx: Queryable, siteId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>('select count(*) as count from goals where site_id = $1', [siteId])
  return row?.count ?? 0
}

async function refuseOtherCurrency(
  tx: Queryable,
  siteId: number,
  input: GoalInput,
  same: Goal | undefined,
): Promise<void> {
  if (input.kind !== 'event' || input.currency === null) return
  if (same && same.currency !== input.currency) throw goalFailures.currencyTaken(input.eventName, same.currency)
  const other = await one<{ currency: string }>(
    tx,
    'select currency from goals where site_id = $1 and event_name = $2 and currency <> $3 limit 1',
    [siteId, input.eventName, input.currency],
  )
  if (other) throw goalFailures.currencyTaken(input.eventName, other.currency)
}

async function findSame(tx: Queryable, siteId: number, input: GoalInput): Promise<Goal | undefined> {
  const props = JSON.stringify(input.customProps)
  const values = input.kind === 'event' ? [input.eventName, null, -1] : [null, input.path, input.scrollThreshold]
  const row = await one<GoalRow>(tx, statement('goals.find-same'), [siteId, ...values, props])
  return row && toGoal(row)
}

async function insert(tx: Queryable, siteId: number, input: GoalInput): Promise<Goal> {
  const props = JSON.stringify(input.customProps)
  const identity = input.kind === 'event' ? [input.eventName, null, -1] : [null, input.path, input.scrollThreshold]
  const currency = input.kind === 'event' ? input.currency : null
  const name = input.displayName ?? displayNameOf(input)
  const [row] = await tx.query<GoalRow>(statement('goals.insert'), [siteId, ...identity, props, currency, name])
  return toGoal(row as GoalRow)
}

/** The values of a goal that the audit log keeps. */
const factsOf = ({ displayName, eventName, path, scrollThreshold, currency, customProps }: Goal): Details => ({
  name: displayName,
  ...(eventName === null ? { path } : { event: eventName }),
  ...(scrollThreshold >= 0 ? { scroll_threshold: scrollThreshold } : {}),
  ...(currency === null ? {} : { currency }),
  ...(Object.keys(customProps).length > 0 ? { custom_props: customProps } : {}),
})

/** Checks of spec/management 2.4 in their order, then the existing goal or a new one. The site is locked already. */
async function upsertOne(tx: Writer, site: GoalSite, input: GoalInput): Promise<Goal> {
  const isRevenue = input.kind === 'event' && input.currency !== null
  if (isRevenue && !site.features.has('revenue_goals')) throw goalFailures.revenuePlan()
  if (Object.keys(input.customProps).length > 0 && !site.features.has('props')) throw goalFailures.propsPlan()
  if (isRevenue && site.isConsolidated) throw goalFailures.consolidated()
  const same = await findSame(tx, site.id, input)
  if (!same && (await countGoals(tx, site.id)) >= goalsPerSiteMax) throw goalFailures.limit(input.kind === 'page')
  await refuseOtherCurrency(tx, site.id, input, same)
  if (same) return same
  if (input.displayName !== undefined) {
    const taken = await tx.query('select 1 from goals where site_id = $1 and display_name = $2', [
      site.id,
      input.displayName,
    ])
    if (taken.length > 0) throw refuseField('display_name', 'taken')
  }
  tx.changed({ site: site.id })
  const goal = await insert(tx, site.id, input)
  await tx.record({ kind: 'goal.created', siteId: site.id, subject: goal.displayName, after: factsOf(goal) })
  return goal
}

export interface GoalChange {
  /** Undefined: the name that is derived from the goal. */
  readonly displayName: string | undefined
  readonly customProps: Readonly<Record<string, string>>
}

const inputOf = ({ eventName, path, scrollThreshold, currency }: Goal, change: GoalChange): GoalInput =>
  eventName === null
    ? { kind: 'page', path: path ?? '', scrollThreshold, ...change }
    : { kind: 'event', eventName, currency, ...change }

/**
 * Gives a goal another name or other properties. With other properties it is another goal to the sums of days, so that
 * it gets a new id, and funnels go on with that.
 */
async function changeOne(tx: Writer, site: GoalSite, goalId: number, change: GoalChange): Promise<Goal> {
  const row = await one<GoalRow>(
    tx,
    `select id, event_name, path, scroll_threshold, currency, custom_props, display_name
     from goals where site_id = $1 and id = $2`,
    [site.id, goalId],
  )
  if (!row) throw goalFailures.notFound()
  if (Object.keys(change.customProps).length > 0 && !site.features.has('props')) throw goalFailures.propsPlan()
  const input = inputOf(toGoal(row), change)
  const name = change.displayName ?? displayNameOf(input)
  const same = await findSame(tx, site.id, input)
  if (same && same.id !== goalId) throw refuseField('custom_props', 'taken')
  const taken = await tx.query('select 1 from goals where site_id = $1 and display_name = $2 and id <> $3', [
    site.id,
    name,
    goalId,
  ])
  if (taken.length > 0) throw refuseField('display_name', 'taken')
  tx.changed({ site: site.id })
  const before = toGoal(row)
  const after = { ...before, displayName: name, customProps: change.customProps }
  await tx.record({
    kind: 'goal.changed',
    siteId: site.id,
    subject: before.displayName,
    before: factsOf(before),
    after: factsOf(after),
  })
  if (same) {
    await tx.query('update goals set display_name = $2 where id = $1', [goalId, name])
    return { ...same, displayName: name }
  }
  const made = await insert(tx, site.id, { ...input, displayName: name })
  await tx.query('update funnel_steps set goal_id = $2 where goal_id = $1', [goalId, made.id])
  await tx.query('delete from goals where id = $1', [goalId])
  return made
}

/** Makes or removes the goals a configuration flag stands for (spec/management 4.5). The caller locked the site. */
export async function syncFlagGoal(tx: Writer, siteId: number, eventName: string, isOn: boolean): Promise<void> {
  tx.changed({ site: siteId })
  if (!isOn) {
    await tx.query('delete from goals where site_id = $1 and event_name = $2', [siteId, eventName])
    await removeShortFunnels(tx, siteId)
    return
  }
  const input: GoalInput = { kind: 'event', eventName, currency: null, customProps: {} }
  if (await findSame(tx, siteId, input)) return
  // A full site keeps its configuration change and goes without the goal.
  if ((await countGoals(tx, siteId)) < goalsPerSiteMax) await insert(tx, siteId, input)
}

/** Goals over the store. */
export function createGoals(store: Store) {
  return {
    /** All or nothing, results in request order (spec/management 2.4 to 2.6). */
    async upsert(site: GoalSite, inputs: readonly GoalInput[]) {
      if (inputs.length === 0) return []
      return store.write(async (tx) => {
        await lockSite(tx, site.id)
        const goals: Goal[] = []
        for (const input of inputs) goals.push(await upsertOne(tx, site, input))
        return goals
      })
    },
    /** Changes name and properties; a goal that would equal another is refused. */
    change: (site: GoalSite, goalId: number, change: GoalChange) =>
      store.write(async (tx) => {
        await lockSite(tx, site.id)
        return changeOne(tx, site, goalId, change)
      }),
    /** Newest first. */
    async list(siteId: number) {
      return (await store.read.query<GoalRow>(statement('goals.list'), [siteId])).map(toGoal)
    },
    async find(siteId: number, goalId: number) {
      const text = `select id, event_name, path, scroll_threshold, currency, custom_props, display_name
          from goals where site_id = $1 and id = $2`
      const row = await one<GoalRow>(store.read, text, [siteId, goalId])
      return row && toGoal(row)
    },
    /** How many of the ids were goals of the site and are gone now, from its funnels too. */
    async remove(siteId: number, goalIds: readonly number[]) {
      return store.write(async (tx) => {
        const rows = await tx.query<{ name: string }>(
          'delete from goals where site_id = $1 and id = any ($2) returning display_name as name',
          [siteId, goalIds],
        )
        for (const { name } of rows) await tx.record({ kind: 'goal.deleted', siteId, subject: name })
        if (rows.length > 0) {
          await removeShortFunnels(tx, siteId)
          tx.changed({ site: siteId })
        }
        return rows.length
      })
    },
  }
}
