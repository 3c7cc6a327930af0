// Each metric counts what imports have of it, beside the site's own traffic; the answer names those that have own
// traffic alone, and why imports are left out (spec/stats 16).
import t from 'tap'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { own } from '../support/own.ts'
import { insertTraffic, type ModelEvent, sessionsOf } from '../support/stats-model.ts'

const service = await startApp({ clock: { now: () => new Date('2021-06-15T12:00:00Z') } })
t.teardown(() => service.stop())
const { db, directory } = service.app
const { domain, api_key: key } = await service.provision({ domain: 'both.test', plan: 'business' })
const site = directory.find(domain)!
const call = createCall(service.url, key)

// Own traffic on June 2nd: visitor 1 sees / and then /a for 30 s, visitor 2 enters at /a and signs up.
const at = Date.parse('2021-06-02T10:00:00Z') / 1000
const event = { at, visitor: 1, name: 'pageview', hostname: 'both.test', props: null, engagedMs: 0, scroll: 0 }
const rows: ModelEvent[] = [
  { ...event, pathname: '/' },
  { ...event, pathname: '/a', at: at + 10 },
  { ...event, pathname: '/a', at: at + 60, name: 'engagement', engagedMs: 30_000, scroll: 80 },
  { ...event, pathname: '/a', visitor: 2 },
  { ...event, pathname: '/a', visitor: 2, at: at + 20, name: 'Signup' },
]
await insertTraffic(
  db.write,
  site.id,
  'Etc/UTC',
  sessionsOf(rows, () => ({ source: 'Google', country: 'EE' })),
)

type Day = readonly [dimension: string, value: string, sums: Readonly<Record<string, number | null>>]
async function bring(siteId: number, day: string, days: readonly Day[]): Promise<void> {
  for (const [dimension, value, given] of days) {
    const sums = { visitors: 0, visits: 0, pageviews: 0, events: 0, bounces: 0, duration: 0, ...given }
    const names = Object.keys(sums)
    await (await own(db, siteId)).query(
      `insert into imported_days ({{part,}}site_id, local_day, dimension, value, ${names.join(', ')})
       values ({{=part,}}$1, $2, $3, $4, ${names.map((_, index) => `$${index + 5}`).join(', ')})`,
      [siteId, day, dimension, value, ...Object.values(sums)],
    )
  }
}
const engaged = { engaged_ms: 90_000, engaged_visits: 2, scroll: 100, scroll_visits: 4 }
await bring(site.id, '2021-06-01', [
  ['', '', { visitors: 10, visits: 12, pageviews: 30, events: 36, bounces: 6, duration: 1200 }],
  ['event:page', '/a', { visitors: 4, visits: 5, pageviews: 8, events: 8, ...engaged }],
  ['event:page', '/b', { visitors: 3, visits: 3, pageviews: 4, events: 4, engaged_ms: 0, engaged_visits: 0 }],
  ['event:page', '/seen', { visitors: 2, visits: 2 }],
  ['visit:entry_page', '/a', { visitors: 3, visits: 4, pageviews: 9, events: 9, bounces: 1, duration: 400 }],
  ['visit:exit_page', '/a', { visitors: 2, visits: 2 }],
  ['event:name', 'pageview', { visitors: 10, events: 30, pageviews: 30 }],
  ['event:name', 'Signup', { visitors: 3, events: 5 }],
  ['event:name', 'Other', { visitors: 1, events: 1 }],
  ['visit:country', 'EE', { visitors: 7, visits: 7 }],
  ['visit:country', 'ZZ', { visitors: 2, visits: 2 }],
  ['visit:country', '', { visitors: 1, visits: 1 }],
  ['visit:country+visit:region+visit:city', 'ZZ\u001f\u001f', { visitors: 2, visits: 2 }],
  ['visit:country+visit:region+visit:city', 'EE\u001fEE-37\u001f', { visitors: 7, visits: 7 }],
])
await db.write.query(
  `insert into goals (site_id, event_name, path, display_name, custom_props, scroll_threshold)
   values ($1, 'Signup', null, 'Signup', '{}', -1), ($1, null, '/a*', 'Visit /a*', '{}', -1),
          ($1, null, '/a', 'Scroll', '{}', 50), ($1, 'Signup', null, 'Pro', '{"plan":"pro"}', -1)`,
  [site.id],
)

const days = ['2021-06-01', '2021-06-02']
const query = async (body: object) =>
  (await call('POST', '/api/v2/query', { site_id: domain, date_range: days, include: { imports: true }, ...body })).body
