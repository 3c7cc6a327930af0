// Filters, columns and bounds -> SQL text, for rows.ts and the shapes. Identifiers come from the tables of fields and
// dimensions, values bind; bounds and site ids are literals made by one escaping function each, because the database's
// planner needs to see them.
import { type Goal, wantedBy } from '../rules/goal.ts'
import { compilePattern, toLike } from '../rules/pattern.ts'
import { countries, type Dimension } from './dimensions.ts'
import { type Filter, type Leaf, leavesOf, type Operator } from './filters.ts'
import type { Bucket } from './periods.ts'
import type { Scan } from './planner.ts'
import type { HomeHostnames } from './query.ts'
import { regionNames } from './region-names.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /** Plans that the database must not use for this statement. */
  readonly without?: readonly ('loops and merges' | 'workers')[]
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
export const label = (text: string): string => `'${text.replaceAll("'", "''")}'`
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

export type Bind = (value: unknown) => string

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

/** The hostname of an event: rows leave out that of their site (migration 0012). */
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
  if (dimension.grain === 'event' && dimension.column === 'hostname') return hostnameOf(scope, bind)
  return `${aliasOf(dimension, scope)}.${dimension.column}`
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

function anyOf(column: string, comparison: string, values: readonly string[], bind: Bind): string {
  if (values.length === 1) return `${column} ${comparison} ${bind(values[0])}::text`
  return `${column} ${comparison} any (${bind(values)}::text[])`
}

/**
 * Lower case as the database has it for every script (migration 0035), whatever collation the text brings: "C" would
 * fold A to Z only.
 */
const fold = (text: string): string => `lower(${text} collate fold)`

/** The same without regard to case; both sides are folded by the same rules. */
function anyFolded(column: string, comparison: string, values: readonly string[], bind: Bind): string {
  if (values.length === 1) return `${fold(column)} ${comparison} ${fold(`${bind(values[0])}::text`)}`
  return `${fold(column)} ${comparison} any (array(select ${fold('value')} from unnest(${bind(values)}::text[]) value))`
}

/** SQL: a text contains another one, letters of any case. */
export const containsText = (column: string, part: string, bind: Bind): string =>
  anyFolded(column, 'like', [`%${escapeLike(part)}%`], bind)

/**
 * The bounds of all texts that begin with one: `collate "C"` orders by code point, and the last one can be followed.
 */
function prefixBounds(pattern: string): [from: string, to: string] | undefined {
  const head = /^([^*]+)\*+$/u.exec(pattern)?.[1]
  if (head === undefined) return undefined
  const characters = [...head]
  const last = characters.pop()!.codePointAt(0)!
  // No upper bound is worth the care here: the prefix ends with the last character before the surrogates, or the last
  // of all.
  if (last >= 0xd7ff) return undefined
  return [head, characters.join('') + String.fromCodePoint(last + 1)]
}

/** Patterns that only fix a beginning as ranges, which need no look at each value; the others with `like`. */
function wildcards(column: string, patterns: readonly string[], bind: Bind): string {
  const [pattern] = patterns
  const bounds = patterns.length === 1 && prefixBounds(pattern!)
  if (!bounds) return anyOf(column, 'like', patterns.map(toLike), bind)
  return `(${column} >= ${bind(bounds[0])}::text and ${column} < ${bind(bounds[1])}::text)`
}

/**
 * The condition that the name of a country matches. Names are looked through once, not for each row. Without a country
 * the name is empty too.
 */
function matchesCountry(code: string, patterns: readonly string[], bind: Bind): string {
  const [codes, names] = [bind(['', ...countries.keys()]), bind(['', ...countries.values()])]
  return `${code} = any (array(
        select c.code from unnest(${codes}::text[], ${names}::text[]) as c (code, name)
        where ${anyOf('(c.name collate "C")', '~', patterns, bind)}))`
}

