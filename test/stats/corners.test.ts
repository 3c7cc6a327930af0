// Corners of the sheet over HTTP, each asked of a few rows: letters of any script, items of lists, goals a plan has not, rounding.
import t from 'tap'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { insertTraffic, type ModelEvent, sessionsOf } from '../support/stats-model.ts'

const service = await startApp({ clock: { now: () => new Date('2021-06-15T12:00:00Z') } })
t.teardown(() => service.stop())
const { db, directory, registry } = service.app
const { domain, api_key: key } = await service.provision({ domain: 'corners.test', plan: 'business' })
const site = directory.find(domain)!
const call = createCall(service.url, key)
const get = async (path: string, params: Record<string, string>) =>
  (await call('GET', `/api/v1/stats/${path}?${new URLSearchParams({ site_id: domain, period: 'day', date: '2021-06-01', ...params })}`))
    .body
const query = async (body: object) =>
  (await call('POST', '/api/v2/query', { site_id: domain, date_range: ['2021-06-01', '2021-06-01'], metrics: ['visitors'], ...body })).body
const visitors = (value: number) => ({ results: { visitors: { value } } })

const sources = ['École', 'ÉCOLE', 'Straße', 'ГУГЛ', '😀Ü', 'Plain', 'ab%c', 'AB_C', 'x', ' x', 'x ']
const events = sources.map(
  (source, visitor): ModelEvent => ({
    visitor,
    at: Date.parse('2021-06-01T10:00:00Z') / 1000 + visitor,
    name: 'Signup',
    pathname: `/${source}`,
    hostname: 'corners.test',
    props: { source, plan: 'pro' },
    engagedMs: 0,
    scroll: 0,
  }),
)
await insertTraffic(
  db.write,
  site.id,
  'Etc/UTC',
  sessionsOf(events, (visitor) => ({ source: sources[visitor]! })),
)
await db.write.query(
  `insert into goals (site_id, event_name, display_name, custom_props)
   values ($1, 'Signup', 'Signup', '{}'), ($1, 'Signup', 'Pro', '{"plan":"pro"}')`,
  [site.id],
)

t.test('letters of any script, without regard to case', async (t) => {
  const cases: [operator: string, items: string[], count: number][] = [
    ['is', ['école'], 2],
    ['is', ['ÉCOLE'], 2],
    ['is', ['École', 'nowhere'], 2],
    ['is', ['гугл', '😀ü'], 2],
    ['is', ['STRASSE'], 0],
    ['is', ['straße', 'PLAIN'], 2],
    ['is_not', ['école'], 9],
    ['contains', ['CO'], 2],
    ['contains', ['éC'], 2],
    ['contains', ['УГ', 'LAI'], 2],
    ['contains', ['B%C'], 1],
    ['contains', ['b_c'], 1],
    ['contains_not', ['É'], 9],
  ]
  for (const dimension of ['visit:source', 'event:page', 'event:props:source']) {
    for (const [operator, items, count] of cases) {
      const isWhole = operator.startsWith('is') && dimension === 'event:page'
      const filter = [operator, dimension, isWhole ? items.map((item) => `/${item}`) : items, { case_sensitive: false }]
      t.strictSame((await query({ filters: [filter] })).results, [{ dimensions: [], metrics: [count] }], JSON.stringify(filter))
    }
  }
})

t.test('items of a list', async (t) => {
  const many = Array.from({ length: 150 }, (_, index) => `n${index}`)
  const cases: [name: string, filters: string, count: number][] = [
    ['spaces around a value are not of it', 'visit:source ==  x ', 1],
    ['spaces within a list are', 'visit:source==nowhere| x', 1],
    ['before the bar too', 'visit:source==x |nowhere', 1],
    ['a hundred and more beside one pattern', `visit:source==${many.join('|')}|Pl*`, 1],
    ['none of them', `visit:source!=${many.join('|')}|Pl*|x`, 9],
    ['a goal in letters written as numbers', '[["is","event:go\\u0061l",["Pro"]]]', 11],
  ]
  for (const [name, filters, count] of cases) t.strictSame(await get('aggregate', { filters }), visitors(count), name)
  const patterns = Array.from({ length: 101 }, (_, index) => `n${index}*`)
  t.match(await get('aggregate', { filters: `visit:source==${patterns.join('|')}` }), { error: /at most 100 patterns/ })
})

