// Corners of spec/stats.md over HTTP, each asked of a few rows: letters of any script, items of lists, goals a plan has
// not, rounding.
import t from 'tap'
import { rebuildRollups } from '../../src/upkeep/rollups.ts'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { own } from '../support/own.ts'
import { insertTraffic, type ModelEvent, sessionsOf } from '../support/stats-model.ts'

const service = await startApp({ clock: { now: () => new Date('2021-06-15T12:00:00Z') } })
t.teardown(() => service.stop())
const { db, directory, registry } = service.app
const { domain, api_key: key } = await service.provision({ domain: 'corners.test', plan: 'business' })
const site = directory.find(domain)!
const call = createCall(service.url, key)
const get = async (path: string, params: Record<string, string>) =>
  (
    await call(
      'GET',
      `/api/v1/stats/${path}?${new URLSearchParams({ site_id: domain, period: 'day', date: '2021-06-01', ...params })}`,
    )
  ).body
const query = async (body: object) =>
  (
    await call('POST', '/api/v2/query', {
      site_id: domain,
      date_range: ['2021-06-01', '2021-06-01'],
      metrics: ['visitors'],
      ...body,
    })
  ).body
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
      t.strictSame(
        (await query({ filters: [filter] })).results,
        [{ dimensions: [], metrics: [count] }],
        JSON.stringify(filter),
      )
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

t.test('names of the empty value', async (t) => {
  const cases: [filter: unknown[], count: number][] = [
    [['is', 'visit:referrer', ['Direct / None']], 11],
    [['is', 'visit:referrer', ['DIRECT / none']], 0],
    [['is', 'visit:referrer', ['DIRECT / none'], { case_sensitive: false }], 11],
    [['is_not', 'visit:referrer', ['DIRECT / none', 'x'], { case_sensitive: false }], 0],
    [['is', 'visit:channel', ['direct'], { case_sensitive: false }], 11],
    [['is', 'visit:country_name', ['(NOT SET)'], { case_sensitive: false }], 11],
    [['is', 'event:props:nope', ['(NONE)'], { case_sensitive: false }], 11],
    // No property is stored empty.
    [['is', 'event:props:nope', ['']], 0],
    [['is', 'event:props:nope', ['', '(none)']], 11],
    [['is', 'event:props:plan', ['']], 0],
    [['is', 'event:props:plan', ['', 'pro']], 11],
    [['is_not', 'event:props:nope', ['']], 11],
    [['is_not', 'event:props:plan', ['']], 11],
    [['matches_wildcard', 'event:props:nope', ['', 'x*']], 0],
    [['matches_wildcard_not', 'event:props:plan', ['']], 11],
    [['contains', 'event:props:plan', ['']], 11],
    [['contains', 'event:props:plan', ['nope', '']], 11],
    [['matches', 'event:props:plan', ['', 'nope']], 11],
    [['contains', 'visit:source', ['nope', '']], 11],
    [['matches_not', 'visit:source', ['nope', '']], 0],
    [['is', 'visit:referrer', ['']], 11],
  ]
  for (const [filter, count] of cases) {
    const { results } = await query({ filters: [filter] })
    t.strictSame(results, [{ dimensions: [], metrics: [count] }], JSON.stringify(filter))
  }
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
  await (await own(db, id)).query(
    `insert into events ({{part,}}site_id, recorded_at, visitor_id, session_id, local_day, first_of_visitor_day, first_of_visitor_month,
       first_of_visit_day, first_of_visit_month, seen_day_before, name, hostname, pathname, revenue_amount, revenue_currency)
     select {{=part,}}$1, '2021-06-01T10:00:00Z', v, 500000 + v, '2021-06-01', true, true, true, true, false, name, 'shop.test', '/', amount, currency
     from (values (1, 'Buy', 10, 'EUR'), (2, 'Buy', 5, 'EUR'), (3, 'Buy', 100, 'USD'), (4, 'Order', 7, 'USD'), (5, 'Look', null, null),
                  (6, 'Old', 50, 'EUR')) rows (v, name, amount, currency)`,
    [id],
  )
  const ask = async (body: object) =>
    (
      await call(
        'POST',
        '/api/v2/query',
        { site_id: shop.domain, date_range: ['2021-06-01', '2021-06-01'], ...body },
        shop.api_key,
      )
    ).body
  const money = (value: number, sign: '€' | '$') => ({
    value,
    currency: sign === '€' ? 'EUR' : 'USD',
    short: `${sign}${value.toFixed(1)}`,
    long: `${sign}${value.toFixed(2)}`,
  })
  const metrics = ['total_revenue', 'average_revenue']
  const cases: [body: object, results: unknown][] = [
    [
      { metrics, filters: [['is', 'event:goal', ['Buy']]] },
      [{ dimensions: [], metrics: [money(15, '€'), money(7.5, '€')] }],
    ],
    [
      { metrics, filters: [['is', 'event:goal', ['Order', 'Look']]] },
      [{ dimensions: [], metrics: [money(7, '$'), money(7, '$')] }],
    ],
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
      metric_warnings: {
        total_revenue: { code: 'no_single_revenue_currency' },
        average_revenue: { code: 'no_single_revenue_currency' },
      },
    },
  })
})

