// Metrics of rows that have nothing to be computed from: bounces of a page on which no visit began, events of goals that
// scrolling completes (spec/stats 7 and 22.2).
import t from 'tap'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { insertTraffic, type ModelEvent, sessionsOf } from '../support/stats-model.ts'

const service = await startApp({ clock: { now: () => new Date('2021-06-15T12:00:00Z') } })
t.teardown(() => service.stop())
const { db, directory } = service.app
const { domain, api_key: key } = await service.provision({ domain: 'none.test', plan: 'business' })
const site = directory.find(domain)!
const call = createCall(service.url, key)

const at = Date.parse('2021-06-01T10:00:00Z') / 1000
const event = { at, visitor: 1, name: 'pageview', hostname: 'none.test', props: null, engagedMs: 0, scroll: 0 }
const rows: ModelEvent[] = [
  { ...event, pathname: '/' },
  { ...event, pathname: '/next', at: at + 60 },
  { ...event, pathname: '/next', at: at + 70, name: 'Signup' },
  { ...event, pathname: '/next', at: at + 90, name: 'engagement', engagedMs: 30_000, scroll: 80 },
  { ...event, pathname: '/', visitor: 2 },
]
await insertTraffic(
  db.write,
  site.id,
  'Etc/UTC',
  sessionsOf(rows, () => ({})),
)
await db.write.query(
  `insert into goals (site_id, event_name, path, display_name, custom_props, scroll_threshold)
   values ($1, 'Signup', null, 'Signup', '{}', -1), ($1, null, '/next', 'Scroll', '{}', 50),
          ($1, null, '/**', 'Scroll all', '{}', 10)`,
  [site.id],
)
const range = { date_range: ['2021-06-01', '2021-06-01'] }
const query = async (body: object) =>
  (await call('POST', '/api/v2/query', { site_id: domain, ...range, ...body })).body.results
const batch = async (body: object) => {
  const queries = [{ id: 'one', ...range, ...body }]
  const { body: text } = await call('POST', '/api/v2/query/batch', { site_id: domain, queries })
  return JSON.parse(String(text).split('\n')[0]!).body.results
}
const get = async (path: string, params: Record<string, string>) => {
  const all = { site_id: domain, period: 'day', date: '2021-06-01', ...params }
  return (await call('GET', `/api/v1/stats/${path}?${new URLSearchParams(all)}`)).body.results
}
const csv = async (body: object) =>
  String((await call('POST', '/api/v1/stats/export', { site_id: domain, ...range, ...body })).body)

t.test('bounces of a page on which no visit began', async (t) => {
  const metrics = ['visitors', 'bounce_rate', 'visit_duration']
  const pages = (bounce: number | null) => [
    { dimensions: ['/'], metrics: [2, 50, 35] },
    { dimensions: ['/next'], metrics: [1, bounce, null] },
  ]
  const byPage = { metrics, dimensions: ['event:page'] }
  t.strictSame(await query(byPage), pages(0), 'v2')
  t.strictSame(await batch(byPage), pages(null), 'the pages')
  const filtered = { metrics: ['bounce_rate'], filters: [['is', 'event:page', ['/next']]] }
  t.strictSame(await query(filtered), [{ dimensions: [], metrics: [0] }], 'v2, under a filter')
  t.strictSame(await batch(filtered), [{ dimensions: [], metrics: [null] }], 'the pages, under a filter')
  const elsewhere = { metrics: ['bounce_rate'], date_range: ['2021-05-01', '2021-05-01'] }
  t.strictSame(await batch(elsewhere), [{ dimensions: [], metrics: [0] }], 'without a page, 0 is no visits')
  const compared = { ...byPage, include: { comparisons: { mode: 'previous_period' } } }
  t.match((await batch(compared)).at(-1), { metrics: [1, null, null], comparison: { change: [100, null, null] } })
  t.strictSame(await get('breakdown', { property: 'event:page', metrics: metrics.join() }), [
    { page: '/', visitors: 2, bounce_rate: 50, visit_duration: 35 },
    { page: '/next', visitors: 1, bounce_rate: 0, visit_duration: null },
  ])
  t.equal(await csv(byPage), 'Page,Visitors,Bounce rate,Visit duration\r\n/,2,50,35\r\n/next,1,–,–\r\n')
})

t.test('events of goals that scrolling completes', async (t) => {
  const both = ['visitors', 'events']
  const cases: [name: string, body: object, results: unknown][] = [
    [
      'a list',
      { metrics: both, dimensions: ['event:goal'], order_by: [['event:goal', 'asc']] },
      [
        { dimensions: ['Scroll'], metrics: [1, null] },
        { dimensions: ['Scroll all'], metrics: [1, null] },
        { dimensions: ['Signup'], metrics: [1, 1] },
      ],
    ],
    ['one', { metrics: both, filters: [['is', 'event:goal', ['Scroll']]] }, [{ dimensions: [], metrics: [1, null] }]],
    [
      'among others',
      { metrics: both, filters: [['is', 'event:goal', ['Signup', 'Scroll']]] },
      [{ dimensions: [], metrics: [1, null] }],
    ],
    [
      'by part of the name',
      { metrics: both, filters: [['contains', 'event:goal', ['Scr']]], dimensions: ['event:page'] },
      [{ dimensions: ['/next'], metrics: [1, null] }],
    ],
    [
      'by day',
      { metrics: ['events'], filters: [['is', 'event:goal', ['Scroll']]], dimensions: ['time:day'] },
      [{ dimensions: ['2021-06-01'], metrics: [null] }],
    ],
    [
      'another goal',
      { metrics: both, filters: [['is', 'event:goal', ['Signup']]] },
      [{ dimensions: [], metrics: [1, 1] }],
    ],
    [
      'visits that have done it',
      { metrics: both, filters: [['has_done', ['is', 'event:goal', ['Scroll']]]] },
      [{ dimensions: [], metrics: [1, 3] }],
    ],
  ]
  for (const [name, body, results] of cases) {
    t.strictSame(await query(body), results, name)
    t.strictSame(await batch(body), results, `${name}, the pages`)
  }
  t.strictSame(await get('aggregate', { metrics: 'events', filters: 'event:goal==Scroll' }), {
    events: { value: null },
  })
  t.strictSame(await get('timeseries', { metrics: 'events', filters: 'event:goal==Scroll', interval: 'day' }), [
    { date: '2021-06-01', events: null },
  ])
  t.strictSame(await get('breakdown', { property: 'event:goal', metrics: 'events' }), [
    { goal: 'Signup', events: 1 },
    { goal: 'Scroll', events: null },
    { goal: 'Scroll all', events: null },
  ])
})
