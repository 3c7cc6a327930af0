// The v2 query beside the public documentation of its model: segments as filters, ranges cut at the present, shares
// under a hostname filter, names of places, older names of dimensions (spec/stats 22).
import t from 'tap'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { insertTraffic, type ModelEvent, sessionsOf } from '../support/stats-model.ts'

let now = new Date('2021-06-15T12:20:00Z')
const service = await startApp({ clock: { now: () => now } })
t.teardown(() => service.stop())
const { db, directory, registry } = service.app
const { domain, api_key: key } = await service.provision({ domain: 'extras.test', plan: 'business' })
const site = directory.find(domain)!
const call = createCall(service.url, key)

const at = Date.parse('2021-06-01T10:00:00Z') / 1000
const event = { at, name: 'pageview', props: null, engagedMs: 0, scroll: 0, hostname: 'extras.test', pathname: '/' }
const rows: ModelEvent[] = [
  { ...event, visitor: 0 },
  { ...event, visitor: 0, at: at + 10, hostname: 'shop.extras.test', pathname: '/buy' },
  { ...event, visitor: 1, hostname: 'shop.extras.test' },
  { ...event, visitor: 2, hostname: 'shop.extras.test', pathname: '/buy' },
  { ...event, visitor: 2, at: at + 20, name: 'Signup', hostname: 'shop.extras.test', pathname: '/buy' },
  { ...event, visitor: 3, pathname: '/buy' },
]
const places = [
  { region: 'EE-37', city: 588409, device: 'Mobile', source: 'Google' },
  { region: 'US-CA', city: 5391959, device: 'Desktop', source: 'Google' },
  { region: 'XX-1', city: null, device: 'Mobile', source: 'Bing' },
  { region: null, city: null, device: null, source: null },
]
await insertTraffic(
  db.write,
  site.id,
  'Etc/UTC',
  sessionsOf(rows, (visitor) => places[visitor]!),
)
await db.write.query(
  `insert into place_names (kind, code, name)
   values ('city', '588409', 'Tallinn'), ('city', '5391959', '5391959'), ('region', 'EE-37', 'EE-37')`,
)
await db.write.query(
  `insert into goals (site_id, event_name, display_name, custom_props) values ($1, 'Signup', 'Signup', '{}')`,
  [site.id],
)

const post = (body: object, secret = key) =>
  call(
    'POST',
    '/api/v2/query',
    { site_id: domain, date_range: ['2021-06-01', '2021-06-01'], metrics: ['visitors'], ...body },
    secret,
  )
const query = async (body: object) => (await post(body)).body
const row = (dimensions: unknown[], ...metrics: unknown[]) => ({ dimensions, metrics })

