// What attackers send as statistics questions: refused, or answered within the time limit; never an internal error.
import t from 'tap'
import { startApp } from '../support/app.ts'
import { own } from '../support/own.ts'

const limitMs = 3_000
const service = await startApp({ env: { STATEMENT_TIMEOUT_MS: String(limitMs) } })
t.teardown(() => service.stop())
const { api_key: key } = await service.provision({ domain: 'stats.test', plan: 'business' })
const { db, directory } = service.app
const siteId = directory.find('stats.test')!.id
// Long values, so that slow patterns would be slow.
const rows = await own(db, siteId)
await rows.query(
  `insert into events ({{part,}}site_id, recorded_at, visitor_id, session_id, local_day, first_of_visitor_day, first_of_visitor_month, first_of_visit_day,
     first_of_visit_month, seen_day_before, name, hostname, pathname, props)
   select {{=part,}}$1, at, i, i, at::date, true, true, true, true, false, 'pageview', 'a.com', '/' || repeat('a', 1000) || i, jsonb_build_object('k', repeat('a', 1000))
   from (select i, now() - interval '1 day' - i * interval '1 minute' as at from generate_series(1, 500) i) rows`,
  [siteId],
)
await rows.query(
  `insert into sessions ({{part,}}site_id, session_id, visitor_id, started_at, ended_at, local_day, first_of_visitor_day, first_of_visitor_month,
     seen_day_before, duration, is_bounce, pageviews, events, entry_page, exit_page, source)
   select {{part,}}site_id, session_id, visitor_id, recorded_at, recorded_at, local_day, true, true, false, 0, true, 1, 1, pathname, pathname, repeat('a', 500)
   from events where {{at}}true`,
)
await db.write.query('analyze events, sessions')

interface Answer {
  readonly status: number
  readonly text: string
  readonly ms: number
}
async function send(path: string, init: RequestInit = {}): Promise<Answer> {
  const begin = performance.now()
  const response = await fetch(service.url + path, {
    ...init,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  })
  const text = await response.text()
  return { status: response.status, text, ms: performance.now() - begin }
}
const get = (path: string, query: string) => send(`/api/v1/stats/${path}?site_id=stats.test&${query}`)
const question = { site_id: 'stats.test', metrics: ['visitors'], date_range: '30d' }
const post = (body: unknown) =>
  send('/api/v2/query', { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })

/** 200 or a refusal, and no wait was long: two statements may each take their time. */
function check(
  t: Tap,
  name: string,
  { status, text, ms }: Answer,
  statuses: readonly number[] = [200, 400, 413, 431, 503],
): void {
  if (!statuses.includes(status) || ms > 3 * limitMs)
    t.fail(`${name.slice(0, 100)}: ${status} after ${Math.round(ms)} ms, ${text.slice(0, 200)}`)
  else t.pass(name.slice(0, 100))
}
type Tap = { pass(name: string): unknown; fail(name: string): unknown }

const texts = [
  "'",
  '"',
  '\\',
  '\0',
  '%',
  '_',
  '$1',
  "'; drop table events; --",
  '*a*a*a*a*b',
  '*'.repeat(2_000),
  'a'.repeat(6_000),
  '{}',
  '[[',
  'null',
  '1e999',
  '-1',
  '99999999999999999999',
  '__proto__',
  'constructor',
  'toString',
  'event:props:__proto__',
  '\u{10ffff}',
  '\r\n',
]

t.test('any text in any parameter', async (t) => {
  for (const text of texts) {
    const encoded = encodeURIComponent(text)
    for (const name of [
      'period',
      'date',
      'interval',
      'metrics',
      'filters',
      'property',
      'limit',
      'page',
      'compare',
      'with_imported',
      text,
    ]) {
      const property = name === 'property' ? '' : 'property=visit:source&'
      check(t, `${name}=${text}`, await get('breakdown', `${property}${encodeURIComponent(name)}=${encoded}`))
    }
    check(t, `site_id=${text}`, await send(`/api/v1/stats/aggregate?site_id=${encoded}`), [401])
    for (const filter of [
      ['is', `event:props:${text}`, [text]],
      ['contains_not', 'event:page', [text]],
      ['matches', 'visit:source', [text]],
      ['is', 'visit:city', [text]],
      [text, text, [text]],
    ]) {
      check(
        t,
        JSON.stringify(filter),
        await post({ ...question, filters: [filter], dimensions: [`event:props:${text}`] }),
      )
    }
  }
})