const get = async (path: string, params: Record<string, string>) => {
  const all = { site_id: domain, period: 'custom', date: days.join(), with_imported: 'true', ...params }
  return (await call('GET', `/api/v1/stats/${path}?${new URLSearchParams(all)}`)).body
}
const included = { imports_included: true }
const onlyOwn = (...metrics: string[]) => ({
  ...included,
  metric_warnings: Object.fromEntries(
    metrics.map((name) => [
      name,
      { code: `no_imported_${name}`, warning: `No imports with ${name.replaceAll('_', ' ')} data were found.` },
    ]),
  ),
})
const row = (dimensions: unknown[], ...metrics: unknown[]) => ({ dimensions, metrics })
const atA = [['is', 'event:page', ['/a']]]
const ofSignup = [['is', 'event:goal', ['Signup']]]

t.test('v2', async (t) => {
  const cases: [name: string, body: object, results: unknown, meta: unknown][] = [
    [
      'the details of the list of pages',
      {
        metrics: ['visitors', 'visits', 'pageviews', 'bounce_rate', 'time_on_page', 'scroll_depth'],
        dimensions: ['event:page'],
      },
      // /a: bounces 1 of 4 imported, 0 of 1 own; (90 + 30) s of 3 visits; scroll (100 + 80) of 5 visits.
      [row(['/a'], 6, 7, 10, 20, 40, 36), row(['/b'], 3, 3, 4, 0, null, null), row(['/'], 1, 1, 1, 0, null, null)],
      included,
    ],
    [
      'a list of pages agrees with itself, whatever else is asked',
      { metrics: ['visitors', 'pageviews'], dimensions: ['event:page'] },
      [row(['/a'], 6, 10), row(['/b'], 3, 4), row(['/'], 1, 1)],
      included,
    ],
    [
      'without pageviews a page of visitors alone is a row',
      { metrics: ['visitors'], dimensions: ['event:page'] },
      [row(['/a'], 6), row(['/b'], 3), row(['/seen'], 2), row(['/'], 1)],
      included,
    ],
    [
      'a header under a page filter',
      {
        metrics: ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration', 'time_on_page', 'scroll_depth'],
        filters: atA,
      },
      [row([], 6, 7, 10, 20, 15, 40, 36)],
      onlyOwn('visit_duration'),
    ],
    ['time alone', { metrics: ['time_on_page'], filters: atA }, [row([], 40)], included],
    [
      'by day',
      { metrics: ['visitors', 'time_on_page'], filters: atA, dimensions: ['time:day'] },
      [row(['2021-06-01'], 4, 45), row(['2021-06-02'], 2, 30)],
      included,
    ],
    [
      'shares of visitors by page',
      { metrics: ['visitors', 'percentage'], dimensions: ['event:page'], pagination: { limit: 1 } },
      [row(['/a'], 6, 50)],
      included,
    ],
    [
      'a list of goals',
      { metrics: ['visitors', 'events', 'conversion_rate'], dimensions: ['event:goal'] },
      [row(['Visit /a*'], 6, 10, 50), row(['Signup'], 4, 6, 33.33), row(['Scroll'], 1, null, 8.33)],
      included,
    ],
    [
      'a list of goals by day',
      { metrics: ['visitors'], dimensions: ['time:day', 'event:goal'] },
      [
        row(['2021-06-01', 'Visit /a*'], 4),
        row(['2021-06-01', 'Signup'], 3),
        row(['2021-06-02', 'Visit /a*'], 2),
        row(['2021-06-02', 'Scroll'], 1),
        row(['2021-06-02', 'Signup'], 1),
      ],
      included,
    ],
    ['one goal', { metrics: ['visitors', 'conversion_rate'], filters: ofSignup }, [row([], 4, 33.33)], included],
    [
      'one goal by day',
      { metrics: ['conversion_rate'], filters: ofSignup, dimensions: ['time:day'] },
      [row(['2021-06-01'], 25), row(['2021-06-02'], 8.33)],
      included,
    ],
    [
      'a page goal by page',
      {
        metrics: ['visitors', 'conversion_rate'],
        filters: [['is', 'event:goal', ['Visit /a*']]],
        dimensions: ['event:page'],
      },
      [row(['/a'], 6, 50)],
      included,
    ],
    ['exits', { metrics: ['visits', 'exit_rate'], dimensions: ['visit:exit_page'] }, [row(['/a'], 4, 40)], included],
    ['countries', { metrics: ['visitors'], dimensions: ['visit:country'] }, [row(['EE'], 9)], included],
    [
      'places',
      { metrics: ['visitors'], dimensions: ['visit:country', 'visit:region', 'visit:city'] },
      [row(['EE', 'EE-37', 0], 7), row(['EE', '', 0], 2)],
      included,
    ],
    ['no such country', { metrics: ['visitors'], filters: [['is', 'visit:country', ['ZZ']]] }, [row([], 0)], included],
  ]
  for (const [name, body, results, meta] of cases) {
    const found = await query(body)
    t.strictSame([found.results, found.meta], [results, meta], name)
  }
})

