// The read path's front door: what each statistics endpoint does, from parameters to answer (docs/architecture.md,
// "One question").
import type { Clock } from '../clock.ts'
import type { Database, Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { commonFailures, Failure, statsFailures } from '../failure.ts'
import type { Log } from '../log.ts'
import type { SiteView } from '../registry/directory.ts'
import { type Goal, type GoalRow, toGoal } from '../rules/goal.ts'
import { addDays, hourMs, isoWithOffset, localDayOf, minuteMs } from '../rules/time.ts'
import type { Source, SourceName } from '../rules/view-source.ts'
import type { Telemetry } from '../telemetry.ts'
import {
  type AnswerRow,
  joinScans,
  ofAllBuckets,
  orderTerms,
  pageRows,
  type ScanRow,
  type ShapedRow,
  seriesOf,
  shape,
  sortRows,
  withImported,
  withRepeated,
} from './answer.ts'
import { compareRows, withOtherBuckets } from './comparison.ts'
import { compileScan } from './compile.ts'
import { onlyOf } from './compile-only.ts'
import type { Sums } from './fields.ts'
import { askedFunnel, type Counts, compileFunnel, funnelRows, goalsOfSteps, parseFunnelQuery } from './funnel.ts'
import { type Imported, importedSums, leftOut } from './imported.ts'
import { parseJsonQuery } from './json-query.ts'
import { changeOf, type Metric } from './metrics.ts'
import { parseAggregate, parseBreakdown, parseTimeseries } from './params.ts'
import { partialLabels } from './partial.ts'
import { lasts } from './periods.ts'
import { placeNames } from './place-names.ts'
import { plan, type Scan } from './planner.ts'
import type { Query, StatsSite } from './query.ts'
import { isOfDropped, type Relation, type RollupState, readsDropped, relationOf, wantsRollups } from './relations.ts'
import { revenueOf } from './revenue.ts'
import { createSharing } from './sharing.ts'
import { namesOf, sourceOf } from './source.ts'
import { rowsMax, type Statement } from './sql.ts'

/** A site the caller may read, as http/caller hands it over. */
export interface SiteAccess {
  readonly site: SiteView
  readonly siteIds: readonly number[]
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
  query(access: SiteAccess, body: Record<string, unknown>, signal?: AbortSignal): Promise<JsonAnswer>
  /** How many events of each of these were accepted so far, from the last hour on: it changes when one is. */
  accepted(views: readonly SiteAccess[]): Promise<number[]>
  /** Why each of these cannot be the filters of a v2 query; null: it can. */
  findProblems(access: SiteAccess, trees: readonly FilterTree[]): Promise<(string | null)[]>
}

/** A tree of v2 filters that came from outside. */
export type FilterTree = unknown

export interface JsonAnswer {
  readonly results: readonly unknown[]
  readonly meta: Numbers
  readonly query: Numbers
}

export interface StatsOptions {
  readonly db: Database
  readonly log: Log
  readonly telemetry?: Telemetry
  readonly statementTimeoutMs: number
  readonly clock: Clock
}

const realtimeMs = 5 * minuteMs
const droppedWarning = 'Data older than the retention time of this site is not included in the results.'

async function loadSite(db: Database, { site, siteIds }: SiteAccess, needsGoals: boolean): Promise<StatsSite> {
  const goals = needsGoals ? await db.read.query<GoalRow>(statement('stats.goals'), [site.id]) : []
  const hasProps = site.features.has('props')
  return {
    id: site.id,
    domain: site.domain,
    ids: siteIds,
    timezone: site.timezone,
    hasProps,
    hasRevenue: site.features.has('revenue_goals'),
    // Those with custom properties need the Props feature: without it they are not configured (spec/stats 12).
    goals: goals.map(toGoal).filter((goal) => hasProps || Object.keys(goal.customProps).length === 0),
    isConsolidated: site.isConsolidated,
    longLivedFrom: site.longLivedFrom,
    longLivedTo: site.longLivedTo,
    droppedBefore: site.droppedBefore,
  }
}

const invalidRegularExpression = '2201B'

interface StateRow {
  is_changing: boolean
  first_day: string | null
  runs: [first: string, last: string, state: string][]
}

/** What of the site's rollups can be trusted for a query; undefined when its scans could not use any. */
async function rollupState(tx: Queryable, query: Query, scans: readonly Scan[]): Promise<RollupState | undefined> {
  const wanted = wantsRollups(query, scans)
  if (wanted === undefined || query.site.ids.length !== 1) return undefined
  const { firstDay, lastDay } = query.range
  const { droppedBefore } = query.site
  const isDropped = droppedBefore !== null && firstDay < droppedBefore
  const values = [query.site.ids[0], firstDay, lastDay, wanted.goalIds, wanted.properties, isDropped, wanted.source]
  const [row] = await tx.query<StateRow>(statement('stats.rollup-state'), values)
  const days = new Map<string, string>()
  // Before the first day with data there is nothing to know, and nothing was deleted.
  for (let day = firstDay; row?.first_day && day < row.first_day && day <= lastDay; day = addDays(day, 1))
    days.set(day, 'done')
  for (const [first, last, state] of row?.runs ?? [])
    for (let day = first; day <= last; day = addDays(day, 1)) days.set(day, state)
  return { isChanging: row?.is_changing ?? false, days }
}

/** Runs a query's scans in one read-only transaction with a time limit; its time is noted by endpoint and relations. */
async function run(
  options: StatsOptions,
  endpoint: string,
  query: Query,
  { signal, only }: { readonly signal?: AbortSignal; readonly only?: readonly AnswerRow[] } = {},
): Promise<{ rows: AnswerRow[]; isPaged: boolean; imported: Imported; source: Source }> {
  // A local day that was skipped is asked nothing: of a visit over it each relation would make something else.
  const lasting = query.buckets?.filter(lasts) ?? null
  const isAll = lasting?.length === query.buckets?.length
  const asked = isAll ? query : { ...query, buckets: lasting }
  const scans = lasts(query.range) ? plan(asked) : []
  const kinds = new Set<Relation['kind']>()
  const relations: SourceName[] = []
  let exact = true
  const begin = performance.now()
  const answer = await options.db.readOnly(
    async (tx) => {
      let imported = await importedSums(tx, query)
      // What is still to be added decides the order too.
      const isPaged = scans.length === 1 && scans[0]?.page !== null && imported.rows.length === 0
      const results: { scan: Scan; rows: ScanRow[] }[] = []
      if (query.site.ids.length > 0) {
        const state = await rollupState(tx, asked, scans)
        const wanted = scans.map((planned) => {
          const scan = isPaged ? planned : { ...planned, page: null }
          const relation = relationOf(asked, scan, state)
          kinds.add(relation.kind)
          relations.push(...namesOf(relation))
          if (readsDropped(query.site, scan, relation)) {
            imported = { warning: droppedWarning, ...imported }
            exact = false
          }
          const statement = compileScan(asked, scan, relation)
          return { scan, statement: only ? onlyOf(statement, asked, scan, only) : statement }
        })
        const answers = await Promise.all(wanted.map(({ statement }) => read(tx, statement)))
        for (const [index, { scan }] of wanted.entries()) results.push({ scan, rows: answers[index]! })
      }
      const joined = joinScans(asked, results)
      const own = isAll ? joined : ofAllBuckets(joined, lasting!, query.buckets!)
      return { rows: withImported(own, imported), isPaged, imported }
    },
    options.statementTimeoutMs,
    signal,
  )
  const milliseconds = performance.now() - begin
  options.telemetry?.querySeconds.observe({ class: `${endpoint} ${[...kinds].sort().join('+')}` }, milliseconds / 1000)
  if (answer.imported.isIncluded) relations.push('imported')
  return { ...answer, source: { relations, milliseconds, exact } }
}

const settings = {
  'loops and merges': ['enable_nestloop = off', 'enable_mergejoin = off'],
  workers: ['max_parallel_workers_per_gather = 0'],
}

/** Sends a scan with its settings, before it waits for any answer: those of several scans travel together. */
async function read(tx: Queryable, { text, values, without = [], unless }: Statement): Promise<ScanRow[]> {
  try {
    const left = without.flatMap((name) => settings[name])
    const set = (value: (setting: string) => string) => left.length > 0 && tx.query(left.map(value).join('; '))
    const before = set((setting) => `set local ${setting}`)
    const asked = tx.query<ScanRow>(text, values)
    const after = set((setting) => `set local ${setting.split(' ')[0]} to default`)
    const [rows] = await Promise.all([asked, before, after])
    if (unless && !unless.isRight(rows)) return await read(tx, { text: unless.whole, values, without })
    if (rows.length > rowsMax) throw commonFailures.statementTimeout()
    return rows
  } catch (error) {
    if ((error as { code?: unknown }).code === invalidRegularExpression)
      throw statsFailures.filterInvalid('invalid regular expression')
    throw error
  }
}

/** The first and the last second of a query's range. */
const datesOf = ({ site, range }: Query): string[] =>
  [range.start, Math.max(range.end - 1000, range.start)].map((instant) => isoWithOffset(site.timezone, instant))

const warned = (imported: Imported) => (imported.warning === undefined ? {} : { warning: imported.warning })
const valuesOf = (metrics: readonly Metric[], sums: Sums): [string, number | null][] =>
  metrics.map((metric) => [metric.name, metric.value(sums)])

/** Builds the statistics of one service. */
export function createStats(options: StatsOptions): Stats {
  const { db, clock } = options

  // In the JSON form any letter may be written as \u and its number.
  const mentionsGoals = (params: URLSearchParams) =>
    /event:goal|\\u/.test(`${params.getAll('filters')}${params.getAll('property')}`)

  async function timeseries(access: SiteAccess, params: URLSearchParams) {
    const query = parseTimeseries(await loadSite(db, access, mentionsGoals(params)), params, clock.now())
    const { rows, imported } = await run(options, 'timeseries', query)
    const series = seriesOf(query, rows)
    const results = series.map((sums, index) => ({
      date: query.buckets![index]!.label,
      ...Object.fromEntries(valuesOf(query.metrics, sums)),
    }))
    return { results, ...warned(imported) }
  }

  async function totals(query: Query): Promise<{ values: Map<Metric, number | null>; imported: Imported }> {
    const { rows, imported } = await run(options, 'aggregate', query)
    const sums = { ...rows[0]?.sums }
    const isEmpty = (metric: Metric) => metric.name === 'visit_duration' && !sums.sessions
    return {
      values: new Map(
        query.metrics.map((metric) => [metric, isEmpty(metric) ? metric.emptyAggregate : metric.value(sums)]),
      ),
      imported,
    }
  }

  async function aggregate(access: SiteAccess, params: URLSearchParams) {
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
      ...warned(now.imported.warning === undefined && before ? before.imported : now.imported),
    }
  }

  async function breakdown(access: SiteAccess, params: URLSearchParams) {
    const query = parseBreakdown(await loadSite(db, access, mentionsGoals(params)), params, clock.now())
    const { rows, isPaged, imported } = await run(options, 'breakdown', query)
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
    const visitors = await db.readOnly(async (tx) => {
      const values = [access.siteIds, new Date(now.getTime() - realtimeMs), now]
      const [row] = await tx.query<{ visitors: number }>(statement('stats.realtime'), values)
      return row?.visitors ?? 0
    }, options.statementTimeoutMs)
    end?.()
    return visitors
  }

  /** The first local day with data; imported days are data where they are asked for. */
  async function firstDay(site: StatsSite, include: unknown): Promise<string | null> {
    const asksImports = (include as { imports?: unknown } | null | undefined)?.imports === true
    const [row] = await db.read.query<{
      first_at: Date | null
      first_summed: string | null
      first_imported: string | null
    }>(statement('stats.first-event'), [site.ids])
    const days = [
      row?.first_at ? localDayOf(site.timezone, row.first_at.getTime()) : null,
      row?.first_summed,
      asksImports ? row?.first_imported : null,
    ]
    return days.filter((day) => typeof day === 'string').sort()[0] ?? null
  }

  /** What reached each step of a funnel within a query's range. */
  async function countSteps(query: Query, goals: readonly Goal[], signal: AbortSignal) {
    const begin = performance.now()
    const { counts, warning } = await db.readOnly(
      async (tx) => ({
        warning: isOfDropped(query.site, query) ? droppedWarning : await leftOut(tx, query),
        counts:
          query.site.ids.length > 0 && lasts(query.range)
            ? ((await read(tx, compileFunnel(query, goals))) as unknown as Counts[])
            : goals.map(() => ({ visitors: 0, visits: 0 })),
      }),
      options.statementTimeoutMs,
      signal,
    )
    const milliseconds = performance.now() - begin
    options.telemetry?.querySeconds.observe({ class: 'funnel raw' }, milliseconds / 1000)
    const source: Source = { relations: ['events'], milliseconds, exact: warning !== droppedWarning }
    return { counts, warning, source }
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
      ...(include.imports
        ? { imports_included: false, ...(found.warning ? { imports_warning: found.warning } : {}) }
        : {}),
      ...(include.source ? { source: sourceOf([found.source, ...(before ? [before.source] : [])]) } : {}),
    }
    const { site_id, metrics, ...rest } = parsed.echo
    const results = funnelRows(parsed, goals, found.counts, before?.counts ?? null)
    return { results, meta, query: { site_id, metrics, date_range: datesOf(asked), ...rest } }
  }

  async function query(access: SiteAccess, body: Record<string, unknown>, signal: AbortSignal): Promise<JsonAnswer> {
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
    const { query: asked, other, columns, include } = parsed
    const found = await run(options, 'query', asked, { signal })
    const { isPaged, imported } = found
    // Without dimensions all rows of both are beside each other; else those of the page alone are of interest.
    const before = other && asked.dimensions.length === 0 ? await run(options, 'query', other, { signal }) : null
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
    const beside = other && (before ?? (await run(options, 'query', other, { signal, only: page })))
    const compare = beside && compareRows(asked, other, beside.rows, revenue)
    const results = page.map((row) => {
      const shownBy = (label: string | null) => columns.map((column) => (column === 'time' ? label : row.shown[column]))
      const metrics = asked.metrics.map((metric, index) => revenue.show(metric, row, row.metrics[index] ?? null))
      const dimensions = shownBy(asked.buckets?.[row.bucket ?? 0]?.label ?? null)
      if (!compare) return { dimensions, metrics }
      const { label, ...compared } = compare(row)
      return { dimensions, metrics, comparison: { dimensions: shownBy(label), ...compared } }
    })
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
      ...(Object.keys(revenue.warnings).length > 0 ? { metric_warnings: revenue.warnings } : {}),
      ...(include.imports
        ? { imports_included: imported.isIncluded, ...(imported.warning ? { imports_warning: imported.warning } : {}) }
        : {}),
      ...(include.source ? { source: sourceOf([found.source, ...(beside ? [beside.source] : [])]) } : {}),
    }
    const { site_id, metrics, ...rest } = parsed.echo
    return { results, meta, query: { site_id, metrics, date_range: datesOf(asked), ...rest } }
  }

  async function accepted(views: readonly SiteAccess[]): Promise<number[]> {
    const since = new Date(Math.floor(clock.now().getTime() / hourMs - 1) * hourMs)
    const values = [JSON.stringify(views.map((view) => view.siteIds)), since]
    const rows = await db.read.query<{ accepted: number }>(statement('live.accepted'), values)
    return rows.map((row) => row.accepted)
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
  return {
    accepted,
    findProblems,
    timeseries,
    aggregate,
    breakdown,
    realtime,
    query: (access, body, signal) =>
      sharing.share(JSON.stringify([access.site.id, access.siteIds, body]), signal, (shared) =>
        query(access, body, shared),
      ),
  }
}
