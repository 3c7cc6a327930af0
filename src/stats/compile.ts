// Scan -> { text, values }: the only place where SQL text is composed. Identifiers come from the tables of metrics and dimensions,
// values bind; bucket bounds and site ids are literals made by one escaping function each, because the planner needs to see them.
import { toLike } from '../rules/pattern.ts'
import type { Dimension } from './dimensions.ts'
import { type Filter, type Leaf, leavesOf } from './filters.ts'
import type { Field } from './metrics.ts'
import { type Bucket, dayMs } from './periods.ts'
import { isEventFilter, type Scan } from './planner.ts'
import type { GoalView } from './query.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** A session cannot outlive its range's end by more (spec/stats 18). */
const sessionDaysMax = 7
/** Up to here one sub-select a bucket; one that joins visits was seen to cost 15 ms of planning, so those group (docs/performance.md). */
const unionBucketsMax = 12
/** Rows one scan may bring; more is no answer anybody reads. */
export const rowsMax = 200_000

const instant = (epochMs: number): string => `'${new Date(Math.trunc(epochMs)).toISOString()}'::timestamptz`
const siteIn = (alias: string, ids: readonly number[]): string => {
  const list = ids.map((id) => String(Math.trunc(Number(id))))
  return list.length === 1 ? `${alias}.site_id = ${list[0]}` : `${alias}.site_id = any ('{${list.join(',')}}'::bigint[])`
}

type Bind = (value: unknown) => string

function createBinder(): { bind: Bind; values: unknown[] } {
  const values: unknown[] = []
  const known = new Map<string, string>()
  return {
    values,
    bind(value) {
      const key = JSON.stringify(value)
      const before = known.get(key)
      if (before !== undefined) return before
      values.push(value)
      const name = `$${values.length}`
      known.set(key, name)
      return name
    },
  }
}

/** Which aliases stand for the event and its visit. */
interface Scope {
  readonly event: string
  readonly visit: string
}

const aliasOf = (dimension: Dimension, scope: Scope): string => (dimension.grain === 'event' ? scope.event : scope.visit)

