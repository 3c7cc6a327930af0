// The visits that a funnel or a journey is about, chosen by the filters of its question (spec/stats 24.5).
import type { Filter } from './filters.ts'
import { isEventFilter, type Scan } from './planner.ts'
import { asksVisit, joinedVisits } from './rows.ts'
import { activity, asksDone, type Context, filterText, siteIn, within } from './sql.ts'

/** A join and conditions on rows `e` of visits, which have `site_id` and `session_id`. */
export interface VisitsAsked {
  readonly join: string
  readonly conditions: readonly string[]
}

/**
 * Everything that is asked of the visits that rows `e` in the range of `scan` belong to: each has an event in the range
 * of `context` that satisfies all filters on events, but for those that `isKnown` says the rows satisfy already.
 */
export function visitsAsked(
  scan: Scan,
  context: Context,
  isKnown: (filter: Filter) => boolean = () => false,
): VisitsAsked {
  const onEvents = scan.filters.filter(isEventFilter)
  const others = scan.filters.filter((filter) => !isEventFilter(filter))
  const isPlain = others.map((filter) => asksVisit(filter) && !asksDone(filter))
  const scope = { event: 'e', visit: 'v', homeHostnames: scan.homeHostnames }
  const textOf = (filter: Filter) => filterText(filter, scope, context)
  const ofVisit = others.filter((_, index) => isPlain[index]).map(textOf)
  const conditions = others.filter((_, index) => !isPlain[index]).map(textOf)
  if (!onEvents.every(isKnown)) {
    const tests = onEvents.map((filter) => filterText(filter, { ...scope, event: 'x' }, context))
    conditions.push(`exists (
    select from ${activity(onEvents)} x
    where x.session_id = e.session_id and x.site_id = e.site_id and ${siteIn('x', scan.siteIds)}
      and ${within('x', context.scan.range)} and ${tests.join(' and ')})`)
  }
  const join = scan.filters.some(asksVisit) ? `\n  join ${joinedVisits(scan, ofVisit, true)}` : ''
  return { join, conditions }
}
