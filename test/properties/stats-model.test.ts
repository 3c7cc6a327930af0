// The service and a naive model of spec/stats.md agree on random questions about random traffic.
import fc from 'fast-check'
import t from 'tap'
import { runs } from '../support/effort.ts'
import { answer, localDay, type ModelFilter } from '../support/stats-model.ts'
import { days, goals, origin, startModelService } from '../support/stats-model-traffic.ts'

const questionsPerZone = runs(300)
const zones = [
  'Etc/UTC',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Auckland',
  'America/Santiago',
  'Europe/Berlin',
  'Asia/Tokyo',
]

const values: Record<string, readonly string[]> = {
  'event:page': ['/', '/blog', '/blog**', '*a*', '/b*c', '/100%', '/a_b', '/1*%', '/nowhere'],
  'event:name': ['pageview', 'Signup', 'Pur*'],
  'event:hostname': ['a.com', '*.com', 'c.com'],
  'event:goal': ['Signup', 'Purchase', 'Visit /blog**', 'Visit /register'],
  'event:props:plan': ['pro', 'free', 'pr*', '(none)'],
  'event:props:author': ['a', '(none)', '*'],
  'visit:source': ['Google', 'Bing', 'Bing*', 'Direct / None', 'google', '*'],
  'visit:channel': ['Organic Search'],
  'visit:utm_source': ['news', 'n_ws', 'n?ws', '(not set)'],
  'visit:country': ['EE', 'US', 'E*'],
  'visit:region': ['EE-37', '(not set)'],
  'visit:city': ['588409', 'Tallinn', '2950159'],
  'visit:device': ['Desktop', '(not set)'],
  'visit:browser': ['Chrome', 'F*x'],
  'visit:os': ['Mac', '(not set)'],
  'visit:entry_page': ['/', '/blog*', '/register'],
  'visit:exit_page': ['/', '/blog*', '(not set)'],
}

const filter: fc.Arbitrary<ModelFilter> = fc.constantFrom(...Object.keys(values)).chain((dimension) =>
  fc.record({
    dimension: fc.constant(dimension),
    negated: dimension === 'event:goal' ? fc.constant(false) : fc.boolean(),
    items: fc.uniqueArray(fc.constantFrom(...values[dimension]!), { minLength: 1, maxLength: 3 }),
  }),
)

const sessionMetrics = ['visits', 'bounce_rate', 'visit_duration', 'views_per_visit']
const allMetrics = ['visitors', 'pageviews', 'events', ...sessionMetrics, 'conversion_rate', 'time_on_page']

/** Metrics that are allowed next to the filters (spec/stats 13). */
function allowed(metric: string, filters: readonly ModelFilter[]): boolean {
  const has = (name: string) => filters.some((one) => one.dimension.startsWith(name))
  if (metric === 'conversion_rate') return has('event:goal')
  if (metric === 'time_on_page') return has('event:page') && !has('event:goal') && !has('event:name')
  if (metric === 'views_per_visit' && has('event:page')) return false
  return !sessionMetrics.includes(metric) || !(has('event:name') || has('event:goal') || has('event:props:'))
}

const question = fc.record({
  period: fc.constantFrom('day', '7d', '30d', 'month', '6mo', 'custom'),
  day: fc.integer({ min: -5, max: days + 5 }),
  length: fc.integer({ min: 0, max: 70 }),
  interval: fc.constantFrom('default', 'day', 'month', 'aggregate'),
  filters: fc.oneof(
    { weight: 3, arbitrary: fc.array(filter, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constant<ModelFilter[]>([]) },
  ),
  metrics: fc.uniqueArray(fc.constantFrom(...allMetrics), { minLength: 1, maxLength: 5 }),
})

const addDays = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
const month = (day: string, count: number) => {
  const [y, m] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(y, m - 1 + count, 1)).toISOString().slice(0, 10)
}

// Two thousand questions take a minute on two free cores.
t.setTimeout(300_000)

t.test('service and model give the same answers', async (t) => {
  const service = await startModelService(7)
  t.teardown(() => service.stop())
  const { stats } = service
  for (const timezone of zones) {
    const { access, sessions } = await service.addSite(timezone)
    let wrong = 0
    for (const { period, day, length, interval, filters, metrics: wanted } of fc.sample(question, {
      numRuns: questionsPerZone,
      seed: 42 + access.site.id,
    })) {
      const date = addDays(localDay(timezone, origin), day)
      const bounds: Record<string, [string, string]> = {
        day: [date, date],
        '7d': [addDays(date, -7), addDays(date, -1)],
        '30d': [addDays(date, -30), addDays(date, -1)],
        month: [month(date, 0), addDays(month(date, 1), -1)],
        '6mo': [month(date, -5), addDays(month(date, 1), -1)],
        custom: [date, addDays(date, length)],
      }
      const [first, last] = bounds[period]!
      const metrics = wanted.filter((metric) => allowed(metric, filters))
      if (metrics.length === 0) metrics.push('visitors')
      const params = new URLSearchParams({
        period,
        metrics: metrics.join(','),
        date: period === 'custom' ? `${first},${last}` : date,
      })
      params.set(
        'filters',
        filters.map((one) => `${one.dimension}${one.negated ? '!=' : '=='}${one.items.join('|')}`).join(';'),
      )
      const byDefault = period === 'day' ? 'hour' : 'day'
      const modelInterval =
        interval === 'aggregate' ? null : interval === 'default' ? byDefault : (interval as 'day' | 'month')
      if (interval === 'day' || interval === 'month') params.set('interval', interval)
      const expected = answer(sessions, goals, { timezone, first, last, interval: modelInterval, metrics, filters })
      const found =
        interval === 'aggregate'
          ? [
              Object.fromEntries(
                Object.entries((await stats.aggregate(access, params)).results).map(([name, { value }]) => [
                  name,
                  value,
                ]),
              ),
            ]
          : (await stats.timeseries(access, params)).results.map(({ date: _, ...rest }) => rest)
      const [a, b] = [JSON.stringify(found), JSON.stringify(expected)]
      if (a !== b && wrong++ < 3)
        t.fail(`${timezone} ${decodeURIComponent(String(params))} ${interval}`, { found: a, wanted: b })
    }
    t.equal(wrong, 0, `${timezone}: ${questionsPerZone} questions`)
  }
})
