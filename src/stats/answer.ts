// Rows + Buckets -> answers: joins the scans' rows by bucket and dimensions, fills, computes, orders, labels
// (spec/stats 8, 20, 22.2).

import { type Goal, goalGroups } from '../rules/goal.ts'
import { countries, type Dimension } from './dimensions.ts'
import type { Field, Sums } from './fields.ts'
import { hasFilterOn, leavesOf } from './filters.ts'
import type { Metric, UnknownIn } from './metrics.ts'
import type { Bucket } from './periods.ts'
import type { Scan } from './planner.ts'
import type { Query } from './query.ts'

/** Names of places, by kind and code. */
export type PlaceNames = ReadonlyMap<string, ReadonlyMap<string, string>>

export type ScanRow = Record<string, number | string | null>

/** One row of an answer before it is shaped: bucket index, dimension values, and the sums behind its metrics. */
export interface AnswerRow {
  readonly bucket: number | null
  readonly values: readonly (string | number)[]
  readonly sums: Sums
}

const asNumber = (value: number | string | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)

export const keyOfRow = (bucket: number | null, values: readonly (string | number)[]): string =>
  JSON.stringify([bucket, values])

type OfScan = Pick<Scan, 'dimensions' | 'buckets' | 'makesRows'>

/** Adds imported sums to a row, each to its own. */
function addSums(sums: Sums, more: Sums): void {
  for (const [field, sum] of Object.entries(more) as [Field, number][]) sums[field] = (sums[field] ?? 0) + sum
}

/** Visits of an unknown place are a row only where the site's own traffic makes it one. */
function isOfNoPlace({ dimensions }: OfScan, values: readonly (string | number)[]): boolean {
  const places = dimensions.flatMap(({ column }, index) =>
    typeof column === 'string' && placeColumns.has(column) ? [values[index]] : [],
  )
  return places.length > 0 && places.every((value) => value === '' || value === 0)
}
const placeColumns: ReadonlySet<string> = new Set(['country', 'region', 'city'])

/**
 * Joins the rows of the scans and of imports. A scan that only completes rows (denominators) adds no row of its own.
 */
export function joinScans(
  query: Query,
  results: readonly { scan: Scan; rows: readonly ScanRow[] }[],
  imported: readonly { scan: OfScan; rows: readonly AnswerRow[] }[] = [],
): AnswerRow[] {
  const rows = new Map<string, { bucket: number | null; values: (string | number)[]; sums: Sums }>()
  const read = (scan: Scan, row: ScanRow) => ({
    bucket: scan.buckets === null ? null : Number(row['b']),
    values: scan.dimensions.map((_, index) => row[`d${index}`] ?? ''),
    sums: Object.fromEntries(scan.fields.map((field) => [field, asNumber(row[field])])) as Sums,
  })
  for (const { scan, rows: found } of results.filter((result) => result.scan.makesRows)) {
    for (const row of found) {
      const { bucket, values, sums } = read(scan, row)
      const key = keyOfRow(bucket, values)
      const known = rows.get(key)
      if (known) Object.assign(known.sums, sums)
      else rows.set(key, { bucket, values, sums })
    }
  }
  for (const { scan, rows: found } of imported.filter((part) => part.scan.makesRows)) {
    for (const { bucket, values, sums } of found) {
      const key = keyOfRow(bucket, values)
      const known = rows.get(key)
      if (known) addSums(known.sums, sums)
      else if (!isOfNoPlace(scan, values)) rows.set(key, { bucket, values: [...values], sums: { ...sums } })
    }
  }
  if (rows.size === 0 && query.buckets === null && query.dimensions.length === 0)
    rows.set(keyOfRow(null, []), { bucket: null, values: [], sums: {} })
  const complete = (scan: OfScan, byKey: ReadonlyMap<string, Sums>, add: (sums: Sums, more: Sums) => void) => {
    // If the scan has fewer dimensions, rows that differ in the others share its sums.
    const isWhole = scan.dimensions.length === query.dimensions.length
    const places = scan.dimensions.map((dimension) => query.dimensions.indexOf(dimension))
    for (const row of rows.values()) {
      const values = isWhole ? row.values : places.map((place) => row.values[place]!)
      const sums = byKey.get(keyOfRow(scan.buckets === null ? null : row.bucket, values))
      if (sums) add(row.sums, sums)
    }
  }
  for (const { scan, rows: found } of results.filter((result) => !result.scan.makesRows)) {
    const all = found.map((row) => read(scan, row))
    complete(scan, new Map(all.map(({ bucket, values, sums }) => [keyOfRow(bucket, values), sums])), Object.assign)
  }
  for (const { scan, rows: found } of imported.filter((part) => !part.scan.makesRows))
    complete(scan, new Map(found.map(({ bucket, values, sums }) => [keyOfRow(bucket, values), sums])), addSums)
  return [...rows.values()]
}

/** Rows of some of a query's buckets as rows of all of them. */
export const ofAllBuckets = (
  rows: readonly AnswerRow[],
  asked: readonly Bucket[],
  all: readonly Bucket[],
): AnswerRow[] => rows.map((row) => (row.bucket === null ? row : { ...row, bucket: all.indexOf(asked[row.bucket]!) }))

/**
 * An hour that clocks repeat has its label twice. Where one of the two has a row the other gets one as well: their
 * order tells them apart.
 */
