// What a range is compared with, and which buckets are parts (spec/dashboard 4.2, 4.3, 7).
import fc from 'fast-check'
import t from 'tap'
import { isoWithOffset } from '../../src/rules/time.ts'
import { type Comparison, otherRange, parseComparison } from '../../src/stats/comparison.ts'
import { changeOf, metrics } from '../../src/stats/metrics.ts'
import { partialLabels } from '../../src/stats/partial.ts'
import { bucketsOf, type Interval, type Range, rangeOfDays, rangeOfInstants } from '../../src/stats/periods.ts'
import { exceptOn } from '../support/divided.ts'
import { runs } from '../support/effort.ts'
import { dateRange, question } from '../support/stats-questions.ts'
import { startStatsService } from '../support/stats-service.ts'

// Hundreds of questions take their time on a busy machine.
t.setTimeout(300_000)

const berlin = 'Europe/Berlin'
const at = (text: string) => Date.parse(text)
const days = (first: string, last: string) => rangeOfDays(berlin, first, last)
const show = ({ start, end }: Range) =>
  [start, end - 1000].map((instant) => isoWithOffset(berlin, instant).slice(0, 19).replace('T', ' ')).join(' – ')

t.test('the other range', (t) => {
  const previous = { mode: 'previous_period' }
  const year = { mode: 'year_over_year' }
  const match = { match_day_of_week: true }
  const custom = (from: string, to: string) => ({ mode: 'custom', date_range: [from, to] })
  // Monday 23 November 2026, 14:20:30 in Berlin.
  const now = new Date('2026-11-23T13:20:30.500Z')
  const part = rangeOfInstants(berlin, at('2026-11-23T12:50:00Z'), at('2026-11-23T13:20:00Z'))
  const cases: [range: Range, given: Record<string, unknown>, expected: string][] = [
    [days('2026-11-16', '2026-11-22'), previous, '2026-11-09 00:00:00 – 2026-11-15 23:59:59'],
    [days('2026-11-23', '2026-11-23'), previous, '2026-11-22 00:00:00 – 2026-11-22 14:20:30'],
    [days('2026-11-23', '2026-11-23'), { ...previous, ...match }, '2026-11-16 00:00:00 – 2026-11-16 14:20:30'],
    [days('2026-11-22', '2026-11-22'), previous, '2026-11-21 00:00:00 – 2026-11-21 23:59:59'],
    [days('2026-11-01', '2026-11-30'), previous, '2026-10-09 00:00:00 – 2026-10-31 14:20:30'],
    [days('2026-10-24', '2026-11-22'), { ...previous, ...match }, '2026-09-19 00:00:00 – 2026-10-18 23:59:59'],
    [days('2026-10-24', '2026-11-22'), previous, '2026-09-24 00:00:00 – 2026-10-23 23:59:59'],
    [days('2026-11-01', '2026-11-30'), year, '2025-11-01 00:00:00 – 2025-11-23 14:20:30'],
    [days('2026-10-01', '2026-10-31'), year, '2025-10-01 00:00:00 – 2025-10-31 23:59:59'],
    [days('2024-02-01', '2024-02-29'), year, '2023-02-01 00:00:00 – 2023-02-28 23:59:59'],
    // 16 November 2025 is a Sunday: the nearest Monday is the one after it.
    [days('2026-11-16', '2026-11-22'), { ...year, ...match }, '2025-11-17 00:00:00 – 2025-11-23 23:59:59'],
    [days('2026-11-16', '2026-11-22'), custom('2026-01-01', '2026-01-03'), '2026-01-01 00:00:00 – 2026-01-03 23:59:59'],
    [days('2026-11-01', '2026-11-30'), custom('2026-01-01', '2026-01-31'), '2026-01-01 00:00:00 – 2026-01-23 14:20:30'],
    [days('2026-11-01', '2026-11-30'), custom('2026-01-01', '2026-01-09'), '2026-01-01 00:00:00 – 2026-01-09 23:59:59'],
    [days('2026-12-01', '2026-12-31'), previous, '2026-10-31 00:00:00 – 2026-11-30 23:59:59'],
    [part, previous, '2026-11-23 13:20:00 – 2026-11-23 13:49:59'],
    [part, { ...previous, ...match }, '2026-11-16 13:50:00 – 2026-11-16 14:19:59'],
    [part, year, '2025-11-23 13:50:00 – 2025-11-23 14:19:59'],
    [part, custom('2026-11-01', '2026-11-01'), '2026-11-01 00:00:00 – 2026-11-01 23:59:59'],
    [
      rangeOfInstants(berlin, at('2026-11-23T13:00:00Z'), at('2026-11-23T14:00:00Z')),
      previous,
      '2026-11-23 13:39:29 – 2026-11-23 13:59:59',
    ],
    // The clocks went back on 25 October: a day of 25 hours beside one of 24.
    [days('2026-10-25', '2026-10-25'), previous, '2026-10-24 00:00:00 – 2026-10-24 23:59:59'],
  ]
  for (const [range, given, expected] of cases) {
    const parseRange = (pair: unknown) => days(...(pair as [string, string]))
    const comparison = parseComparison(given, parseRange) as Comparison
    t.equal(show(otherRange(berlin, range, comparison, now)), expected, `${show(range)} ${JSON.stringify(given)}`)
  }
  const wrong = [
    {},
    { mode: 'next_period' },
    { mode: 'custom' },
    { ...previous, date_range: ['2026-01-01', '2026-01-02'] },
    { ...previous, match_day_of_week: 'yes' },
    { ...previous, more: 1 },
    { mode: 'custom', date_range: '7d' },
  ]
  for (const given of wrong)
    t.equal(
      parseComparison(given, () => days('2026-01-01', '2026-01-02')),
      undefined,
      JSON.stringify(given),
    )
  t.end()
})