t.test('text that the database cannot hold', async (t) => {
  // It has no NUL, and a lone surrogate reaches it as U+FFFD, which is also what it was stored as (spec/ingestion 2.6).
  const statusOf: [text: string, status: number][] = [
    ['\0', 400],
    ['a\0b', 400],
    ['\ud800', 200],
    ['a\udc00', 200],
    ['\ufffd', 200],
  ]
  for (const [text, status] of statusOf) {
    const filters = [
      ...['is', 'is_not', 'contains', 'matches', 'matches_wildcard'].map((operator) => [
        operator,
        `event:props:${text}`,
        ['a'],
      ]),
      ['not', ['is', `event:props:${text}`, ['a']]],
      ['has_done', ['is', `event:props:${text}`, ['a']]],
      ['is', 'event:props:k', [text]],
      ['contains', 'visit:source', [text, 'b'], { case_sensitive: false }],
      ['matches_wildcard', 'event:page', [`/${text}*`]],
      ['contains', 'event:goal', [text]],
    ]
    for (const filter of filters) {
      const name = JSON.stringify(filter)
      check(t, `v2 ${name}`, await post({ ...question, filters: [filter] }), [status])
      check(t, `v1 ${name}`, await get('aggregate', `filters=${encodeURIComponent(`[${name}]`)}`), [status])
    }
    check(t, `dimension ${JSON.stringify(text)}`, await post({ ...question, dimensions: [`event:props:${text}`] }), [
      status,
    ])
    check(t, `site ${JSON.stringify(text)}`, await post({ ...question, site_id: text }), [401])
  }
})

t.test('parameters that are twice, lists or broken', async (t) => {
  const queries = [
    'period[]=day',
    'metrics[]=visitors',
    'filters[a]=x',
    'period=x&period=day',
    'site_id[]=x',
    '&&&===',
    '%zz=%zz',
    'filters=%00',
    'filters=%ff%fe',
  ]
  for (const query of queries)
    for (const path of ['timeseries', 'aggregate', 'breakdown'])
      check(t, query, await get(path, `property=visit:source&${query}`))
})

t.test('enormous numbers and ranges', async (t) => {
  const cases: [path: string, query: string, status: number][] = [
    ['breakdown', 'limit=1001', 400],
    ['breakdown', 'limit=99999999999999999999', 400],
    ['breakdown', 'limit=1e3', 400],
    ['breakdown', 'page=999999999999999&limit=1000', 200],
    ['breakdown', 'page=99999999999999999999', 400],
    ['timeseries', 'period=custom&date=0001-01-01,9999-12-31', 400],
    ['timeseries', 'period=custom&date=1990-01-01,2021-01-01', 200],
    ['timeseries', 'period=custom&date=1990-01-01,2021-01-01&interval=day', 400],
    ['timeseries', 'period=custom&date=2008-01-01,2018-01-06&interval=day', 200],
    ['timeseries', 'period=custom&date=2008-01-01,2018-01-08&interval=day', 400],
    ['aggregate', 'period=custom&date=1990-01-01,2023-04-30', 200],
    ['aggregate', 'period=custom&date=1990-01-01,2023-05-01', 400],
    ['aggregate', 'period=custom&date=1990-01-01,2023-04-30&compare=previous_period', 200],
    ['timeseries', 'date=8999-12-31&period=12mo', 200],
    ['timeseries', 'date=1000-01-15&period=30d', 400],
  ]
  for (const [path, query, status] of cases) check(t, query, await get(path, `property=event:page&${query}`), [status])
  check(t, 'hours of years', await post({ ...question, date_range: '5000d', dimensions: ['time:hour'] }), [400])
  check(
    t,
    'days of years',
    await post({ ...question, date_range: '5000d', dimensions: ['time:day'], include: { time_labels: true } }),
    [200],
  )
  check(
    t,
    'ten dimensions',
    await post({ ...question, dimensions: Array.from({ length: 10 }, (_, index) => `event:props:p${index}`) }),
    [200],
  )
  check(
    t,
    'many dimensions',
    await post({ ...question, dimensions: Array.from({ length: 200 }, (_, index) => `event:props:p${index}`) }),
    [400],
  )
  check(
    t,
    'a large offset',
    await post({ ...question, dimensions: ['visit:source'], pagination: { offset: Number.MAX_SAFE_INTEGER } }),
    [200],
  )
})

