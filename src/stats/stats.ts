// The read path's front door: what each statistics endpoint does, from parameters to answer (docs/architecture.md,
// "One question").
import type { Clock } from '../clock.ts'
import { partsOf } from '../db/parts.ts'
import { readRows } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { Failure, statsFailures } from '../failure.ts'
import type { Log } from '../log.ts'
import type { Goal } from '../rules/goal.ts'
import { hourMs, isoWithOffset, localDayOf, minuteMs } from '../rules/time.ts'
import type { Source } from '../rules/view-source.ts'
import { metricValue, orderTerms, pageRows, type ShapedRow, seriesOf, shape, sortRows, withRepeated } from './answer.ts'
import { compareRows, withOtherBuckets } from './comparison.ts'
import type { Sums } from './fields.ts'
import { askedFunnel, type Counts, compileFunnel, funnelRows, goalsOfSteps, parseFunnelQuery } from './funnel.ts'
import { type Imported, leftOut, metricWarnings, type Skipped, warningOf } from './imported.ts'
import { asksGoals, type JourneyResult, parseJourney } from './journey.ts'
import { runJourney } from './journey-run.ts'
import { parseDateRange, parseJsonQuery } from './json-query.ts'
import { loadSite, type SiteRead } from './load-site.ts'
import { changeOf, type Metric } from './metrics.ts'
import { parseAggregate, parseBreakdown, parseTimeseries } from './params.ts'
import { partialLabels } from './partial.ts'
import { lasts } from './periods.ts'
import { placeNames } from './place-names.ts'
import type { Query, StatsSite } from './query.ts'
import { isOfDropped } from './relations.ts'
import { revenueOf } from './revenue.ts'
import { droppedWarning, type RunOptions, readSums, runQuery } from './run.ts'
import { withSegments } from './segments.ts'
import { createSharing } from './sharing.ts'
import { findSince } from './site-facts.ts'
import { sourceOf } from './source.ts'

/** A site the caller may read, as http/caller hands it over. */
export interface SiteAccess extends SiteRead {
  /** The account that asks, for its own segments. */
  readonly userId?: number | undefined
}

export type Numbers = Record<string, unknown>

/** One metric of the aggregate endpoint. */
export interface Aggregate {
  readonly value: number | null
  readonly change?: number | null
  readonly comparison_value?: number | null
}

export interface Stats {
  /** spec/stats 2 to 16. */
  timeseries(access: SiteAccess, params: URLSearchParams): Promise<{ results: Numbers[]; warning?: string }>
  /** spec/stats 19. */
  aggregate(
    access: SiteAccess,
    params: URLSearchParams,
  ): Promise<{ results: Record<string, Aggregate>; warning?: string }>
  /** spec/stats 20. */
  breakdown(access: SiteAccess, params: URLSearchParams): Promise<{ results: Numbers[]; warning?: string }>
  /** spec/stats 21. */
  realtime(access: SiteAccess): Promise<number>
  /** spec/stats 22. */
  query(access: SiteAccess, body: Record<string, unknown>, signal?: AbortSignal, asker?: Asker): Promise<JsonAnswer>
  /** The first and last local day that a `date_range` of a v2 query touches; a 400 Failure for what is none. */
  daysOf(access: SiteAccess, dateRange: unknown): Promise<readonly [first: string, last: string]>
  /** spec/journeys 5. */
  journey(access: SiteAccess, body: Record<string, unknown>, signal?: AbortSignal): Promise<JourneyAnswer>
  /** How many events of each of these were accepted so far, from the last hour on: it changes when one is. */
  accepted(views: readonly SiteAccess[]): Promise<number[]>
  /** Why each of these cannot be the filters of a v2 query; null: it can. */
  findProblems(access: SiteAccess, trees: readonly FilterTree[]): Promise<(string | null)[]>
}

/** A program, or what we show ourselves: pages, files of them and mails (spec/stats 22.2). */
export type Asker = 'program' | 'pages'

/** A tree of v2 filters that came from outside. */
export type FilterTree = unknown

export interface JsonAnswer {
  readonly results: readonly unknown[]
  readonly meta: Numbers
  readonly query: Numbers
}

export interface JourneyAnswer extends JourneyResult {
  readonly meta: Numbers
  readonly query: Numbers
}

export interface StatsOptions extends RunOptions {
  readonly log: Log
  readonly clock: Clock
}

const mentionsSegment = (filters: unknown): boolean => JSON.stringify(filters)?.includes('"segment"') ?? false

/** The account that a question depends on: segments may be a person's own. */
export const ownerOf = ({ userId }: SiteAccess, { filters }: Readonly<Record<string, unknown>>): number | null =>
  mentionsSegment(filters) ? (userId ?? null) : null

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const realtimeMs = 5 * minuteMs

