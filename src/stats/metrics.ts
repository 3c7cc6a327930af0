// All metrics in one table: which sums they need (fields.ts), how they are computed, rounded and compared, what an
// empty bucket shows. The filters and dimensions that each of them refuses are in refusals.ts.

import type { Field, Sums } from './fields.ts'

/** Where a metric lives (spec/stats 6). */
export type MetricGrain = 'either' | 'event' | 'session'

/** Rows in which a metric is null although its sums have a value (answer.ts). */
export type UnknownIn = 'scrolling' | 'pages without entries' | 'pages without visits'

export interface Metric {
  readonly name: string
  readonly grain: MetricGrain
  readonly needs: readonly Field[]
  readonly value: (sums: Sums) => number | null
  /** The value of the aggregate endpoint without data (spec/stats 19). */
  readonly emptyAggregate: number | null
  readonly unknownIn?: UnknownIn
  /** Breakdowns of v1 are ordered by another metric, if there is one (spec/stats 20). */
  readonly isNoOrderInV1?: boolean
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
export function ratio(top: number, bottom: number, scale: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round((top * scale * factor) / bottom) / factor
}

const of = (sums: Sums, field: Field): number => sums[field] ?? 0

const count = (name: Field, grain: MetricGrain, isSessionMetric = false): Metric => ({
  name,
  grain,
  needs: [name],
  value: (sums) => of(sums, name),
  emptyAggregate: 0,
  isSessionMetric,
  change: 'percent',
})

const mean = (
  name: string,
  top: Field,
  bottom: Field,
  { decimals, whenNone, unit = 1 }: { decimals: number; whenNone: number | null; unit?: number },
): Metric => ({
  name,
  grain: 'event',
  needs: [top, bottom],
  value: (sums) => (of(sums, bottom) === 0 ? whenNone : ratio(of(sums, top), of(sums, bottom) * unit, 1, decimals)),
  emptyAggregate: whenNone,
  change: 'percent',
})

const share = (
  name: string,
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

const inSessions = { grain: 'session', isSessionMetric: true } as const
const inEvents = { grain: 'event', v2Only: true, change: 'percent' } as const

const table: readonly Metric[] = [
  count('visitors', 'either'),
  count('visits', 'either', true),
  count('pageviews', 'event'),
  { ...count('events', 'event'), unknownIn: 'scrolling' },
  share('bounce_rate', 'bounces', 'entries', {
    ...inSessions,
    decimals: 0,
    whenNone: 0,
    change: 'points',
    unknownIn: 'pages without entries',
  }),
  {
    ...mean('visit_duration', 'duration', 'sessions', { decimals: 0, whenNone: null }),
    ...inSessions,
    emptyAggregate: 0,
  },
  {
    ...mean('views_per_visit', 'session_pageviews', 'sessions', { decimals: 2, whenNone: 0 }),
    ...inSessions,
    unknownIn: 'pages without visits',
  },
  share('conversion_rate', 'converted', 'candidates', { decimals: 2, whenNone: 0, change: 'decimal-points' }),
  {
    ...mean('time_on_page', 'engaged_ms', 'engaged_sessions', { decimals: 0, whenNone: null, unit: 1000 }),
    isNoOrderInV1: true,
  },
  {
    ...inEvents,
    name: 'scroll_depth',
    needs: ['scroll', 'scrolled'],
    value: (sums) => (of(sums, 'scrolled') === 0 ? null : ratio(of(sums, 'scroll'), of(sums, 'scrolled'), 1, 0)),
    emptyAggregate: null,
  },
  share('percentage', 'visitors', 'everyone', { decimals: 1, whenNone: null, v2Only: true }),
  share('group_conversion_rate', 'converted', 'group_candidates', {
    decimals: 2,
    whenNone: 0,
    v2Only: true,
    change: 'decimal-points',
  }),
  share('exit_rate', 'sessions', 'exit_pageviews', { ...inSessions, decimals: 1, whenNone: null, v2Only: true }),
  { ...inEvents, name: 'total_revenue', needs: ['revenue'], value: (sums) => of(sums, 'revenue'), emptyAggregate: 0 },
  {
    ...inEvents,
    name: 'average_revenue',
    needs: ['revenue', 'revenue_events'],
    value: (sums) => (of(sums, 'revenue_events') === 0 ? 0 : of(sums, 'revenue') / of(sums, 'revenue_events')),
    emptyAggregate: 0,
  },
]

export const metrics: ReadonlyMap<string, Metric> = new Map(table.map((metric) => [metric.name, metric]))

/** A metric of the v1 endpoints. */
export function findMetricV1(name: string): Metric | undefined {
  const metric = metrics.get(name)
  return metric?.v2Only ? undefined : metric
}

/** The change of a metric between two periods, halves away from zero (spec/stats 7 and 19). */
export function changeOf(metric: Pick<Metric, 'change'>, now: number | null, before: number | null): number | null {
  if (metric.change === 'points') return before === 0 || now === null || before === null ? null : now - before
  if (now === null || before === null) return null
  // Whole hundredths first, since the values were rounded to hundredths. So x.5 of whole numbers stays exact.
  const [from, to] = [Math.round(before * 100), Math.round(now * 100)]
  const [sign, size] = [Math.sign(to - from), Math.abs(to - from)]
  if (metric.change === 'decimal-points') return (sign * Math.round(size / 10)) / 10
  if (before === 0) return now > 0 ? 100 : 0
  return sign * Math.round((size * 100) / from)
}