t.test('buckets that are parts', (t) => {
  const instants = (start: string, end: string) => rangeOfInstants(berlin, at(start), at(end))
  const cases: [range: Range, interval: Interval, now: string, expected: string[]][] = [
    [days('2026-11-16', '2026-11-22'), 'day', '2026-11-23T13:20:00Z', []],
    [days('2026-11-22', '2026-11-23'), 'day', '2026-11-23T13:20:00Z', ['2026-11-23']],
    [days('2026-11-23', '2026-11-23'), 'hour', '2026-11-23T13:20:00Z', ['2026-11-23 14:00:00']],
    [days('2026-11-11', '2026-11-24'), 'week', '2026-12-23T13:20:00Z', ['2026-11-11', '2026-11-23']],
    [days('2026-11-09', '2026-11-22'), 'week', '2026-12-23T13:20:00Z', []],
    [days('2026-11-01', '2026-11-30'), 'week', '2026-11-17T13:20:00Z', ['2026-11-01', '2026-11-16', '2026-11-30']],
    [days('2026-01-02', '2026-03-31'), 'month', '2026-12-23T13:20:00Z', ['2026-01-01']],
    [days('2026-01-01', '2026-12-31'), 'month', '2026-11-23T13:20:00Z', ['2026-11-01']],
    [
      instants('2026-11-20T08:30:00Z', '2026-11-20T10:15:00Z'),
      'hour',
      '2026-11-23T13:20:00Z',
      ['2026-11-20 09:00:00', '2026-11-20 11:00:00'],
    ],
    [instants('2026-11-20T08:00:00Z', '2026-11-21T23:00:00Z'), 'day', '2026-11-23T13:20:00Z', ['2026-11-20']],
    [
      instants('2026-11-23T12:50:20Z', '2026-11-23T13:20:20Z'),
      'minute',
      '2026-11-23T13:20:19Z',
      ['2026-11-23 13:50:00', '2026-11-23 14:20:00'],
    ],
    [instants('2026-11-20T08:00:00Z', '2026-11-20T08:03:00Z'), 'minute', '2026-11-23T13:20:00Z', []],
  ]
  for (const [range, interval, now, expected] of cases)
    t.strictSame(
      partialLabels(berlin, range, interval, bucketsOf(berlin, range, interval), new Date(now)),
      expected,
      `${show(range)} by ${interval}`,
    )
  // Lord Howe's clocks change by half an hour: the day's last hour is a short one, and whole.
  const howe = 'Australia/Lord_Howe'
  const range = rangeOfDays(howe, '2026-10-04', '2026-10-04')
  t.strictSame(partialLabels(howe, range, 'hour', bucketsOf(howe, range, 'hour'), new Date('2026-11-23')), [])
  t.end()
})