const countedBySteps = [['step'], ['visitors', 'visits']] as const

interface Counted {
  readonly visitors: number
}

/** The first and the last second of a query's range. */
const datesOf = ({ site, range }: Query): string[] =>
  [range.start, Math.max(range.end - 1000, range.start)].map((instant) => isoWithOffset(site.timezone, instant))

const warned = (imported: Imported) => {
  const warning = warningOf(imported)
  return warning === undefined ? {} : { warning }
}
/** The part of an answer about imports, where a query asks for them (spec/stats 16). */
const importsMeta = ({ warning, skipReason }: Skipped, isIncluded: boolean): Numbers => ({
  imports_included: isIncluded,
  ...(skipReason ? { imports_skip_reason: skipReason } : {}),
  ...(warning ? { imports_warning: warning } : {}),
})
const valuesOf = (query: Query, sums: Sums): [string, number | null][] =>
  query.metrics.map((metric) => [metric.name, metricValue(query, metric, { values: [], sums })])

/** Builds the statistics of one service. */
export function createStats(options: StatsOptions): Stats {
  const { db, clock } = options

  // In the JSON form any letter may be written as \u and its number.
  const mentionsGoals = (params: URLSearchParams) =>
    /event:goal|\\u/.test(`${params.getAll('filters')}${params.getAll('property')}`)

  async function timeseries(access: SiteAccess, given: URLSearchParams) {
    const params = await withFiltersV1(access, given)
    const query = parseTimeseries(await loadSite(db, access, mentionsGoals(params)), params, clock.now())
    const { rows, imported } = await runQuery(options, 'timeseries', query)
    const series = seriesOf(query, rows)
    const results = series.map((sums, index) => ({
      date: query.buckets![index]!.label,
      ...Object.fromEntries(valuesOf(query, sums)),
    }))
    return { results, ...warned(imported) }
  }

  async function totals(query: Query): Promise<{ values: Map<Metric, number | null>; imported: Imported }> {
    const { rows, imported } = await runQuery(options, 'aggregate', query)
    const sums = { ...rows[0]?.sums }
    const isEmpty = (metric: Metric) => metric.name === 'visit_duration' && !sums.sessions
    return {
      values: new Map(
        query.metrics.map((metric) => [
          metric,
          isEmpty(metric) ? metric.emptyAggregate : metricValue(query, metric, { values: [], sums }),
        ]),
      ),
      imported,
    }
  }

  async function aggregate(access: SiteAccess, given: URLSearchParams) {
    const params = await withFiltersV1(access, given)
    const { query, previous } = parseAggregate(await loadSite(db, access, mentionsGoals(params)), params, clock.now())
    const now = await totals(query)
    const before = previous ? await totals(previous) : null
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

  async function breakdown(access: SiteAccess, given: URLSearchParams) {
    const params = await withFiltersV1(access, given)
    const query = parseBreakdown(await loadSite(db, access, mentionsGoals(params)), params, clock.now())
    const { rows, isPaged, imported } = await runQuery(options, 'breakdown', query)
    const keys = query.dimensions.map(
      (dimension) => dimension.property ?? dimension.name.replace(/^(event|visit):/, ''),
    )
    const results = pageRows(query, rows, isPaged).map((row) => ({
      ...Object.fromEntries(keys.map((key, index) => [key, row.shown[index]])),
      ...Object.fromEntries(
        query.metrics.slice(0, query.shown).map((metric, index) => [metric.name, row.metrics[index]]),
      ),
    }))
    return { results, ...warned(imported) }
  }

  async function realtime(access: SiteAccess): Promise<number> {
    const now = clock.now()
    const end = options.telemetry?.querySeconds.startTimer({ class: 'realtime raw' })
    const values = [new Date(now.getTime() - realtimeMs), now]
    const text = statement('stats.realtime')
    const rows = await readRows<Counted>(db, access.siteIds, text, values, options.statementTimeoutMs)
    end?.()
    return rows.reduce((sum, row) => sum + row.visitors, 0)
  }

  /** The first local day with data; imported days are data where they are asked for. */
  async function firstDay(site: StatsSite, include: unknown): Promise<string | null> {
    const asksImports = (include as { imports?: unknown } | null | undefined)?.imports === true
    const { own, imported } = await findSince(db, site.ids, site.timezone)
    return [own, asksImports ? imported : null].filter((day) => day !== null).sort()[0] ?? null
  }

  /** Counts of each step of a funnel within a query's range. */
  async function countSteps(query: Query, goals: readonly Goal[], signal: AbortSignal) {
    const begin = performance.now()
    const { ids } = query.site
    const isDropped = isOfDropped(query.site, query)
    const [skipped, counts] = await Promise.all([
      isDropped
        ? ({ skipReason: 'unsupported_query', warning: droppedWarning } as const)
        : db.readOnly((tx) => leftOut(tx, query), options.statementTimeoutMs, signal),
      ids.length > 0 && lasts(query.range)
        ? readSums<Counts>(options, ids, compileFunnel(query, goals), countedBySteps, signal)
        : goals.map(() => ({ visitors: 0, visits: 0 })),
    ])
    const milliseconds = performance.now() - begin
    options.telemetry?.querySeconds.observe({ class: 'funnel raw' }, milliseconds / 1000)
    const source: Source = { relations: ['events'], milliseconds, exact: !isDropped }
    return { counts, skipped, source }
  }

  /** A question with the filters of its segments. */
  async function withFilters(access: SiteAccess, body: Record<string, unknown>): Promise<Record<string, unknown>> {
    const { filters } = body
    if (!mentionsSegment(filters)) return body
    return { ...body, filters: await withSegments(db.read, filters, { siteId: access.site.id, userId: access.userId }) }
  }

  /** The same for v1. Its filters may be written as JSON. */
  async function withFiltersV1(access: SiteAccess, params: URLSearchParams): Promise<URLSearchParams> {
    const given = params.getAll('filters').at(-1) ?? ''
    const tree = given.includes('segment') ? parseJson(given) : undefined
    if (!Array.isArray(tree)) return params
    const { filters } = await withFilters(access, { filters: tree })
    const changed = new URLSearchParams(params)
    changed.set('filters', JSON.stringify(filters))
    return changed
  }

  /** spec/stats 24. */
  async function funnel(
    access: SiteAccess,
    id: number,
    body: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<JsonAnswer> {
    const site = await loadSite(db, access, true)
    const parsed = parseFunnelQuery(
      site,
      body,
      clock.now(),
      body['date_range'] === 'all' ? await firstDay(site, body['include']) : null,
    )
    if (!access.site.features.has('funnels')) throw statsFailures.funnelsPlan()
    const steps = await db.read.query<{ goal_id: number }>(statement('stats.funnel'), [site.id, id])
    if (steps.length === 0) throw statsFailures.funnelUnknown(id)
    const goals = goalsOfSteps(
      site,
      steps.map((step) => step.goal_id),
    )
    const { query: asked, other, include } = parsed
    const found = await countSteps(asked, goals, signal)
    const before = other && (await countSteps(other, goals, signal))
    const meta = {
      ...(other ? { comparison_date_range: datesOf(other) } : {}),
      ...(include.total_rows ? { total_rows: goals.length } : {}),
      ...(include.imports ? importsMeta(found.skipped, false) : {}),
      ...(include.source ? { source: sourceOf([found.source, ...(before ? [before.source] : [])]) } : {}),
    }
    const { site_id, metrics, ...rest } = parsed.echo
    const results = funnelRows(parsed, goals, found.counts, before?.counts ?? null)
    return { results, meta, query: { site_id, metrics, date_range: datesOf(asked), ...rest } }
  }

  async function query(
    access: SiteAccess,
    asking: Record<string, unknown>,
    signal: AbortSignal,
    asker: Asker,
  ): Promise<JsonAnswer> {
    const body = await withFilters(access, asking)
    const funnelId = askedFunnel(body)
    if (funnelId !== undefined) return funnel(access, funnelId, body, signal)
    const text = JSON.stringify([body['filters'], body['dimensions'], body['metrics']]) ?? ''
    const site = await loadSite(db, access, /event:goal|revenue/.test(text))
    const parsed = parseJsonQuery(
      site,
      body,
      clock.now(),
      body['date_range'] === 'all' ? await firstDay(site, body['include']) : null,
    )
    const { columns, include } = parsed
    const isForPages = asker === 'pages'
    const asked = { ...parsed.query, isForPages }
    const other = parsed.other && { ...parsed.other, isForPages }
    const found = await runQuery(options, 'query', asked, { signal })
    const { isPaged, imported } = found
    // Without dimensions all rows of both are beside each other; else those of the page alone are of interest.
    const before = other && asked.dimensions.length === 0 ? await runQuery(options, 'query', other, { signal }) : null
    const compared = before ? withOtherBuckets(asked, found.rows, before.rows) : found.rows
    const rows = include.partial_time_labels ? withRepeated(asked, compared) : compared
    const shaped = shape(asked, rows, await placeNames(db.read, asked, rows))
    const terms = orderTerms(asked)
    let next = 0
    const order = parsed.orders.map((term) => {
      if (term.column !== 'time') return terms[next++]!
      const sign = term.descending ? -1 : 1
      return (a: ShapedRow, b: ShapedRow) => sign * ((a.bucket ?? 0) - (b.bucket ?? 0))
    })
    const page = isPaged ? shaped : sortRows(shaped, order).slice(asked.offset, asked.offset + asked.limit)
    const revenue = revenueOf(asked)
    const beside = other && (before ?? (await runQuery(options, 'query', other, { signal, only: page })))
    const compare = beside && compareRows(asked, other, beside.rows, revenue)
    const results = page.map((row) => {
      const shownBy = (label: string | null) => columns.map((column) => (column === 'time' ? label : row.shown[column]))
      const metrics = asked.metrics.map((metric, index) => revenue.show(metric, row, row.metrics[index] ?? null))
      const dimensions = shownBy(asked.buckets?.[row.bucket ?? 0]?.label ?? null)
      if (!compare) return { dimensions, metrics }
      const { label, ...compared } = compare(row)
      return { dimensions, metrics, comparison: { dimensions: shownBy(label), ...compared } }
    })
    const warnings = { ...metricWarnings(imported), ...revenue.warnings }
    const labels = (buckets: Query['buckets']) => (buckets ?? []).map((bucket) => bucket.label)
    const meta = {
      ...(include.time_labels ? { time_labels: labels(asked.buckets) } : {}),
      ...(include.partial_time_labels
        ? {
            partial_time_labels: partialLabels(
              site.timezone,
              asked.range,
              asked.interval!,
              asked.buckets!,
              clock.now(),
            ),
          }
        : {}),
      ...(other ? { comparison_date_range: datesOf(other) } : {}),
      ...(other?.buckets ? { comparison_time_labels: labels(other.buckets) } : {}),
      ...(include.total_rows ? { total_rows: rows.length } : {}),
      ...(Object.keys(warnings).length > 0 ? { metric_warnings: warnings } : {}),
      ...(include.imports ? importsMeta(imported, imported.isIncluded) : {}),
      ...(include.source ? { source: sourceOf([found.source, ...(beside ? [beside.source] : [])]) } : {}),
    }
    const { site_id, metrics, ...rest } = parsed.echo
    const echo = { ...rest, filters: asking['filters'] ?? [] }
    return { results, meta, query: { site_id, metrics, date_range: datesOf(asked), ...echo } }
  }

  /** spec/journeys 5. */
  async function journey(
    access: SiteAccess,
    asking: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<JourneyAnswer> {
    const body = await withFilters(access, asking)
    const site = await loadSite(db, access, asksGoals(body))
    const first = body['date_range'] === 'all' ? await firstDay(site, undefined) : null
    const parsed = parseJourney(site, body, clock.now(), first)
    const found = await runJourney(options, parsed, signal)
    const asked = { site_id: asking['site_id'], date_range: datesOf(parsed.query), filters: asking['filters'] ?? [] }
    return { ...found, query: { ...asked, ...parsed.echo } }
  }

  async function accepted(views: readonly SiteAccess[]): Promise<number[]> {
    const since = new Date(Math.floor(clock.now().getTime() / hourMs - 1) * hourMs)
    const values = [JSON.stringify(views.map((view) => view.siteIds)), since]
    const sums = views.map(() => 0)
    const parts = await partsOf(
      db.read,
      views.flatMap((view) => view.siteIds),
    )
    const rows = await Promise.all(
      parts.map((of) => of.db.query<{ index: number; accepted: number }>(statement('live.accepted'), values)),
    )
    for (const { index, accepted } of rows.flat()) sums[index - 1]! += accepted
    return sums
  }

  async function daysOf({ site, siteIds }: SiteAccess, dateRange: unknown) {
    const { timezone } = site
    const since = dateRange === 'all' ? await findSince(db, siteIds, timezone) : null
    const today = localDayOf(timezone, clock.now().getTime())
    const { firstDay: first, lastDay: last } = parseDateRange(dateRange, timezone, today, since?.own ?? null)
    return [first, last] as const
  }

  async function findProblems(access: SiteAccess, trees: readonly FilterTree[]) {
    const site = await loadSite(db, access, true)
    return trees.map((filters) => {
      try {
        parseJsonQuery(site, { metrics: ['visitors'], date_range: 'day', filters }, clock.now(), null)
        return null
      } catch (error) {
        if (error instanceof Failure) return error.message
        throw error
      }
    })
  }

  const sharing = createSharing<JsonAnswer>()
  const sharedJourneys = createSharing<JourneyAnswer>()
  const keyOf = (access: SiteAccess, body: Record<string, unknown>, asker: Asker) =>
    JSON.stringify([access.site.id, access.siteIds, ownerOf(access, body), body, asker])
  return {
    accepted,
    daysOf,
    findProblems,
    timeseries,
    aggregate,
    breakdown,
    realtime,
    query: (access, body, signal, asker = 'program') =>
      sharing.share(keyOf(access, body, asker), signal, (shared) => query(access, body, shared, asker)),
    journey: (access, body, signal) =>
      sharedJourneys.share(keyOf(access, body, 'program'), signal, (shared) => journey(access, body, shared)),
  }
}
