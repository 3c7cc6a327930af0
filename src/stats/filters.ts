// Filters: the grammar of v1 and the tree of v2, both to one Filter tree (spec/stats 10 to 12, 22.3).
import { type Failure, statsFailures } from '../failure.ts'
import { isDoneOperator } from '../rules/filter-operators.ts'
import type { Goal } from '../rules/goal.ts'
import { hostSpellings } from '../rules/host.ts'
import { isDeeperThan } from '../rules/json-depth.ts'
import { countries, type Dimension, findDimension, internalProperties } from './dimensions.ts'
import {
  asWritten,
  blankToEmpty,
  findOperator,
  isPatternOf,
  type Leaf,
  operators,
  show,
  withoutCase,
} from './operators.ts'

export type Filter =
  | Leaf
  | { readonly kind: 'goal'; readonly goals: readonly Goal[] }
  | { readonly kind: 'and' | 'or'; readonly children: readonly Filter[] }
  | { readonly kind: 'not'; readonly child: Filter }
  | { readonly kind: 'done'; readonly negated: boolean; readonly child: Filter }

/** Bounds of one request. A larger one cannot come from a dashboard and would only cost time. */
const filtersMax = 100
const filterValuesMax = 5_000
const patternsMax = 100

/** The facts of a site that the parsers need. */
export interface FilterSite {
  readonly goals: readonly Goal[]
}

/** Every leaf of a tree, and each node above one. */
export function* leavesOf(filters: readonly Filter[]): Generator<Leaf | Extract<Filter, { kind: 'goal' }>> {
  for (const filter of filters) {
    if (filter.kind === 'leaf' || filter.kind === 'goal') yield filter
    else if (filter.kind === 'and' || filter.kind === 'or') yield* leavesOf(filter.children)
    else if (filter.kind === 'not') yield* leavesOf([filter.child])
  }
}

const nameOf = (filter: Filter): string =>
  filter.kind === 'goal' ? 'event:goal' : filter.kind === 'leaf' ? filter.dimension.name : ''

/** True when a leaf of this dimension (or of all that begin so, for `event:props:`) is anywhere in the filters. */
export function hasFilterOn(filters: readonly Filter[], name: string): boolean {
  for (const leaf of leavesOf(filters))
    if (nameOf(leaf) === name || (name.endsWith(':') && nameOf(leaf).startsWith(name))) return true
  return false
}

/** The names of the dimensions filtered by, in order. */
export const filterNames = (filters: readonly Filter[]): string[] => [...leavesOf(filters)].map(nameOf)

/** Custom properties a plan must include: filters by them and goals that list them (spec/stats 14). */
export function needsProps(filters: readonly Filter[], dimensions: readonly Dimension[]): boolean {
  const isForeign = (dimension: Dimension) =>
    dimension.kind === 'property' && !internalProperties.has(dimension.property!)
  if (dimensions.some(isForeign)) return true
  const inTree = (filter: Filter): boolean => {
    if (filter.kind === 'leaf') return isForeign(filter.dimension)
    if (filter.kind === 'and' || filter.kind === 'or') return filter.children.some(inTree)
    if (filter.kind === 'not' || filter.kind === 'done') return inTree(filter.child)
    return false
  }
  return filters.some(inTree)
}

/** The refusal of a display name that no goal of the site has. */
export const goalUnknown = (name: string): Failure =>
  name.startsWith('Visit ') ? statsFailures.pageGoalUnknown(name.slice(6)) : statsFailures.goalUnknown(name)

/**
 * The goals behind display names, equal once both are folded; the first that is missing is named (spec/stats 12 and
 * 22.3).
 */
function goalsNamed(site: FilterSite, names: readonly string[], fold = asWritten): Goal[] {
  const known = new Map<string, Goal[]>()
  for (const goal of site.goals) known.set(fold(goal.displayName), [...(known.get(fold(goal.displayName)) ?? []), goal])
  const found = names.flatMap((name) => {
    const goals = known.get(fold(name))
    if (!goals) throw goalUnknown(name)
    return goals
  })
  // One goal is one goal, however many spellings name it: that decides which sums can answer.
  return [...new Set(found)]
}

/** Splits at `|`, where `\|` is a literal pipe; items are as they are written, spaces too (spec/stats 10.1). */
const splitItems = (text: string): string[] =>
  text
    .split(/(?<!\\)\|/)
    .map((item) => item.replaceAll('\\|', '|'))
    .filter((item) => item !== '')

/** The filters of v1, read: a tree of v2 filters where they are JSON, else the text of the grammar. */
export type FiltersV1 = string | readonly unknown[]

/**
 * Reads the `filters` parameter of v1. JSON that is no list stands for no filters.
 * @example readFiltersV1('[["is","visit:source",["Google"]]]') // [['is', 'visit:source', ['Google']]]
 */
