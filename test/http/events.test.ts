// POST /api/event through real HTTP, once for each documented answer (spec/ingestion 1, 2, 6, 8).
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { createOpenApi } from '../../src/http/openapi.ts'
import { eventsRoute } from '../../src/http/routes/events.ts'
import { parseProxies } from '../../src/rules/client-ip.ts'
import { readContract } from '../support/contract.ts'
import { createDatabase } from '../support/database.ts'
import { siteView, startIngest } from '../support/ingest.ts'

const database = await createDatabase()
const site = siteView({
  id: 1,
  domain: 'example.com',
  shields: { ip: ['203.0.113.9'], country: ['FR'], network: [], page: ['/blocked/**'], hostname: [] },
  revenueGoals: new Map([['Purchase', 'EUR']]),
})
const one = await startIngest({ databaseUrl: database.url, sites: [site, siteView({ id: 2, domain: 'second.com' })] })
const handle = eventsRoute({ ingest: one.ingest, proxies: parseProxies('127.0.0.1') })
const server = createServer(handle).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
t.teardown(async () => {
  server.closeAllConnections()
  server.close()
  await one.stop()
  await database.drop()
})

const contract = readContract(createOpenApi([], 'http://tidemark.test'))

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

async function send(
  body: string | Buffer,
  headers: Record<string, string> = {},
  method = 'POST',
  localAddress = '127.0.0.1',
): Promise<Answer> {
  const request = httpRequest({
    host: '127.0.0.1',
    localAddress,
    port,
    path: '/api/event',
    method,
    headers: { 'user-agent': chrome, ...headers },
  })
  request.end(body)
  const [response] = await once(request, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const answer = { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() }
  const problem = contract(method, '/api/event', { ...answer, text: answer.body })
  if (problem) throw new Error(problem)
  return answer
}

const event = (more: Record<string, unknown> = {}) =>
  JSON.stringify({ n: 'pageview', u: 'https://example.com/', d: 'example.com', ...more })

t.test('answers', async (t) => {
  const request = ['Unable to parse request body as json']
  const cases: [
    title: string,
    body: string,
    headers: Record<string, string>,
    status: number,
    dropped: string | undefined,
    errors?: unknown,
  ][] = [
    ['a pageview', event(), {}, 202, undefined],
    ['whatever the content type', event(), { 'content-type': 'text/plain' }, 202, undefined],
    ['no content type that is JSON', event(), { 'content-type': 'application/x-www-form-urlencoded' }, 202, undefined],
    ['an unknown site', event({ d: 'nobody.test' }), {}, 202, '1'],
    ['two sites, one of them unknown', event({ d: 'example.com,nobody.test' }), {}, 202, '1'],
    ['two known sites', event({ d: 'example.com, www.second.com' }), {}, 202, undefined],
    ['an empty entry', event({ d: 'example.com,' }), {}, 202, '1'],
    [
      'referrer spam, both sites',
      event({ d: 'example.com,second.com', r: 'https://www.1-best-seo.com' }),
      {},
      202,
      '2',
    ],
    ['a data centre', event(), { 'x-service-ip-type': 'dc_ip' }, 202, '1'],
    ['a threat', event(), { 'x-service-ip-type': 'threat_ip' }, 202, '1'],
    ['a blocked page', event({ u: 'https://example.com/blocked/page' }), {}, 202, '1'],
    ['not the page itself', event({ u: 'https://example.com/blocked' }), {}, 202, undefined],
    ['a blocked address', event(), { 'x-forwarded-for': '203.0.113.9' }, 202, '1'],
    ['a blocked country', event(), { 'x-forwarded-for': '80.12.0.1' }, 202, '1'],
    [
      'anonymous, so not that country',
      event(),
      { 'x-forwarded-for': '80.12.0.1', 'x-service-ip-type': 'anonymous_vpn_ip' },
      202,
      undefined,
    ],
    [
      'a bot',
      event(),
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      202,
      '1',
    ],
    ['a library', event(), { 'user-agent': 'curl/8.5.0' }, 202, undefined],
    [
      'engagement without a session',
      event({ n: 'engagement', e: 5 }),
      { 'x-forwarded-for': '198.51.100.77' },
      202,
      '1',
    ],
    ['engagement with one', event({ n: 'engagement', sd: 20, e: 5 }), {}, 202, undefined],
    ['no JSON', 'n=pageview', {}, 400, undefined, { request }],
    ['no object', '[]', {}, 400, undefined, { request }],
    ['nothing', '', {}, 400, undefined, { request }],
    ['more than 1,000,000 bytes', `${' '.repeat(1_000_001)}${event()}`, {}, 400, undefined, { request }],
    [
      'all failing fields at once',
      '{}',
      {},
      400,
      undefined,
      { event_name: ["can't be blank"], url: ['is required'], domain: ["can't be blank"] },
    ],
  ]
  for (const [title, body, headers, status, dropped, errors] of cases) {
    const answer = await send(body, headers)
    t.equal(answer.status, status, title)
    t.equal(answer.headers['x-service-dropped'], dropped, `${title}: dropped`)
    t.equal(answer.headers['access-control-allow-origin'], '*', `${title}: every origin`)
    t.equal(answer.headers['set-cookie'], undefined)
    if (errors) t.strictSame(JSON.parse(answer.body), { errors }, `${title}: errors`)
    else t.equal(answer.body, 'ok')
    t.equal(answer.headers['content-type'], errors ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8')
  }
})

t.test('what is known of an address counts from trusted proxies only', async (t) => {
  for (const type of ['dc_ip', 'threat_ip']) {
    const headers = { 'x-service-ip-type': type }
    t.equal((await send(event(), headers)).headers['x-service-dropped'], '1', `${type} from a proxy`)
    const answer = await send(event(), headers, 'POST', '127.0.0.2')
    t.equal(answer.status, 202)
    t.equal(answer.headers['x-service-dropped'], undefined, `${type} from a visitor`)
  }
})

t.test('exactly 1,000,000 bytes are read', async (t) => {
  const body = event()
  t.equal((await send(body + ' '.repeat(1_000_000 - body.length))).status, 202)
})

t.test('preflight and other methods', async (t) => {
  const preflight = await send('', {}, 'OPTIONS')
  t.equal(preflight.status, 204)
  t.equal(preflight.headers['access-control-allow-methods'], 'POST, OPTIONS')
  t.equal(preflight.headers['access-control-allow-headers'], 'Content-Type')
  const get = await send('', {}, 'GET')
  t.equal(get.status, 405)
  t.strictSame(JSON.parse(get.body), { error: 'Method not allowed' })
  t.equal(get.headers['access-control-allow-origin'], '*')
})

t.test('what is stored', async (t) => {
  const from = { 'x-forwarded-for': '8.8.8.8' }
  await send(event({ u: 'https://example.com/a?utm_source=google&gclid=1', r: 'https://www.google.com/search' }), from)
  await send(
    event({
      n: 'Purchase',
      u: 'https://example.com/b',
      p: { plan: 'pro', n: 12, list: [1] },
      revenue: { amount: '10.20', currency: 'EUR' },
    }),
    from,
  )
  await send(event({ n: 'Other', u: 'https://example.com/b', i: false, revenue: { amount: 5, currency: 'EUR' } }), from)
  const rows = await one.db.write.query(
    `select e.name, e.pathname, e.props, e.interactive, e.revenue_amount::text, e.revenue_source_currency as currency
     from events e join visits v using (session_id) where v.country = 'US' order by e.recorded_at, e.position`,
  )
  t.strictSame(rows, [
    { name: 'pageview', pathname: '/a', props: null, interactive: true, revenue_amount: null, currency: null },
    {
      name: 'Purchase',
      pathname: '/b',
      props: { n: '12', plan: 'pro' },
      interactive: true,
      revenue_amount: '10.20',
      currency: 'EUR',
    },
    { name: 'Other', pathname: '/b', props: null, interactive: false, revenue_amount: null, currency: null },
  ])
  const visits = await one.db.write.query(
    `select source, channel, utm_source, utm_medium, referrer, country, browser, browser_version, os, device, is_bounce, pageviews, events
     from visits where country = 'US'`,
  )
  t.strictSame(visits, [
    {
      source: 'Google',
      channel: 'Paid Search',
      utm_source: 'google',
      utm_medium: '(gclid)',
      referrer: 'google.com/search',
      country: 'US',
      browser: 'Chrome',
      browser_version: '120.0',
      os: 'Windows',
      device: 'Desktop',
      is_bounce: false,
      pageviews: 1,
      events: 3,
    },
  ])
})