t.test('a local day that was skipped', async (t) => {
  const apia = await service.provision({
    domain: 'apia.test',
    timezone: 'Pacific/Apia',
    plan: 'business',
    email: 'apia@x.test',
  })
  const midnight = Date.parse('2011-12-30T10:00:00Z') / 1000
  const view = {
    visitor: 1,
    name: 'pageview',
    pathname: '/',
    hostname: 'apia.test',
    props: null,
    engagedMs: 0,
    scroll: 0,
  }
  const visit = [midnight - 600, midnight + 600].map((at): ModelEvent => ({ ...view, at }))
  const id = directory.find(apia.domain)!.id
  await insertTraffic(
    db.write,
    id,
    'Pacific/Apia',
    sessionsOf(visit, () => ({})),
  )
  await rebuildRollups(db, { site: apia.domain }, new Date())
  const skipped = '2011-12-30'
  // Sums of days know nothing of two filters.
  const sources = [
    ['rollups', '', []],
    [
      'raw rows',
      'visit:source==Direct / None;visit:device==(not set)',
      [
        ['is', 'visit:source', ['Direct / None']],
        ['is', 'visit:device', ['(not set)']],
      ],
    ],
  ] as const
  for (const [from, filters, trees] of sources) {
    const v1 = async (path: string, params: Record<string, string>) => {
      const all = new URLSearchParams({ site_id: apia.domain, filters, ...params })
      return (await call('GET', `/api/v1/stats/${path}?${all}`, undefined, apia.api_key)).body.results
    }
    const series = async (date: string, metrics: string, interval = 'day') =>
      (await v1('timeseries', { period: 'custom', date, metrics, interval })).map(
        ({ date: _, ...values }: object & { date: string }) => Object.values(values),
      )
    const v2 = async (body: object) => {
      const asked = {
        site_id: apia.domain,
        date_range: [skipped, skipped],
        metrics: ['visitors'],
        filters: trees,
        ...body,
      }
      return await call('POST', '/api/v2/query', asked, apia.api_key)
    }

    const alone = `${skipped},${skipped}`
    t.strictSame(await v1('timeseries', { period: 'day', date: skipped }), [], `${from}: it has no hours`)
    t.strictSame(await series(alone, 'visitors,visit_duration'), [[0, null]], `${from}: no visitor was there`)
    t.strictSame(await series(alone, 'visitors,pageviews'), [[0, 0]], `${from}: nothing was done`)
    t.strictSame(await series(alone, 'visitors', 'month'), [[0]], `${from}: its part of the month`)
    const compared = (date: string) => v1('aggregate', { period: 'day', date, compare: 'previous_period' })
    t.strictSame(
      await compared(skipped),
      { visitors: { value: 0, change: -100, comparison_value: 1 } },
      `${from}: in all`,
    )
    t.strictSame(
      await compared('2011-12-31'),
      { visitors: { value: 1, change: 100, comparison_value: 0 } },
      `${from}: as the day before`,
    )
    t.strictSame(
      await v1('breakdown', { period: 'day', date: skipped, property: 'visit:source' }),
      [],
      `${from}: a top list`,
    )

    const [none, one] = [
      [0, null],
      [1, 1200],
    ]
    const ranges: [date: string, values: unknown[]][] = [
      // A visit that goes on behind the range counts on the last day there was.
      ['2011-12-29,2011-12-30', [one, none]],
      ['2011-12-16,2011-12-30', [...Array(13).fill(none), one, none]],
      ['2011-12-29,2011-12-31', [none, none, one]],
      ['2011-12-30,2011-12-31', [none, one]],
    ]
    for (const [date, values] of ranges)
      t.strictSame(await series(date, 'visits,visit_duration'), values, `${from}: ${date}`)

    for (const dimension of [
      'time',
      'time:hour',
      'time:day',
      'time:week',
      'time:month',
      'visit:source',
      'event:page',
    ]) {
      const { status, body } = await v2({ dimensions: [dimension] })
      t.strictSame([status, body.results], [200, []], `${from}: ${dimension}`)
    }
    const { body } = await v2({})
    const instant = '2011-12-31T00:00:00+14:00'
    t.strictSame(
      [body.results, body.query.date_range],
      [[{ dimensions: [], metrics: [0] }], [instant, instant]],
      `${from}: no dimension`,
    )
    const labels = async (dimension: string) =>
      (await v2({ dimensions: [dimension], include: { time_labels: true } })).body.meta.time_labels
    t.strictSame([await labels('time'), await labels('time:day')], [[], [skipped]], `${from}: labels`)
  }
})