export function readFiltersV1(text: string): FiltersV1 {
  try {
    const json: unknown = JSON.parse(text)
    return Array.isArray(json) ? json : ''
  } catch {
    return text
  }
}

/** Parts of the grammar: `visit:source==Google`. */
function splitPart(part: string): { name: string; value: string; negated: boolean } | undefined {
  const at = /[=!]=/.exec(part)?.index ?? -1
  if (at < 0) return undefined
  const name = part.slice(0, at).trim()
  const value = part.slice(at + 2).trim()
  return name === '' || value === '' ? undefined : { name, value, negated: part[at] === '!' }
}

/** The names that a text of the grammar filters by. */
export const namesOfV1 = (text: string): string[] => text.split(';').flatMap((part) => splitPart(part)?.name ?? [])

function parseV1Part(part: string, site: FilterSite): Filter | undefined {
  const read = splitPart(part)
  if (!read) return undefined
  const { name, value, negated } = read
  const dimension = findDimension(name)
  if (!dimension || dimension.v2Only) throw statsFailures.filterProperty(name)
  const items = splitItems(value)
  if (items.length === 0) return undefined
  if (dimension.kind === 'goal') {
    if (negated) throw statsFailures.goalNegated()
    return { kind: 'goal', goals: goalsNamed(site, items) }
  }
  if (dimension.name === 'visit:country' && items.some((item) => item.length !== 2)) return undefined
  const isWildcard = value.includes('*')
  const values = items.map((item) => blankToEmpty(item, dimension))
  const operator = isWildcard ? 'wildcard' : 'is'
  return inEachSpelling({ kind: 'leaf', dimension, operator, negated, values, caseSensitive: true })
}

/**
 * Hosts that an item names by one spelling are looked for by each; patterns are as they are written (spec/stats 11).
 */
function inEachSpelling(leaf: Leaf): Leaf {
  const { dimension, operator, values } = leaf
  if (!dimension.isHost || operators[operator].items === 'patterns') return leaf
  const fold = leaf.caseSensitive ? asWritten : withoutCase
  const spelled = values.flatMap((value) => {
    const all = isPatternOf(operator, value) ? [] : hostSpellings(fold(value))
    return all.length > 1 ? [value, ...all] : [value]
  })
  return { ...leaf, values: [...new Set(spelled)] }
}

/** Parses filters of v1 (spec/stats 10). */
export function parseFiltersV1(filters: FiltersV1, site: FilterSite): Filter[] {
  if (typeof filters !== 'string') return parseFilterTree(filters, site)
  if (filters.includes('\0')) throw statsFailures.filterInvalid('values cannot contain NUL characters')
  const parts = filters.split(';')
  if (parts.length > filtersMax) throw statsFailures.filterLimit(filtersMax)
  return bounded(parts.map((part) => parseV1Part(part, site)).filter((filter) => filter !== undefined))
}

function bounded(filters: Filter[]): Filter[] {
  let count = 0
  let values = 0
  let patterns = 0
  const visit = (filter: Filter): void => {
    count += 1
    if (filter.kind === 'leaf') {
      values += filter.values.length
      patterns += filter.values.filter((value) => isPatternOf(filter.operator, value)).length
    } else if (filter.kind === 'goal') values += filter.goals.length
    else if (filter.kind === 'and' || filter.kind === 'or') filter.children.forEach(visit)
    else if (filter.kind === 'not' || filter.kind === 'done') visit(filter.child)
  }
  filters.forEach(visit)
  if (count > filtersMax) throw statsFailures.filterLimit(filtersMax)
  if (values > filterValuesMax) throw statsFailures.filterInvalid(`at most ${filterValuesMax} values are allowed`)
  if (patterns > patternsMax) throw statsFailures.filterInvalid(`at most ${patternsMax} patterns are allowed`)
  return filters
}

const depthMax = 10

/** The filter tree of v2 (spec/stats 22.3). Top level is AND. */
export function parseFilterTree(json: unknown, site: FilterSite): Filter[] {
  if (isDeeperThan(json, 4 * depthMax)) throw statsFailures.filterInvalid('nested too deeply')
  if (!Array.isArray(json)) throw statsFailures.filterInvalid(show(json))
  if (json.length > filtersMax) throw statsFailures.filterLimit(filtersMax)
  return bounded(json.map((node) => parseNode(node, site, 0, false)))
}

