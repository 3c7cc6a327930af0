// The v1 query parameters to a Query, checked in the documented order: the first failing step answers (spec/stats 2).

import { statsFailures } from '../failure.ts'
import { addDays, addMonths, daysBetween, hasDateShape, isDate } from '../rules/days.ts'
import { localDayOf } from '../rules/time.ts'
import { type Dimension, findDimension } from './dimensions.ts'
import type { Filter } from './filters.ts'
import { type FiltersV1, needsProps, parseFiltersV1 } from './filters.ts'
import { findMetricV1, type Metric } from './metrics.ts'
import {
  bucketsOf,
  defaultCustomInterval,
  defaultIntervals,
  defaultPeriodV1,
  type Interval,
  type Period,
  periodDays,
  periodNames,
  rangeOfDays,
} from './periods.ts'
import type { Query, StatsSite } from './query.ts'
import { refuseMetric } from './refusals.ts'

/** Ten years by the day, or 400 months: more buckets than that are no chart (spec/stats 3). */
export const dailyBucketsMax = 3_660
const monthlyBucketsMax = 400

/** The last value of a parameter, as a form would be read. */
export const parameter = (params: URLSearchParams, name: string): string | undefined => params.getAll(name).at(-1)

/** The parameters of a question, with its filters read and its segments filled in. */
export interface ParamsV1 {
  readonly params: URLSearchParams
  readonly filters: FiltersV1
}

interface Days {
  readonly period: Period
  readonly first: string
  readonly last: string
}

function parseDays(params: URLSearchParams, today: string): Days {
  const period = parameter(params, 'period') ?? defaultPeriodV1
  if (period !== 'custom' && !Object.hasOwn(periodDays, period)) throw statsFailures.period(period, periodNames)
  const date = parameter(params, 'date')
  if (period === 'custom') {
    if (date === undefined) throw statsFailures.dateRequired()
    const parts = date.split(',').map((part) => part.trim())
    const [first, last] = parts
    if (parts.length !== 2 || !first || !last || !isDate(first) || !isDate(last) || last < first)
      throw statsFailures.dateRange()
    return { period: 'custom', first, last }
  }
  if (date !== undefined && !hasDateShape(date)) throw statsFailures.date('invalid_format')
  if (date !== undefined && !isDate(date)) throw statsFailures.date('invalid_date')
  const [first, last] = periodDays[period as Exclude<Period, 'custom'>](date ?? today)
  if (!isDate(first) || !isDate(last)) throw statsFailures.date('invalid_date')
  return { period: period as Period, first, last }
}

function parseInterval(params: URLSearchParams, days: Days): Interval {
  const given = parameter(params, 'interval')
  if (given === 'day' || given === 'date') return 'day'
  if (given === 'month') return 'month'
  if (given !== undefined) throw statsFailures.interval(given)
  return days.period === 'custom' ? defaultCustomInterval(days.first, days.last) : defaultIntervals[days.period]
}

function checkLength(days: Days, interval: Interval | null): void {
  if (interval === 'day' && daysBetween(days.first, days.last) >= dailyBucketsMax)
    throw statsFailures.rangeTooLong(`${dailyBucketsMax} days`)
  if (days.last >= addMonths(days.first, monthlyBucketsMax))
    throw statsFailures.rangeTooLong(`${monthlyBucketsMax} months`)
}

function parseMetrics(
  params: URLSearchParams,
  site: StatsSite,
  filters: readonly Filter[],
  property?: Dimension,
): Metric[] {
  const names = (parameter(params, 'metrics') ?? 'visitors').split(',')
  if (new Set(names).size < names.length) throw statsFailures.metricTwice()
  const asked = { site, filters, dimensions: property ? [property] : [], isByTime: false }
  return names.map((name) => {
    const metric = findMetricV1(name)
    if (!metric) throw statsFailures.metricUnknown(name)
    refuseMetric(metric, asked, 'v1')
    return metric
  })
}

function checkProps(site: StatsSite, filters: readonly Filter[], dimensions: readonly Dimension[] = []): void {
  if (!site.hasProps && needsProps(filters, dimensions)) throw statsFailures.propsPlan(402)
}

const base = {
  interval: null,
  buckets: null,
  dimensions: [],
  order: [],
  limit: 1,
  offset: 0,
  version: 1,
  shown: Number.MAX_SAFE_INTEGER,
  wantsTotal: false,
} as const
const withImported = (params: URLSearchParams) => parameter(params, 'with_imported') === 'true'