t.test('without the Props feature goals with properties are not configured', async (t) => {
  const goals = async () => [
    (await get('breakdown', { property: 'event:goal' })).results,
    (await query({ dimensions: ['event:goal'] })).results,
    (await query({ filters: [['contains', 'event:goal', ['Pro']]] })).results,
  ]
  t.strictSame(await goals(), [
    [
      { goal: 'Pro', visitors: 11 },
      { goal: 'Signup', visitors: 11 },
    ],
    [
      { dimensions: ['Pro'], metrics: [11] },
      { dimensions: ['Signup'], metrics: [11] },
    ],
    [{ dimensions: [], metrics: [11] }],
  ])
  await registry.teams.setPlan(site.teamId, { plan: 'enterprise', features: ['stats_api'] })
  await directory.refresh(site.id)
  t.strictSame(await goals(), [
    [{ goal: 'Signup', visitors: 11 }],
    [{ dimensions: ['Signup'], metrics: [11] }],
    [{ dimensions: [], metrics: [0] }],
  ])
  t.match(await get('aggregate', { filters: 'event:goal==Pro' }), { error: /`Pro` is not configured/ })
})

t.test('revenue is what came in the currency of the goal', async (t) => {
  const shop = await service.provision({ domain: 'shop.test', plan: 'business', email: 'shop@x.test' })
  const id = directory.find(shop.domain)!.id
  await db.write.query(
    `insert into goals (site_id, event_name, display_name, currency)
     values ($1, 'Buy', 'Buy', 'EUR'), ($1, 'Order', 'Order', 'USD'), ($1, 'Look', 'Look', null)`,
    [id],
  )
  await db.write.query(
    `insert into events (site_id, recorded_at, visitor_id, session_id, local_day, first_of_visitor_day, first_of_visitor_month,
       first_of_visit_day, first_of_visit_month, seen_day_before, name, hostname, pathname, revenue_amount, revenue_currency)
     select $1, '2021-06-01T10:00:00Z', v, 500000 + v, '2021-06-01', true, true, true, true, false, name, 'shop.test', '/', amount, currency
     from (values (1, 'Buy', 10, 'EUR'), (2, 'Buy', 5, 'EUR'), (3, 'Buy', 100, 'USD'), (4, 'Order', 7, 'USD'), (5, 'Look', null, null),
                  (6, 'Old', 50, 'EUR')) rows (v, name, amount, currency)`,
    [id],
  )
  const ask = async (body: object) =>
    (await call('POST', '/api/v2/query', { site_id: shop.domain, date_range: ['2021-06-01', '2021-06-01'], ...body }, shop.api_key)).body
  const money = (value: number, sign: '€' | '$') => ({
    value,
    currency: sign === '€' ? 'EUR' : 'USD',
    short: `${sign}${value.toFixed(1)}`,
    long: `${sign}${value.toFixed(2)}`,
  })
  const metrics = ['total_revenue', 'average_revenue']
  const cases: [body: object, results: unknown][] = [
    [{ metrics, filters: [['is', 'event:goal', ['Buy']]] }, [{ dimensions: [], metrics: [money(15, '€'), money(7.5, '€')] }]],
    [{ metrics, filters: [['is', 'event:goal', ['Order', 'Look']]] }, [{ dimensions: [], metrics: [money(7, '$'), money(7, '$')] }]],
    [
      { metrics: [...metrics, 'events'], dimensions: ['event:goal'] },
      [
        { dimensions: ['Buy'], metrics: [money(15, '€'), money(7.5, '€'), 3] },
        { dimensions: ['Order'], metrics: [money(7, '$'), money(7, '$'), 1] },
        { dimensions: ['Look'], metrics: [null, null, 1] },
      ],
    ],
  ]
  for (const [body, results] of cases) t.strictSame((await ask(body)).results, results, JSON.stringify(body))
  t.match(await ask({ metrics }), {
    results: [{ metrics: [null, null] }],
    meta: {
      metric_warnings: { total_revenue: { code: 'no_single_revenue_currency' }, average_revenue: { code: 'no_single_revenue_currency' } },
    },
  })
})