function parseNode(node: unknown, site: FilterSite, depth: number, inDone: boolean): Filter {
  if (!Array.isArray(node) || depth > depthMax || typeof node[0] !== 'string')
    throw statsFailures.filterInvalid(show(node))
  const [operator, second] = node as [string, unknown]
  if (operator === 'and' || operator === 'or') {
    if (node.length !== 2 || !Array.isArray(second) || second.length === 0 || second.length > filtersMax)
      throw statsFailures.filterInvalid(show(node))
    return { kind: operator, children: second.map((child) => parseNode(child, site, depth + 1, inDone)) }
  }
  if (operator === 'not') {
    if (node.length !== 2) throw statsFailures.filterInvalid(show(node))
    return { kind: 'not', child: parseNode(second, site, depth + 1, inDone) }
  }
  if (isDoneOperator(operator)) {
    if (node.length !== 2 || inDone) throw statsFailures.filterInvalid(show(node))
    const child = parseNode(second, site, depth + 1, true)
    for (const name of filterNames([child]))
      if (!name.startsWith('event:')) throw statsFailures.filterInvalid(show(node))
    return { kind: 'done', negated: operator === 'has_not_done', child }
  }
  return parseLeaf(node, site, depth, inDone)
}

function parseLeaf(node: unknown[], site: FilterSite, depth: number, inDone: boolean): Filter {
  const [operatorName, name, given, modifiers] = node
  const operation = findOperator(operatorName as string)
  const dimension = typeof name === 'string' && !name.includes('\0') ? findDimension(name) : undefined
  if (!operation || !dimension || node.length > 4 || !Array.isArray(given) || given.length === 0)
    throw statsFailures.filterInvalid(show(node))
  if (given.length > filterValuesMax) throw statsFailures.filterInvalid(`at most ${filterValuesMax} values are allowed`)
  if (given.some((value) => typeof value !== 'string' && !(dimension.kind === 'integer' && Number.isInteger(value)))) {
    throw statsFailures.filterInvalid(show(node))
  }
  const raw = given.map(String)
  if (raw.some((value) => value.includes('\0')))
    throw statsFailures.filterInvalid('values cannot contain NUL characters')
  const entry = operators[operation.operator]
  const caseSensitive = parseModifiers(node, modifiers, entry.hasCase)
  const fold = caseSensitive ? asWritten : withoutCase
  const isTop = depth === 0 || (depth === 1 && inDone)
  if (dimension.kind === 'goal') {
    if (!isTop || operation.negated || entry.goals === 'refused') throw statsFailures.filterPlace('event:goal')
    if (entry.goals === 'named') return { kind: 'goal', goals: goalsNamed(site, raw, fold) }
    const tests = raw.map((value) => entry.passes!(value, fold))
    return { kind: 'goal', goals: site.goals.filter((goal) => tests.some((passes) => passes(goal.displayName))) }
  }
  if (dimension.name === 'event:hostname' && !isTop) throw statsFailures.filterPlace('event:hostname')
  const isCode = (value: string) => value.length === 2 || dimension.blankNames.includes(value)
  if (dimension.name === 'visit:country' && entry.items === 'values' && !raw.every(isCode))
    throw statsFailures.filterCountry()
  // Of a property the empty text is a value, which is never stored: events without it are `(none)` alone (spec/stats
  // 11).
  const isNone = (value: string) => dimension.kind === 'property' && value === '' && entry.items !== 'patterns'
  const values = raw.filter((value) => !isNone(value)).map((value) => entry.read?.(value, dimension, fold) ?? value)
  const leaf: Leaf = { kind: 'leaf', dimension, ...operation, values, caseSensitive }
  return dimension.nameOf === 'country' ? byCountryName(leaf) : inEachSpelling(leaf)
}

function parseModifiers(node: unknown[], modifiers: unknown, hasCase: boolean): boolean {
  if (modifiers === undefined) return true
  if (typeof modifiers !== 'object' || modifiers === null || Array.isArray(modifiers))
    throw statsFailures.filterInvalid(show(node))
  const { case_sensitive: caseSensitive, ...rest } = modifiers as { case_sensitive?: unknown }
  if (Object.keys(rest).length > 0 || (caseSensitive !== undefined && typeof caseSensitive !== 'boolean'))
    throw statsFailures.filterInvalid(show(node))
  if (caseSensitive !== undefined && !hasCase) throw statsFailures.filterCase()
  return caseSensitive ?? true
}

/** Names are not stored. The codes of the matching names stand for them. */
function byCountryName(leaf: Leaf): Leaf {
  const { passes } = operators[leaf.operator]
  if (!passes) return leaf
  const dimension = findDimension('visit:country')!
  const fold = leaf.caseSensitive ? asWritten : withoutCase
  const tests = leaf.values.map((value) => passes(value, fold))
  const codes = [...countries].filter(([, name]) => tests.some((test) => test(name))).map(([code]) => code)
  return {
    ...leaf,
    dimension,
    operator: 'is',
    values: leaf.values.includes('') ? [...codes, ''] : codes,
    caseSensitive: true,
  }
}
