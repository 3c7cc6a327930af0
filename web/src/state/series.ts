// The answer of the graph as one entry a bucket: words, values, and the values of the compared bucket.
import type { SiteFacts } from '../../../src/http/facts.ts'
import { metricEntry, type TotalsKind, unitOf } from '../../../src/rules/catalogue.ts'
import { addDays, lastOfMonth } from '../../../src/rules/days.ts'
import { pageChange } from '../../../src/rules/shown-change.ts'
import type { Days, ViewInterval } from '../../../src/rules/view-range.ts'
import * as text from '../../../src/rules/words/en/dashboard.ts'
import type { Answer } from '../data/boxes.ts'
import { formatClock, formatDay } from '../text/format.ts'
import { say } from '../text/say.ts'
import type { Row, Value } from './api.ts'
import { amountOf, changeWords, daysWords, showValue } from './words.ts'

export interface Bucket {
  readonly label: string
  readonly words: string
  /** Null: not counted, or not come yet. */
  readonly value: Value
  readonly isPartial: boolean
  readonly isFuture: boolean
  readonly days: Days
  readonly compared?: { readonly words: string; readonly value: Value; readonly change: number | null }
}

/** The metric and the range that buckets are of. */
export interface Series {
  readonly metric: string
  readonly interval: ViewInterval
  readonly kind: TotalsKind
  /** True for 24 hours too: labels need no day. */
  readonly isOneDay: boolean
}

export function seriesOf(answer: Answer | null): Series {
  const { metrics, interval = 'day', kind = 'plain' } = answer ?? {}
  const [from, to] = answer?.body.query.date_range ?? ['', '-']
  const isOneDay = answer?.state.period === '24h' || from.slice(0, 10) === to.slice(0, 10)
  return { metric: metrics?.[0] ?? 'visitors', interval, kind, isOneDay }
}

/** The days of a bucket within the range. */
function daysOfBucket(interval: ViewInterval, label: string, last: string): Days {
  const from = label.slice(0, 10)
  const end =
    interval === 'month'
      ? lastOfMonth(from)
      : interval === 'week'
        ? addDays(from, 6 - ((new Date(`${from}T12:00:00Z`).getUTCDay() + 6) % 7))
        : from
  return { from, to: end > last ? last : end }
}

function bucketWords(interval: ViewInterval, days: Days, label: string, today: string, isOneDay: boolean): string {
  if (interval === 'minute' || interval === 'hour') {
    const time = formatClock(label)
    return isOneDay || interval === 'minute' ? time : `${formatDay(days.from, 'named')}, ${time}`
  }
  if (interval === 'month') {
    const isWhole = days.from.endsWith('-01') && days.to === lastOfMonth(days.from)
    return isWhole || days.to === today ? formatDay(days.from, 'month') : daysWords(days, today)
  }
  return daysWords(days, today)
}

/** The value of a bucket without rows: zero for counts, none for rates. */
const zeroOf = (metric: string): 0 | null => (metricEntry(metric).format === 'count' ? 0 : null)

/** Nothing beside nothing is no change. */
function changeBeside(metric: string, row: Row | undefined, zero: 0 | null): number | null {
  if (!row) return zero
  const { metrics, comparison } = row
  return pageChange(metric, amountOf(metrics[0]), amountOf(comparison?.metrics[0]), comparison?.change[0])
}

/**
 * The buckets of the graph. Compared ones begin with the first day of the site's data. `isCompared`: changes say
 * something.
 */
export function bucketsOf(
  answer: Answer,
  today: string,
  nowLocal: string,
  isCompared: boolean,
  { first_day }: Pick<SiteFacts, 'first_day'>,
): Bucket[] {
  const { body } = answer
  const interval = answer.interval!
  const metric = answer.metrics![0]!
  const labels = body.meta.time_labels ?? body.results.map(({ dimensions }) => String(dimensions[0]))
  const last = body.query.date_range[1].slice(0, 10)
  const first = body.query.date_range[0].slice(0, 10)
  // In their order, as the labels are: an hour that clocks repeat has its label twice.
  let next = 0
  const partial = new Set(body.meta.partial_time_labels ?? [])
  const comparedLabels = body.meta.comparison_time_labels
  const comparedRange = body.meta.comparison_date_range
  const zero = zeroOf(metric)
  return labels.map((label, index) => {
    const row = body.results[next]?.dimensions[0] === label ? body.results[next++] : undefined
    const days = daysOfBucket(interval, label, last)
    const isFuture = label > nowLocal.slice(0, label.length)
    const comparedLabel = comparedLabels?.[index]
    const comparedDays =
      comparedLabel === undefined || !comparedRange
        ? null
        : daysOfBucket(interval, comparedLabel, comparedRange[1].slice(0, 10))
    return {
      label,
      days,
      words: bucketWords(interval, days, label, today, first === last),
      value: isFuture ? null : (row?.metrics[0] ?? zero),
      isPartial: partial.has(label),
      isFuture,
      ...(comparedLabel !== undefined && comparedDays
        ? {
            compared: {
              words: bucketWords(interval, comparedDays, comparedLabel, today, first === last),
              value:
                comparedDays.to < (first_day ?? '')
                  ? null
                  : row?.comparison
                    ? (row.comparison.metrics[0] ?? null)
                    : zero,
              change: isCompared || !row ? changeBeside(metric, row, zero) : null,
            },
          }
        : {}),
    }
  })
}

/** `532 visitors`; rates and durations need no unit. */
export function valueWithUnit(metric: string, value: Value, isGoal: boolean): string {
  const shown = showValue(metric, value).full
  const unit = unitOf(metric)
  if (!unit || value === null) return shown
  return `${shown} ${say(isGoal ? unitOf('conversions')! : unit, { count: amountOf(value) ?? 0 })}`
}

export const suffixOf = ({ isPartial, isFuture, days }: Bucket, today: string): string =>
  isPartial && !isFuture ? ` ${days.to >= today ? text.soFar : text.part}` : ''

/** `Sat 14 Nov: 532 visitors; Sat 17 Oct: 510, up 4%`. */
export function bucketText(bucket: Bucket, { metric, kind }: Series, today: string, notes: readonly string[]): string {
  const { words, value, compared } = bucket
  const main = `${words}: ${valueWithUnit(metric, value, kind.endsWith('goal'))}${suffixOf(bucket, today)}`
  const change = compared && changeWords(metric, compared.change)
  const against = compared
    ? `; ${compared.words}: ${showValue(metric, compared.value).full}${change ? `, ${change.words}` : ''}`
    : ''
  return [main + against, ...notes.map((note) => `${text.note}: ${note}`)].join('; ')
}

/** The time of a site's clock, written as labels of buckets are. */
export const localNow = (timeZone: string, instant: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(instant)
