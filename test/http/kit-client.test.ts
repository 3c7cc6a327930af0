// The signed word of a kit about the visitor, through real HTTP (spec/ingestion 6.6): who may claim an address, and that
// everything else counts as without the header.
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { eventsRoute } from '../../src/http/routes/events.ts'
import { createKitSecrets } from '../../src/registry/kit-secrets.ts'
import { parseProxies } from '../../src/rules/client-ip.ts'
import { isSignedBy, readKitClient, signKitPayload, writeKitClient } from '../../src/rules/kit-client.ts'
import { createDatabase } from '../support/database.ts'
import { siteView, startIngest } from '../support/ingest.ts'

const database = await createDatabase()
const site = siteView({
  id: 1,
  domain: 'example.com',
  shields: { ip: ['203.0.113.9'], country: [], network: [], page: [], hostname: [] },
})
const other = siteView({ id: 2, domain: 'other.com', kitSecretRound: 3 })
const nowMs = Math.floor(Date.now() / 1000) * 1000
const clock = { now: () => new Date(nowMs) }
const one = await startIngest({ databaseUrl: database.url, sites: [site, other], now: clock.now })
const server = createServer(eventsRoute({ ingest: one.ingest, proxies: parseProxies('none'), clock }))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
t.teardown(async () => {
  server.closeAllConnections()
  server.close()
  await one.stop()
  await database.drop()
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const secretOf = createKitSecrets('a secret key')
const secret = secretOf(site)
const visitor = (ip: string, userAgent = firefox) => ({ ip, userAgent })

/** Signs anything, as somebody who has the secret might. */
function sign(sent: unknown, key = secret): string {
  const payload = Buffer.from(typeof sent === 'string' ? sent : JSON.stringify(sent)).toString('base64url')
  return `v1 ${payload}.${signKitPayload(key, payload).toString('base64url')}`
}

interface Counted {
  readonly visitors: number
  readonly browsers: readonly string[]
  readonly dropped: number
}

/** Sends a pageview for each of these headers, and counts what became of them. */
async function count(headers: readonly (string | undefined)[], domain = 'example.com'): Promise<Counted> {
  await one.db.write.query('truncate events, sessions, visitors')
  let dropped = 0
  for (const header of headers) {
    const request = httpRequest({
      host: '127.0.0.1',
      port,
      path: '/api/event',
      method: 'POST',
      headers: { 'user-agent': 'server/1.0', ...(header === undefined ? {} : { 'X-Tidemark-Client': header }) },
    })
    request.end(JSON.stringify({ n: 'pageview', u: 'https://example.com/', d: domain }))
    const [response] = await once(request, 'response')
    response.resume()
    t.equal(response.statusCode, 202)
    dropped += Number(response.headers['x-service-dropped'] ?? 0)
  }
  const rows = await one.db.write.query<{ visitors: string }>(
    'select count(distinct visitor_id) as visitors from events where site_id = 1',
  )
  const browsers = await one.db.write.query<{ browser: string }>(
    'select distinct browser from visitors where site_id = 1',
  )
  return { visitors: Number(rows[0]?.visitors), browsers: browsers.map(({ browser }) => browser), dropped }
}

t.test('a kit names the visitors, and each is a visitor with a browser of its own', async (t) => {
  const addresses = ['192.0.2.1', '192.0.2.2', '2001:db8::1', '[2001:DB8::1]:443', '::ffff:192.0.2.1']
  const found = await count(addresses.map((ip) => writeKitClient(secret, visitor(ip), nowMs)))
  t.strictSame(found, { visitors: 3, browsers: ['Firefox'], dropped: 0 }, 'one visitor an address, in any spelling')
})

t.test('shields and bots are about the visitor', async (t) => {
  const headers = [
    writeKitClient(secret, visitor('203.0.113.9'), nowMs),
    writeKitClient(secret, visitor('192.0.2.1', 'Googlebot/2.1 (+http://www.google.com/bot.html)'), nowMs),
  ]
  t.equal((await count(headers)).dropped, 2)
})

const at = nowMs / 1000
const sent = { ip: '192.0.2.7', user_agent: firefox, at }
/** Whether the word counts. */
const words: readonly [name: string, header: string, isKnown: boolean][] = [
  ['seconds', sign(sent), true],
  ['a part of a second', sign({ ...sent, at: at + 0.5 }), true],
  ['an instant', sign({ ...sent, at: new Date(nowMs).toISOString() }), true],
  [
    'an instant with an offset',
    sign({ ...sent, at: new Date(nowMs + 7_200_000).toISOString().replace('Z', '+02:00') }),
    true,
  ],
  ['a minute ago', sign({ ...sent, at: at - 60 }), true],
  ['in a minute', sign({ ...sent, at: at + 60 }), true],
  ['more than a minute ago', sign({ ...sent, at: at - 61 }), false],
  ['in more than a minute', sign({ ...sent, at: at + 61 }), false],
  ['milliseconds', sign({ ...sent, at: nowMs }), false],
  ['an instant without an offset', sign({ ...sent, at: new Date(nowMs).toISOString().replace('Z', '') }), false],
  ['no instant', sign({ ...sent, at: undefined }), false],
  ['no agent', sign({ ip: sent.ip, at }), true],
  ['an agent that is no text', sign({ ...sent, user_agent: 7 }), false],
  ['no address', sign({ user_agent: firefox, at }), false],
  ['text that is no address', sign({ ...sent, ip: 'localhost' }), false],
  ['more fields', sign({ ...sent, country: 'FR' }), true],
  ['a list', sign([sent]), false],
  ['null', sign('null'), false],
  ['no JSON', sign('{'), false],
  ['another secret', sign(sent, secretOf(other)), false],
  ['the secret before', sign(sent, secretOf({ ...site, kitSecretRound: 1 })), false],
  ['an empty secret', sign(sent, ''), false],
  ['another version', sign(sent).replace('v1 ', 'v2 '), false],
  ['no version', sign(sent).slice(3), false],
  ['another payload', sign(sent).replace(/ .*\./, ` ${Buffer.from('{}').toString('base64url')}.`), false],
  ['a cut signature', sign(sent).slice(0, -1), false],
  ['no signature', sign(sent).replace(/\..*/, '.'), false],
  ['hex', sign(sent).replace(/\.(.*)/, (_, mac: string) => `.${Buffer.from(mac, 'base64url').toString('hex')}`), false],
  ['nothing', '', false],
  ['the longest', sign({ ...sent, user_agent: 'a'.repeat(9_000) }), false],
]

t.test('every word that is not signed by the site counts as none', async (t) => {
  for (const [name, header, isKnown] of words) {
    const client = readKitClient(header)
    t.equal(client !== undefined && isSignedBy(secret, client, nowMs), isKnown, name)
  }
})

t.test('without a valid word the request itself is the visitor', async (t) => {
  const unknown = words.filter(([name, , isKnown]) => !isKnown && name !== 'the longest').map(([, header]) => header)
  const found = await count([undefined, ...unknown])
  t.equal(found.visitors, 1)
  t.strictSame(found.browsers.includes('Firefox'), false)
})

t.test('a word is for the sites of its secret: of two sites, both have to know it', async (t) => {
  const header = writeKitClient(secret, visitor('192.0.2.1'), nowMs)
  const alone = await count([header, undefined])
  t.equal(alone.visitors, 2)
  for (const domains of ['example.com,other.com', 'example.com,unknown.example'])
    t.equal((await count([header, undefined], domains)).visitors, 1, domains)
})