t.test('segments', async (t) => {
  const [{ id: userId }] = (await db.write.query<{ id: number }>(
    `select m.user_id as id from sites s join memberships m on m.team_id = s.team_id where s.id = $1`,
    [site.id],
  )) as [{ id: number }]
  const other = await registry.users.create({ email: 'other@x.test', ifMissing: true })
  const elsewhere = await service.provision({ domain: 'elsewhere.test', plan: 'business', email: 'e@x.test' })
  const make = async (name: string, filters: unknown[], owner: number | null = null, siteId = site.id) =>
    Number((await registry.segments.create(siteId, { name, userId: owner, filters })).id)
  const google = await make('Google', [['is', 'visit:source', ['Google']]])
  const bing = await make('Bing', [['is', 'visit:source', ['Bing']]], userId)
  const buyers = await make('Buyers', [
    ['is', 'event:page', ['/buy']],
    ['is', 'visit:device', ['Mobile']],
  ])
  const signups = await make('Signups', [['is', 'event:goal', ['Signup']]])
  const foreign = await make('Other', [['is', 'visit:source', ['Bing']]], other.id)
  const ofOther = await make('Else', [['is', 'visit:source', ['Bing']]], null, directory.find(elsewhere.domain)!.id)
  const cases: [name: string, filters: unknown[], visitors: number][] = [
    ['one', [['is', 'segment', [google]]], 2],
    ['one’s own', [['is', 'segment', [bing]]], 1],
    ['any of two', [['is', 'segment', [google, bing]]], 3],
    [
      'two clauses',
      [
        ['is', 'segment', [google]],
        ['is', 'segment', [buyers]],
      ],
      1,
    ],
    [
      'beside a filter',
      [
        ['is', 'segment', [google]],
        ['is', 'visit:device', ['Mobile']],
      ],
      1,
    ],
    ['not', [['not', ['is', 'segment', [google]]]], 2],
    [
      'or',
      [
        [
          'or',
          [
            ['is', 'segment', [google]],
            ['is', 'visit:source', ['Bing']],
          ],
        ],
      ],
      3,
    ],
    [
      'and within not',
      [
        [
          'not',
          [
            'and',
            [
              ['is', 'segment', [google]],
              ['is', 'visit:device', ['Mobile']],
            ],
          ],
        ],
      ],
      3,
    ],
    ['goals', [['is', 'segment', [signups]]], 1],
    ['ten', [['is', 'segment', Array.from({ length: 10 }, () => google)]], 2],
  ]
  for (const [name, filters, visitors] of cases) {
    const found = await query({ filters })
    t.strictSame([found.results, found.query?.filters], [[row([], visitors)], filters], name)
    const asked = { site_id: domain, period: 'day', date: '2021-06-01', filters: JSON.stringify(filters) }
    const v1 = await call('GET', `/api/v1/stats/aggregate?${new URLSearchParams(asked)}`)
    t.strictSame(v1.body, { results: { visitors: { value: visitors } } }, `${name}, in v1`)
  }
  const refused: [name: string, filters: unknown[], error: RegExp][] = [
    ['unknown', [['is', 'segment', [99_999]]], /there is no segment 99999/],
    ['of somebody else', [['is', 'segment', [foreign]]], /there is no segment/],
    ['of another site', [['is', 'segment', [ofOther]]], /there is no segment/],
    ['another operator', [['is_not', 'segment', [google]]], /Invalid filter/],
    ['no ids', [['is', 'segment', []]], /Invalid filter/],
    ['an id that is a text', [['is', 'segment', [String(google)]]], /Invalid filter/],
    ['a large id', [['is', 'segment', [2 ** 60]]], /Invalid filter/],
    ['modifiers', [['is', 'segment', [google], { case_sensitive: false }]], /Invalid filter/],
    ['11', [['is', 'segment', Array.from({ length: 11 }, () => google)]], /at most 10 segments/],
    ['within has_done', [['has_done', ['is', 'segment', [google]]]], /Invalid filter/],
    ['a goal that is not at the top', [['not', ['is', 'segment', [signups]]]], /event:goal/],
  ]
  for (const [name, filters, error] of refused) {
    const found = await post({ filters })
    t.match([found.status, found.body.error], [400, error], name)
  }
})

t.test('ranges cut at the present', async (t) => {
  const ask = (date_range: unknown, dimension: string, trim_relative_date_range = true) =>
    query({ date_range, dimensions: [dimension], include: { time_labels: true, trim_relative_date_range } })
  const cases: [range: unknown, dimension: string, count: number, last: string, end: string][] = [
    ['day', 'time:hour', 13, '2021-06-15 12:00:00', '2021-06-15T12:59:59+00:00'],
    ['day', 'time:minute', 741, '2021-06-15 12:20:00', '2021-06-15T12:20:59+00:00'],
    ['day', 'time:day', 1, '2021-06-15', '2021-06-15T23:59:59+00:00'],
    ['month', 'time:day', 15, '2021-06-15', '2021-06-15T23:59:59+00:00'],
    ['month', 'time', 15, '2021-06-15', '2021-06-15T23:59:59+00:00'],
    ['year', 'time:month', 6, '2021-06-01', '2021-06-15T23:59:59+00:00'],
    ['year', 'time:week', 25, '2021-06-14', '2021-06-15T23:59:59+00:00'],
    ['7d', 'time:day', 7, '2021-06-14', '2021-06-14T23:59:59+00:00'],
    [['2021-06-01', '2021-06-30'], 'time:day', 30, '2021-06-30', '2021-06-30T23:59:59+00:00'],
  ]
  for (const [range, dimension, count, last, end] of cases) {
    const { meta, query: echo } = await ask(range, dimension)
    t.strictSame([meta.time_labels.length, meta.time_labels.at(-1)], [count, last], `${range} ${dimension}`)
    t.equal(echo.date_range[1], end, `${range} ${dimension}, the range`)
  }
  t.equal((await ask('month', 'time:day', false)).meta.time_labels.length, 30, 'not asked for')
  now = new Date('2021-06-30T23:59:59Z')
  t.equal((await ask('month', 'time:day')).meta.time_labels.length, 30, 'on the last day')
  now = new Date('2021-06-15T12:20:00Z')
  t.match((await post({ include: { trim_relative_date_range: 1 } })).body, { error: /trim_relative_date_range/ })
  const byMonth = await query({ date_range: 'month', include: { trim_relative_date_range: true } })
  t.strictSame(byMonth.results, [row([], 4)])
})