t.test('an hour that clocks repeat has its label twice, where one of the two has a row', async (t) => {
  const late = await service.provision({ domain: 'late.test', timezone: 'Europe/Berlin', email: 'late@x.test' })
  const page = { name: 'pageview', pathname: '/', hostname: late.domain, props: null, engagedMs: 0, scroll: 0 }
  // 02:10, the second time, and 04:10.
  const events = ['2021-10-31T01:10:00Z', '2021-10-31T03:10:00Z'].map(
    (at, index): ModelEvent => ({ ...page, visitor: index + 1, at: Date.parse(at) / 1000 }),
  )
  await insertTraffic(
    db.write,
    directory.find(late.domain)!.id,
    late.timezone,
    sessionsOf(events, () => ({})),
  )
  const rows = async (include: object, filters: unknown[] = []) => {
    const asked = { site_id: late.domain, date_range: ['2021-10-31', '2021-10-31'], metrics: ['visitors'], filters }
    const { body } = await call('POST', '/api/v2/query', { ...asked, dimensions: ['time:hour'], include }, late.api_key)
    return body.results.map(({ dimensions, metrics }: { dimensions: string[]; metrics: number[] }) => [
      dimensions[0]!.slice(11, 16),
      metrics[0],
    ])
  }
  t.strictSame(await rows({}), [
    ['02:00', 1],
    ['04:00', 1],
  ])
  t.strictSame(await rows({ partial_time_labels: true }), [
    ['02:00', 0],
    ['02:00', 1],
    ['04:00', 1],
  ])
  t.strictSame(await rows({}, [['is', 'visit:country', ['(not set)', 'DE']]]), await rows({}), 'of no country')
  t.strictSame(await rows({}, [['is_not', 'visit:country', ['(not set)']]]), [])
})

