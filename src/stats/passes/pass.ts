// One pass over the rows that several questions ask for: they are chosen once, and each question groups them its own
// way. Pure: from the scans of questions to passes with their SQL, and from the rows of a pass to the rows of each
// scan.
import { dayMs } from '../../rules/durations.ts'
import type { ScanRow } from '../answer.ts'
import { compileScan, contextOf, plansLeftOut } from '../compile.ts'
import { keyOf } from '../day-keys.ts'
import { columnsRead } from '../dimensions.ts'
import { type Scan, scansOf } from '../planner.ts'
import type { Query } from '../query.ts'
import { chosenRows, isByPage, rowsHeld, usesVisit } from '../rows.ts'
import { groupRows } from '../shapes/grouped-rows.ts'
import { isOfWholeVisits } from '../shapes/whole-visits.ts'
import { activity, createBinder, rowsMax, type Statement, whereAll } from '../sql.ts'

/** A scan of a question, with the number of the question. */
interface Asking {
  readonly question: number
  readonly query: Query
  readonly scan: Scan
  /** The statement that it would ask alone, values included: two scans with one key have the same rows. */
  readonly key: string
}

export interface Pass {
  readonly siteIds: readonly number[]
  readonly statement: Statement
  /** Each scan that groups its rows, once. */
  readonly groupings: readonly Pick<Asking, 'key' | 'scan'>[]
  /** The numbers of the questions that have such a scan. */
  readonly questions: ReadonlySet<number>
}

/** The key of a scan. */
export function keyOfScan(query: Query, scan: Scan): string {
  const { text, values } = compileScan(query, scan, { kind: 'raw' })
  return JSON.stringify([text, values])
}

/**
 * Longer ranges are asked alone. There two questions at once, each with workers of its own, take less time, and with
 * many weeks less of the processor too (bench/NOTES.md, "One pass for a page of panels").
 */
const rangeMax = 35 * dayMs

/**
 * True for a scan that rows alone can answer, and no index by itself. The rows of a page that the database orders have
 * to be all rows if imports are added, which is known later.
 */
function canShare(query: Query, scan: Scan): boolean {
  if (scan.filters.length === 0 || scan.range.end - scan.range.start > rangeMax) return false
  if (keyOf(query, scan) || isByPage(scan)) return false
  if (scan.page !== null && query.withImported) return false
  const goals = scan.dimensions.some(({ kind }) => kind === 'goal') ? query.site.goals : []
  return activity(scan.filters, goals) === activity(scan.filters)
}

/** Scans with one key choose the same rows. Events without a visit are not among events that are joined with theirs. */
function rowsKeyOf(scan: Scan): string {
  const { source, siteIds, range, longUntil, filters } = scan
  return JSON.stringify([source, usesVisit(scan), siteIds, range.start, range.end, longUntil, filters])
}

/**
 * The passes of a list of questions, each with the queries that it asks. Rows are chosen together where two questions
 * or more have to read them; then a scan that could be answered from visits, without their events, takes these rows
 * too.
 */
export function passesOf(questions: readonly (readonly Query[])[]): Pass[] {
  const byRows = new Map<string, Asking[]>()
  for (const [question, queries] of questions.entries())
    for (const given of queries) {
      const { query, scans } = scansOf(given)
      for (const scan of scans) {
        if (!canShare(query, scan)) continue
        const key = rowsKeyOf(scan)
        byRows.set(key, [...(byRows.get(key) ?? []), { question, query, scan, key: keyOfScan(query, scan) }])
      }
    }
  return [...byRows.values()].flatMap((asking) => {
    const reading = asking.filter(({ scan }) => !isOfWholeVisits(scan))
    return new Set(reading.map(({ question }) => question)).size < 2 ? [] : (passOf(asking) ?? [])
  })
}

/** All that the scans ask of their rows, as one scan that groups by nothing. */
function chosenScan(scans: readonly Scan[]): Scan {
  const dimensions = new Map(
    scans.flatMap((scan) => scan.dimensions.flatMap((one) => (one.kind === 'goal' ? [] : [[one.name, one] as const]))),
  )
  return {
    ...scans[0]!,
    buckets: null,
    smeared: false,
    page: null,
    dimensions: [...dimensions.values()],
    entryFilters: scans.flatMap((scan) => scan.entryFilters),
    fields: [...new Set(scans.flatMap((scan) => scan.fields))],
  }
}