export function withRepeated({ buckets, dimensions }: Query, rows: readonly AnswerRow[]): AnswerRow[] {
  if (buckets === null || dimensions.length > 0) return [...rows]
  const known = new Set(rows.map((row) => row.bucket))
  const labels = new Set(rows.map((row) => buckets[row.bucket ?? -1]?.label))
  const added = [...buckets.keys()].filter((index) => !known.has(index) && labels.has(buckets[index]!.label))
  return [...rows, ...added.map((bucket) => ({ bucket, values: [], sums: {} }))]
}

/** Scrolling completes a goal once a visit, not once an event: a row of such a goal counts no events (spec/stats 7). */
function isOfScrolling({ dimensions, filters, site }: Query, values: AnswerRow['values']): boolean {
  const isScroll = ({ scrollThreshold }: Goal) => scrollThreshold >= 0
  const at = dimensions.findIndex(({ kind }) => kind === 'goal')
  if (at >= 0) return goalGroups(site.goals)[Number(values[at])]?.goals.some(isScroll) ?? false
  return [...leavesOf(filters)].some((leaf) => leaf.kind === 'goal' && leaf.goals.some(isScroll))
}

const isByPage = (dimensions: Query['dimensions']): boolean => dimensions.some(({ name }) => name === 'event:page')

/** A row by a page, or under a filter by one, of which no visit began there. */
function isOfNoEntry({ dimensions, filters, interval }: Query, { entries }: Sums): boolean {
  return !entries && (isByPage(dimensions) || (interval === null && hasFilterOn(filters, 'event:page')))
}

type ValuedRow = Pick<AnswerRow, 'values' | 'sums'>

const unknown: Readonly<Record<UnknownIn, (query: Query, row: ValuedRow) => boolean>> = {
  scrolling: (query, { values }) => isOfScrolling(query, values),
  'pages without entries': (query, { sums }) => Boolean(query.isForPages) && isOfNoEntry(query, sums),
  'pages without visits': ({ dimensions }, { sums }) => !sums.sessions && isByPage(dimensions),
}

/** The value of a metric in a row of an answer. */
export const metricValue = (query: Query, { unknownIn, value }: Metric, row: ValuedRow): number | null =>
  unknownIn && unknown[unknownIn](query, row) ? null : value(row.sums)

/** The sums of every bucket, empty ones included. */
export function seriesOf(query: Query, rows: readonly AnswerRow[]): Sums[] {
  const series: Sums[] = (query.buckets ?? []).map(() => ({}))
  for (const row of rows) if (row.bucket !== null) Object.assign(series[row.bucket] ?? {}, row.sums)
  return series
}

/** The text shown for a dimension's stored value. */
function shownValue(query: Query, dimension: Dimension, value: string | number, names: PlaceNames): string | number {
  if (dimension.kind === 'goal') return goalGroups(query.site.goals)[Number(value)]?.name ?? ''
  if (dimension.nameOf === 'country') return countries.get(String(value)) ?? value
  if (!dimension.nameOf) return value
  // Cities are numbers, and 0 means no city. A city without a name is called by its number, as a text.
  if (dimension.nameOf === 'city' && value === 0) return ''
  return names.get(dimension.nameOf)?.get(String(value)) ?? String(value)
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const compare = (a: string | number | null, b: string | number | null): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1
  return compareText(String(a), String(b))
}

/** A row with its metrics computed and its dimensions spelled out. */
export interface ShapedRow extends AnswerRow {
  readonly shown: readonly (string | number)[]
  readonly metrics: readonly (number | null)[]
}

export const shape = (query: Query, rows: readonly AnswerRow[], names: PlaceNames = new Map()): ShapedRow[] =>
  rows.map((row) => ({
    ...row,
    shown: row.values.map((value, index) => shownValue(query, query.dimensions[index]!, value, names)),
    metrics: query.metrics.map((metric) => metricValue(query, metric, row)),
  }))

/** Orders rows: the first comparison that differs decides. */
export function sortRows(rows: ShapedRow[], terms: readonly ((a: ShapedRow, b: ShapedRow) => number)[]): ShapedRow[] {
  return rows.sort((a, b) => {
    for (const term of terms) {
      const order = term(a, b)
      if (order !== 0) return order
    }
    return 0
  })
}

/** The query's order as comparisons. */
export const orderTerms = (query: Query): ((a: ShapedRow, b: ShapedRow) => number)[] =>
  query.order.map(({ by, descending }) => {
    const sign = descending ? -1 : 1
    if (by === 'time') return (a, b) => sign * ((a.bucket ?? 0) - (b.bucket ?? 0))
    if ('metric' in by) return (a, b) => sign * compare(a.metrics[by.metric] ?? null, b.metrics[by.metric] ?? null)
    return (a, b) => sign * compare(a.shown[by.dimension] ?? '', b.shown[by.dimension] ?? '')
  })

/** One page of the rows in order. Rows the database ordered and cut already stay as they are. */
export function pageRows(query: Query, rows: readonly AnswerRow[], isPaged: boolean): ShapedRow[] {
  const shaped = shape(query, rows)
  if (isPaged) return shaped
  return sortRows(shaped, orderTerms(query)).slice(query.offset, query.offset + query.limit)
}
