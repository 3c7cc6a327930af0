// Daily sums brought from another product: which sums of an answer they bring, and why an answer leaves them out
// (spec/stats 16). Each scan of a query is asked of imports alike; a metric has them where all of its sums do.
import { queryParts } from '../db/parts.ts'
import type { Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import type { FilterOperator } from '../rules/filter-operators.ts'
import { type Goal, goalGroups, wantedBy } from '../rules/goal.ts'
import { importedGroups } from '../rules/imported-groups.ts'
import { compilePattern } from '../rules/pattern.ts'
import { type AnswerRow, keyOfRow } from './answer.ts'
import { type Dimension, findDimension } from './dimensions.ts'
import { type Field, fieldNames, fields, type ImportedSum } from './fields.ts'
import type { Filter } from './filters.ts'
import type { Metric } from './metrics.ts'
import type { Leaf } from './operators.ts'
import { type Bucket, isWithinDays, rangeOfDays } from './periods.ts'
import { isEventFilter, isPageLeaf, type Scan } from './planner.ts'
import type { Query } from './query.ts'
import { importedDays } from './shapes/imported.ts'

/** Why imports that were asked for are not in an answer, as programs read it. */
export type SkipReason = 'unsupported_interval' | 'unsupported_query' | 'out_of_range' | 'no_imported_data'

/** Sums that belong to the rows of one scan. */
export interface ImportedPart {
  readonly scan: Pick<Scan, 'dimensions' | 'buckets' | 'makesRows'>
  readonly rows: readonly AnswerRow[]
}

export interface Skipped {
  readonly skipReason?: SkipReason
  /** The reason in words, if imports were left out. */
  readonly warning?: string
}

export interface Imported extends Skipped {
  readonly isIncluded: boolean
  readonly parts: readonly ImportedPart[]
  /** Metrics that count own traffic alone beside others that count imports. */
  readonly ownOnly: readonly Metric[]
}

const messages = {
  interval: 'Imported stats are not included because the time dimension (interval) is too short.',
  parameters: 'Imported stats are not included in the results because query parameters are not supported.',
}

const ofCounts = ['visitors', 'events', 'converted', 'candidates', 'group_candidates', 'everyone'] as const
const ofPages = [
  'visits',
  'pageviews',
  'exit_pageviews',
  'engaged_ms',
  'engaged_sessions',
  'scroll',
  'scrolled',
] as const
const onlyOfPages = new Set<Field>(ofPages.slice(2))
/** The fields that days brought by a dimension answer. */
const brought: Record<NonNullable<Dimension['imported']>, ReadonlySet<Field>> = {
  all: new Set(fieldNames.filter((field) => fields[field].imported && !onlyOfPages.has(field))),
  'of events': new Set([...ofCounts, ...ofPages]),
  'of names': new Set(ofCounts),
}
/** Dimensions that are brought together. */
const groups = importedGroups.map((name) => name.split('+'))
/** How imports call a dimension. The name of a place is stored as its code. */
const storedName = ({ name, grain, column }: Dimension): string => (grain === 'session' ? `visit:${column}` : name)

const leafOf = (name: string, operator: FilterOperator, values: readonly string[]): Leaf => ({
  kind: 'leaf',
  negated: false,
  caseSensitive: true,
  dimension: findDimension(name)!,
  operator,
  values,
})

/** A goal of single events or of pages as the names or pages that complete it; others ask what no sums know. */
function asLeaf(filter: Filter): Filter {
  if (filter.kind !== 'goal') return filter
  const wanted = filter.goals.map(wantedBy)
  if (wanted.some(({ scrollDepth, props }) => scrollDepth !== null || Object.keys(props).length > 0)) return filter
  const paths = wanted.flatMap(({ path }) => path ?? [])
  if (paths.length === 0)
    return leafOf(
      'event:name',
      'is',
      wanted.map(({ name }) => name),
    )
  return paths.length === wanted.length ? leafOf('event:page', 'wildcard', paths) : filter
}

/** A property alone is brought of the events that have it: no sums know the others. */
const admitsNone = (filter: Filter): boolean =>
  filter.kind === 'leaf' &&
  filter.dimension.kind === 'property' &&
  filter.operator === 'is' &&
  (filter.negated || filter.values.includes(''))

/** The members of the dimension of imports that a list by `shown` under filters is read from; [] is the totals. */
function membersFor(shown: readonly Dimension[], filters: readonly Filter[]): readonly string[] | undefined {
  const names = new Set(shown.map(storedName))
  for (const filter of filters) {
    if (filter.kind !== 'leaf') return undefined
    names.add(storedName(filter.dimension))
  }
  const [name] = names
  if (name === undefined) return []
  if (names.size === 1 && filters.some(admitsNone)) return undefined
  if (names.size === 1 && findDimension(name)?.imported !== undefined) return [name]
  return groups.find((group) => [...names].every((one) => group.includes(one)))
}

/** One statement of imported days, and the fields it brings. */
interface Reading {
  readonly shown: readonly Dimension[]
  readonly filters: readonly Filter[]
  readonly members: readonly string[]
  readonly fields: readonly Field[]
  /** The values of the scan's rows that one of its rows belongs to. */
  readonly toValues: (values: readonly (string | number)[]) => (string | number)[][]
}

/**
 * The filters that imports are asked with. Of visits with a page they know those that began there: bounces are counted
 * so.
 */
function filtersFor(scan: Scan, field: Field): readonly Filter[] | undefined {
  const filters = scan.filters.map(asLeaf)
  if (fields[field].place !== 'sessions' || !filters.some(isEventFilter)) return filters
  const isOfEntries = field === 'bounces' || field === 'entries'
  const others = filters.filter((filter) => !isPageLeaf(filter))
  return isOfEntries && !others.some(isEventFilter) ? [...others, ...scan.entryFilters] : undefined
}

type GoalList = Pick<Reading, 'shown' | 'filters' | 'toValues'>

/** A list by goal read from one by name or page: `texts` has the texts of each goal. */
function goalList(
  shown: readonly Dimension[],
  name: 'event:name' | 'event:page',
  texts: readonly (readonly string[])[],
): GoalList[] {
  const all = [...new Set(texts.flat())]
  if (all.length === 0) return []
  const at = shown.findIndex(({ kind }) => kind === 'goal')
  const isPage = name === 'event:page'
  // A name holds no pattern.
  const tests = texts.map((own) =>
    own.map((text) => (isPage ? compilePattern(text) : (found: string) => found === text)),
  )
  return [
    {
      shown: shown.with(at, findDimension(name)!),
      filters: [leafOf(name, isPage ? 'wildcard' : 'is', all)],
      toValues: (found) =>
        [...tests.keys()]
          .filter((index) => tests[index]!.some((test) => test(String(found[at]))))
          .map((index) => found.with(at, index)),
    },
  ]
}

/** The lists that a scan's rows come from. Goals of scrolling and of properties bring nothing. */
function listsOf(shown: readonly Dimension[], goals: readonly Goal[]): GoalList[] {
  if (!shown.some(({ kind }) => kind === 'goal')) return [{ shown, filters: [], toValues: (values) => [[...values]] }]
  const known = goalGroups(goals).map((group) => {
    const wanted = group.goals.map(wantedBy)
    return wanted.some(({ scrollDepth, props }) => scrollDepth !== null || Object.keys(props).length > 0) ? [] : wanted
  })
  const names = known.map((wanted) => wanted.flatMap(({ path, name }) => (path === null ? [name] : [])))
  const paths = known.map((wanted) => wanted.flatMap(({ path }) => path ?? []))
  return [...goalList(shown, 'event:name', names), ...goalList(shown, 'event:page', paths)]
}

/** How imports call the dimension of these members. */
const nameOf = (members: readonly string[]): string => members.join('+')

/** Brought by every version of an export, and since the first version of ours. Of others a range may have no day. */
const alwaysBrought = (name: string): boolean =>
  !name.startsWith('visit:channel') && !name.startsWith('visit:browser+') && !name.includes('event:props:')

/**
 * Which of the dimensions that a query may be read from are missing on all days of the range: a question about them
 * counts own traffic alone, like a question that no sums can answer.
 */
async function missingOf(tx: Queryable, query: Query, scans: readonly Scan[]): Promise<ReadonlySet<string>> {
  const all = scans.flatMap((scan) => readingsOf(query, scan, () => true)).map(({ members }) => nameOf(members))
  const names = [...new Set(all)].filter((name) => !alwaysBrought(name))
  if (names.length === 0) return new Set()
  const { site, range } = query
  const found = await queryParts<{ name: string }>(tx, site.ids, statement('stats.imported-dimensions'), [
    names,
    range.firstDay,
    range.lastDay,
  ])
  return new Set(names.filter((name) => !found.some((row) => row.name === name)))
}

/** The statements that bring a scan's fields; those no statement brings are missing in all of them. */
function readingsOf({ site }: Query, scan: Scan, isThere: (members: readonly string[]) => boolean): Reading[] {
  const readings = new Map<string, Reading & { fields: Field[] }>()
  for (const field of scan.fields) {
    const own = filtersFor(scan, field)
    if (!own || !fields[field].imported) continue
    for (const [index, list] of listsOf(scan.dimensions, site.goals).entries()) {
      const filters = [...own, ...list.filters]
      const members = membersFor(list.shown, filters)
      const known = members && (members.length === 0 ? brought.all : brought[findDimension(members[0]!)!.imported!])
      if (!known?.has(field) || !isThere(members!)) continue
      const key = `${index} ${JSON.stringify(own)}`
      const same = readings.get(key)
      if (same) same.fields.push(field)
      else readings.set(key, { ...list, filters, members: members!, fields: [field] })
    }
  }
  return [...readings.values()]
}

type DayRow = { local_day: string; values?: string[] } & Record<ImportedSum, number | null>

const totalsOf = (tx: Queryable, { site, range }: Query) =>
  queryParts<DayRow>(tx, site.ids, statement('stats.imported-days'), [range.firstDay, range.lastDay])

/** Why there is nothing to add: the sites have no imports, or none on these days. */
async function nothingOf(tx: Queryable, { site }: Query): Promise<SkipReason> {
  const found = await queryParts<{ hasImports: boolean }>(tx, site.ids, statement('stats.has-imports'))
  return found.some(({ hasImports }) => hasImports) ? 'out_of_range' : 'no_imported_data'
}

/** Why imports are not in an answer that no sums of days can give; empty if the question does not ask for imports. */
export async function leftOut(tx: Queryable, query: Query): Promise<Skipped> {
  if (!query.withImported) return {}
  if ((await totalsOf(tx, query)).length === 0) return { skipReason: await nothingOf(tx, query) }
  return { skipReason: 'unsupported_query', warning: messages.parameters }
}

/** True if every sum of a metric is brought, and no other metric needs one of them without the rest. */
function answeredMetrics(metrics: readonly Metric[], known: ReadonlySet<Field>): Metric[] {
  const isKnown = (metric: Metric) => metric.needs.every((need) => known.has(need))
  const missing = new Set(metrics.filter((metric) => !isKnown(metric)).flatMap(({ needs }) => needs))
  return metrics.filter((metric) => isKnown(metric) && !metric.needs.some((need) => missing.has(need)))
}

const bucketIn = (buckets: readonly Bucket[] | null, day: string): number | null =>
  buckets?.findIndex(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay) ?? null

/** The sums of a reading by the rows of its scan. */
function sumDays(days: readonly DayRow[], reading: Reading, scan: Scan): AnswerRow[] {
  const rows = new Map<string, { row: AnswerRow; pageviews: number }>()
  for (const day of days) {
    const bucket = bucketIn(scan.buckets, day.local_day)
    if (bucket === -1) continue
    const shown = reading.shown.map(({ kind }, index) =>
      kind === 'integer' ? Number(day.values![index]) : day.values![index]!,
    )
    for (const values of reading.toValues(shown)) {
      const key = keyOfRow(bucket, values)
      const known = rows.get(key) ?? { row: { bucket, values, sums: {} }, pageviews: 0 }
      rows.set(key, known)
      known.pageviews += day.pageviews ?? 0
      for (const field of reading.fields) {
        const sum = day[fields[field].imported!]
        if (sum !== null) known.row.sums[field] = (known.row.sums[field] ?? 0) + sum
      }
    }
  }
  // Some products count visitors of a page without a pageview.
  const asksPageviews = reading.fields.includes('pageviews') && reading.shown.some(({ name }) => name === 'event:page')
  return [...rows.values()].filter(({ pageviews }) => !asksPageviews || pageviews > 0).map(({ row }) => row)
}

/** The sums of a query that imports add nothing to. */
export const noImports: Imported = { isIncluded: false, parts: [], ownOnly: [] }

/** Sums that imports add to the scans of a query, if it asks for them. */
export async function importedSums(tx: Queryable, query: Query, scans: readonly Scan[]): Promise<Imported> {
  if (!query.withImported) return noImports
  const totals = await totalsOf(tx, query)
  if (totals.length === 0) return { ...noImports, skipReason: await nothingOf(tx, query) }
  const { range, site } = query
  const whole = rangeOfDays(site.timezone, range.firstDay, range.lastDay)
  const isPart = range.start > whole.start || range.end < whole.end
  // A part of a day is too short as well: sums are of whole days.
  if (isWithinDays(query.interval) || isPart)
    return { ...noImports, skipReason: 'unsupported_interval', warning: messages.interval }
  const missing = await missingOf(tx, query, scans)
  const isThere = (members: readonly string[]) => !missing.has(nameOf(members))
  const planned = scans.map((scan) => ({ scan, readings: readingsOf(query, scan, isThere) }))
  const known = new Set(planned.flatMap(({ readings }) => readings.flatMap((reading) => reading.fields)))
  const answered = answeredMetrics(query.metrics, known)
  if (answered.length === 0) return { ...noImports, skipReason: 'unsupported_query', warning: messages.parameters }
  const wanted = new Set(answered.flatMap(({ needs }) => needs))
  const parts: ImportedPart[] = []
  const lacking = new Set<Field>()
  for (const { scan, readings } of planned)
    for (const reading of readings.map((one) => ({
      ...one,
      fields: one.fields.filter((field) => wanted.has(field)),
    }))) {
      if (reading.fields.length === 0) continue
      const { text, values } = importedDays(
        { ...query, dimensions: reading.shown, filters: reading.filters },
        reading.members,
        storedName,
      )
      const days = reading.members.length === 0 ? totals : await queryParts<DayRow>(tx, site.ids, text, values)
      for (const field of reading.fields)
        if (days.length > 0 && days.every((day) => day[fields[field].imported!] === null)) lacking.add(field)
      parts.push({ scan, rows: sumDays(days, reading, scan) })
    }
  const ownOnly = query.metrics.filter(
    (metric) => !answered.includes(metric) || metric.needs.some((need) => lacking.has(need)),
  )
  return { isIncluded: true, parts, ownOnly }
}

const spoken = (metric: Metric): string => metric.name.replaceAll('_', ' ')

/** The metrics of an answer with imports that have none, as `meta.metric_warnings` says it (spec/stats 16). */
export const metricWarnings = ({ ownOnly }: Imported): Record<string, { code: string; warning: string }> =>
  Object.fromEntries(
    ownOnly.map((metric) => [
      metric.name,
      { code: `no_imported_${metric.name}`, warning: `No imports with ${spoken(metric)} data were found.` },
    ]),
  )

/** The same in one sentence, where an answer has a single warning. */
export const warningOf = ({ warning, ownOnly }: Imported): string | undefined =>
  warning ??
  (ownOnly.length === 0
    ? undefined
    : `Imported stats are not included in these metrics: ${ownOnly.map(({ name }) => name).join(', ')}.`)