t.test('many filters and slow patterns', async (t) => {
  check(
    t,
    '10,000 filters',
    await post({ ...question, filters: Array.from({ length: 10_000 }, () => ['is', 'event:page', ['/']]) }),
    [400, 413],
  )
  check(t, '101 filters', await get('aggregate', `filters=${'event:page==/;'.repeat(101)}`), [400])
  for (const operator of ['is', 'is_not', 'contains', 'matches'])
    check(
      t,
      `200,000 values of ${operator}`,
      await post({ ...question, filters: [[operator, 'event:page', Array.from({ length: 200_000 }, () => '/')]] }),
    )
  check(
    t,
    '5,000 values',
    await post({
      ...question,
      filters: [['is', 'event:page', Array.from({ length: 5_000 }, (_, index) => `/${index}`)]],
    }),
    [200],
  )
  check(
    t,
    '5,001 values',
    await post({
      ...question,
      filters: [['is', 'event:page', Array.from({ length: 5_001 }, (_, index) => `/${index}`)]],
    }),
    [400],
  )
  for (const pattern of ['*a*a*a*a*b', `${'*a'.repeat(500)}b`, '*aa*aa*aa*aa*aa*aab']) {
    for (const dimension of ['event:page', 'event:props:k', 'visit:source', 'visit:entry_page']) {
      check(
        t,
        `${dimension} ${pattern}`,
        await get('aggregate', `filters=${encodeURIComponent(`${dimension}==${pattern}`)}`),
        [200],
      )
    }
  }
  const expressions: [text: string, statuses: readonly number[]][] = [
    ['(a+)+$', [200]],
    ['(a|aa)*b', [200]],
    ['(.*)*(.*)*b', [200]],
    ['^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$', [200]],
    ['(a{1,99}){1,99}b', [400]],
    ['((a{9}){9}){9}', [400]],
    ['a{99}a{99}a{99}a{99}', [400]],
    ['\\p{L}\\x{41}[{]{3}', [200, 400]],
    ['a{100}', [400]],
    ['(?=a)', [400]],
    ['(a)\\1', [400]],
    ['***:a', [400]],
    ['(', [400]],
    ['x'.repeat(301), [400]],
  ]
  for (const [text, statuses] of expressions)
    check(t, text, await post({ ...question, filters: [['matches', 'event:page', [text]]] }), statuses)
  // In this process an expression could hold every other request: the database has the time limit.
  check(t, 'names', await post({ ...question, filters: [['matches', 'visit:country_name', ['(.+)+!']]] }), [200])
  check(t, 'names', await post({ ...question, filters: [['matches', 'visit:country_name', ['(a+)\\1']]] }), [400])
})

