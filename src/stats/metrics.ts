// All metrics in one table: which sums they need, how they are computed and rounded, what an empty bucket shows, what
// they refuse.

/** The sums scans bring; `Sums` is one bucket or row of them. Absent means nothing was found. */
export type Field =
  | 'visitors'
  | 'visits'
  | 'pageviews'
  | 'events'
  | 'sessions'
  | 'bounces'
  | 'entries'
  | 'duration'
  | 'session_pageviews'
  | 'engaged_ms'
  | 'engaged_sessions'
  | 'scroll'
  | 'converted'
  | 'candidates'
  | 'group_candidates'
  | 'everyone'
  | 'exits'
  | 'exit_pageviews'
  | 'revenue'
  | 'revenue_events'

export type Sums = Partial<Record<Field, number | null>>

/** Where a metric lives (spec/stats 6). */
export type MetricGrain = 'either' | 'event' | 'session'

export type MetricName =
  | 'visitors'
  | 'visits'
  | 'pageviews'
  | 'events'
  | 'bounce_rate'
  | 'visit_duration'
  | 'views_per_visit'
  | 'conversion_rate'
  | 'time_on_page'
  | 'scroll_depth'
  | 'percentage'
  | 'group_conversion_rate'
  | 'exit_rate'
  | 'total_revenue'
  | 'average_revenue'

export interface Metric {
  readonly name: MetricName
  readonly grain: MetricGrain
  readonly needs: readonly Field[]
  readonly value: (sums: Sums) => number | null
  /** The value of the aggregate endpoint without data (spec/stats 19). */
  readonly emptyAggregate: number | null
  /** Refused next to event filters by v1 (spec/stats 13). */
  readonly isSessionMetric?: boolean
  readonly v2Only?: boolean
  /** How aggregate compares it (spec/stats 19). */
  readonly change: 'percent' | 'points' | 'decimal-points'
}

/**
 * Half away from zero (spec/stats 7), to some decimals; the scale is applied before the division, so that x.5 stays
 * exact.
 */
function ratio(top: number, bottom: number, scale: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round((top * scale * factor) / bottom) / factor
}

const of = (sums: Sums, field: Field): number => sums[field] ?? 0

const count = (name: MetricName & Field, grain: MetricGrain, isSessionMetric = false): Metric => ({
  name,
  grain,
  needs: [name],
  value: (sums) => of(sums, name),
  emptyAggregate: 0,
  isSessionMetric,
  change: 'percent',
})

const share = (
  name: MetricName,
  top: Field,
  bottom: Field,
  more: Partial<Metric> & { decimals: number; whenNone: number | null },
): Metric => ({
  name,
  grain: 'either',
  needs: [top, bottom],
  value: (sums) =>
    of(sums, bottom) === 0 ? more.whenNone : ratio(of(sums, top), of(sums, bottom), 100, more.decimals),
  emptyAggregate: more.whenNone,
  change: 'percent',
  ...more,
})

const table: readonly Metric[] = [
  count('visitors', 'either'),
  count('visits', 'either', true),
  count('pageviews', 'event'),
  count('events', 'event'),
  share('bounce_rate', 'bounces', 'entries', {
    grain: 'session',
    decimals: 0,
    whenNone: 0,
    isSessionMetric: true,
    change: 'points',
  }),
  {
    name: 'visit_duration',
    grain: 'session',
    needs: ['duration', 'sessions'],
    value: (sums) => (of(sums, 'sessions') === 0 ? null : ratio(of(sums, 'duration'), of(sums, 'sessions'), 1, 0)),
    emptyAggregate: 0,
    isSessionMetric: true,
    change: 'percent',
  },
  {
    name: 'views_per_visit',
    grain: 'session',
    needs: ['session_pageviews', 'sessions'],
    value: (sums) =>
      of(sums, 'sessions') === 0 ? 0 : ratio(of(sums, 'session_pageviews'), of(sums, 'sessions'), 1, 2),
    emptyAggregate: 0,
    isSessionMetric: true,
    change: 'percent',
  },
  share('conversion_rate', 'converted', 'candidates', { decimals: 2, whenNone: 0, change: 'decimal-points' }),
  {
    name: 'time_on_page',
    grain: 'event',
    needs: ['engaged_ms', 'engaged_sessions'],
    value: (sums) =>
      of(sums, 'engaged_sessions') === 0
        ? null
        : ratio(of(sums, 'engaged_ms'), of(sums, 'engaged_sessions') * 1000, 1, 0),
    emptyAggregate: null,
    change: 'percent',
  },
  {
    name: 'scroll_depth',
    grain: 'event',
    needs: ['scroll'],
    value: (sums) => (sums.scroll === undefined || sums.scroll === null ? null : Math.round(sums.scroll)),
    emptyAggregate: null,
    v2Only: true,
    change: 'percent',
  },
  share('percentage', 'visitors', 'everyone', { decimals: 1, whenNone: null, v2Only: true }),
  share('group_conversion_rate', 'converted', 'group_candidates', { decimals: 2, whenNone: 0, v2Only: true }),
  share('exit_rate', 'exits', 'exit_pageviews', {
    grain: 'session',
    decimals: 1,
    whenNone: null,
    isSessionMetric: true,
    v2Only: true,
  }),
  {
    name: 'total_revenue',
    grain: 'event',
    needs: ['revenue'],
    value: (sums) => sums.revenue ?? 0,
    emptyAggregate: 0,
    v2Only: true,
    change: 'percent',
  },
  {
    name: 'average_revenue',
    grain: 'event',
    needs: ['revenue', 'revenue_events'],
    value: (sums) => (of(sums, 'revenue_events') === 0 ? 0 : of(sums, 'revenue') / of(sums, 'revenue_events')),
    emptyAggregate: 0,
    v2Only: true,
    change: 'percent',
  },
]

export const metrics: ReadonlyMap<string, Metric> = new Map(table.map((metric) => [metric.name, metric]))

/** A metric of the v1 endpoints. */
export function findMetricV1(name: string): Metric | undefined {
  const metric = metrics.get(name)
  return metric?.v2Only ? undefined : metric
}

/** The change of a metric between two periods, halves away from zero (spec/stats 7 and 19). */
export function changeOf(metric: Metric, now: number | null, before: number | null): number | null {
  if (metric.name === 'bounce_rate') return before === 0 || now === null || before === null ? null : now - before
  if (now === null || before === null) return null
  // Whole hundredths first, what the values were rounded to: of whole numbers x.5 stays exact.
  const [from, to] = [Math.round(before * 100), Math.round(now * 100)]
  const [sign, size] = [Math.sign(to - from), Math.abs(to - from)]
  if (metric.change === 'decimal-points') return (sign * Math.round(size / 10)) / 10
  if (before === 0) return now > 0 ? 100 : 0
  return sign * Math.round((size * 100) / from)
}
