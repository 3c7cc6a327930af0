// Funnels: how many visits reached each of a row of goals, one after the other (spec/stats 24). Asked for as a v2 query
// with one dimension, `funnel:<id>`. Its rows are the steps.
import { statsFailures } from '../../failure.ts'
import type { Goal } from '../../rules/goal.ts'
import { visitsAsked } from '../chosen-visits.ts'
import { type JsonQuery, parseJsonQuery } from '../json-query.ts'
import { changeOf, ratio } from '../metrics.ts'
import { plan, type Scan } from '../planner.ts'
import type { Query, StatsSite } from '../query.ts'
import { type Context, createBinder, goalsText, type Statement, siteIn, within } from '../sql.ts'

const prefix = 'funnel:'
const fail = (message: string) => statsFailures.query(message)

/** Counts of one step. */
export interface Counts {
  readonly visitors: number
  readonly visits: number
}

export const share = (part: number, whole: number): number | null => (whole === 0 ? null : ratio(part, whole, 100, 1))

/** The metrics of a step, by what all steps counted. */
const columns: Readonly<Record<string, (steps: readonly Counts[], at: number) => number | null>> = {
  visitors: (steps, at) => steps[at]!.visitors,
  visits: (steps, at) => steps[at]!.visits,
  percentage: (steps, at) => share(steps[at]!.visitors, steps[0]!.visitors),
  drop_off: (steps, at) =>
    at === 0 ? null : share(steps[at - 1]!.visitors - steps[at]!.visitors, steps[at - 1]!.visitors),
}
export const funnelMetrics: readonly string[] = Object.keys(columns)
const changes = { visitors: 'percent', visits: 'percent', percentage: 'percent', drop_off: 'decimal-points' } as const

/** The id of the funnel that a v2 query asks for; undefined: it asks for none. */
export function askedFunnel({ dimensions }: Readonly<Record<string, unknown>>): number | undefined {
  if (!Array.isArray(dimensions) || !dimensions.some((name) => typeof name === 'string' && name.startsWith(prefix)))
    return undefined
  if (dimensions.length > 1) throw fail('#/dimensions: A funnel cannot be queried with other dimensions')
  const id = String(dimensions[0]).slice(prefix.length)
  if (!/^[1-9]\d{0,14}$/.test(id))
    throw fail(`#/dimensions/0: Invalid dimension ${JSON.stringify(dimensions[0]).slice(0, 200)}`)
  return Number(id)
}

export interface FunnelQuery extends JsonQuery {
  readonly metrics: readonly string[]
}

