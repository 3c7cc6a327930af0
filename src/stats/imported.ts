// Daily sums brought from another product, and what an answer leaves out: the optional `warning` (spec/stats 16).
import type { Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { importedGroups } from '../rules/imported-groups.ts'
import { type AnswerRow, addImported, keyOfRow } from './answer.ts'
import { compileImported } from './compile-imported.ts'
import { type Dimension, findDimension } from './dimensions.ts'
import type { Filter } from './filters.ts'
import type { MetricName, Sums } from './metrics.ts'
import { isWithinDays, rangeOfDays } from './periods.ts'
import type { Query } from './query.ts'

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

const ofEvents: ReadonlySet<MetricName> = new Set(['visitors', 'pageviews', 'events', 'percentage'])
const ofVisits: ReadonlySet<MetricName> = new Set([
  ...ofEvents,
  'visits',
  'bounce_rate',
  'visit_duration',
  'views_per_visit',
])
const sources = ['source', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term']
const others = ['entry_page', 'exit_page', 'country', 'region', 'city', 'device', 'browser', 'os']

/** The dimensions days are brought by, and the metrics such sums answer. */
const answerable: ReadonlyMap<string, ReadonlySet<MetricName>> = new Map<string, ReadonlySet<MetricName>>([
  ...[...sources, ...others].map((name) => [`visit:${name}`, ofVisits] as const),
  ['event:page', ofEvents],
  ['event:hostname', ofEvents],
  ['event:name', new Set<MetricName>(['visitors', 'events'])],
])

/** The same of those that are brought together. */
const groups = importedGroups.map((name) => ({
  name,
  members: name.split('+'),
  metrics: answerable.get(name.split('+')[0]!)!,
}))

/** How imports call a dimension: names of places are those of their codes. */
const storedName = ({ name, grain, column }: Dimension): string => (grain === 'session' ? `visit:${column}` : name)

/** A goal of single events or of pages as the names or pages that complete it; others ask what no sums know. */
function asLeaf(filter: Filter): Filter {
  if (filter.kind !== 'goal') return filter
  const { goals } = filter
  if (goals.some((goal) => goal.scrollThreshold >= 0 || Object.keys(goal.customProps).length > 0)) return filter
  const leaf = { kind: 'leaf', negated: false, caseSensitive: true } as const
  if (goals.every((goal) => goal.eventName !== null))
    return {
      ...leaf,
      dimension: findDimension('event:name')!,
      operator: 'is',
      values: goals.map((goal) => goal.eventName!),
    }
  if (goals.every((goal) => goal.eventName === null))
    return {
      ...leaf,
      dimension: findDimension('event:page')!,
      operator: 'wildcard',
      values: goals.map((goal) => goal.path!),
    }
  return filter
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
  const alone = names.size === 1 ? answerable.get(name!) : undefined
  const group = groups.find(({ members }) => [...names].every((one) => members.includes(one)))
  const [members, metrics] = alone ? [[name!], alone] : [group?.members, group?.metrics]
  return metrics && query.metrics.every((metric) => metrics.has(metric.name)) ? members : undefined
}

interface DayRow extends Sums {
  local_day: string
  /** Of each of the query's dimensions. */
  values?: string[]
}

/** What imports add to a query, if it asks for them. */
export async function importedSums(tx: Queryable, asked: Query): Promise<Imported> {
  const nothing: Imported = { isIncluded: false, rows: [], everyone: 0 }
  const query = { ...asked, filters: asked.filters.map(asLeaf) }
  if (!query.withImported) return nothing
  const totals = await tx.query<DayRow>(statement('stats.imported-days'), [
    query.site.ids,
    query.range.firstDay,
    query.range.lastDay,
  ])
  if (totals.length === 0) return nothing
  const { range, site } = query
  const whole = rangeOfDays(site.timezone, range.firstDay, range.lastDay)
  const isPart = range.start > whole.start || range.end < whole.end
  // A part of a day is too short as well: sums are of whole days.
  if (isWithinDays(query.interval) || isPart) return { ...nothing, warning: messages.interval }
  const members = sumsFor(query)
  if (members === undefined) return { ...nothing, warning: messages.parameters }
  const { text, values } = compileImported(query, members, storedName)
  const days = members.length === 0 ? totals : await tx.query<DayRow>(text, values)
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