const now = new Date('2021-05-01T12:00:00Z')
const service = await startStatsService({ seed: 23, clock: { now: () => now } })
t.teardown(() => service.stop())

interface Row {
  dimensions: unknown[]
  metrics: (number | null)[]
  comparison?: { dimensions: unknown[]; metrics: (number | null)[]; change: (number | null)[] }
}
interface Answer {
  results: Row[]
  meta: Record<string, unknown> & { comparison_date_range: [string, string] }
  error?: string
}
const ask = async (body: Record<string, unknown>) => (await service.query(body)) as { status: number; body: Answer }

t.test('the rows of a comparison are those of two single queries', async (t) => {
  const comparison = fc.oneof(
    fc.record(
      { mode: fc.constantFrom('previous_period', 'year_over_year'), match_day_of_week: fc.boolean() },
      { requiredKeys: ['mode'] },
    ),
    fc.record({ mode: fc.constant('custom'), date_range: dateRange.filter((range) => Array.isArray(range)) }),
  )
  let compared = 0
  const property = fc.asyncProperty(question, comparison, async (one, comparisons) => {
    const [alone, both] = [await ask(one), await ask({ ...one, include: { comparisons } })]
    if (alone.status !== 200) return both.status === alone.status && both.body.error === alone.body.error
    if (both.status !== 200) throw new Error(JSON.stringify(both))
    const other = await ask({ ...one, pagination: {}, date_range: both.body.meta.comparison_date_range })
    const isByTime = one.dimensions?.includes('time:day') ?? false
    const labels = both.body.meta['comparison_time_labels'] as string[] | undefined
    const timeLabels = isByTime
      ? ((await ask({ ...one, include: { time_labels: true } })).body.meta['time_labels'] as string[])
      : []
    const key = (dimensions: unknown[]) => JSON.stringify(dimensions)
    const own = new Map(alone.body.results.map((row) => [key(row.dimensions), row]))
    const others = new Map(other.body.results.map((row) => [key(row.dimensions), row]))
    const shown = one.metrics.map((name) => metrics.get(name)!)
    for (const { dimensions, metrics: values, comparison: beside } of both.body.results) {
      const zeros = shown.map((metric) => metric.value({}))
      const wanted = own.get(key(dimensions))?.metrics
      if (wanted === undefined && !(isByTime && dimensions.length === 1))
        throw new Error('a row that was not asked for')
      if (JSON.stringify(values) !== JSON.stringify(wanted ?? zeros)) throw new Error('other values than alone')
      const found = others.get(key(beside!.dimensions))
      const at = one.dimensions?.indexOf('time:day') ?? -1
      const label = at < 0 ? undefined : (labels![timeLabels.indexOf(dimensions[at] as string)] ?? null)
      if (label !== undefined && beside!.dimensions[at] !== label) throw new Error('beside another bucket')
      const before = label === null ? shown.map(() => null) : (found?.metrics ?? zeros)
      if (JSON.stringify(beside!.metrics) !== JSON.stringify(before))
        throw new Error(`${JSON.stringify(beside)} is not ${JSON.stringify(before)}`)
      const change = shown.map((metric, index) => changeOf(metric, values[index]!, before[index]!))
      if (JSON.stringify(beside!.change) !== JSON.stringify(change)) throw new Error('another change')
      compared += found ? 1 : 0
    }
    return true
  })
  await fc.assert(property, { numRuns: runs(80), seed: 5 })
  t.ok(compared > 50, `${compared} rows stood beside another`)
})

