// Filters, columns and bounds -> SQL text, for rows.ts and the shapes. Identifiers come from the tables of fields and
// dimensions, values bind; bounds and site ids are literals made by one escaping function each, because the database's
// planner needs to see them.
import { type Goal, wantedBy } from '../rules/goal.ts'
import { toLike } from '../rules/pattern.ts'
import type { Dimension } from './dimensions.ts'
import { type Filter, leavesOf } from './filters.ts'
import { type Leaf, operators } from './operators.ts'
import type { Bucket } from './periods.ts'
import type { Scan } from './planner.ts'
import type { HomeHostnames } from './query.ts'
import { regionNames } from './region-names.ts'
import { anyOf, type Bind, emptyText, presentText } from './texts.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /** Plans that the database must not use for this statement. */
  readonly without?: readonly ('loops and merges' | 'workers')[]
  /** The cost of starting workers, as the database's planner counts; absent: its own setting. */
  readonly workerCost?: number | undefined
  /**
   * A short cut that its own rows may show to be none: then the whole is asked, with the same values (shapes/days.ts).
   */
  readonly unless?: {
    readonly isRight: (rows: readonly Record<string, unknown>[]) => boolean
    readonly whole: string
  }
}

/** Rows one scan may bring; more is no answer anybody reads. */
export const rowsMax = 200_000

export const instant = (epochMs: number): string => `'${new Date(Math.trunc(epochMs)).toISOString()}'::timestamptz`
export const instants = (list: readonly number[]): string =>
  `'{${list.map((at) => `"${new Date(at).toISOString()}"`).join(',')}}'::timestamptz[]`
/** The index of the bucket an instant is in. */
export const bucketOf = (at: string, buckets: readonly Pick<Bucket, 'start'>[]): string =>
  `width_bucket(${at}, ${instants(buckets.map(({ start }) => start))}) - 1`
export const siteIn = (alias: string, ids: readonly number[]): string => {
  const list = ids.map((id) => String(Math.trunc(Number(id))))
  return list.length === 1
    ? `{{at ${alias}}}${alias}.site_id = ${list[0]}`
    : `{{at ${alias}}}${alias}.site_id = any ('{${list.join(',')}}'::bigint[])`
}

/** A where clause, or nothing. */
export const whereAll = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `\nwhere ${conditions.join('\n  and ')}`

export const groupBy = (count: number): string =>
  count === 0 ? '' : `\ngroup by ${Array.from({ length: count }, (_, index) => index + 1).join(', ')}`

/** The page of rows that is wanted, or a bound where the rows are not known beforehand. */
export function tailOf({ page, isOfKnownRows = false }: Scan): string {
  if (page) return `\norder by ${page.order.join(', ')}\nlimit ${page.limit} offset ${page.offset}`
  return isOfKnownRows ? '' : `\nlimit ${rowsMax + 1}`
}