t.test('v1', async (t) => {
  const lacking = (names: string) => ({ warning: `Imported stats are not included in these metrics: ${names}.` })
  const cases: [name: string, path: string, params: Record<string, string>, body: unknown][] = [
    [
      'pages',
      'breakdown',
      { property: 'event:page', metrics: 'visitors,visits,pageviews,bounce_rate,time_on_page', limit: '1' },
      { results: [{ page: '/a', visitors: 6, visits: 7, pageviews: 10, bounce_rate: 20, time_on_page: 40 }] },
    ],
    [
      'a page',
      'aggregate',
      { metrics: 'visitors,visit_duration', filters: 'event:page==/a' },
      { results: { visitors: { value: 6 }, visit_duration: { value: 15 } }, ...lacking('visit_duration') },
    ],
    [
      'goals',
      'breakdown',
      { property: 'event:goal', metrics: 'visitors,conversion_rate' },
      {
        results: [
          { goal: 'Visit /a*', visitors: 6, conversion_rate: 50 },
          { goal: 'Signup', visitors: 4, conversion_rate: 33.33 },
          { goal: 'Scroll', visitors: 1, conversion_rate: 8.33 },
        ],
      },
    ],
    [
      'a goal by day',
      'timeseries',
      { metrics: 'visitors,conversion_rate', filters: 'event:goal==Signup', interval: 'day' },
      {
        results: [
          { date: '2021-06-01', visitors: 3, conversion_rate: 30 },
          { date: '2021-06-02', visitors: 1, conversion_rate: 50 },
        ],
      },
    ],
    ['countries', 'breakdown', { property: 'visit:country' }, { results: [{ country: 'EE', visitors: 9 }] }],
  ]
  for (const [name, path, params, body] of cases) t.strictSame(await get(path, params), body, name)
})

t.test('why imports are left out', async (t) => {
  const none = await service.provision({ domain: 'own.test', plan: 'business', email: 'own@x.test' })
  const cases: [name: string, body: object, meta: unknown][] = [
    ['hours', { dimensions: ['time:hour'] }, { imports_skip_reason: 'unsupported_interval' }],
    [
      'minutes',
      { dimensions: ['time:minute'], date_range: ['2021-06-01', '2021-06-01'] },
      { imports_skip_reason: 'unsupported_interval' },
    ],
    ['a property', { filters: [['is', 'event:props:plan', ['pro']]] }, { imports_skip_reason: 'unsupported_query' }],
    ['channels', { dimensions: ['visit:channel'] }, { imports_skip_reason: 'unsupported_query' }],
    ['before them', { date_range: ['2021-05-01', '2021-05-31'] }, { imports_skip_reason: 'out_of_range' }],
    ['after them', { date_range: ['2021-06-02', '2021-06-02'] }, { imports_skip_reason: 'out_of_range' }],
    ['no imports', { site_id: none.domain }, { imports_skip_reason: 'no_imported_data' }],
  ]
  for (const [name, body, meta] of cases) {
    const asked = { site_id: domain, metrics: ['visitors'], date_range: days, include: { imports: true }, ...body }
    const found = await call('POST', '/api/v2/query', asked, 'site_id' in body ? none.api_key : key)
    const { imports_warning: warning, ...rest } = found.body.meta
    t.strictSame(rest, { imports_included: false, ...(meta as object) }, name)
    const isSaid = /unsupported/.test(JSON.stringify(meta))
    t.equal(typeof warning, isSaid ? 'string' : 'undefined', `${name}, in words`)
    const unasked = await call(
      'POST',
      '/api/v2/query',
      { ...asked, include: {} },
      'site_id' in body ? none.api_key : key,
    )
    t.strictSame(unasked.body.meta, {}, `${name}, not asked for`)
  }
})

t.test('imports of an older export have neither time nor scroll depth', async (t) => {
  await bring(site.id, '2021-05-01', [
    ['', '', { visitors: 1, visits: 1, pageviews: 1, events: 1 }],
    ['event:page', '/old', { visitors: 1, visits: 1, pageviews: 1, events: 1 }],
  ])
  const { results, meta } = await query({
    date_range: ['2021-05-01', '2021-05-02'],
    metrics: ['visitors', 'time_on_page', 'scroll_depth'],
    dimensions: ['event:page'],
  })
  t.strictSame([results, meta], [[row(['/old'], 1, null, null)], onlyOwn('time_on_page', 'scroll_depth')])
})