t.test('a bucket of which only the other range knows something is a row', async (t) => {
  const { body } = await ask({
    metrics: ['visitors', 'visit_duration'],
    date_range: ['2021-06-01', '2021-06-05'],
    dimensions: ['time:day'],
    include: { comparisons: { mode: 'custom', date_range: ['2021-03-12', '2021-03-14'] }, time_labels: true },
  })
  t.strictSame(body.meta['comparison_time_labels'], ['2021-03-12', '2021-03-13', '2021-03-14'])
  t.equal(body.results.length, 3)
  t.match(body.results[0], {
    dimensions: ['2021-06-01'],
    metrics: [0, null],
    comparison: { dimensions: ['2021-03-12'], change: [-100, null] },
  })
})

t.test('what else a v2 query includes', async (t) => {
  const range = ['2021-03-10', '2021-03-20']
  const source = async (body: object) => (await ask({ metrics: ['visitors'], date_range: range, ...body })).body.meta
  const include = { source: true }
  t.match(await source({ include }), { source: { relations: ['events'], exact: true, milliseconds: Number } })
  // Who was there does not add up over hours; how often does.
  if (!exceptOn('hourly rollups'))
    t.match(await source({ include, metrics: ['pageviews'] }), { source: { relations: ['hours'] } })
  t.match(await source({ include, filters: [['is', 'visit:region', ['EE-37']]] }), {
    source: { relations: ['events'] },
  })
  t.equal((await source({}))['source'], undefined)
  const minutes = await ask({
    metrics: ['visitors', 'pageviews'],
    date_range: ['2021-03-15T10:00:00Z', '2021-03-15T10:59:59Z'],
    dimensions: ['time:minute'],
    include: { time_labels: true },
  })
  const labels = minutes.body.meta['time_labels'] as string[]
  t.equal(labels.length, 60)
  t.equal(labels[0], '2021-03-15 11:00:00')
  t.equal(labels[59], '2021-03-15 11:59:00')
  const cases: [what: string, body: object, message: RegExp][] = [
    [
      'minutes of more than a day',
      { dimensions: ['time:minute'], date_range: ['2021-03-15', '2021-03-16'] },
      /at most 24 hours can be queried by the minute/,
    ],
    [
      'minutes beside more than a day',
      {
        dimensions: ['time:minute'],
        date_range: ['2021-03-15', '2021-03-15'],
        include: { comparisons: { mode: 'custom', date_range: ['2021-03-15', '2021-03-17'] } },
      },
      /at most 24 hours can be queried by the minute/,
    ],
    ['parts without time', { include: { partial_time_labels: true } }, /include.partial_time_labels: requires a time/],
    ['no comparison', { include: { comparisons: true } }, /#\/include\/comparisons: Invalid include true/],
    ['no source', { include: { source: 1 } }, /#\/include\/source: Invalid include 1/],
    [
      'no range',
      { include: { comparisons: { mode: 'custom', date_range: ['x', 'y'] } } },
      /#\/date_range: Invalid date range/,
    ],
  ]
  for (const [what, body, message] of cases) {
    const answer = await ask({ metrics: ['visitors'], date_range: range, ...body })
    t.equal(answer.status, 400, what)
    t.match(answer.body.error, message, what)
  }
  const day = await ask({ metrics: ['visitors'], date_range: 'day', dimensions: ['time:minute'] })
  t.equal(day.status, 200, 'a day by the minute')
})
