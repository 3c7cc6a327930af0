// Rows + Buckets -> answers: joins the scans' rows by bucket and dimensions, fills, computes, orders, labels
// (spec/stats 8, 20, 22.2).

import { goalGroups } from '../rules/goal.ts'
import { countries, type Dimension } from './dimensions.ts'
import { fieldNames, fields, type Sums } from './fields.ts'
import type { Bucket } from './periods.ts'
import type { Scan } from './planner.ts'
import type { Query } from './query.ts'

/** What places are called, by kind and code. */
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

/** Joins what the scans brought. Scans that only complete rows (denominators) make none of their own. */
export function joinScans(query: Query, results: readonly { scan: Scan; rows: readonly ScanRow[] }[]): AnswerRow[] {
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
  if (rows.size === 0 && query.buckets === null && query.dimensions.length === 0)
    rows.set(keyOfRow(null, []), { bucket: null, values: [], sums: {} })
  for (const { scan, rows: found } of results.filter((result) => !result.scan.makesRows)) {
    const byKey = new Map(
      found.map((row) => [keyOfRow(read(scan, row).bucket, read(scan, row).values), read(scan, row).sums]),
    )
    // Where it is of fewer dimensions, rows that differ in the others share what it brought.
    const isWhole = scan.dimensions.length === query.dimensions.length
    const places = scan.dimensions.map((dimension) => query.dimensions.indexOf(dimension))
    for (const row of rows.values()) {
      const values = isWhole ? row.values : places.map((place) => row.values[place]!)
      const sums = byKey.get(keyOfRow(scan.buckets === null ? null : row.bucket, values))
      if (sums) Object.assign(row.sums, sums)
    }
  }
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

/** The sums of every bucket, empty ones included. */
export function seriesOf(query: Query, rows: readonly AnswerRow[]): Sums[] {
  const series: Sums[] = (query.buckets ?? []).map(() => ({}))
  for (const row of rows) if (row.bucket !== null) Object.assign(series[row.bucket] ?? {}, row.sums)
  return series
}

/** What a dimension's stored value is shown as. */
function shownValue(query: Query, dimension: Dimension, value: string | number, names: PlaceNames): string | number {
  if (dimension.kind === 'goal') return goalGroups(query.site.goals)[Number(value)]?.name ?? ''
  if (dimension.nameOf === 'country') return countries.get(String(value)) ?? value
  return (dimension.nameOf && names.get(dimension.nameOf)?.get(String(value))) ?? value
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
    metrics: query.metrics.map((metric) => metric.value(row.sums)),
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
    if ('metric' in by) return (a, b) => sign * compare(a.metrics[by.metric] ?? null, b.metrics[by.metric] ?? null)
    return (a, b) => sign * compare(a.shown[by.dimension] ?? '', b.shown[by.dimension] ?? '')
  })

/** One page of the rows in order. Rows the database ordered and cut already stay as they are. */
export function pageRows(query: Query, rows: readonly AnswerRow[], isPaged: boolean): ShapedRow[] {
  const shaped = shape(query, rows)
  if (isPaged) return shaped
  return sortRows(shaped, orderTerms(query)).slice(query.offset, query.offset + query.limit)
}

/**
 * Rows brought from another product beside the site's own: sums of the same bucket and values add up (spec/stats 16).
 */
export function withImported(
  rows: readonly AnswerRow[],
  imported: { rows: readonly AnswerRow[]; everyone: number },
): AnswerRow[] {
  if (imported.rows.length === 0) return [...rows]
  const all = new Map(rows.map((row) => [keyOfRow(row.bucket, row.values), row]))
  const everyone = imported.everyone + (rows.find((row) => row.sums.everyone)?.sums.everyone ?? 0)
  for (const { bucket, values, sums } of imported.rows) {
    const key = keyOfRow(bucket, values)
    const own = all.get(key) ?? { bucket, values, sums: {} }
    all.set(key, own)
    addImported(own.sums, sums)
  }
  for (const row of all.values()) row.sums.everyone = everyone
  return [...all.values()]
}

/** A day brought from another product, added to other sums. */
export function addImported(sums: Sums, imported: Sums): void {
  for (const field of fieldNames) {
    const { imported: name } = fields[field]
    if (name) sums[field] = (sums[field] ?? 0) + (imported[name] ?? 0)
  }
}
