// Events that programs send, over HTTP: every documented answer, ids that count once, tokens that join a visit, and
// events without a visitor (spec/ingestion 23).
import { randomUUID } from 'node:crypto'
import t from 'tap'
import { worthlessToken } from '../../src/rules/visit-token.ts'
import { startApp } from '../support/app.ts'

// Noon, so that an hour ago is today.
const noon = Date.UTC(2026, 10, 27, 12, 0, 0)
let now = noon
const service = await startApp({ clock: { now: () => new Date(now) }, env: { TRUSTED_PROXIES: '127.0.0.1' } })
t.teardown(() => service.stop())
const { registry } = service.app
await service.provision({ domain: 'shop.test', email: 'ann@shop.test' })
await service.provision({ domain: 'other.test', email: 'bob@other.test' })
const ann = await registry.users.find('ann@shop.test')
const keyOf = async (scopes: string[]) =>
  (await registry.keys.create({ userId: ann!.id, teamId: undefined, name: 'sender', scopes, hourlyLimit: undefined }))
    .key
const key = await keyOf(['events:send:*'])
const reader = await keyOf(['stats:read:*'])
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

interface Result {
  readonly id: string | null
  readonly status: string
  readonly reason?: string
  readonly errors?: Record<string, string[]>
}

async function post(body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/api/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body,
  })
  const answer = (await response.json()) as { results: Result[]; error?: string }
  return { status: response.status, headers: response.headers, ...answer }
}
const event = (more: object = {}) => ({
  id: randomUUID(),
  site_id: 'shop.test',
  name: 'Purchase',
  url: 'https://shop.test/thanks',
  ...more,
})
const sendAll = async (items: readonly object[]) => (await post(JSON.stringify(items))).results
const sendOne = async (more: object = {}) => (await sendAll([event(more)]))[0]!

