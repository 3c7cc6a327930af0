// Daily sums brought from another product, and what an answer leaves out: the optional `warning` (spec/stats 16).
import { queryParts } from '../db/parts.ts'
import type { Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { wantedBy } from '../rules/goal.ts'
import { importedGroups } from '../rules/imported-groups.ts'
import { type AnswerRow, addImported, keyOfRow } from './answer.ts'
import { type Dimension, dimensions, findDimension } from './dimensions.ts'
import { type Field, fieldNames, fields, type Sums } from './fields.ts'
import type { Filter, Leaf, Operator } from './filters.ts'
import { isWithinDays, rangeOfDays } from './periods.ts'
import type { Query } from './query.ts'
import { importedDays } from './shapes/imported.ts'

export interface Imported {
  readonly isIncluded: boolean
  readonly warning?: string
  /** Sums by bucket and dimension, to be added to those of the site's own traffic. */
  readonly rows: readonly AnswerRow[]
  /** Visitors of all of them. */
  readonly everyone: number
}

const messages = {
  interval: 'Imported stats are not included because the time dimension (interval) is too short.',
  parameters: 'Imported stats are not included in the results because query parameters are not supported.',
}

/** The fields that days brought by a dimension answer. */
const brought: Record<NonNullable<Dimension['imported']>, ReadonlySet<Field>> = {
  all: new Set([...fieldNames.filter((field) => fields[field].imported), 'everyone' as const]),
  'of events': new Set(['visitors', 'pageviews', 'events', 'everyone'] as const),
  'of names': new Set(['visitors', 'events'] as const),
}
const broughtBy = (name: string): ReadonlySet<Field> | undefined => {
  const by = dimensions.get(name)?.imported
  return by && brought[by]
}
/** Dimensions that are brought together. */
const groups = importedGroups.map((name) => name.split('+'))
/** How imports call a dimension: names of places are those of their codes. */
const storedName = ({ name, grain, column }: Dimension): string => (grain === 'session' ? `visit:${column}` : name)

/** A goal of single events or of pages as the names or pages that complete it; others ask what no sums know. */
function asLeaf(filter: Filter): Filter {
  if (filter.kind !== 'goal') return filter
  const wanted = filter.goals.map(wantedBy)
  if (wanted.some(({ scrollDepth, props }) => scrollDepth !== null || Object.keys(props).length > 0)) return filter
  const leafOf = (dimension: string, operator: Operator, values: string[]): Leaf => {
    return { kind: 'leaf', negated: false, caseSensitive: true, dimension: findDimension(dimension)!, operator, values }
  }
  const paths = wanted.flatMap(({ path }) => path ?? [])
  if (paths.length === 0)
    return leafOf(
      'event:name',
      'is',
      wanted.map(({ name }) => name),
    )
  return paths.length === wanted.length ? leafOf('event:page', 'wildcard', paths) : filter
}

/**
 * The dimensions, by the order of values in a row, whose sums answer a query: none for the totals; undefined: no sums
 * do.
 */
function sumsFor(query: Query): readonly string[] | undefined {
  const names = new Set(query.dimensions.map(storedName))
  for (const filter of query.filters) {
    if (filter.kind !== 'leaf') return undefined
    names.add(storedName(filter.dimension))
  }
  if (names.size === 0) return []
  const [name] = names
  const isAlone = names.size === 1 && dimensions.get(name!)?.imported !== undefined
  const members = isAlone ? [name!] : groups.find((group) => [...names].every((one) => group.includes(one)))
  const known = members && broughtBy(members[0]!)
  return known && query.metrics.every(({ needs }) => needs.every((need) => known.has(need))) ? members : undefined
}

interface DayRow extends Sums {
  local_day: string
  /** Of each of the query's dimensions. */
  values?: string[]
}

/** Why imports are not in an answer that no sums of days can give, if it asks for them. */
export async function leftOut(tx: Queryable, query: Query): Promise<string | undefined> {
  return query.withImported && (await totalsOf(tx, query)).length > 0 ? messages.parameters : undefined
}

const totalsOf = (tx: Queryable, { site, range }: Query) =>
  queryParts<DayRow>(tx, site.ids, statement('stats.imported-days'), [range.firstDay, range.lastDay])

/** What imports add to a query, if it asks for them. */
export async function importedSums(tx: Queryable, asked: Query): Promise<Imported> {
  const nothing: Imported = { isIncluded: false, rows: [], everyone: 0 }
  const query = { ...asked, filters: asked.filters.map(asLeaf) }
  if (!query.withImported) return nothing
  const totals = await totalsOf(tx, query)
  if (totals.length === 0) return nothing
  const { range, site } = query
  const whole = rangeOfDays(site.timezone, range.firstDay, range.lastDay)
  const isPart = range.start > whole.start || range.end < whole.end
  // A part of a day is too short as well: sums are of whole days.
  if (isWithinDays(query.interval) || isPart) return { ...nothing, warning: messages.interval }
  const members = sumsFor(query)
  if (members === undefined) return { ...nothing, warning: messages.parameters }
  const { text, values } = importedDays(query, members, storedName)
  const days = members.length === 0 ? totals : await queryParts<DayRow>(tx, site.ids, text, values)
  const rows = new Map<string, AnswerRow>()
  for (const day of days) {
    const bucket =
      query.buckets?.findIndex(({ firstDay, lastDay }) => firstDay <= day.local_day && day.local_day <= lastDay) ?? null
    const shown = query.dimensions.map(({ kind }, index) =>
      kind === 'integer' ? Number(day.values![index]) : day.values![index]!,
    )
    const row = rows.get(keyOfRow(bucket, shown)) ?? { bucket, values: shown, sums: {} }
    rows.set(keyOfRow(bucket, shown), row)
    addImported(row.sums, day)
  }
  const all = query.filters.length === 0 ? totals : days
  const everyone = all.reduce((sum, day) => sum + (day.visitors ?? 0), 0)
  return { isIncluded: true, rows: [...rows.values()], everyone }
}