/** The columns that texts read of the rows `e` or `v`. */
function columnsNamed(texts: readonly string[]): string[] {
  const named = texts.flatMap((text) => [...text.replaceAll(/'(?:[^']|'')*'/g, '').matchAll(/\b[ev]\.(\w+)/g)])
  return [...new Set(named.map(([, column]) => column!))]
}

/** Undefined if the rows have to be read by page, which an index does alone. */
function passOf(asking: readonly Asking[]): Pass | undefined {
  const groupings = [...new Map(asking.map((one) => [one.key, one])).values()]
  const chosen = chosenScan(groupings.map(({ scan }) => scan))
  if (isByPage(chosen)) return undefined
  const { bind, values } = createBinder()
  const texts = groupings.map(({ query, scan }) => {
    const context = contextOf(query, scan, bind)
    return groupRows(scan, rowsHeld(scan, context, 'chosen'))
  })
  const [{ query }] = groupings as [Asking, ...Asking[]]
  const { from, conditions } = chosenRows(chosen, contextOf(query, chosen, bind))
  const isOfVisits = chosen.source === 'visits'
  const ofVisit = new Set(chosen.dimensions.filter(({ grain }) => grain !== 'event').flatMap(columnsRead))
  const columns = columnsNamed(texts).map((name) => `${isOfVisits || ofVisit.has(name) ? 'v' : 'e'}.${name}`)
  const shape = { keys: most(groupings, ({ scan }) => scan.dimensions.length), sums: most(groupings, sumsIn) }
  const text = `with chosen as materialized (
select ${columns.length === 0 ? 'null as nothing' : columns.join(', ')}
from ${from}${whereAll(conditions)}
)
${groupings.map(({ scan }, index) => partText(scan, texts[index]!, index, shape)).join('\nunion all\n')}`
  return {
    siteIds: chosen.siteIds,
    statement: { text, values, without: plansLeftOut(chosen) },
    groupings,
    questions: new Set(asking.map(({ question }) => question)),
  }
}

const sumsIn = ({ scan }: Pick<Asking, 'scan'>): number => scan.fields.length
const most = <T>(list: readonly T[], count: (item: T) => number): number => Math.max(...list.map(count))

/** How many columns the rows of all scans of a pass have. */
interface Shape {
  readonly keys: number
  readonly sums: number
}

/**
 * The rows of one scan in the columns of all: which scan, the place of a row on a page that the database orders, the
 * bucket, dimensions as texts, sums as numbers.
 */
function partText({ buckets, dimensions, fields, page }: Scan, text: string, index: number, shape: Shape): string {
  const place = page ? `row_number() over (order by ${page.order.join(', ')})` : 'null::bigint'
  const keys = Array.from({ length: shape.keys }, (_, at) => (at < dimensions.length ? `d${at}::text` : 'null::text'))
  const sums = Array.from({ length: shape.sums }, (_, at) => `${fields[at] ?? 'null'}::float8`)
  const named = [
    `${index} as scan`,
    `${place} as place`,
    `${buckets === null ? 'null' : 'b'}::integer as b`,
    ...keys.map((key, at) => `${key} as d${at}`),
    ...sums.map((sum, at) => `${sum} as s${at}`),
  ]
  return `select ${named.join(', ')} from (\n${text}\n) part`
}

/** The rows of each scan of a pass, by its key. A scan with more rows than anybody reads is left out. */
export function rowsByScan({ groupings }: Pass, rows: readonly ScanRow[]): ReadonlyMap<string, readonly ScanRow[]> {
  const parts = groupings.map((): ScanRow[] => [])
  for (const row of rows) parts[Number(row['scan'])]!.push(row)
  const found = new Map<string, readonly ScanRow[]>()
  for (const [index, { key, scan }] of groupings.entries()) {
    const own = parts[index]!
    if (own.length > rowsMax) continue
    if (scan.page) own.sort((a, b) => Number(a['place']) - Number(b['place']))
    found.set(
      key,
      own.map((row) => rowOf(scan, row)),
    )
  }
  return found
}

/** A row as the scan alone would bring it. */
function rowOf({ buckets, dimensions, fields }: Scan, row: ScanRow): ScanRow {
  const own: ScanRow = {}
  if (buckets !== null) own['b'] = row['b']!
  for (const [at, { kind }] of dimensions.entries()) {
    const value = row[`d${at}`] ?? null
    own[`d${at}`] = value !== null && (kind === 'integer' || kind === 'goal') ? Number(value) : value
  }
  for (const [at, field] of fields.entries()) own[field] = row[`s${at}`] ?? null
  return own
}