/** The timeseries endpoint's parameters (spec/stats 2). */
export function parseTimeseries(site: StatsSite, { params, filters: given }: ParamsV1, now: Date): Query {
  const days = parseDays(params, localDayOf(site.timezone, now.getTime()))
  const interval = parseInterval(params, days)
  checkLength(days, interval)
  const filters = parseFiltersV1(given, site)
  const metrics = parseMetrics(params, site, filters)
  checkProps(site, filters)
  const range = rangeOfDays(site.timezone, days.first, days.last)
  const buckets = bucketsOf(site.timezone, range, interval)
  return { ...base, site, range, interval, buckets, metrics, filters, withImported: withImported(params) }
}

/**
 * The aggregate endpoint's parameters, and the query of the previous period when it is compared (spec/stats 15 and 19).
 */
export function parseAggregate(
  site: StatsSite,
  { params, filters: given }: ParamsV1,
  now: Date,
): { query: Query; previous: Query | null } {
  const today = localDayOf(site.timezone, now.getTime())
  const days = parseDays(params, today)
  checkLength(days, null)
  const filters = parseFiltersV1(given, site)
  const metrics = parseMetrics(params, site, filters)
  checkProps(site, filters)
  const range = rangeOfDays(site.timezone, days.first, days.last)
  const query: Query = { ...base, site, range, metrics, filters, withImported: withImported(params) }
  if (parameter(params, 'compare') !== 'previous_period') return { query, previous: null }
  const last = days.last > today && days.first <= today ? today : days.last
  const length = daysBetween(days.first, last) + 1
  const before = rangeOfDays(site.timezone, addDays(days.first, -length), addDays(days.first, -1))
  return { query, previous: { ...query, range: before } }
}

function parseProperty(params: URLSearchParams): Dimension {
  const name = parameter(params, 'property')
  if (name === undefined || name === '') throw statsFailures.propertyRequired()
  const dimension = findDimension(name)
  if (!dimension || dimension.v2Only) throw statsFailures.propertyInvalid(name)
  if (dimension.notInBreakdown) throw statsFailures.propertyHostname()
  if (dimension.property?.includes('\0')) throw statsFailures.propertyInvalid(name.replaceAll('\0', ''))
  return dimension
}

function parseCount(text: string | undefined, fallback: number, max: number): number | undefined {
  if (text === undefined) return fallback
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0
  return value >= 1 && value <= max ? value : undefined
}

/** How many rows are asked for, and which page of them, from 1. */
export function parsePaging(params: URLSearchParams): { readonly limit: number; readonly page: number } {
  const limit = parseCount(parameter(params, 'limit'), 100, 1000)
  if (limit === undefined) throw statsFailures.limit()
  const page = parseCount(parameter(params, 'page'), 1, Number.MAX_SAFE_INTEGER)
  if (page === undefined) throw statsFailures.page()
  return { limit, page }
}

/** The local days of a question that answers by the day (spec/stats 25). */
export function parseDailyRange(params: URLSearchParams, today: string): Pick<Days, 'first' | 'last'> {
  const days = parseDays(params, today)
  checkLength(days, 'day')
  return days
}

/** The breakdown endpoint's parameters (spec/stats 20). */
export function parseBreakdown(site: StatsSite, { params, filters: given }: ParamsV1, now: Date): Query {
  const days = parseDays(params, localDayOf(site.timezone, now.getTime()))
  checkLength(days, null)
  const property = parseProperty(params)
  const filters = parseFiltersV1(given, site)
  const metrics = parseMetrics(params, site, filters, property)
  const { limit, page } = parsePaging(params)
  checkProps(site, filters, [property])
  const dimensions = property.parent ? [findDimension(property.parent)!, property] : [property]
  const first = metrics.findIndex(({ isNoOrderInV1 }) => !isNoOrderInV1)
  // Where no metric can order the rows, visitors do, which stay out of the row.
  const all = first < 0 ? [...metrics, findMetricV1('visitors')!] : metrics
  const by = { metric: first < 0 ? metrics.length : first }
  const order = [
    { by, descending: true },
    ...dimensions.map((_, dimension) => ({ by: { dimension }, descending: false })),
  ]
  const range = rangeOfDays(site.timezone, days.first, days.last)
  return {
    ...base,
    site,
    range,
    dimensions,
    metrics: all,
    shown: metrics.length,
    filters,
    order,
    limit,
    // Behind any row, and still a number the database reads.
    offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER),
    withImported: withImported(params),
  }
}
