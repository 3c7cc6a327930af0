// The body of the v2 query to a Query, with its own checks and messages (spec/stats 22).

import { statsFailures } from '../failure.ts'
import { addDays, addMonths, daysBetween, firstOfMonth, isDate, lastOfMonth } from '../rules/days.ts'
import { dayMs, hourMs } from '../rules/durations.ts'
import { queryHoursMax } from '../rules/maxima.ts'
import { localDayOf } from '../rules/time.ts'
import { rangeDaysMax } from '../rules/view-range.ts'
import { type Comparison, compareQuery, otherRange, parseComparison } from './comparison.ts'
import { type Dimension, findDimension } from './dimensions.ts'
import { needsProps, parseFilterTree } from './filters.ts'
import { type Metric, metrics as metricTable } from './metrics.ts'
import { bucketsOf, type Interval, type Range, rangeOfDays, rangeOfInstants } from './periods.ts'
import type { Order, Query, StatsSite } from './query.ts'
import { refuseMetrics } from './refusals.ts'

/** A time dimension's place among the dimensions of the answer, or a dimension's index. */
export type Column = 'time' | number

/** Members of `include` that take `true`. */
const flags = [
  'imports',
  'time_labels',
  'partial_time_labels',
  'total_rows',
  'source',
  'trim_relative_date_range',
] as const
type Flag = (typeof flags)[number]

export interface JsonQuery {
  readonly query: Query
  readonly columns: readonly Column[]
  readonly include: Readonly<Record<Flag, boolean>>
  /** The same question about the range of the comparison. */
  readonly other: Query | null
  /** The part of the request that the answer repeats. */
  readonly echo: Record<string, unknown>
}

export const limitMax = 10_000
const keys = new Set(['site_id', 'metrics', 'date_range', 'dimensions', 'filters', 'order_by', 'include', 'pagination'])
const timeIntervals: Record<string, Interval> = {
  'time:minute': 'minute',
  'time:hour': 'hour',
  'time:day': 'day',
  'time:week': 'week',
  'time:month': 'month',
}
const columnsMax = 10

const fail = (message: string) => statsFailures.query(message)
const show = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 200)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseMetrics(given: unknown): Metric[] {
  if (!Array.isArray(given)) throw fail('#/metrics: Type mismatch. Expected Array.')
  if (given.length === 0) throw fail('#/metrics: Expected a minimum of 1 items but got 0.')
  const found = given.map((name, index) => {
    const metric = typeof name === 'string' ? metricTable.get(name) : undefined
    if (!metric) throw fail(`#/metrics/${index}: Invalid metric ${show(name)}`)
    return metric
  })
  if (new Set(found).size < found.length) throw fail('#/metrics: Expected items to be unique but they were not.')
  return found
}

/** The range of a `date_range`, or the 400 Failure. `firstDay`: the first local day with data, for `all`. */
export function parseDateRange(given: unknown, timezone: string, today: string, firstDay: string | null): Range {
  const invalid = () => fail(`#/date_range: Invalid date range ${show(given)}`)
  const days = (first: string, last: string) => {
    if (!isDate(first) || !isDate(last) || last < first || addDays(first, rangeDaysMax) < last) throw invalid()
    return rangeOfDays(timezone, first, last)
  }
  if (Array.isArray(given)) {
    const [from, to] = given
    if (given.length !== 2 || typeof from !== 'string' || typeof to !== 'string') throw invalid()
    if (isDate(from) && isDate(to)) return days(from, to)
    const shape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})$/
    const [start, last] = [Date.parse(from), Date.parse(to)]
    if (!shape.test(from) || !shape.test(to) || Number.isNaN(start) || Number.isNaN(last) || last < start)
      throw invalid()
    if (!isDate(from.slice(0, 10)) || !isDate(to.slice(0, 10)) || last - start > rangeDaysMax * dayMs) throw invalid()
    return rangeOfInstants(timezone, start, Math.floor(last / 1000) * 1000 + 1000)
  }
  const monthStart = firstOfMonth(today)
  if (given === 'day') return days(today, today)
  if (given === 'month') return days(monthStart, lastOfMonth(today))
  if (given === 'year') return days(`${today.slice(0, 4)}-01-01`, `${today.slice(0, 4)}-12-31`)
  if (given === 'all') return days(firstDay !== null && firstDay < today ? firstDay : today, today)
  const match = typeof given === 'string' ? /^(\d{1,4})(d|mo)$/.exec(given) : null
  const count = Number(match?.[1] ?? 0)
  if (!match || count < 1 || count > (match[2] === 'd' ? 5_000 : 100)) throw invalid()
  if (match[2] === 'd') return days(addDays(today, -count), addDays(today, -1))
  return days(addMonths(monthStart, -count), addDays(monthStart, -1))
}

const trimmedRanges: ReadonlySet<unknown> = new Set(['day', 'month', 'year'])

/**
 * A range that goes beyond now, up to now: a month or year to the end of today, the hours or minutes of today to the
 * end of the present one (spec/stats 22.1).
 */
