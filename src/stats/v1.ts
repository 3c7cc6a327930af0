// The endpoints of v1: timeseries, aggregate and breakdown, from parameters to answer (spec/stats 2 to 20).
import { metricValue, pageRows, seriesOf } from './answer.ts'
import { type Numbers, type SiteAccess, type StatsOptions, withSegmentFilters } from './asking.ts'
import type { Sums } from './fields.ts'
import { readFiltersV1 } from './filters.ts'
import { type Imported, warningOf } from './imported.ts'
import { loadSite } from './load-site.ts'
import { paramsNeedGoals } from './mentions.ts'
import { changeOf, type Metric } from './metrics.ts'
import { parameter, parseAggregate, parseBreakdown, parseTimeseries } from './params.ts'
import type { Query } from './query.ts'
import { runQuery } from './run.ts'

/** One metric of the aggregate endpoint. */
export interface Aggregate {
  readonly value: number | null
  readonly change?: number | null
  readonly comparison_value?: number | null
}

const warned = (imported: Imported) => {
  const warning = warningOf(imported)
  return warning === undefined ? {} : { warning }
}

const valuesOf = (query: Query, sums: Sums): [string, number | null][] =>
  query.metrics.map((metric) => [metric.name, metricValue(query, metric, { values: [], sums })])

/** Parameters with the filters of their segments, and the site with its goals if they name one. */
async function read(options: StatsOptions, access: SiteAccess, params: URLSearchParams) {
  const given = readFiltersV1(parameter(params, 'filters') ?? '')
  const filters = typeof given === 'string' ? given : await withSegmentFilters(options, access, given)
  const needsGoals = paramsNeedGoals(filters, parameter(params, 'property'))
  return [await loadSite(options.db, access, needsGoals), { params, filters }, options.clock.now()] as const
}

/** spec/stats 2 to 16. */
export async function timeseries(options: StatsOptions, access: SiteAccess, given: URLSearchParams) {
  const query = parseTimeseries(...(await read(options, access, given)))
  const { rows, imported } = await runQuery(options, 'timeseries', query, { reader: access })
  const series = seriesOf(query, rows)
  const results: (Numbers & { readonly date: string })[] = series.map((sums, index) => ({
    date: query.buckets![index]!.label,
    ...Object.fromEntries(valuesOf(query, sums)),
  }))
  return { results, ...warned(imported) }
}

async function totals(options: StatsOptions, access: SiteAccess, query: Query) {
  const { rows, imported } = await runQuery(options, 'aggregate', query, { reader: access })
  const sums = { ...rows[0]?.sums }
  const valueFor = (metric: Metric) =>
    metric.value(sums) === null ? metric.emptyAggregate : metricValue(query, metric, { values: [], sums })
  return { values: new Map(query.metrics.map((metric) => [metric, valueFor(metric)])), imported }
}

/** spec/stats 19. */
export async function aggregate(options: StatsOptions, access: SiteAccess, given: URLSearchParams) {
  const { query, previous } = parseAggregate(...(await read(options, access, given)))
  const now = await totals(options, access, query)
  const before = previous ? await totals(options, access, previous) : null
  const results = query.metrics.map((metric): [string, Aggregate] => {
    const value = now.values.get(metric) ?? null
    if (!before) return [metric.name, { value }]
    const comparison = before.values.get(metric) ?? null
    return [metric.name, { value, change: changeOf(metric, value, comparison), comparison_value: comparison }]
  })
  return {
    results: Object.fromEntries(results),
    ...warned(warningOf(now.imported) === undefined && before ? before.imported : now.imported),
  }
}

/** spec/stats 20. */
export async function breakdown(options: StatsOptions, access: SiteAccess, given: URLSearchParams) {
  const query = parseBreakdown(...(await read(options, access, given)))
  const { rows, isPaged, imported } = await runQuery(options, 'breakdown', query, { reader: access })
  const keys = query.dimensions.map((dimension) => dimension.property ?? dimension.name.replace(/^(event|visit):/, ''))
  const results: Numbers[] = pageRows(query, rows, isPaged).map((row) => ({
    ...Object.fromEntries(keys.map((key, index) => [key, row.shown[index]])),
    ...Object.fromEntries(
      query.metrics.slice(0, query.shown).map((metric, index) => [metric.name, row.metrics[index]]),
    ),
  }))
  return { results, ...warned(imported) }
}