/** A pageview of a browser. */
async function view(ip: string, path = '/', more: object = {}) {
  const response = await fetch(`${service.url}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': firefox, 'x-forwarded-for': ip },
    body: JSON.stringify({ n: 'pageview', u: `https://shop.test${path}`, d: 'shop.test', ...more }),
  })
  return response.status
}
async function askVisit(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/api/visit`, {
    method: 'POST',
    headers: { 'user-agent': firefox, 'content-type': 'text/plain', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as { visit: string } }
}
const tokenFor = async (ip: string, domain = 'shop.test') =>
  (await askVisit({ d: domain }, { 'x-forwarded-for': ip })).body.visit

async function ask(query: object): Promise<unknown[][]> {
  const response = await fetch(`${service.url}/api/v2/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${reader}`, 'content-type': 'application/json' },
    body: JSON.stringify({ site_id: 'shop.test', date_range: 'day', ...query }),
  })
  const { results } = (await response.json()) as { results: { dimensions: unknown[]; metrics: unknown[] }[] }
  return results.map(({ dimensions, metrics }) => [...dimensions, ...metrics])
}
const totals = async () => (await ask({ metrics: ['visitors', 'visits', 'pageviews', 'events'] }))[0]
/** Takes everything that was counted away. */
const clear = async () => {
  await service.app.db.write.query('truncate events, sessions, visitors, sent_events, traffic_counts')
}

t.test('refusals of a request', async (t) => {
  const items = JSON.stringify([event()])
  const many = (count: number) => JSON.stringify(Array.from({ length: count }, () => event()))
  const big = JSON.stringify([event({ props: { a: 'x'.repeat(1_048_576) } })])
  const of = (name: string, status: number, body: string, headers: Record<string, string> = {}) =>
    [name, status, body, headers] as const
  const ndjson = { 'content-type': 'application/x-ndjson' }
  for (const [name, status, body, headers] of [
    of('without a key', 401, items, { authorization: '' }),
    of('an unknown key', 401, items, { authorization: 'Bearer nothing' }),
    of('a key that only reads', 401, items, { authorization: `Bearer ${reader}` }),
    of('nothing', 400, ''),
    of('an object', 400, JSON.stringify(event())),
    of('no JSON', 400, '[{'),
    of('an empty list', 400, '[]'),
    of('empty lines', 400, '\n\n', ndjson),
    of('lines of something else', 400, 'id,name\n1,Purchase', ndjson),
    of('1,001 events', 400, many(1_001)),
    of('1,001 lines', 400, Array.from({ length: 1_001 }, () => JSON.stringify(event())).join('\n'), ndjson),
    of('more than 1 MiB', 413, big),
  ]) {
    const answer = await post(body, headers)
    t.equal(answer.status, status, name)
    t.equal(typeof answer.error, 'string', `${name}: says why`)
  }
  t.strictSame(await totals(), [0, 0, 0, 0], 'nothing of it counts')
})

t.test('an answer for each event, in their order, in the words of /api/event', async (t) => {
  await clear()
  const long = 'x'.repeat(121)
  const table: readonly [name: string, item: unknown, expected: Partial<Result>][] = [
    ['good', event(), { status: 'counted' }],
    ['no object', 17, { id: null, status: 'refused', errors: { request: ['Unable to parse request body as json'] } }],
    ['no id', event({ id: undefined }), { id: null, status: 'refused', errors: { id: [`can't be blank`] } }],
    ['an empty id', event({ id: '' }), { status: 'refused', errors: { id: [`can't be blank`] } }],
    ['a number as id', event({ id: 17 }), { id: null, status: 'refused', errors: { id: ['is invalid'] } }],
    ['64 characters', event({ id: '𝒳'.repeat(64) }), { status: 'counted' }],
    ['65 characters', event({ id: 'x'.repeat(65) }), { errors: { id: ['should be at most 64 character(s)'] } }],
    ['no site', event({ site_id: undefined }), { status: 'refused', errors: { site_id: [`can't be blank`] } }],
    [
      'an unknown site',
      event({ site_id: 'nowhere.test' }),
      { status: 'refused', reason: 'not_found', errors: { site_id: ['is unknown'] } },
    ],
    [
      'a site of others',
      event({ site_id: 'other.test' }),
      { status: 'refused', reason: 'not_found', errors: { site_id: ['is unknown'] } },
    ],
    ['no name', event({ name: undefined }), { errors: { event_name: [`can't be blank`] } }],
    ['a long name', event({ name: long }), { errors: { event_name: ['should be at most 120 character(s)'] } }],
    ['no address', event({ url: undefined }), { errors: { url: ['is required'] } }],
    ['two faults', event({ id: '', url: undefined }), { errors: { id: [`can't be blank`], url: ['is required'] } }],
    ['a wrong address', event({ ip: '300.1.1.1' }), { errors: { ip: ['is invalid'] } }],
    ['an agent that is no text', event({ user_agent: 1 }), { errors: { user_agent: ['is invalid'] } }],
    ['no instant', event({ at: 'yesterday' }), { errors: { at: ['is invalid'] } }],
    ['an instant without offset', event({ at: '2026-11-27T11:59:00' }), { errors: { at: ['is invalid'] } }],
    ['a day that is not', event({ at: '2026-11-31T11:59:00Z' }), { errors: { at: ['is invalid'] } }],
    ['an hour ago', event({ at: '2026-11-27T11:00:00Z' }), { status: 'counted' }],
    ['in another zone', event({ at: '2026-11-27T13:30:00.5+02:00' }), { status: 'counted' }],
    [
      'a second more',
      event({ at: '2026-11-27T10:59:59Z' }),
      { errors: { at: ['should be at most 1 hour in the past'] } },
    ],
    ['in a minute', event({ at: '2026-11-27T12:01:00Z' }), { status: 'counted' }],
    [
      'in more',
      event({ at: '2026-11-27T12:01:01Z' }),
      { errors: { at: ['should be at most 1 minute in the future'] } },
    ],
    ['a bot', event({ user_agent: 'Googlebot/2.1' }), { status: 'dropped', reason: 'bot' }],
    ['spam', event({ referrer: 'https://semalt.com/' }), { status: 'dropped', reason: 'spam_referrer' }],
    ['engagement', event({ name: 'engagement' }), { status: 'refused' }],
    ['nulls', event({ ip: null, user_agent: null, visit: null, at: null, props: null }), { status: 'counted' }],
    ['a token that is no text', event({ visit: { a: 1 } }), { status: 'counted' }],
  ]
  const results = await sendAll(table.map(([, item]) => item as object))
  t.equal(results.length, table.length)
  for (const [at, [name, item, expected]] of table.entries()) {
    const id = (item as { id?: unknown }).id
    t.match(results[at], { ...(typeof id === 'string' && { id }), ...expected }, name)
  }
  const counted = results.filter(({ status }) => status === 'counted').length
  t.strictSame(await totals(), [0, 0, 0, counted])
  const reasons = await service.app.db.write.query<{ reason: string; count: string }>(
    'select reason, sum(count)::text as count from traffic_counts group by 1 order by 1',
  )
  t.strictSame(reasons, [
    { reason: 'accepted', count: String(counted) },
    { reason: 'bot', count: '1' },
    { reason: 'spam_referrer', count: '1' },
  ])
})