/** Binds values from here on: each once, behind those that are bound already. */
export function createBinder(values: unknown[] = []): { bind: Bind; values: unknown[] } {
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

/** Which aliases stand for the event and its visit, and the home hostnames of the sites they are of. */
export interface Scope {
  readonly event: string
  readonly visit: string
  readonly homeHostnames: HomeHostnames
}

const aliasOf = (dimension: Dimension, scope: Scope): string =>
  dimension.grain === 'event' ? scope.event : scope.visit

/** The hostname of an event: rows leave out their site's home hostname (migration 0012). */
function hostnameOf({ event, homeHostnames }: Scope, bind: Bind): string {
  const homes = Object.values(homeHostnames)
  const home =
    homes.length === 1
      ? `${bind(homes[0])}::text`
      : `${bind(JSON.stringify(homeHostnames))}::jsonb ->> ${event}.site_id::text`
  return `coalesce(${event}.hostname, ${home})`
}

/** The filter language knows `''` as the empty value; columns hold NULL instead. */
export function columnOf(dimension: Dimension, scope: Scope, bind: Bind): string {
  // All columns of text are collate "C"; what comes out of JSON has to be told.
  if (dimension.kind === 'property' && dimension.grain === 'event')
    return `((${scope.event}.props ->> ${bind(dimension.property)}::text) collate "C")`
  const stored = (column: string) =>
    dimension.grain === 'event' && column === 'hostname'
      ? hostnameOf(scope, bind)
      : `${aliasOf(dimension, scope)}.${column}`
  return typeof dimension.column === 'string'
    ? stored(dimension.column)
    : `(${dimension.column.expression(...dimension.column.reads.map(stored))})`
}

/** Places with a name, as `p`: names that the database was told of, and for other regions the names of ISO 3166-2. */
function namedPlaces(kind: 'region' | 'city', bind: Bind): string {
  const learned = `select p.code, p.name from place_names p where p.kind = '${kind}' and p.name <> p.code`
  if (kind === 'city') return `(${learned}) p`
  const known = regionNames()
  const [codes, names] = [bind([...known.keys()]), bind([...known.values()])]
  return `(
      select coalesce(p.code, c.code) as code, coalesce(p.name, c.name) as name
      from (${learned}) p
      full join unnest(${codes}::text[], ${names}::text[]) as c (code, name) on c.code = p.code
    ) p`
}

/**
 * The condition that a region's or a city's name passes. A code without a name is its own name. Names are looked
 * through once, not for each row.
 */
function namePasses(leaf: Leaf, scope: Scope, bind: Bind): string {
  const { nameOf, ...dimension } = leaf.dimension
  const code = `${columnOf(dimension, scope, bind)}${dimension.kind === 'integer' ? '::text' : ''}`
  const known = (test: string) => `select p.code from ${namedPlaces(nameOf as 'region' | 'city', bind)}${test}`
  const name = { ...leaf, dimension: { ...dimension, kind: 'text', column: 'name' } } as const
  const byName = positive(name, { ...scope, visit: 'p' }, bind)
  const byCode = positive({ ...leaf, dimension }, scope, bind)
  return `(${code} in (${known(` where ${byName}`)}) or (${byCode}) and (${code} in (${known('')})) is not true)`
}

/** True if an item names the empty value. */
function namesBlank({ dimension, operator, caseSensitive }: Leaf, value: string): boolean {
  if (value === '') return true
  if (dimension.kind === 'integer' && operators[operator].items !== 'values') return false
  const fold = (text: string) => (caseSensitive ? text : text.toLowerCase())
  return dimension.blankNames.some((name) => fold(name) === fold(value))
}

/** The positive test: true, false, or NULL where the column is empty and emptiness does not match. */
function positive(leaf: Leaf, scope: Scope, bind: Bind): string {
  const { dimension, operator, values } = leaf
  const { emptyItem, tests } = operators[operator]
  // Before a name is bound that nothing would ask for.
  if (values.length === 0) return 'false'
  if (dimension.nameOf === 'region' || dimension.nameOf === 'city') return namePasses(leaf, scope, bind)
  const column = columnOf(dimension, scope, bind)
  if (emptyItem === 'every value' && values.includes(''))
    return dimension.kind === 'property' ? presentText(dimension, column) : 'true'
  const items = values.filter((value) => !namesBlank(leaf, value))
  const found: string[] = []
  if (items.length < values.length || emptyByPattern(leaf)) found.push(emptyText(dimension, column))
  if (items.length > 0) found.push(tests[dimension.kind as keyof typeof tests](leaf, column, items, bind))
  return found.length === 1 ? found[0]! : `(${found.join(' or ')})`
}

/** A pattern of stars alone matches the empty value of a visit; a property must be there to match. */
const emptyByPattern = (leaf: Leaf): boolean =>
  operators[leaf.operator].items === 'both' &&
  leaf.dimension.kind !== 'property' &&
  leaf.values.some((value) => /^\*+$/.test(value))

/** The test of one leaf, over the columns of its scope. */
export function leafText(leaf: Leaf, scope: Scope, bind: Bind): string {
  const test = positive(leaf, scope, bind)
  if (!leaf.negated) return test
  const negative = `(${test}) is not true`
  // Negated patterns on a property need the property; `is not` does not (spec/stats 11).
  if (leaf.dimension.kind === 'property' && operators[leaf.operator].items !== 'values')
    return `(${presentText(leaf.dimension, columnOf(leaf.dimension, scope, bind))} and ${negative})`
  return negative
}

/** When an event completes a goal (spec/stats 12). */
function goalText(goal: Goal, { event }: Scope, bind: Bind): string {
  const { name, path, scrollDepth, props } = wantedBy(goal)
  const tests = [`${event}.name = ${bind(name)}::text`]
  if (scrollDepth !== null) tests.push(`${event}.scroll_depth >= ${Math.trunc(scrollDepth)}`)
  if (path?.includes('*')) tests.push(`${event}.pathname like ${bind(toLike(path))}::text`)
  else if (path !== null) tests.push(`${event}.pathname = ${bind(path)}::text`)
  if (Object.keys(props).length > 0) tests.push(`${event}.props @> ${bind(JSON.stringify(props))}::jsonb`)
  return tests.join(' and ')
}

export function goalsText(goals: readonly Goal[], scope: Scope, bind: Bind): string {
  const plain = goals.filter((goal) => goal.eventName !== null && Object.keys(goal.customProps).length === 0)
  const others = goals.filter((goal) => !plain.includes(goal))
  const tests = others.map((goal) => `(${goalText(goal, scope, bind)})`)
  if (plain.length > 0)
    tests.unshift(anyOf(`${scope.event}.name`, '=', [...new Set(plain.map((goal) => goal.eventName!))], bind))
  return tests.length === 0 ? 'false' : `(${tests.join(' or ')})`
}

/** Facts that the texts of one statement share. */
export interface Context {
  readonly scan: Scan
  readonly bind: Bind
  /** Goals of a breakdown by goal. */
  readonly goals: readonly Goal[]
  /** Currencies of the goals in a revenue question. */
  readonly currencies: readonly string[]
  /** Label for the empty value of a dimension. Null leaves such rows out. */
  readonly blankOf: (dimension: Dimension) => string | null
}

export function filterText(filter: Filter, scope: Scope, context: Context): string {
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
      const inner = filterText(filter.child, { event: 'd', visit: '', homeHostnames: scan.homeHostnames }, context)
      return `${filter.negated ? 'not ' : ''}exists (
        select from ${activity([filter.child])} d
        where d.session_id = ${outer}.session_id and d.site_id = ${outer}.site_id
          and ${siteIn('d', scan.siteIds)} and ${within('d', scan.range)} and ${inner})`
    }
  }
}

export const within = (alias: string, bounds: { start: number; end: number }, column = 'recorded_at'): string =>
  `${alias}.${column} >= ${instant(bounds.start)} and ${alias}.${column} < ${instant(bounds.end)}`

/** Scroll goals are completed by engagement events: only then they are read beside the events. */
export function activity(filters: readonly Filter[], goals: readonly Goal[] = []): string {
  const all = [...goals]
  for (const leaf of leavesOf(filters)) if (leaf.kind === 'goal') all.push(...leaf.goals)
  if (!all.some((goal) => goal.scrollThreshold >= 0)) return 'events'
  return `(select {{part,}}site_id, recorded_at, visitor_id, session_id, name, hostname, pathname, props,
                 null::smallint as scroll_depth,
                  revenue_amount, revenue_currency
           from events
           union all
           select {{part,}}site_id, recorded_at, visitor_id, session_id, 'engagement', hostname, pathname, props,
                 scroll_depth, null, null
           from engagements)`
}

/** `has_done` looks for other events of the session, wherever it stands. */
export function asksDone(filter: Filter): boolean {
  if (filter.kind === 'and' || filter.kind === 'or') return filter.children.some(asksDone)
  return filter.kind === 'done' || (filter.kind === 'not' && asksDone(filter.child))
}