t.test('bodies that nest, lie or are none', async (t) => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const withValue = (name: string, value: string) =>
    `{"site_id":"stats.test","metrics":["visitors"],"date_range":"7d","${name}":${value}}`
  for (const depth of [50, 1_000, 60_000]) {
    for (const name of [
      'site_id',
      'metrics',
      'dimensions',
      'date_range',
      'filters',
      'order_by',
      'include',
      'pagination',
      'x',
    ]) {
      check(t, `${name} ${depth} deep`, await post(withValue(name, nested(depth))), [400])
    }
    check(
      t,
      `not ${depth} deep`,
      await post(withValue('filters', `[${'["not",'.repeat(depth)}1${']'.repeat(depth)}]`)),
      [400, 413],
    )
    check(
      t,
      `objects ${depth} deep`,
      await post(withValue('include', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)),
      [400, 413],
    )
    check(
      t,
      `filters parameter ${depth} deep`,
      await get('aggregate', `filters=${nested(Math.min(depth, 5_000))}`),
      [400],
    )
  }
  const values = [
    null,
    true,
    1.5,
    '',
    'x',
    [],
    {},
    [null],
    [[]],
    [{}],
    ['\0'],
    ['__proto__'],
    [['constructor', 'asc']],
    { limit: '5' },
    { limit: 1e9 },
    { offset: -1 },
    { imports: 1 },
  ]
  for (const name of [
    'site_id',
    'metrics',
    'date_range',
    'dimensions',
    'filters',
    'order_by',
    'include',
    'pagination',
  ]) {
    for (const value of values)
      check(
        t,
        `${name}: ${JSON.stringify(value)}`,
        await post({ ...question, dimensions: ['visit:source'], [name]: value }),
        [200, 400, 401],
      )
  }
  for (const value of values) {
    for (const filter of [
      ['is', 'event:page', value],
      ['is', value, ['x']],
      [value, 'event:page', ['x']],
      ['is', 'event:page', ['x'], value],
      ['is', 'visit:city', [value]],
      ['and', value],
      ['not', value],
      ['has_done', value],
      value,
    ]) {
      check(t, JSON.stringify(filter), await post({ ...question, filters: [filter] }), [200, 400])
    }
  }
  for (const body of ['', 'null', '[]', '"x"', '{', '\ufeff{}', 'x'.repeat(1_100_000)])
    check(t, `body ${body}`, await post(body), [400, 413])
})

t.test('what once was wrong', async (t) => {
  const results = async (body: object) => JSON.parse((await post({ ...question, ...body })).text)
  const counted = await results({ dimensions: ['event:page'], include: { total_rows: true }, pagination: { limit: 1 } })
  t.strictSame(
    [counted.results.length, counted.meta],
    [1, { total_rows: 500 }],
    'all rows are counted, not those of the page',
  )
  const days = await results({
    metrics: ['bounce_rate'],
    date_range: '7d',
    dimensions: ['time:day'],
    filters: [['is', 'visit:source', ['none']]],
  })
  t.strictSame(days.results, [], 'only days with data')
  check(
    t,
    'exit rate by time',
    await post({ ...question, metrics: ['exit_rate'], dimensions: ['visit:exit_page', 'time:day'] }),
    [400],
  )
  check(t, 'no order', await post({ ...question, order_by: null }), [200])
  const visits = await results({
    metrics: ['visits'],
    dimensions: ['event:page', 'event:name'],
    pagination: { limit: 1 },
  })
  t.match(visits.results, [{ metrics: [1] }], 'visits by two dimensions of events')
})

t.test('a funnel waits for imported days no longer than for anything else', async (t) => {
  const made: number[] = []
  for (const event_name of ['a', 'b']) {
    const body = JSON.stringify({ site_id: 'stats.test', goal_type: 'event', event_name })
    made.push(JSON.parse((await send('/api/v1/sites/goals', { method: 'PUT', body })).text).id)
  }
  const steps = { site_id: 'stats.test', name: 'ab', steps: made }
  const { id } = JSON.parse((await send('/api/v1/sites/funnels', { method: 'PUT', body: JSON.stringify(steps) })).text)
  const asked = { ...question, dimensions: [`funnel:${id}`], include: { imports: true } }
  check(t, 'asked', await post(asked), [200])
  await db.transaction(async (tx) => {
    await tx.query('lock table imported_days in access exclusive mode')
    check(t, 'while they cannot be read', await post(asked), [503])
  })
})