t.test('an event a line; broken lines cost none of the others', async (t) => {
  await clear()
  const lines = [JSON.stringify(event()), '{"id":', '', `  ${JSON.stringify(event())}\r`]
  for (const type of ['application/x-ndjson', 'application/x-ndjson; charset=utf-8', 'application/ndjson']) {
    const { results } = await post(
      lines.map((line) => line.replace(/"id":"[^"]+"/, `"id":"${randomUUID()}"`)).join('\n'),
      {
        'content-type': type,
      },
    )
    t.strictSame(
      results.map(({ status }) => status),
      ['counted', 'refused', 'counted'],
      type,
    )
  }
  t.strictSame(await totals(), [0, 0, 0, 6])
})

t.test('exact values of a list, as of a single event', async (t) => {
  await clear()
  const odd = `[ {"id":"a","site_id":"shop.test","name":12345678901234567890,"url":"https://shop.test/","props":{"n":17,"text":"],[\\"}{"}} ,
    {"id":"b","site_id":"shop.test","name":"Odd","url":"https://shop.test/","props":{"n":1.50}} ]`
  t.strictSame(
    (await post(odd)).results.map(({ id, status }) => [id, status]),
    [
      ['a', 'counted'],
      ['b', 'counted'],
    ],
  )
  const rows = await service.app.db.write.query('select name, props from events order by name')
  t.strictSame(rows, [
    { name: '12345678901234567890', props: { n: '17', text: '],["}{' } },
    { name: 'Odd', props: { n: '1.5' } },
  ])
})

t.test('an id counts once a site: again, in parallel, within a list', async (t) => {
  await clear()
  const twice = event({ ip: '203.0.113.1', user_agent: firefox })
  t.strictSame(
    (await sendAll([twice, twice, { ...twice, site_id: 'shop.test', name: 'Other' }])).map(({ status }) => status),
    ['counted', 'duplicate', 'duplicate'],
  )
  t.equal((await sendAll([twice]))[0]?.status, 'duplicate')
  t.equal((await sendAll([{ ...twice, ip: '198.51.100.77' }]))[0]?.status, 'duplicate', 'also of another visitor')
  const lists = Array.from({ length: 40 }, (_, at) =>
    event({ id: `same ${at % 10}`, ip: `203.0.113.${at % 7}`, user_agent: firefox }),
  )
  const answers = (await Promise.all(Array.from({ length: 8 }, () => sendAll(lists)))).flat()
  t.equal(answers.filter(({ status }) => status === 'counted').length, 10)
  t.equal(answers.filter(({ status }) => status === 'duplicate').length, 8 * 40 - 10)
  t.match((await totals())?.[3], 11)
})

t.test('visitors by address and agent are those of browsers', async (t) => {
  await clear()
  await view('203.0.113.50', '/cart')
  const result = await sendOne({ ip: '203.0.113.50', user_agent: firefox, name: 'Purchase' })
  t.equal(result.status, 'counted')
  t.strictSame(await totals(), [1, 1, 1, 2], 'one visit')
  await sendOne({ ip: '203.0.113.51', user_agent: firefox, name: 'pageview', url: 'https://shop.test/server' })
  t.strictSame(await totals(), [2, 2, 2, 3])
  t.strictSame(await ask({ metrics: ['visitors'], dimensions: ['visit:browser'] }), [['Firefox', 2]])
})

t.test('events of a visitor come in order', async (t) => {
  await clear()
  const of = (id: string, at: string) => event({ id, at, ip: '203.0.113.60', user_agent: firefox })
  const results = await sendAll([
    of('1', '2026-11-27T11:10:00Z'),
    of('2', '2026-11-27T11:20:00Z'),
    of('3', '2026-11-27T11:15:00Z'),
    of('4', '2026-11-27T11:20:00Z'),
    of('1', '2026-11-27T11:10:00Z'),
    event({ id: '5', at: '2026-11-27T11:05:00Z' }),
  ])
  t.strictSame(
    results.map(({ status }) => status),
    ['counted', 'counted', 'refused', 'counted', 'duplicate', 'counted'],
  )
  t.strictSame(results[2]?.errors, { at: [`is before the visitor's latest event`] })
  t.equal((await sendAll([of('3', '2026-11-27T11:30:00Z')]))[0]?.status, 'counted', 'an id that was refused is free')
  t.strictSame(await totals(), [1, 1, 0, 5])
})

t.test('tokens: who gets one, and what it is worth', async (t) => {
  await clear()
  const preflight = await fetch(`${service.url}/api/visit`, { method: 'OPTIONS' })
  t.equal(preflight.status, 204)
  t.equal((await fetch(`${service.url}/api/visit`)).status, 405)
  t.equal((await askVisit('no json')).status, 400)
  t.equal((await askVisit([])).status, 400)
  t.match(await askVisit({}), { status: 400, body: { errors: { domain: [`can't be blank`] } } })
  const answer = await askVisit({ d: 'shop.test' }, { 'x-forwarded-for': '203.0.113.70' })
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('access-control-allow-origin'), '*')
  const own = answer.body.visit
  const unknown = await tokenFor('203.0.113.70', 'nowhere.test')
  t.equal(unknown.length, own.length, 'a token of nothing looks alike')
  t.not(await tokenFor('203.0.113.70'), own, 'no token is like another one')
  t.notMatch(Buffer.from(own, 'base64url').toString('latin1'), '203.0.113.70')

  await view('203.0.113.70', '/cart')
  t.equal((await sendOne({ visit: own })).status, 'counted')
  t.strictSame(await totals(), [1, 1, 1, 2], 'the event joins the visit')
  t.strictSame(await ask({ metrics: ['events'], dimensions: ['visit:browser'] }), [['Firefox', 2]])

  const foreign = await tokenFor('203.0.113.70', 'other.test')
  const flipped = own.slice(0, 20) + (own[20] === 'A' ? 'B' : 'A') + own.slice(21)
  const worthless: readonly (readonly [string, string])[] = [
    ['of an unknown domain', unknown],
    ['of another site', foreign],
    ['changed', flipped],
    ['cut', own.slice(0, -1)],
    ['made up', worthlessToken()],
    ['empty', ''],
    ['long', 'A'.repeat(5_000)],
  ]
  for (const [name, visit] of worthless) t.equal((await sendOne({ visit })).status, 'counted', name)
  t.strictSame(await totals(), [1, 1, 1, 9], 'they join nothing')

  const byAddress = await sendOne({ visit: flipped, ip: '203.0.113.71', user_agent: firefox })
  t.equal(byAddress.status, 'counted')
  t.strictSame(await totals(), [2, 2, 1, 10], 'without a token that opens, the address counts')
})