t.test('a visit without a pageview is of no page', async (t) => {
  const quiet = await service.provision({ domain: 'quiet.test', plan: 'business', email: 'quiet@x.test' })
  const at = Date.parse('2021-06-01T10:00:00Z') / 1000
  const event = { at, hostname: 'quiet.test', props: null, engagedMs: 0, scroll: 0 }
  const rows: ModelEvent[] = [
    { ...event, visitor: 1, name: 'pageview', pathname: '/' },
    { ...event, visitor: 2, name: 'Signup', pathname: '/signup' },
  ]
  await insertTraffic(
    db.write,
    directory.find(quiet.domain)!.id,
    'Etc/UTC',
    sessionsOf(rows, () => ({})),
  )
  const ask = async (body: object) =>
    (
      await call(
        'POST',
        '/api/v2/query',
        { site_id: quiet.domain, date_range: ['2021-06-01', '2021-06-01'], ...body },
        quiet.api_key,
      )
    ).body
  const metrics = ['visits', 'bounce_rate', 'visit_duration']
  const home = (...dimensions: string[]) => ({ dimensions, metrics: [1, 100, 0] })
  // A visit with the page, and none that began there.
  const signup = (...dimensions: string[]) => ({ dimensions, metrics: [1, 0, null] })
  const cases: [dimensions: string[], results: unknown][] = [
    [['event:page'], [home('/'), signup('/signup')]],
    [['event:page', 'visit:entry_page'], [home('/', '/')]],
    [['visit:entry_page'], [home('/')]],
    [['visit:exit_page'], [home('/')]],
    [['visit:entry_page_hostname'], [home('quiet.test')]],
    [['visit:exit_page_hostname'], [home('quiet.test')]],
    [['visit:entry_page', 'visit:exit_page_hostname'], [home('/', 'quiet.test')]],
    [['visit:entry_page', 'time:day'], [home('/', '2021-06-01')]],
  ]
  const filtered = [['is_not', 'visit:source', ['nowhere']]]
  for (const from of ['raw rows', 'rollups']) {
    if (from === 'rollups') await rebuildRollups(db, { site: quiet.domain }, new Date())
    for (const [dimensions, results] of cases) {
      const filters = from === 'rollups' ? [] : filtered
      const { meta, ...body } = await ask({ metrics, dimensions, filters, include: { total_rows: true } })
      t.strictSame([body.results, meta.total_rows], [results, (results as unknown[]).length], `${from}: ${dimensions}`)
    }
  }
  const custom = await ask({ metrics: ['visitors'], dimensions: ['event:page', 'visit:entry_page'] })
  t.strictSame(custom.results, [{ dimensions: ['/', '/'], metrics: [1] }])
})

t.test('by time, only what has data is a row; a series is filled', async (t) => {
  const filters = [['is', 'visit:source', ['Plain']]]
  const cases: [dimension: string, range: string[], labels: string[]][] = [
    ['time:day', ['2021-05-31', '2021-06-03'], ['2021-06-01']],
    ['time:day', ['2021-05-25', '2021-06-10'], ['2021-06-01']],
    ['time:week', ['2021-01-01', '2021-12-31'], ['2021-05-31']],
    ['time:month', ['2020-01-01', '2021-12-31'], ['2021-06-01']],
    ['time:day', ['2021-06-02', '2021-06-30'], []],
  ]
  for (const [dimension, date_range, labels] of cases) {
    const asked = {
      date_range,
      dimensions: [dimension],
      filters,
      metrics: ['visitors', 'pageviews', 'events'],
      include: { total_rows: true },
    }
    const { results, meta } = await query(asked)
    const rows = labels.map((label) => ({ dimensions: [label], metrics: [1, 0, 1] }))
    t.strictSame([results, meta.total_rows], [rows, labels.length], `${dimension} of ${date_range}`)
  }
  const series = {
    period: 'custom',
    date: '2021-05-25,2021-06-10',
    filters: 'visit:source==Plain',
    metrics: 'visitors,events',
  }
  const { results } = await get('timeseries', series)
  t.equal(results.length, 17)
  t.strictSame(results.slice(6, 9), [
    { date: '2021-05-31', visitors: 0, events: 0 },
    { date: '2021-06-01', visitors: 1, events: 1 },
    { date: '2021-06-02', visitors: 0, events: 0 },
  ])
})