/** Reads the rest of the query. Range, filters and `include` are the same as in any other query (spec/stats 22). */
export function parseFunnelQuery(
  site: StatsSite,
  body: Readonly<Record<string, unknown>>,
  now: Date,
  firstDay: string | null,
): FunnelQuery {
  const { metrics } = body
  if (Array.isArray(metrics)) {
    const other = metrics.findIndex((name) => !funnelMetrics.includes(name as string))
    if (other >= 0)
      throw fail(
        `#/metrics/${other}: A funnel can be queried for ${funnelMetrics.map((name) => `\`${name}\``).join(', ')}`,
      )
    if (new Set(metrics).size < metrics.length) throw fail('#/metrics: Expected items to be unique but they were not.')
  }
  if (body['order_by'] !== undefined) throw fail('#/order_by: The steps of a funnel have their order')
  // The counts of all steps bring each metric: the rest is a query for one of them.
  const asked = Array.isArray(metrics) && metrics.length > 0 ? ['visitors'] : metrics
  const parsed = parseJsonQuery(site, { ...body, dimensions: [], metrics: asked }, now, firstDay)
  const echo = { ...parsed.echo, metrics, dimensions: body['dimensions'], order_by: [] }
  return { ...parsed, metrics: metrics as string[], echo }
}

/** The goals of a funnel by the ids of its steps; one that the plan does not allow counts as not configured. */
export function goalsOfSteps(site: StatsSite, goalIds: readonly number[]): Goal[] {
  return goalIds.map((id) => {
    const goal = site.goals.find((one) => one.id === id)
    if (!goal) throw statsFailures.propsPlan(400)
    return goal
  })
}

/** The places of the events of visits `e` that reach each step, one after the other: how many steps they reach. */
export function reachedText(count: number, join = '', conditions: readonly string[] = []): string {
  const all = Array.from({ length: count }, (_, at) => at)
  const steps = all.map(
    (at) => `cross join lateral (
    select min(s.at) as at
    from unnest(e.steps) with ordinality as s (bits, at)
    where s.bits & ${1 << at} > 0${at === 0 ? '' : ` and s.at > s${at}.at`}
  ) s${at + 1}`,
  )
  return `select e.visitor_id, num_nonnulls(${all.map((at) => `s${at + 1}.at`).join(', ')}) as steps
  from e${join}
  ${steps.join('\n  ')}
  where ${['true', ...conditions].join('\n    and ')}`
}

/**
 * The rows of a funnel from `reached`: rows of `visits` that reached so many `steps`. Without a visitor, each visit is
 * of a visitor of its own.
 */
export const furthestText = (count: number): string => `select step.number as step,
       ((select count(*) from (select max(steps) as steps from reached
         where visitor_id is not null group by visitor_id) f
         where f.steps >= step.number)
        + (select coalesce(sum(r.visits), 0) from reached r where r.steps >= step.number and r.visitor_id is null)
       )::bigint as visitors,
       (select coalesce(sum(r.visits), 0)::bigint from reached r where r.steps >= step.number) as visits
from generate_series(1, ${count}) as step (number)
order by step.number`

/**
 * How many visitors and visits reached each step. Of each visit the events that complete any step are put in order,
 * each as the bits of its steps; a step is reached by the first of them after the one that reached the step before.
 */
export function compileFunnel(query: Query, goals: readonly Goal[]): Statement {
  const { bind, values } = createBinder()
  // Engagements, which complete scroll goals, may come days after the last event of their visit.
  const isScroll = goals.some((goal) => goal.scrollThreshold >= 0)
  const scan: Scan = { ...plan(query)[0]!, source: isScroll ? 'engagements' : 'events' }
  const context: Context = { scan, bind, goals: [], currencies: [], blankOf: () => null }
  const { join, conditions } = visitsAsked(scan, context)
  const own = { event: 'e', visit: '', homeHostnames: scan.homeHostnames }
  const tests = goals.map((goal) => goalsText([goal], own, bind))
  const bits = tests.map((test, at) => `case when ${test} then ${1 << at} else 0 end`)
  const text = `with done as (
  select e.site_id, e.session_id, e.visitor_id, e.recorded_at, e.seq, e.position, ${bits.join(' + ')} as bits
  from ${rowsOf(isScroll)} e
  where ${siteIn('e', scan.siteIds)} and ${within('e', scan.range)} and e.session_id is not null
    and (${[...new Set(tests)].join(' or ')})
),
e as (
  select site_id, session_id, min(visitor_id) as visitor_id,
         array_agg(bits order by recorded_at, seq, position, bits & -bits, bits) as steps
  from done
  group by 1, 2
  having bit_or(bits) & 1 = 1
),
reached as (
  ${reachedText(goals.length, join, conditions)}
),
furthest as (
  select visitor_id, max(steps) as steps
  from reached
  group by 1
)
select step.number as step,
       (select count(*) from furthest f where f.steps >= step.number) as visitors,
       (select count(*) from reached r where r.steps >= step.number) as visits
from generate_series(1, ${goals.length}) as step (number)
order by step.number`
  return { text, values }
}

/** Events, and engagements where goals of scrolling are steps: they have no place among the events of their second. */
const rowsOf = (withEngagements: boolean): string =>
  withEngagements
    ? `(
    select {{part,}}site_id, session_id, visitor_id, recorded_at, seq, position, name, pathname, props,
           null::smallint as scroll_depth
    from events
    union all
    select {{part,}}site_id, session_id, visitor_id, recorded_at, seq, null, 'engagement', pathname, props, scroll_depth
    from engagements
  )`
    : 'events'

/** The rows of the answer: one a step, compared with the same step of the other range. */
export function funnelRows(
  { metrics, query: { limit, offset } }: FunnelQuery,
  goals: readonly Goal[],
  counts: readonly Counts[],
  others: readonly Counts[] | null,
) {
  const valuesOf = (of: readonly Counts[], at: number) => metrics.map((name) => columns[name]!(of, at))
  return goals
    .map((goal, at) => {
      const dimensions = [goal.displayName]
      const values = valuesOf(counts, at)
      if (!others) return { dimensions, metrics: values }
      const before = valuesOf(others, at)
      const change = metrics.map((name, index) =>
        changeOf({ change: changes[name as keyof typeof changes] }, values[index]!, before[index]!),
      )
      return { dimensions, metrics: values, comparison: { dimensions, metrics: before, change } }
    })
    .slice(offset, offset + limit)
}
