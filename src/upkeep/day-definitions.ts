// The sums of a local day: the SELECTs of its rows in daily_breakdowns. Facts of the registry (zone, hostname, goals)
// are read first and bound: no statement names both planes.
import { rollupSelect } from '../db/engine/relations.ts'
import type { Part } from '../db/parts.ts'
import type { Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { addDays } from '../rules/days.ts'
import { dayMs, hourMs } from '../rules/durations.ts'
import { type GoalRow, toGoal, wantedBy } from '../rules/goal.ts'
import { toLike } from '../rules/pattern.ts'
import { startOfDay } from '../rules/time.ts'
import type { SiteRow } from './sites.ts'

/** A local day of a site, in a part of its rows, as its statements bind it. */
export interface Day {
  readonly site: SiteRow
  readonly part: Part
  readonly day: string
  readonly endsAt: Date
  /** Before the start of the day two days before. */
  readonly beforeAt: Date
  /**
   * After the end of every visit with events on one of the three days: only imported ones last for more than a week.
   */
  readonly untilAt: Date
}

/** A local day (YYYY-MM-DD) of a site with the instants that its statements bind. */
export function dayOf(site: SiteRow, part: Part, day: string): Day {
  const start = (of: string) => startOfDay(site.timezone, of)
  const endsAt = start(addDays(day, 1))
  const until = site.long_lived_to === null ? 0 : start(addDays(site.long_lived_to, 2))
  return {
    site,
    part,
    day,
    endsAt: new Date(endsAt),
    beforeAt: new Date(start(addDays(day, -2)) - 3 * hourMs),
    untilAt: new Date(Math.max(endsAt + 7 * dayMs, until)),
  }
}

/** Settings of a transaction that makes sums: right after an import nothing is analysed, and the planner would loop. */
export const dayPlans = `set local enable_nestloop = off; set local work_mem = '64MB'`

/** A filled day, and whether it holds only its totals. */
export interface Listed {
  readonly local_day: string
  readonly onlyTotals: boolean
}

/** A SELECT of a day's rows with its values, and which of them it makes. */
export interface Definition {
  readonly text: string
  readonly values: readonly unknown[]
  readonly makes: string
}

/** The rows of a whole site, or the rows of some sources, each for its own visits. */
export function definitionOf(
  { site, day, endsAt, beforeAt, untilAt }: Day,
  sources: readonly string[] | null,
): Definition {
  const values = [site.id, day, endsAt, beforeAt, untilAt, site.home_hostname, sources]
  return { text: rollupSelect('daily_breakdowns'), values, makes: sources ? sourceRows : ownRows }
}

/** The SELECTs that together make a day's rows, without the rows of sources. A small day has only the totals. */
export async function definitionsOf(tx: Queryable, day: Day, onlyTotals: boolean): Promise<Definition[]> {
  const own = definitionOf(day, null)
  const totals = `dimension = 'all'`
  if (onlyTotals) return [{ ...own, text: `select * from (${own.text}) definition where ${totals}`, makes: totals }]
  const goals = await tx.query<GoalRow>(statement('goals.list'), [day.site.id])
  const values = own.values.slice(0, 4)
  const ofGoals = {
    text: statement('upkeep.goal-breakdown'),
    values: [...values, JSON.stringify(toMatchers(goals))],
    makes: goalRows,
  }
  return [
    own,
    ...(goals.length > 0 ? [ofGoals] : []),
    { text: statement('upkeep.property-breakdown'), values, makes: propertyRows },
  ]
}
const sourceRows = `dimension like 'source%'`
const propertyRows = `dimension like 'event:props%'`
export const goalRows = `dimension = 'event:goal'`
const ownRows = `not (${sourceRows} or ${propertyRows} or ${goalRows})`

/** Conditions of goals, as their statement reads them. Scroll goals read engagements and stay raw. */
function toMatchers(rows: readonly GoalRow[]) {
  const goals = rows.map(toGoal).map((goal) => ({ id: goal.id, ...wantedBy(goal) }))
  return goals
    .filter(({ scrollDepth }) => scrollDepth === null)
    .map(({ id, name, path, props }) => ({ id, name, path: path === null ? null : toLike(path), props }))
}