t.test('shares under a hostname filter are of what the rows can have', async (t) => {
  const filters = [['is', 'event:hostname', ['shop.extras.test']]]
  const cases: [dimension: string, results: unknown][] = [
    // Visitor 0 saw the shop and entered elsewhere.
    ['visit:source', [row(['Bing'], 1, 50), row(['Google'], 1, 50)]],
    ['visit:entry_page', [row(['/'], 1, 50), row(['/buy'], 1, 50)]],
    ['visit:exit_page', [row(['/buy'], 2, 66.7), row(['/'], 1, 33.3)]],
    ['visit:referrer', [row(['Direct / None'], 2, 100)]],
    ['visit:device', [row(['Mobile'], 2, 66.7), row(['Desktop'], 1, 33.3)]],
  ]
  for (const [dimension, results] of cases) {
    const found = await query({ metrics: ['visitors', 'percentage'], dimensions: [dimension], filters })
    t.strictSame(found.results, results, dimension)
  }
  const converted = await query({
    metrics: ['visitors', 'conversion_rate'],
    dimensions: ['visit:source'],
    filters: [...filters, ['is', 'event:goal', ['Signup']]],
  })
  t.strictSame(converted.results, [row(['Bing'], 1, 50)])
})

t.test('names of places', async (t) => {
  const cases: [dimension: string, results: unknown][] = [
    ['visit:region_name', [row([''], 1), row(['California'], 1), row(['Harjumaa'], 1), row(['XX-1'], 1)]],
    ['visit:city_name', [row([''], 2), row(['5391959'], 1), row(['Tallinn'], 1)]],
    ['visit:city', [row([0], 2), row([588409], 1), row([5391959], 1)]],
  ]
  for (const [dimension, results] of cases) {
    const found = (await query({ dimensions: [dimension] })).results
    t.strictSame(found, results, dimension)
  }
  const filters: [filter: unknown[], visitors: number][] = [
    [['is', 'visit:region_name', ['Harjumaa']], 1],
    [['is', 'visit:region_name', ['harjumaa'], { case_sensitive: false }], 1],
    [['is_not', 'visit:region_name', ['Harjumaa', 'California']], 2],
    [['contains', 'visit:region_name', ['forn']], 1],
    [['matches', 'visit:region_name', ['^Cal']], 1],
    [['matches_wildcard', 'visit:region_name', ['H*maa']], 1],
    [['is', 'visit:region_name', ['XX-1']], 1],
    [['is', 'visit:region_name', ['EE-37']], 0],
    [['is', 'visit:region_name', ['(not set)']], 1],
    [['is', 'visit:city_name', ['Tallinn']], 1],
    [['is', 'visit:city_name', ['']], 2],
  ]
  for (const [filter, visitors] of filters)
    t.strictSame((await query({ filters: [filter] })).results, [row([], visitors)], JSON.stringify(filter))
  // A name that the geolocation database brings is taken first.
  await db.write.query(`update place_names set name = 'Harju County' where code = 'EE-37'`)
  const [first] = (
    await query({ dimensions: ['visit:region_name'], filters: [['is', 'visit:region_name', ['Harju County']]] })
  ).results
  t.strictSame(first, row(['Harju County'], 1))
})

t.test('visit:screen is visit:device', async (t) => {
  const asked = { filters: [['is', 'visit:screen', ['Mobile']]] }
  t.strictSame((await query(asked)).results, [row([], 2)])
  const list = await query({ dimensions: ['visit:screen'], order_by: [['visit:screen', 'asc']] })
  t.strictSame(list.results, [row(['(not set)'], 1), row(['Desktop'], 1), row(['Mobile'], 2)])
  t.strictSame(list.query.dimensions, ['visit:screen'])
  const get = async (path: string, more: Record<string, string>) => {
    const params = new URLSearchParams({ site_id: domain, period: 'day', date: '2021-06-01', ...more })
    return (await call('GET', `/api/v1/stats/${path}?${params}`)).body
  }
  t.strictSame(await get('aggregate', { filters: 'visit:screen!=Mobile' }), { results: { visitors: { value: 2 } } })
  t.match(await get('breakdown', { property: 'visit:screen' }), { results: [{ device: 'Mobile', visitors: 2 }] })
})