t.test('time on pages is of every page, also of those that no visit began on', async (t) => {
  const read = await service.provision({ domain: 'read.test', plan: 'business', email: 'read@x.test' })
  const at = Date.parse('2021-06-01T10:00:00Z') / 1000
  const event = { visitor: 1, name: 'pageview', hostname: 'read.test', props: null, engagedMs: 0, scroll: 0 }
  const time = { name: 'engagement', engagedMs: 30_000, scroll: 80 }
  const rows: ModelEvent[] = [
    { ...event, at, pathname: '/' },
    { ...event, at: at + 60, pathname: '/next' },
    { ...event, ...time, at: at + 120, pathname: '/next' },
    { ...event, visitor: 2, at, pathname: '/' },
    { ...event, ...time, visitor: 2, at: at + 120, pathname: '/', engagedMs: 10_000, scroll: 20 },
  ]
  const sessions = sessionsOf(rows, () => ({}))
  await insertTraffic(db.write, directory.find(read.domain)!.id, 'Etc/UTC', sessions)
  const ask = async (body: object) =>
    (
      await call(
        'POST',
        '/api/v2/query',
        { site_id: read.domain, date_range: ['2021-06-01', '2021-06-01'], ...body },
        read.api_key,
      )
    ).body
  const cases: [metrics: string[], home: unknown[], next: unknown[]][] = [
    [
      ['time_on_page', 'scroll_depth'],
      [10, 20],
      [30, 80],
    ],
    [
      ['scroll_depth', 'time_on_page'],
      [20, 10],
      [80, 30],
    ],
    [
      ['time_on_page', 'visits'],
      [10, 2],
      [30, 1],
    ],
    [
      ['bounce_rate', 'scroll_depth', 'visit_duration'],
      [50, 20, 30],
      [0, 80, null],
    ],
    // Events have the rows.
    [
      ['pageviews', 'time_on_page'],
      [2, 10],
      [1, 30],
    ],
    [
      ['visits', 'bounce_rate'],
      [2, 50],
      [1, 0],
    ],
  ]
  const filtered = [['is_not', 'visit:source', ['nowhere']]]
  for (const from of ['raw rows', 'rollups']) {
    if (from === 'rollups') await rebuildRollups(db, { site: read.domain }, new Date())
    for (const [metrics, home, next] of cases) {
      const shown = [
        { dimensions: ['/next'], metrics: next },
        { dimensions: ['/'], metrics: home },
      ]
      const asked = {
        metrics,
        dimensions: ['event:page'],
        order_by: [['event:page', 'desc']],
        include: { total_rows: true },
      }
      const { results, meta } = await ask({ ...asked, filters: from === 'rollups' ? [] : filtered })
      t.strictSame([results, meta.total_rows], [shown, shown.length], `${from}: ${metrics}`)
    }
  }
  const filters = [['is', 'event:page', ['/', '/next']]]
  const bySource = await ask({ metrics: ['time_on_page', 'scroll_depth'], dimensions: ['visit:source'], filters })
  t.strictSame(bySource.results, [{ dimensions: ['Direct / None'], metrics: [20, 50] }])
})

