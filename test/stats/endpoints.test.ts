// The statistics endpoints through real HTTP: the examples of spec/stats.md, its errors in order, and what attackers send
// (spec/stats).
import t from 'tap'
import { rebuildRollups } from '../../src/upkeep/rollups.ts'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { insertTraffic, type ModelEvent, sessionsOf } from '../support/stats-model.ts'

const at = (text: string) => Date.parse(text) / 1000
const row = (visitor: number, time: string, pathname: string, more: Partial<ModelEvent> = {}): ModelEvent => ({
  visitor,
  at: at(time),
  name: 'pageview',
  pathname,
  hostname: 'a.com',
  props: null,
  engagedMs: 0,
  scroll: 50,
  ...more,
})

t.test('statistics over HTTP', async (t) => {
  const now = new Date('2021-01-10T12:00:00Z')
  const service = await startApp({ clock: { now: () => now } })
  t.teardown(() => service.stop())
  const { domain, api_key: key } = await service.provision({
    domain: 'stats.test',
    timezone: 'Etc/UTC',
    plan: 'business',
  })
  const db = service.app.db
  const site = service.app.directory.find(domain)!
  const goals = [
    ['Signup', null, 'Signup', '{}', null],
    [null, '/register', 'Visit /register', '{}', null],
    [null, '/blog**', 'Visit /blog**', '{}', null],
    ['Purchase', null, 'Purchase', '{}', 'EUR'],
  ]
  for (const goal of goals) {
    await db.write.query(
      'insert into goals (site_id, event_name, path, display_name, custom_props, currency) values ($1, $2, $3, $4, $5, $6)',
      [site.id, ...goal],
    )
  }
  const events = [
    row(1, '2021-01-01T00:00:00Z', '/'),
    row(1, '2021-01-01T00:25:00Z', '/blog/a'),
    row(2, '2021-01-01T00:00:00Z', '/register'),
    row(3, '2021-01-02T23:45:00Z', '/'),
    row(3, '2021-01-03T00:10:00Z', '/late'),
    row(4, '2021-01-04T10:00:00Z', '/', { name: 'Signup', props: { plan: 'pro' } }),
    row(5, '2021-01-04T11:00:00Z', '/blog/x'),
    row(5, '2021-01-04T11:02:00Z', '/blog/x', { name: 'engagement', engagedMs: 120_000 }),
    row(5, '2021-01-04T11:03:00Z', '/blog/x', { name: 'engagement', engagedMs: 20_000 }),
    row(6, '2021-01-04T12:00:00Z', '/blog/x'),
    row(6, '2021-01-04T12:02:00Z', '/blog/x', { name: 'engagement', engagedMs: 60_000 }),
    row(7, '2021-01-10T11:58:00Z', '/now'),
  ]
  const source = (visitor: number) => ({
    source: visitor === 1 ? 'Google' : null,
    country: visitor < 3 ? 'EE' : null,
    browser: 'Chrome',
    browser_version: String(visitor),
  })
  await insertTraffic(db.write, site.id, 'Etc/UTC', sessionsOf(events, source))

  await rebuildRollups(db, { site: domain }, new Date())

  const call = createCall(service.url, key)
  const get = async (path: string, params: Record<string, string>) => {
    const { status, body } = await call(
      'GET',
      `/api/v1/stats/${path}?${new URLSearchParams({ site_id: domain, ...params })}`,
    )
    return { status, body }
  }
  const query = (body: object) => call('POST', '/api/v2/query', { site_id: domain, ...body })

  const day = { period: 'day', date: '2021-01-01' }
  const week = { period: '7d', date: '2021-01-08' }
  const answers: [name: string, path: string, params: Record<string, string>, results: unknown][] = [
    [
      'aggregate of a day',
      'aggregate',
      { ...day, metrics: 'pageviews,visitors,visits,views_per_visit,bounce_rate,visit_duration' },
      {
        pageviews: { value: 3 },
        visitors: { value: 2 },
        visits: { value: 2 },
        views_per_visit: { value: 1.5 },
        bounce_rate: { value: 50 },
        visit_duration: { value: 750 },
      },
    ],
    [
      'compare with the period before',
      'aggregate',
      { ...day, metrics: 'visitors,bounce_rate', compare: 'previous_period' },
      {
        visitors: { value: 2, change: 100, comparison_value: 0 },
        bounce_rate: { value: 50, change: null, comparison_value: 0 },
      },
    ],
    [
      'a visit across midnight counts on its last day only',
      'timeseries',
      { period: 'custom', date: '2021-01-02,2021-01-03', metrics: 'visits,visit_duration' },
      [
        { date: '2021-01-02', visits: 0, visit_duration: null },
        { date: '2021-01-03', visits: 1, visit_duration: 1500 },
      ],
    ],
    [
      'months are labelled by their first day',
      'timeseries',
      { period: 'custom', date: '2021-01-03,2021-01-05', interval: 'month' },
      [{ date: '2021-01-01', visitors: 4 }],
    ],
    [
      'seconds on a page',
      'aggregate',
      { ...week, metrics: 'time_on_page', filters: 'event:page==/blog/x' },
      { time_on_page: { value: 100 } },
    ],
    [
      'conversion rate',
      'aggregate',
      { ...week, metrics: 'visitors,conversion_rate', filters: 'event:goal==Signup|Visit /register' },
      { visitors: { value: 2 }, conversion_rate: { value: 33.33 } },
    ],
    [
      'breakdown by source',
      'breakdown',
      { ...week, property: 'visit:source', metrics: 'visitors,bounce_rate' },
      [
        { source: 'Direct / None', visitors: 5, bounce_rate: 80 },
        { source: 'Google', visitors: 1, bounce_rate: 0 },
      ],
    ],
    [
      'blank countries are left out',
      'breakdown',
      { ...week, property: 'visit:country' },
      [{ country: 'EE', visitors: 2 }],
    ],
    [
      'breakdown by page counts the visits with it',
      'breakdown',
      { ...week, property: 'event:page', metrics: 'visitors,visits,time_on_page', limit: '2' },
      [
        { page: '/', visitors: 3, visits: 3, time_on_page: null },
        { page: '/blog/x', visitors: 2, visits: 2, time_on_page: 100 },
      ],
    ],
    [
      'only time on page: ordered by visitors, not shown',
      'breakdown',
      { ...week, property: 'event:page', metrics: 'time_on_page', limit: '1' },
      [{ page: '/', time_on_page: null }],
    ],
    [
      'breakdown by goal',
      'breakdown',
      { ...week, property: 'event:goal', metrics: 'visitors,conversion_rate' },
      [
        { goal: 'Visit /blog**', visitors: 3, conversion_rate: 50 },
        { goal: 'Signup', visitors: 1, conversion_rate: 16.67 },
        { goal: 'Visit /register', visitors: 1, conversion_rate: 16.67 },
      ],
    ],
    [
      'breakdown by property',
      'breakdown',
      { ...week, property: 'event:props:plan', metrics: 'visitors,events' },
      [
        { plan: '(none)', visitors: 5, events: 7 },
        { plan: 'pro', visitors: 1, events: 1 },
      ],
    ],
    [
      'versions carry their product',
      'breakdown',
      { ...day, property: 'visit:browser_version', limit: '1' },
      [{ browser: 'Chrome', browser_version: '1', visitors: 1 }],
    ],
    ['nothing after the last page', 'breakdown', { ...week, property: 'visit:source', page: '9' }, []],
    [
      'group conversion',
      'breakdown',
      { ...week, property: 'visit:source', metrics: 'conversion_rate', filters: 'event:goal==Visit /blog**' },
      [
        { source: 'Google', conversion_rate: 100 },
        { source: 'Direct / None', conversion_rate: 40 },
      ],
    ],
  ]
  for (const [name, path, params, results] of answers) {
    const { status, body } = await get(path, params)
    t.strictSame({ status, body }, { status: 200, body: { results } }, name)
  }

  const hours = await get('timeseries', {
    period: 'day',
    date: '2021-01-01',
    metrics: 'visitors,visits,visit_duration',
  })
  t.equal((hours.body.results as unknown[]).length, 24, 'a day has 24 hours')
  t.strictSame((hours.body.results as unknown[])[0], {
    date: '2021-01-01 00:00:00',
    visitors: 2,
    visits: 2,
    visit_duration: 750,
  })

  const realtime = await get('realtime/visitors', {})
  t.strictSame(realtime, { status: 200, body: 1 }, 'visitors of the last five minutes')

  const refusals: [path: string, params: Record<string, string>, status: number, message: RegExp][] = [
    ['timeseries', { period: 'week' }, 400, /`period`.*`week`/],
    ['timeseries', { period: '', date: 'x' }, 400, /`period`/],
    ['timeseries', { period: 'custom' }, 400, /`date` parameter is required/],
    ['timeseries', { period: 'custom', date: '2021-01-01' }, 400, /two ISO-8601/],
    ['timeseries', { period: 'custom', date: '2021-01-02,2021-01-01' }, 400, /two ISO-8601/],
    ['timeseries', { date: '2021-1-1' }, 400, /invalid_format/],
    ['timeseries', { date: '2021-02-30' }, 400, /invalid_date/],
    ['timeseries', { interval: 'week' }, 400, /`interval`.*`week`.*`day`, `month`/],
    ['timeseries', { filters: 'visit:foo==1' }, 400, /Invalid filter property 'visit:foo'/],
    ['timeseries', { filters: 'event:goal==Nope' }, 400, /The goal `Nope` is not configured/],
    ['timeseries', { filters: 'event:goal==Visit /nope' }, 400, /pageview goal for the pathname `\/nope`/],
    ['timeseries', { filters: 'event:goal!=Signup' }, 400, /not supported for goals/],
    ['timeseries', { filters: '[["is"]]' }, 400, /Invalid filter/],
    ['timeseries', { filters: '[["constructor","visit:source",["a"]]]' }, 400, /Invalid filter/],
    [
      'timeseries',
      { filters: '[["is","event:props:\\u0000",["a"]]]' },
      400,
      /Invalid filter: \["is","event:props:\\u0000"/,
    ],
    ['timeseries', { metrics: 'visitors,visitors' }, 400, /multiple times/],
    ['timeseries', { metrics: 'visitors,' }, 400, /`` is not recognized/],
    ['timeseries', { metrics: 'scroll_depth' }, 400, /`scroll_depth` is not recognized/],
    ['timeseries', { metrics: 'conversion_rate' }, 400, /goal filter/],
    ['timeseries', { metrics: 'time_on_page' }, 400, /page filter/],
    ['timeseries', { metrics: 'views_per_visit', filters: 'event:page==/' }, 400, /filter on `event:page`/],
    ['timeseries', { metrics: 'visits', filters: 'event:name==Signup' }, 400, /Session metric `visits`.*`event:name`/],
    ['breakdown', {}, 400, /`property` parameter is required/],
    ['breakdown', { property: 'event:props:' }, 400, /event:props:/],
    ['breakdown', { property: 'event:hostname' }, 400, /not supported for breakdowns/],
    ['breakdown', { property: 'visit:source', limit: '1001' }, 400, /1 and 1000/],
    ['breakdown', { property: 'visit:source', page: '0' }, 400, /positive number/],
    ['breakdown', { property: 'event:goal', metrics: 'visits' }, 400, /Session metric `visits`/],
  ]
  for (const [path, params, status, message] of refusals) {
    const found = await get(path, params)
    t.equal(found.status, status, `${path} ${JSON.stringify(params)}`)
    t.match(found.body.error ?? '', message)
  }

  const range = ['2021-01-01', '2021-01-07']
  const questions: [body: object, results: unknown][] = [
    [{ metrics: ['visitors', 'events'], date_range: range }, [{ dimensions: [], metrics: [6, 8] }]],
    [{ metrics: ['visitors'], date_range: '7d' }, [{ dimensions: [], metrics: [4] }]],
    [
      { metrics: ['visitors'], date_range: range, dimensions: ['time:week'] },
      [
        { dimensions: ['2021-01-01'], metrics: [3] },
        { dimensions: ['2021-01-04'], metrics: [3] },
      ],
    ],
    [
      { metrics: ['visitors', 'percentage'], date_range: range, dimensions: ['visit:country_name'] },
      [
        { dimensions: [''], metrics: [4, 66.7] },
        { dimensions: ['Estonia'], metrics: [2, 33.3] },
      ],
    ],
    [
      { metrics: ['scroll_depth'], date_range: range, filters: [['is', 'event:page', ['/blog/x']]] },
      [{ dimensions: [], metrics: [50] }],
    ],
    [
      { metrics: ['visitors'], date_range: range, filters: [['not', ['contains', 'event:page', ['blog']]]] },
      [{ dimensions: [], metrics: [4] }],
    ],
    [
      { metrics: ['visitors'], date_range: range, filters: [['matches', 'event:page', ['^/blog/[a-x]$']]] },
      [{ dimensions: [], metrics: [3] }],
    ],
    ...([
      ['matches', '.*', 6],
      ['matches', '^$', 4],
      ['matches_not', '^$', 2],
    ].map(([operator, pattern, visitors]) => [
      { metrics: ['visitors'], date_range: range, filters: [[operator, 'visit:country', [pattern]]] },
      [{ dimensions: [], metrics: [visitors] }],
    ]) as [object, unknown][]),
    // Two visitors from Estonia, four from nowhere.
    ...(
      [
        ['matches', ['^Est'], 2],
        ['matches', ['^EE$'], 0],
        ['matches', ['(?i)ESTO', '^Finl'], 2],
        ['matches', ['^Finl', 'Est\\b'], 0],
        ['matches', ['.*'], 6],
        ['matches', ['^$'], 4],
        ['matches_not', ['^Est'], 4],
        ['matches_not', ['^Finland$'], 6],
        ['matches_not', ['^$'], 2],
      ] as const
    ).flatMap(([operator, patterns, visitors]): [object, unknown][] => {
      const filter = [operator, 'visit:country_name', patterns]
      const pages = ['is', 'event:page', ['/', '/register', '/blog/x']]
      return [[filter], [['not', ['not', filter]]], [pages, filter]].map((filters) => [
        { metrics: ['visitors'], date_range: range, filters },
        [{ dimensions: [], metrics: [visitors] }],
      ])
    }),
    [
      { metrics: ['visitors'], date_range: range, filters: [['has_done', ['is', 'event:goal', ['Visit /register']]]] },
      [{ dimensions: [], metrics: [1] }],
    ],
    [
      {
        metrics: ['visitors'],
        date_range: range,
        filters: [['is', 'event:goal', ['signup', 'VISIT /Register'], { case_sensitive: false }]],
      },
      [{ dimensions: [], metrics: [2] }],
    ],
    [
      { metrics: ['exit_rate'], date_range: range, dimensions: ['visit:exit_page'], pagination: { limit: 1 } },
      [{ dimensions: ['/blog/a'], metrics: [100] }],
    ],
    [
      { metrics: ['total_revenue'], date_range: range },
      [{ dimensions: [], metrics: [{ value: 0, currency: 'EUR', short: '€0.0', long: '€0.00' }] }],
    ],
  ]
  for (const [body, results] of questions) {
    const found = await query(body)
    t.strictSame(found.body.results, results, JSON.stringify(body))
  }
  const bad: [body: object, message: RegExp][] = [
    [{}, /metrics/],
    [{ metrics: 'visitors', date_range: range }, /#\/metrics: Type mismatch\. Expected Array/],
    [{ metrics: [], date_range: range }, /#\/metrics: Expected a minimum of 1 items but got 0/],
    [{ metrics: ['x'], date_range: range }, /#\/metrics\/0.*Invalid metric "x"/],
    [{ metrics: ['visitors'], date_range: 'x' }, /Invalid date range "x"/],
    [{ metrics: ['visitors'], date_range: range, dimensions: ['x'] }, /#\/dimensions\/0.*Invalid dimension "x"/],
    [{ metrics: ['visitors'], date_range: range, foo: 1 }, /foo/],
    [{ metrics: ['visitors'], date_range: range, filters: [['matches', 'event:page', ['(a)\\1']]] }, /Invalid filter/],
    [
      { metrics: ['visitors'], date_range: range, filters: [['is', 'event:props:\0', ['a']]] },
      /Invalid filter: \["is","event:props:\\u0000"/,
    ],
    ...([
      [['nope'], /^The goal `nope` is not configured for this site$/],
      [['signup', 'Nope'], /^The goal `Nope` is not configured for this site$/],
      [['VISIT /Register', 'visit /nope'], /^The goal `visit \/nope` is not configured for this site$/],
      [['Visit /nope'], /^The pageview goal for the pathname `\/nope` is not configured for this site$/],
    ].map(([goals, message]) => [
      { metrics: ['visitors'], date_range: range, filters: [['is', 'event:goal', goals, { case_sensitive: false }]] },
      message,
    ]) as [object, RegExp][]),
    [{ metrics: ['bounce_rate'], date_range: range, dimensions: ['event:name'] }, /Session metric\(s\)/],
    [{ metrics: ['visitors'], date_range: range, order_by: [['events', 'asc']] }, /order_by/],
  ]
  for (const [body, message] of bad) {
    const found = await query(body)
    t.equal(found.status, 400, JSON.stringify(body))
    t.match(found.body.error ?? '', message)
  }

  const nul = String.fromCharCode(0)
  for (const text of [
    "'",
    '"',
    '\\',
    nul,
    '%',
    '_',
    `a${nul}b`,
    "'; drop table events; --",
    '*a*a*a*a*b',
    '*'.repeat(2000),
    '\\|',
    '|',
    '==',
    ';'.repeat(90),
  ]) {
    for (const dimension of ['event:page', 'visit:source', 'visit:city', 'event:props:x', `event:props:${text}`]) {
      for (const operator of ['==', '!=']) {
        const { status } = await get('timeseries', { ...week, filters: `${dimension}${operator}${text}` })
        t.ok(
          status === 200 || status === 400,
          `${JSON.stringify(dimension)} ${operator} ${JSON.stringify(text.slice(0, 30))}: ${status}`,
        )
      }
    }
    for (const name of ['period', 'date', 'interval', 'metrics', 'property', 'limit', 'page']) {
      const { status } = await get('breakdown', { property: 'visit:source', [name]: text })
      t.ok(status === 200 || status === 400, `${name} ${JSON.stringify(text.slice(0, 30))}: ${status}`)
    }
  }
})
