// Operators of filters: how their items are read, and their SQL by the kind of a dimension (spec/stats 11). To add one,
// add its entry here and in rules/filter-operators.ts.
import { statsFailures } from '../failure.ts'
import { filterOperators, type FilterOperator as Operator } from '../rules/filter-operators.ts'
import { compilePattern, toLike } from '../rules/pattern.ts'
import { countries, type Dimension } from './dimensions.ts'
import { toPostgresRegex } from './regex.ts'
import { anyFolded, anyOf, type Bind, emptyText, escapeLike, valueText } from './texts.ts'

export interface Leaf {
  readonly kind: 'leaf'
  readonly dimension: Dimension
  readonly operator: Operator
  readonly negated: boolean
  /** Items; the spellings of an empty value are replaced by '', regular expressions are as the database reads them. */
  readonly values: readonly string[]
  readonly caseSensitive: boolean
}

export type Fold = (text: string) => string
export const asWritten: Fold = (text) => text
export const withoutCase: Fold = (text) => text.toLowerCase()

/** A value as filters keep it: the names of the empty value are ''. */
export const blankToEmpty = (item: string, dimension: Dimension, fold = asWritten): string =>
  dimension.blankNames.some((name) => fold(name) === fold(item)) ? '' : item

/** A part of a question in the words of its refusal. */
export const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

function readRegex(pattern: string): string {
  const text = toPostgresRegex(pattern)
  if (text === undefined) throw statsFailures.filterInvalid(`invalid regular expression ${show(pattern)}`)
  return text
}

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

/** The label of the empty value that patterns look at. A property has to be there to match one. */
const labelOf = ({ kind, blank, blankV2 }: Dimension): string => (kind === 'property' ? '' : (blankV2 ?? blank ?? ''))

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

/** The items of an operator: whole values, patterns, or patterns where they have a star and values elsewhere. */
type Items = 'values' | 'patterns' | 'both'

interface OperatorEntry {
  readonly items: Items
  /** A given item as filters keep it. Absent: as it is. */
  readonly read?: (item: string, dimension: Dimension, fold: Fold) => string
  /** The test of an item for names that the database does not have. Null: the database is given the names. */
  readonly passes: ((item: string, fold: Fold) => (text: string) => boolean) | null
  /** Questions may ask that case is ignored. */
  readonly hasCase: boolean
  /** Its use on goals: they are named, searched by name, or the filter is refused. */
  readonly goals: 'named' | 'searched' | 'refused'
  /** The empty text as an item. Every value contains it and matches it, the empty value too. */
  readonly emptyItem: 'the empty value' | 'every value'
  /** By the kind of the dimension; goals are no leaves. */
  readonly tests: Readonly<Record<Exclude<Dimension['kind'], 'goal'>, ItemsTest>>
}

/** The test of names that the dashboard shares. */
const named =
  (operator: 'is' | 'contains') =>
  (item: string, fold: Fold) =>
  (text: string): boolean =>
    filterOperators[operator].passes(fold(text), fold(item))

/** All that the statistics know of each operator. Its names stand in rules/filter-operators.ts. */
export const operators: Readonly<Record<Operator, OperatorEntry>> = {
  is: {
    items: 'values',
    read: blankToEmpty,
    passes: named('is'),
    hasCase: true,
    goals: 'named',
    emptyItem: 'the empty value',
    tests: { text: equalsText, property: equalsText, integer: equalsNumber },
  },
  contains: {
    items: 'patterns',
    passes: named('contains'),
    hasCase: true,
    goals: 'searched',
    emptyItem: 'every value',
    tests: { text: containsItem, property: containsItem, integer: ofDigits(containsItem) },
  },
  wildcard: {
    items: 'both',
    passes: (item) => compilePattern(item),
    hasCase: false,
    goals: 'refused',
    emptyItem: 'the empty value',
    tests: { text: likeText, property: likeText, integer: ofDigits(likeNumber) },
  },
  matches: {
    items: 'patterns',
    read: readRegex,
    // Here an expression could stop the process.
    passes: null,
    hasCase: false,
    goals: 'refused',
    emptyItem: 'every value',
    tests: { text: matchesText, property: matchesProperty, integer: ofDigits(matchesText) },
  },
}

/** True if an operator takes an item as a pattern, not as a value. */
export const isPatternOf = (operator: Operator, item: string): boolean => {
  const { items } = operators[operator]
  return items === 'patterns' || (items === 'both' && isPattern(item))
}

const byName: ReadonlyMap<string, { readonly operator: Operator; readonly negated: boolean }> = new Map(
  Object.entries(filterOperators).flatMap(([key, { names }]) =>
    names.map((name, index) => [name, { operator: key as Operator, negated: index === 1 }] as const),
  ),
)

/** An operator by its name in the API. */
export const findOperator = (name: string) => byName.get(name)