t.test('regular expressions mean in the database what they mean in RE2', async (t) => {
  const words = await service.provision({ domain: 'words.test', plan: 'business', email: 'words@x.test' })
  const marks = [...' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~']
  const texts = [
    'a-b',
    'a_b',
    'a.b',
    'pri%cing',
    '/blog',
    'x/blog',
    'BLOG',
    'a{2',
    'aa',
    'a{,2}',
    'ab]',
    'Ab',
    'b c',
    '(x)',
    'C:\\1',
    '[x',
    'é.',
  ]
  const rows = [...marks, ...texts].map(
    (v, visitor): ModelEvent => ({
      visitor,
      at: Date.parse('2021-06-01T10:00:00Z') / 1000 + visitor,
      name: 'pageview',
      pathname: '/',
      hostname: 'words.test',
      props: { v },
      engagedMs: 0,
      scroll: 0,
    }),
  )
  await insertTraffic(
    db.write,
    directory.find(words.domain)!.id,
    'Etc/UTC',
    sessionsOf(rows, () => ({})),
  )
  const ask = async (pattern: string) => {
    const body = {
      site_id: words.domain,
      date_range: ['2021-06-01', '2021-06-01'],
      metrics: ['visitors'],
      dimensions: ['event:props:v'],
      filters: [['matches', 'event:props:v', [pattern]]],
    }
    return await call('POST', '/api/v2/query', body, words.api_key)
  }
  const matched = async (pattern: string) => {
    const { status, body } = await ask(pattern)
    return status === 200 ? body.results.map((row: { dimensions: string[] }) => row.dimensions[0]) : [status, body]
  }
  for (const mark of marks) {
    t.strictSame(await matched(`^\\${mark}$`), [mark], `\\${mark}`)
    t.strictSame(await matched(`^[a\\${mark}z]$`), [mark], `[a\\${mark}z]`)
    t.strictSame(await matched(`^\\Q${mark}\\E+$`), [mark], `\\Q${mark}\\E`)
  }
  const cases: [pattern: string, found: string[]][] = [
    ['a\\-b', ['a-b']],
    ['a\\_b', ['a_b']],
    ['^a[\\-\\_]b$', ['a-b', 'a_b']],
    ['pri\\%cing', ['pri%cing']],
    ['b\\ c', ['b c']],
    ['C:\\\\1', ['C:\\1']],
    ['(?P<x>blog)', ['/blog', 'x/blog']],
    ['^(?P<first>x)?(?<second>/)blog$', ['/blog', 'x/blog']],
    ['\\A/blog', ['/blog']],
    ['(?m)\\A(?:/blog|x)$', ['/blog']],
    ['(?i)^\\/?BLOG$', ['/blog', 'BLOG']],
    ['^[^]]b\\]?$', ['Ab', 'ab]']],
    ['^[]ab]+$', [']', 'aa', 'ab]']],
    ['^[[x]{2}$', ['[x']],
    ['^[(?=x)]+$', ['(', '(x)', ')', '=', '?']],
    ['a{2', ['a{2']],
    ['a{2}', ['aa']],
    ['a{02}', []],
    ['a{,2}', ['a{,2}']],
    ['b]$', ['ab]']],
    ['^}|{2$', ['a{2', '}']],
    ['\\Qa_b\\E', ['a_b']],
    ['^\\Qa.\\E[b-]', ['a.b']],
    ['\\Q(x', ['(x)']],
    ['^\\Qa\\E{2}$', ['aa']],
    // PostgreSQL would take the b for a digit.
    ['^\\x41b$', ['Ab']],
    ['^[\\x41-\\x42]b$', ['Ab']],
    ['\\bblog\\b', ['/blog', 'x/blog']],
    ['a\\Bb', ['ab]']],
    ['^é\\.$', ['é.']],
    ['\\-'.repeat(150), []],
  ]
  for (const [pattern, found] of cases) t.strictSame(await matched(pattern), found, pattern)
  const refused = [
    '(?i:BLOG)',
    '(?x)a',
    '(?q)a',
    '(?P=x)',
    '(?P<>a)',
    '(?P>x)',
    '(?<=a)b',
    '(?<!a)b',
    'a(?i)b',
    'a{100}',
    'a{1,100}',
    '(a)\\1',
  ]
  const alsoRefused = [
    '\\z',
    '\\Z',
    '\\E',
    '\\y',
    '\\m',
    '[[:alpha:]]',
    '[[:alpha:]x[b]',
    '[]',
    '[^]',
    '[\\Qa\\E]',
    '\\é',
    '*',
    '{2}',
    'a\\',
  ]
  for (const pattern of [...refused, ...alsoRefused]) {
    const { status, body } = await ask(pattern)
    t.equal(status, 400, pattern)
    t.match(body.error, /^Invalid filter: invalid regular expression/)
  }
})

t.test('hours begin with each local day, where clocks change by half an hour too', async (t) => {
  const timezone = 'Australia/Lord_Howe'
  const howe = await service.provision({ domain: 'howe.test', timezone, plan: 'business', email: 'howe@x.test' })
  const view = {
    visitor: 1,
    name: 'pageview',
    pathname: '/',
    hostname: 'howe.test',
    props: null,
    engagedMs: 0,
    scroll: 0,
  }
  const visit = ['2025-10-05T23:20:00', '2025-10-05T23:45:00', '2025-10-06T00:10:00'].map(
    (at): ModelEvent => ({ ...view, at: Date.parse(`${at}+11:00`) / 1000 }),
  )
  const sessions = sessionsOf(visit, () => ({}))
  await insertTraffic(db.write, directory.find(howe.domain)!.id, timezone, sessions)
  const hours = async (metrics: string[]) => {
    const asked = { site_id: howe.domain, date_range: ['2025-10-05', '2025-10-06'], dimensions: ['time:hour'], metrics }
    return (await call('POST', '/api/v2/query', asked, howe.api_key)).body.results.map(
      (row: { dimensions: string[]; metrics: number[] }) => [row.dimensions[0]!.slice(5, 16), ...row.metrics],
    )
  }
  t.strictSame(await hours(['visits', 'pageviews']), [
    ['10-05 22:30', 1, 1],
    ['10-05 23:30', 1, 1],
    ['10-06 00:00', 1, 1],
  ])
  t.strictSame(await hours(['visit_duration']), [['10-06 00:00', 3000]])
})