/** The filter language knows `''` as the empty value; columns hold NULL instead. */
function columnOf(dimension: Dimension, scope: Scope, bind: Bind): string {
  if (dimension.kind === 'property') return `(${scope.event}.props ->> ${bind(dimension.property)}::text)`
  return `${aliasOf(dimension, scope)}.${dimension.column}`
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
/** RE2 writes a word border as \b, PostgreSQL as \y. */
const toPostgresRegex = (text: string): string => text.replace(/\\\\|\\b|\\B/g, (part) => ({ '\\b': '\\y', '\\B': '\\Y' })[part] ?? part)

function anyOf(column: string, comparison: string, values: readonly string[], bind: Bind): string {
  if (values.length === 1) return `${column} ${comparison} ${bind(values[0])}::text`
  return `${column} ${comparison} any (${bind(values)}::text[])`
}

/** The positive test: true, false, or NULL where the column is empty and emptiness does not match. */
function positive(leaf: Leaf, scope: Scope, bind: Bind): string {
  const { dimension, operator } = leaf
  const column = columnOf(dimension, scope, bind)
  const isNumber = dimension.kind === 'integer'
  const text = isNumber ? `${column}::text` : column
  const folded = leaf.caseSensitive ? text : `lower(${text})`
  const fold = (value: string) => (leaf.caseSensitive ? value : value.toLowerCase())
  const rest = leaf.values.filter((value) => value !== '').map(fold)
  const emptyMatches = (operator === 'is' || operator === 'wildcard') && (leaf.values.includes('') || emptyByPattern(leaf))
  const tests: string[] = []
  if (emptyMatches) {
    tests.push(`${column} is null`)
    if (dimension.name === 'visit:channel') tests.push(`${column} = 'Direct'`)
  }
  if (rest.length > 0) {
    if (operator === 'is' && isNumber) {
      const numbers = rest.filter((value) => /^\d{1,9}$/.test(value)).map(Number)
      tests.push(numbers.length === 0 ? 'false' : `${column} = any (${bind(numbers)}::int[])`)
    } else if (operator === 'is') tests.push(anyOf(folded, '=', rest, bind))
    else if (operator === 'wildcard') tests.push(anyOf(folded, 'like', rest.map(toLike), bind))
    else if (operator === 'contains')
      tests.push(
        anyOf(
          folded,
          'like',
          rest.map((value) => `%${escapeLike(value)}%`),
          bind,
        ),
      )
    else tests.push(anyOf(text, '~', rest.map(toPostgresRegex), bind))
  } else if (operator !== 'is' && operator !== 'wildcard') {
    // contains '' and matches '' hold for every value, the empty one included.
    tests.push(dimension.kind === 'property' ? `${column} is not null` : 'true')
  }
  if (tests.length === 0) return 'false'
  return tests.length === 1 ? tests[0]! : `(${tests.join(' or ')})`
}

/** A pattern of stars alone matches the empty value of a visit; a property must be there to match. */
const emptyByPattern = (leaf: Leaf): boolean =>
  leaf.operator === 'wildcard' && leaf.dimension.kind !== 'property' && leaf.values.some((value) => /^\*+$/.test(value))

function leafText(leaf: Leaf, scope: Scope, bind: Bind): string {
  const test = positive(leaf, scope, bind)
  if (!leaf.negated) return test
  const negative = `(${test}) is not true`
  // Negated patterns on a property need the property; `is not` does not (spec/stats 11).
  if (leaf.dimension.kind === 'property' && leaf.operator !== 'is')
    return `(${columnOf(leaf.dimension, scope, bind)} is not null and ${negative})`
  return negative
}

/** When an event completes a goal (spec/stats 12). */
function goalText(goal: GoalView, scope: Scope, bind: Bind): string {
  const e = scope.event
  const tests: string[] = []
  if (goal.eventName !== null) tests.push(`${e}.name = ${bind(goal.eventName)}::text`)
  else {
    const path = goal.path ?? ''
    tests.push(
      goal.scrollThreshold >= 0
        ? `${e}.name = 'engagement' and ${e}.scroll_depth >= ${Math.trunc(goal.scrollThreshold)}`
        : `${e}.name = 'pageview'`,
    )
    tests.push(path.includes('*') ? `${e}.pathname like ${bind(toLike(path))}::text` : `${e}.pathname = ${bind(path)}::text`)
  }
  if (Object.keys(goal.customProps).length > 0) tests.push(`${e}.props @> ${bind(JSON.stringify(goal.customProps))}::jsonb`)
  return tests.join(' and ')
}

function goalsText(goals: readonly GoalView[], scope: Scope, bind: Bind): string {
  const plain = goals.filter((goal) => goal.eventName !== null && Object.keys(goal.customProps).length === 0)
  const others = goals.filter((goal) => !plain.includes(goal))
  const tests = others.map((goal) => `(${goalText(goal, scope, bind)})`)
  if (plain.length > 0) tests.unshift(anyOf(`${scope.event}.name`, '=', [...new Set(plain.map((goal) => goal.eventName!))], bind))
  return tests.length === 0 ? 'false' : `(${tests.join(' or ')})`
}

interface Context {
  readonly scan: Scan
  readonly bind: Bind
}

function filterText(filter: Filter, scope: Scope, context: Context): string {
  switch (filter.kind) {
    case 'leaf':
      return leafText(filter, scope, context.bind)
    case 'goal':
      return goalsText(filter.goals, scope, context.bind)
    case 'and':
    case 'or':
      return `(${filter.children.map((child) => filterText(child, scope, context)).join(` ${filter.kind} `)})`
    case 'not':
      return `(${filterText(filter.child, scope, context)}) is not true`
    case 'done': {
      const { scan } = context
      const outer = scope.event === '' ? scope.visit : scope.event
      const inner = filterText(filter.child, { event: 'd', visit: '' }, context)
      return `${filter.negated ? 'not ' : ''}exists (
        select from ${activity([filter.child])} d
        where d.session_id = ${outer}.session_id and d.site_id = ${outer}.site_id
          and ${siteIn('d', scan.siteIds)} and ${within('d', scan.range)} and ${inner})`
    }
  }
}

const within = (alias: string, bounds: { start: number; end: number }, column = 'recorded_at'): string =>
  `${alias}.${column} >= ${instant(bounds.start)} and ${alias}.${column} < ${instant(bounds.end)}`

/** Scroll goals are completed by engagement events: only then they are read beside the events. */
function activity(filters: readonly Filter[], goals: readonly GoalView[] = []): string {
  const all = [...goals]
  for (const leaf of leavesOf(filters)) if (leaf.kind === 'goal') all.push(...leaf.goals)
  if (!all.some((goal) => goal.scrollThreshold >= 0)) return 'events'
  return `(select site_id, recorded_at, visitor_id, session_id, name, hostname, pathname, props, null::smallint as scroll_depth,
                  revenue_amount, revenue_currency
           from events
           union all
           select site_id, recorded_at, visitor_id, session_id, 'engagement', hostname, pathname, props, scroll_depth, null, null
           from engagements)`
}

/** Goals by the name they are shown with: two with one name are one row (spec/stats 12). */
export function goalGroups(goals: readonly GoalView[]): { name: string; goals: GoalView[] }[] {
  const groups = new Map<string, GoalView[]>()
  for (const goal of goals) groups.set(goal.displayName, [...(groups.get(goal.displayName) ?? []), goal])
  return [...groups].map(([name, members]) => ({ name, goals: members }))
}

const eventFields: Partial<Record<Field, string>> = {
  visitors: 'count(distinct e.visitor_id)',
  visits: 'count(distinct e.session_id)',
  pageviews: `count(*) filter (where e.name = 'pageview')`,
  events: `count(*) filter (where e.name <> 'engagement')`,
  converted: 'count(distinct e.visitor_id)',
  candidates: 'count(distinct e.visitor_id)',
  group_candidates: 'count(distinct e.visitor_id)',
  everyone: 'count(distinct e.visitor_id)',
  exit_pageviews: `count(*) filter (where e.name = 'pageview')`,
  revenue: 'sum(e.revenue_amount)::float8',
  revenue_events: 'count(e.revenue_amount)',
}

const sessionFields = (entry: string): Partial<Record<Field, string>> => ({
  visitors: 'count(distinct v.visitor_id)',
  everyone: 'count(distinct v.visitor_id)',
  visits: 'count(*)',
  sessions: 'count(*)',
  exits: 'count(*)',
  bounces: `count(*) filter (where v.is_bounce${entry === '' ? '' : ` and ${entry}`})`,
  entries: entry === '' ? 'count(*)' : `count(*) filter (where ${entry})`,
  duration: 'coalesce(sum(v.duration), 0)::bigint',
  session_pageviews: 'coalesce(sum(v.pageviews), 0)::bigint',
})

const engagementFields: Partial<Record<Field, string>> = {
  engaged_ms: 'sum(x.engaged_ms)::bigint',
  engaged_sessions: 'count(*)',
  scroll: 'avg(x.scroll)::float8',
}

const usesVisit = (scan: Scan): boolean => {
  if (scan.dimensions.some((dimension) => dimension.grain !== 'event')) return true
  for (const leaf of leavesOf(scan.filters)) if (leaf.kind === 'leaf' && leaf.dimension.grain !== 'event') return true
  return false
}

/** Columns a scan groups by, with the conditions that leave blank rows out. */
function groupColumns(scan: Scan, scope: Scope, bind: Bind, blankOf: CompileOptions['blankOf']) {
  const conditions: string[] = []
  const columns = scan.dimensions.map((dimension) => {
    if (dimension.kind === 'goal') return 'g.index'
    const column = columnOf(dimension, scope, bind)
    if (dimension.grain === 'event' && dimension.kind === 'text') return column
    const blank = blankOf(dimension)
    if (blank === null) {
      conditions.push(`${column} is not null`)
      return column
    }
    return `coalesce(${column}, ${dimension.kind === 'integer' ? '0' : label(blank)})`
  })
  return { columns, conditions }
}

const label = (text: string): string => `'${text.replaceAll("'", "''")}'`

interface Parts {
  readonly from: string
  readonly conditions: readonly string[]
  readonly columns: readonly string[]
  /** The instant a row is put into a bucket by. */
  readonly at: string
  readonly fields: Partial<Record<Field, string>>
}

function eventParts(scan: Scan, context: Context, options: CompileOptions): Parts {
  const { bind } = context
  const scope: Scope = { event: 'e', visit: 'v' }
  const isEngagement = scan.source === 'engagements'
  const byGoal = scan.dimensions.some((dimension) => dimension.kind === 'goal')
  const groups = byGoal ? goalGroups(options.goals) : []
  let from = isEngagement
    ? `(select *, 'engagement'::text as name from engagements) e`
    : `${activity(scan.filters, byGoal ? options.goals : [])} e`
  if (usesVisit(scan)) {
    const earliest = scan.range.start - (isEngagement ? sessionDaysMax * dayMs : 0)
    from += `
      join visits v on v.session_id = e.session_id and v.site_id = e.site_id and ${siteIn('v', scan.siteIds)}
        and v.ended_at >= ${instant(earliest)} and v.ended_at < ${instant(scan.range.end + sessionDaysMax * dayMs)}`
  }
  if (byGoal) {
    const tests = groups.map((group, index) => `case when ${goalsText(group.goals, scope, bind)} then ${index} end`)
    from += `
      cross join lateral unnest(array[${tests.length === 0 ? 'null' : tests.join(', ')}]::int[]) as g (index)`
  }
  const { columns, conditions } = groupColumns(scan, scope, bind, options.blankOf)
  const all = [siteIn('e', scan.siteIds), ...conditions, ...scan.filters.map((filter) => filterText(filter, scope, context))]
  if (byGoal) all.push('g.index is not null')
  return { from, conditions: all, columns, at: 'e.recorded_at', fields: eventFields }
}

function visitParts(scan: Scan, context: Context, options: CompileOptions): Parts {
  const { bind } = context
  const scope: Scope = { event: '', visit: 'v' }
  const onEvents = scan.filters.filter(isEventFilter)
  const { columns, conditions } = groupColumns(scan, scope, bind, options.blankOf)
  const all = [
    siteIn('v', scan.siteIds),
    ...conditions,
    ...scan.filters.filter((filter) => !isEventFilter(filter)).map((filter) => filterText(filter, scope, context)),
  ]
  if (onEvents.length > 0) {
    const inner = onEvents.map((filter) => filterText(filter, { event: 'e', visit: 'v' }, context))
    all.push(`exists (
      select from ${activity(onEvents)} e
      where e.session_id = v.session_id and e.site_id = v.site_id and ${siteIn('e', scan.siteIds)}
        and ${within('e', scan.range)} and ${inner.join(' and ')})`)
  }
  const entry = scan.entryFilters.map((filter) => filterText(filter, scope, context)).join(' and ')
  return {
    from: 'visits v',
    conditions: all,
    columns,
    at: `least(v.ended_at, ${instant(scan.range.end - 1)})`,
    fields: sessionFields(entry),
  }
}

/** Sessions that overlap a stretch of time, put where they end: after `end` only in the last one (spec/stats 6 and 9). */
function overlap(bounds: { start: number; end: number }, isLast: boolean): string {
  if (!isLast) return within('v', bounds, 'ended_at')
  return `v.ended_at >= ${instant(bounds.start)} and v.ended_at < ${instant(bounds.end + sessionDaysMax * dayMs)} and v.started_at < ${instant(bounds.end)}`
}

const thresholds = (buckets: readonly Bucket[]): string =>
  `'{${buckets.map((bucket) => `"${new Date(bucket.start).toISOString()}"`).join(',')}}'::timestamptz[]`

export interface CompileOptions {
  /** Goals of a breakdown by goal. */
  readonly goals: readonly GoalView[]
  /** What the empty value of a dimension is shown as; null: such rows are left out. */
  readonly blankOf: (dimension: Dimension) => string | null
}

/** The statement of a scan: columns b (bucket index), d0… (dimensions), and one a field. */
export function compile(scan: Scan, options: CompileOptions): Statement {
  const { bind, values } = createBinder()
  const context: Context = { scan, bind }
  const parts = scan.source === 'visits' ? visitParts(scan, context, options) : eventParts(scan, context, options)
  const text =
    scan.source === 'engagements'
      ? engagementText(scan, parts)
      : scan.buckets !== null &&
          scan.dimensions.length === 0 &&
          !scan.smeared &&
          scan.buckets.length <= unionBucketsMax &&
          (scan.source === 'visits' || !usesVisit(scan))
        ? unionText(scan, parts)
        : groupText(scan, parts)
  return { text, values }
}

const fieldList = (scan: Scan, fields: Parts['fields']): string[] => scan.fields.map((field) => `${fields[field] ?? 'null'} as ${field}`)

function unionText(scan: Scan, parts: Parts): string {
  const fields = fieldList(scan, parts.fields).join(', ')
  const buckets = scan.buckets!
  return buckets
    .map((bucket, index) => {
      const bounds = scan.source === 'visits' ? overlap(bucket, index === buckets.length - 1) : within('e', bucket)
      return `select ${index} as b, ${fields}\nfrom ${parts.from}\nwhere ${[bounds, ...parts.conditions].join('\n  and ')}\nhaving count(*) > 0`
    })
    .join('\nunion all\n')
}

function keysOf(scan: Scan, parts: Parts, at: string): string[] {
  const keys = parts.columns.map((column, index) => `${column} as d${index}`)
  if (scan.buckets === null) return keys
  return [`${scan.smeared ? 's.b' : `width_bucket(${at}, ${thresholds(scan.buckets)}) - 1`} as b`, ...keys]
}

const groupBy = (count: number): string =>
  count === 0 ? '' : `\ngroup by ${Array.from({ length: count }, (_, index) => index + 1).join(', ')}`

function groupText(scan: Scan, parts: Parts): string {
  const keys = keysOf(scan, parts, parts.at)
  const bounds = scan.source === 'visits' ? overlap(scan.range, true) : within('e', scan.range)
  const smear = scan.smeared
    ? `
      cross join lateral generate_series(
        width_bucket(greatest(v.started_at, ${instant(scan.range.start)}), ${thresholds(scan.buckets!)}) - 1,
        width_bucket(${parts.at}, ${thresholds(scan.buckets!)}) - 1) as s (b)`
    : ''
  const page = scan.page
  const tail = page
    ? `\norder by ${page.order.join(', ')}\nlimit ${page.limit} offset ${page.offset}`
    : keys.length > 0
      ? `\nlimit ${rowsMax + 1}`
      : ''
  return `select ${[...keys, ...fieldList(scan, parts.fields)].join(', ')}
from ${parts.from}${smear}
where ${[bounds, ...parts.conditions].join('\n  and ')}${groupBy(keys.length)}${tail}`
}

/** Engagement is summed by session first: time per session, and the deepest scroll of each (spec/stats 7). */
function engagementText(scan: Scan, parts: Parts): string {
  const keys = keysOf(scan, parts, parts.at)
  const names = [...(scan.buckets === null ? [] : ['b']), ...parts.columns.map((_, index) => `d${index}`)]
  return `select ${[...names, ...fieldList(scan, engagementFields)].join(', ')}
from (
  select ${[...keys, 'e.session_id', 'sum(e.engagement_time_ms) as engaged_ms', 'max(e.scroll_depth) as scroll'].join(', ')}
  from ${parts.from}
  where ${[within('e', scan.range), ...parts.conditions].join('\n  and ')}${groupBy(keys.length + 1)}
) x${groupBy(names.length)}`
}