function trimRange(given: unknown, range: Range, interval: Interval | null, timezone: string, now: Date): Range {
  if (!trimmedRanges.has(given)) return range
  if (given !== 'day') return rangeOfDays(timezone, range.firstDay, localDayOf(timezone, now.getTime()))
  if (interval !== 'hour' && interval !== 'minute') return range
  const present = bucketsOf(timezone, range, interval).find(({ end }) => end > now.getTime())
  return present ? rangeOfInstants(timezone, range.start, present.end) : range
}

/**
 * `time` becomes the interval that suits the length of the range (spec/stats 22.1); a day of 23 or 25 hours counts as a
 * day.
 */
function intervalFor(range: Range, timezone: string): Interval {
  const whole = rangeOfDays(timezone, range.firstDay, range.lastDay)
  const isDays = whole.start === range.start && whole.end === range.end
  const days = isDays ? daysBetween(range.firstDay, range.lastDay) + 1 : (range.end - 1000 - range.start) / dayMs
  if (days <= 2) return 'hour'
  if (days <= 40) return 'day'
  return days <= 52 * 7 ? 'week' : 'month'
}

function checkLength(range: Range, interval: Interval | null): void {
  if (interval === 'hour' && range.end - range.start > queryHoursMax * hourMs)
    throw fail(`#/dimensions: A range of at most ${queryHoursMax} hours can be queried by the hour`)
  if (interval === 'minute' && range.end - range.start > dayMs)
    throw fail('#/dimensions: A range of at most 24 hours can be queried by the minute')
}

function parseDimensions(
  given: unknown,
  range: Range,
  timezone: string,
): { dimensions: Dimension[]; columns: Column[]; names: string[]; interval: Interval | null } {
  const list = given === undefined ? [] : given
  if (!Array.isArray(list)) throw fail(`#/dimensions: Invalid dimensions ${show(list)}`)
  if (list.length > columnsMax) throw fail(`#/dimensions: Expected a maximum of ${columnsMax} items`)
  const dimensions: Dimension[] = []
  const columns: Column[] = []
  let interval: Interval | null = null
  for (const [index, name] of list.entries()) {
    const time =
      name === 'time'
        ? intervalFor(range, timezone)
        : typeof name === 'string' && Object.hasOwn(timeIntervals, name)
          ? timeIntervals[name]
          : undefined
    if (time) {
      if (interval !== null && new Set(list).size === list.length)
        throw fail('#/dimensions: Only one time dimension can be queried')
      interval = time
      columns.push('time')
      continue
    }
    const dimension = typeof name === 'string' && !name.includes('\0') ? findDimension(name) : undefined
    if (!dimension) throw fail(`#/dimensions/${index}: Invalid dimension ${show(name)}`)
    columns.push(dimensions.length)
    dimensions.push(dimension)
  }
  if (new Set(list).size < list.length) throw fail('#/dimensions: Expected items to be unique but they were not.')
  checkLength(range, interval)
  return { dimensions, columns, names: list as string[], interval }
}

function parseInclude(
  given: unknown,
  parseRange: (given: unknown) => Range,
): { flags: JsonQuery['include']; comparison: Comparison | null } {
  const include = given === undefined ? {} : given
  if (!isObject(include)) throw fail(`#/include: Invalid include ${show(include)}`)
  let comparison: Comparison | null = null
  for (const [key, value] of Object.entries(include)) {
    const invalid = () => fail(`#/include/${key}: Invalid include ${show(value)}`)
    if (key === 'comparisons') {
      const found = isObject(value) ? parseComparison(value, parseRange) : undefined
      if (!found) throw invalid()
      comparison = found
    } else if (!flags.includes(key as Flag) || typeof value !== 'boolean') throw invalid()
  }
  const isAsked = (flag: Flag) => include[flag] === true
  return { flags: Object.fromEntries(flags.map((flag) => [flag, isAsked(flag)])) as JsonQuery['include'], comparison }
}

function parsePagination(given: unknown): { limit: number; offset: number } {
  const pagination = given === undefined ? {} : given
  if (!isObject(pagination)) throw fail(`#/pagination: Invalid pagination ${show(pagination)}`)
  for (const [key, value] of Object.entries(pagination)) {
    const isValid =
      Number.isSafeInteger(value) &&
      (key === 'limit'
        ? (value as number) >= 1 && (value as number) <= limitMax
        : key === 'offset' && (value as number) >= 0)
    if (!isValid) throw fail(`#/pagination/${key}: Invalid pagination ${show(value)}`)
  }
  return {
    limit: (pagination['limit'] as number | undefined) ?? limitMax,
    offset: (pagination['offset'] as number | undefined) ?? 0,
  }
}

/** The order of a column: of a dimension by its number, or of time. */
const byColumn = (column: Column): Order['by'] => (column === 'time' ? 'time' : { dimension: column })