t.test('the script asks where events go', async (t) => {
  await clear()
  const ask = (body: object) =>
    fetch(`${service.url}/api/event`, {
      method: 'POST',
      headers: { 'user-agent': firefox, 'x-forwarded-for': '203.0.113.75' },
      body: JSON.stringify(body),
    })
  const asked = { n: ['visit'], d: 'shop.test', u: 'https://shop.test/cart', v: 2, r: null }
  const answer = await ask(asked)
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8')
  const visit = await answer.text()
  await view('203.0.113.75')
  await sendOne({ visit })
  t.strictSame(await totals(), [1, 1, 1, 2])
  for (const n of [[], ['other'], ['visit', 'visit'], {}, [['visit']]])
    t.equal((await ask({ ...asked, n })).status, 400)
})

t.test('a token is worth nothing the next day', async (t) => {
  await clear()
  now = Date.UTC(2026, 10, 27, 23, 50)
  const visit = await tokenFor('203.0.113.80')
  await view('203.0.113.80', '/late')
  t.equal((await sendOne({ visit })).status, 'counted')
  now = Date.UTC(2026, 10, 28, 0, 5)
  t.equal((await sendOne({ visit })).status, 'counted')
  const [row] = await service.app.db.write.query<{ visits: string; alone: string }>(
    'select count(distinct session_id) as visits, count(*) filter (where session_id is null) as alone from events',
  )
  t.match(row, { visits: '1', alone: '1' })
  now = noon
})