/** Places with a name, as `p`: those the database was told of, and of the other regions those of ISO 3166-2. */
function namedPlaces(kind: 'region' | 'city', bind: Bind): string {
  const learned = `select p.code, p.name from place_names p where p.kind = '${kind}' and p.name <> p.code`
  if (kind === 'city') return `(${learned}) p`
  const [codes, names] = [bind([...regionNames.keys()]), bind([...regionNames.values()])]
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

/**
 * Stored texts that are the empty value by another name: rows, filters and their negations read them alike (spec/stats
 * 11). Paths never are such a text, and the conditions of pages keep their indexes without it.
 */
const blankTexts = ({ grain, kind, blankNames }: Dimension): readonly string[] =>
  grain === 'entry' || kind === 'integer' ? [] : blankNames
const textList = (texts: readonly string[]): string => texts.map(label).join(', ')

/** SQL: a column holds the empty value. */
function emptyText(dimension: Dimension, column: string): string {
  const names = blankTexts(dimension)
  return names.length === 0 ? `${column} is null` : `(${column} is null or ${column} in (${textList(names)}))`
}

/** SQL: a column holds a value. */
export function presentText(dimension: Dimension, column: string): string {
  const names = blankTexts(dimension)
  return names.length === 0 ? `${column} is not null` : `${column} not in (${textList(names)})`
}

/** A column with its empty values written as `blank`, or as null. */
export function valueText(dimension: Dimension, column: string, blank: string | null): string {
  const others = blankTexts(dimension).filter((name) => name !== blank)
  const value = others.reduce((text, name) => `nullif(${text}, ${label(name)})`, column)
  if (blank === null) return value
  return `coalesce(${value}, ${dimension.kind === 'integer' ? '0' : label(blank)})`
}

/** The label of the empty value that patterns look at. A property has to be there to match one. */
const labelOf = ({ kind, blank, blankV2 }: Dimension): string => (kind === 'property' ? '' : (blankV2 ?? blank ?? ''))

/** True if an item names the empty value. */
function namesBlank({ dimension, operator, caseSensitive }: Leaf, value: string): boolean {
  if (value === '') return true
  if (dimension.kind === 'integer' && operator !== 'is') return false
  const fold = (text: string) => (caseSensitive ? text : text.toLowerCase())
  return dimension.blankNames.some((name) => fold(name) === fold(value))
}

/** The test of the items of a leaf that name no empty value. */
type ItemsTest = (leaf: Leaf, column: string, items: readonly string[], bind: Bind) => string

const equalsText: ItemsTest = ({ caseSensitive }, column, items, bind) =>
  (caseSensitive ? anyOf : anyFolded)(column, '=', items, bind)

const equalsNumber: ItemsTest = (_leaf, column, items, bind) => {
  const numbers = items.filter((value) => /^\d{1,9}$/.test(value)).map(Number)
  return numbers.length === 0 ? 'false' : `${column} = any (${bind(numbers)}::int[])`
}

/**
 * The column as patterns look at it, with the label of the empty value where an item may match a text of it. Where none
 * does, the faster plain column is compared.
 */
function shownText(leaf: Leaf, column: string, tests: readonly ((text: string) => boolean)[]): string {
  const { dimension, caseSensitive } = leaf
  const label = labelOf(dimension)
  if (label === '' && dimension.kind !== 'property') return column
  const texts = [...dimension.blankNames, label].map((text) => (caseSensitive ? text : text.toLowerCase()))
  const isPlain = !tests.some((matches) => texts.some(matches))
  return isPlain ? column : valueText(dimension, column, label === '' ? null : label)
}

const containsItem: ItemsTest = (leaf, column, items, bind) => {
  const fold = (text: string) => (leaf.caseSensitive ? text : text.toLowerCase())
  const tests = items.map((item) => (text: string) => text.includes(fold(item)))
  const compare = leaf.caseSensitive ? anyOf : anyFolded
  const patterns = items.map((value) => `%${escapeLike(value)}%`)
  return compare(shownText(leaf, column, tests), 'like', patterns, bind)
}

const isPattern = (item: string): boolean => item.includes('*')

/** In a list with a wildcard the items without one are plain values of the column. */
function likeOrEqual(
  column: string,
  items: readonly string[],
  bind: Bind,
  likeAny: (patterns: readonly string[]) => string,
): string {
  const [patterns, literals] = [items.filter(isPattern), items.filter((item) => !isPattern(item))]
  const tests: string[] = []
  if (patterns.length > 0) tests.push(likeAny(patterns))
  if (literals.length > 0) tests.push(anyOf(column, '=', literals, bind))
  return tests.length === 1 ? tests[0]! : `(${tests.join(' or ')})`
}

const likeText: ItemsTest = (leaf, column, items, bind) => {
  const shown = shownText(
    leaf,
    column,
    items.map((item) => compilePattern(item)),
  )
  return likeOrEqual(column, items, bind, (patterns) => wildcards(shown, patterns, bind))
}

const likeNumber: ItemsTest = (_leaf, column, items, bind) =>
  likeOrEqual(column, items, bind, (patterns) => anyOf(column, 'like', patterns.map(toLike), bind))

/** Regular expressions look at the label of the empty value, and at the empty text. */
const matchesText: ItemsTest = ({ dimension }, column, patterns, bind) => {
  const shown = labelOf(dimension)
  if (shown === '') {
    const given = `coalesce(${column}, '')`
    return dimension.nameOf === 'country' ? matchesCountry(given, patterns, bind) : anyOf(given, '~', patterns, bind)
  }
  const byLabel = anyOf(valueText(dimension, column, shown), '~', patterns, bind)
  return `(${byLabel} or ${emptyText(dimension, column)} and ${anyOf(`''::text`, '~', patterns, bind)})`
}

const matchesProperty: ItemsTest = ({ dimension }, column, patterns, bind) =>
  anyOf(valueText(dimension, column, null), '~', patterns, bind)

/** The test of a text for the digits of a number. */
const ofDigits =
  (test: ItemsTest): ItemsTest =>
  (leaf, column, items, bind) =>
    test(leaf, `${column}::text`, items, bind)

interface OperatorTests {
  /** The empty text as an item. Every value contains it and matches it, the empty value too. */
  readonly emptyItem: 'the empty value' | 'every value'
  /** By the kind of the dimension; goals are no leaves. */
  readonly items: Readonly<Record<Exclude<Dimension['kind'], 'goal'>, ItemsTest>>
}

/** Operators by kinds of dimensions. */
const operators: Readonly<Record<Operator, OperatorTests>> = {
  is: {
    emptyItem: 'the empty value',
    items: { text: equalsText, property: equalsText, integer: equalsNumber },
  },
  contains: {
    emptyItem: 'every value',
    items: { text: containsItem, property: containsItem, integer: ofDigits(containsItem) },
  },
  wildcard: {
    emptyItem: 'the empty value',
    items: { text: likeText, property: likeText, integer: ofDigits(likeNumber) },
  },
  matches: {
    emptyItem: 'every value',
    items: { text: matchesText, property: matchesProperty, integer: ofDigits(matchesText) },
  },
}

/** The positive test: true, false, or NULL where the column is empty and emptiness does not match. */
function positive(leaf: Leaf, scope: Scope, bind: Bind): string {
  const { dimension, operator, values } = leaf
  const { emptyItem, items: tests } = operators[operator]
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
  leaf.operator === 'wildcard' && leaf.dimension.kind !== 'property' && leaf.values.some((value) => /^\*+$/.test(value))

/** The test of one leaf, over the columns of its scope. */
export function leafText(leaf: Leaf, scope: Scope, bind: Bind): string {
  const test = positive(leaf, scope, bind)
  if (!leaf.negated) return test
  const negative = `(${test}) is not true`
  // Negated patterns on a property need the property; `is not` does not (spec/stats 11).
  if (leaf.dimension.kind === 'property' && leaf.operator !== 'is')
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
