// The graph's answer as a drawing: values, ticks and their labels. Fetched with the chart.
import { metricEntry } from '../../../../src/rules/catalogue.ts'
import type { ViewInterval } from '../../../../src/rules/view-range.ts'
import type { Bucket, Series } from '../../state/series.ts'
import { amountOf, showValue } from '../../state/words.ts'
import { formatClock, formatDay } from '../../text/format.ts'
import type { Drawing } from './chart.ts'

/** Steps between the ticks of an axis, in buckets of each interval. */
const tickSteps: Readonly<Record<ViewInterval, readonly number[]>> = {
  minute: [1, 2, 5, 10, 15],
  hour: [1, 2, 3, 6, 12, 24, 48, 72, 96, 168],
  day: [1, 2, 4, 7, 14, 28, 56, 112],
  week: [1, 2, 4, 8, 13, 26, 52],
  month: [1, 2, 3, 6, 12, 24, 36],
}
const powers = [...Array(12).keys()].flatMap((power) => [1, 2, 5].map((one) => one * 10 ** power))
const valueSteps: Readonly<Record<string, readonly number[]>> = {
  count: powers,
  money: powers,
  decimal: [0.1, 0.2, 0.5, ...powers],
  percent: [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 25, 50],
  duration: [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 86400],
}

function tickLabel(interval: ViewInterval, { label, days }: Bucket, isOneDay: boolean): string {
  if (interval === 'minute' || (interval === 'hour' && isOneDay)) return formatClock(label)
  if (interval === 'month') return formatDay(days.from, 'month').replace(/^(\p{L}{3})\p{L}*/u, '$1')
  return formatDay(days.from)
}

export function drawingOf(buckets: readonly Bucket[], { metric, interval, isOneDay }: Series): Drawing {
  const hasCompared = buckets.some(({ compared }) => compared)
  const { format: shape } = metricEntry(metric)
  const money = buckets.map(({ value }) => value).find((value) => typeof value === 'object' && value !== null)
  return {
    values: buckets.map(({ value, isFuture }) => (isFuture ? null : amountOf(value))),
    compared: hasCompared ? buckets.map(({ compared }) => amountOf(compared?.value)) : null,
    isPartial: buckets.map(({ isPartial, isFuture }) => isPartial && !isFuture),
    isBars: interval === 'minute',
    tickLabel: (index) => (buckets[index] ? tickLabel(interval, buckets[index], isOneDay) : ''),
    tickSteps: tickSteps[interval],
    valueSteps: valueSteps[shape]!,
    valueLabel: (value) =>
      showValue(metric, money && typeof money === 'object' ? { value, currency: money.currency } : value).short,
    valueMax: shape === 'percent' ? 100 : null,
  }
}