/** The order that was asked for, then every column upwards, so that no two rows are equal. */
function parseOrder(
  given: unknown,
  metrics: readonly Metric[],
  names: readonly string[],
  columns: readonly Column[],
): Order[] {
  const upwards = (list: readonly Column[]) => list.map((column) => ({ by: byColumn(column), descending: false }))
  if (given === undefined || given === null) {
    return [
      ...upwards(columns.filter((column) => column === 'time')),
      { by: { metric: 0 }, descending: true },
      ...upwards(columns.filter((column) => column !== 'time')),
    ]
  }
  if (!Array.isArray(given) || given.length > 50) throw fail(`#/order_by: Invalid order_by ${show(given)}`)
  const asked = given.map((entry: unknown, index): Order => {
    const [name, direction] =
      Array.isArray(entry) && entry.length === 2 ? (entry as [unknown, unknown]) : [undefined, undefined]
    if (typeof name !== 'string' || (direction !== 'asc' && direction !== 'desc'))
      throw fail(`#/order_by/${index}: Invalid order_by entry ${show(entry)}`)
    const metric = metrics.findIndex((item) => item.name === name)
    const column = columns[names.indexOf(name)]
    if (metric < 0 && column === undefined) {
      throw fail(`Invalid order_by entry '${show(entry)}'. Entry is not a queried metric or dimension`)
    }
    return { by: metric < 0 ? byColumn(column!) : { metric }, descending: direction === 'desc' }
  })
  return [...asked, ...upwards(columns)]
}

/** Labels of time need time. */
function checkLabels(include: JsonQuery['include'], interval: Interval | null): void {
  for (const flag of ['time_labels', 'partial_time_labels'] as const)
    if (include[flag] && interval === null) throw fail(`Invalid include.${flag}: requires a time dimension`)
}

/** The part of the request that the answer repeats, with its defaults. */
function echoOf(
  body: Record<string, unknown>,
  { metrics, order, limit, offset }: Query,
  { names, columns }: { readonly names: readonly string[]; readonly columns: readonly Column[] },
  include: JsonQuery['include'],
): JsonQuery['echo'] {
  const nameOfTerm = ({ by }: Order) => {
    if (by === 'time') return names[columns.indexOf('time')]
    return 'metric' in by ? metrics[by.metric]!.name : names[columns.indexOf(by.dimension)]
  }
  const terms = Array.isArray(body['order_by']) ? order.slice(0, body['order_by'].length) : order
  const { comparisons } = (body['include'] ?? {}) as { comparisons?: unknown }
  return {
    site_id: body['site_id'],
    metrics: metrics.map((metric) => metric.name),
    filters: body['filters'] ?? [],
    dimensions: names,
    order_by: terms.map((term) => [nameOfTerm(term), term.descending ? 'desc' : 'asc']),
    include: {
      ...Object.fromEntries(Object.entries(include).filter(([, value]) => value)),
      ...(comparisons === undefined ? {} : { comparisons }),
    },
    pagination: { limit, offset },
  }
}

/** Parses and checks a v2 query. `firstDay`: the first local day with data, for the range `all`. */
export function parseJsonQuery(
  site: StatsSite,
  body: Record<string, unknown>,
  now: Date,
  firstDay: string | null,
): JsonQuery {
  const unknown = Object.keys(body).find((key) => !keys.has(key))
  if (unknown !== undefined) throw fail(`#/${unknown.slice(0, 100)}: Schema does not allow additional properties.`)
  if (body['metrics'] === undefined) throw fail('#: Required property metrics was not present.')
  if (body['date_range'] === undefined) throw fail('#: Required property date_range was not present.')
  const metrics = parseMetrics(body['metrics'])
  const today = localDayOf(site.timezone, now.getTime())
  const parseRange = (given: unknown) => parseDateRange(given, site.timezone, today, firstDay)
  const whole = parseRange(body['date_range'])
  const { dimensions, columns, names, interval } = parseDimensions(body['dimensions'], whole, site.timezone)
  const { flags: include, comparison } = parseInclude(body['include'], parseRange)
  const isTrimmed = include.trim_relative_date_range
  const range = isTrimmed ? trimRange(body['date_range'], whole, interval, site.timezone, now) : whole
  const { limit, offset } = parsePagination(body['pagination'])
  const filters = parseFilterTree(body['filters'] ?? [], site)
  const order = parseOrder(body['order_by'], metrics, names, columns)
  refuseMetrics(metrics, { site, dimensions, filters, isByTime: interval !== null })
  checkLabels(include, interval)
  if (!site.hasProps && needsProps(filters, dimensions)) throw statsFailures.propsPlan(400)
  const buckets = interval === null ? null : bucketsOf(site.timezone, range, interval)
  const query: Query = {
    site,
    range,
    interval,
    buckets,
    dimensions,
    metrics,
    filters,
    version: 2,
    withImported: include.imports,
    order,
    limit,
    offset,
    shown: metrics.length,
    wantsTotal: include.total_rows,
  }
  const beside = comparison && otherRange(site.timezone, range, comparison, now)
  if (beside) checkLength(beside, interval)
  const echo = echoOf(body, query, { names, columns }, include)
  return { query, columns, include, other: beside && compareQuery(query, beside), echo }
}
