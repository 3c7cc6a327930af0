// Signs about a site over HTTP: visitors at the address of a proxy, and requests that did not become events
// (spec/ingestion 27 and 28); in every process, for members alone, and by the operator tool.

import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import t from 'tap'
import { runCommand } from '../../src/commands/index.ts'
import { hostsAbove, pageHostOf } from '../../src/rules/arrival-signs.ts'
import { startApp } from '../support/app.ts'
import { send } from '../support/browser.ts'
import { until } from '../support/cut.ts'
import { signIn } from '../support/dashboard.ts'

const env = { TRUSTED_PROXIES: 'none' }
const service = await startApp({ env })
const second = await startApp({ env, databaseUrl: service.databaseUrl })
t.teardown(async () => {
  await second.stop()
  await service.stop()
})
const site = await service.provision({ domain: 'signs.test', email: 'owner@signs.test' })
await service.provision({ domain: 'other.test', email: 'owner@other.test' })
await until(() => second.app.directory.find('signs.test') !== undefined)
const owner = await signIn(service, site.email)
const stranger = await signIn(service, 'owner@other.test')

const agentOf = (index: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${100 + index}.0) Gecko/20100101 Firefox/${100 + index}.0`

type Headers = Readonly<Record<string, string>>

/** Posts a body as a browser does, with these headers beside its own. */
async function post(body: string, headers: Headers = {}, of = service): Promise<number> {
  const sent = httpRequest(`${of.url}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': agentOf(0), 'sec-fetch-site': 'cross-site', ...headers },
  })
  sent.end(body)
  const [response] = await once(sent, 'response')
  response.resume()
  return response.statusCode
}
const view = (d: string, u = `https://${d}/`) => JSON.stringify({ n: 'pageview', d, u })

const askSigns = (domain = 'signs.test', who = owner, of = service) =>
  send(of, 'GET', `/api/sites/${domain}/signs`, undefined, { cookie: who.cookie })
const signsOf = async (domain?: string, of = service) => (await askSigns(domain, owner, of)).body

async function doctor() {
  const out: string[] = []
  const before = { ...process.env }
  Object.assign(process.env, { DATABASE_URL: service.databaseUrl, SECRET_KEY: service.config.secretKey })
  const code = await runCommand(['doctor', '--json'], { out: (text) => out.push(text), err: () => {} })
  for (const name of ['DATABASE_URL', 'SECRET_KEY'])
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
  const { checks } = JSON.parse(out.join('\n')) as {
    checks: { check: string; ok: boolean; detail: string; fix?: string }[]
  }
  return { code, checks: checks.filter(({ check }) => check === 'visitors' || check === 'events') }
}

t.test('only people who may change the site ask', async (t) => {
  t.strictSame((await askSigns()).body, { addresses: [], arrivals: [], is_local: false })
  t.equal((await send(service, 'GET', '/api/sites/signs.test/signs')).status, 401)
  t.equal((await askSigns('signs.test', stranger)).status, 404)
  const viewer = await signIn(service, 'viewer@signs.test')
  const siteId = service.app.directory.find('signs.test')?.id ?? 0
  await service.app.registry.teams.addGuest(siteId, 'viewer@signs.test', 'viewer')
  t.ok([403, 404].includes((await askSigns('signs.test', viewer)).status))
})

t.test('a rewrite of Vercel is named within a minute, in each process and by doctor', async (t) => {
  for (let index = 0; index < 12; index += 1)
    await post(view('signs.test'), {
      'user-agent': agentOf(index),
      'x-forwarded-for': `203.0.113.${index}`,
      'x-vercel-id': 'fra1::a',
    })
  const expected = {
    kind: 'forwarded',
    cause: null,
    level: 'warning',
    carrier: 'Vercel',
    kit: 'vercel',
    visitors: 12,
    of: 12,
  }
  await until(async () => (await signsOf()).addresses.length > 0)
  t.match((await signsOf()).addresses, [{ ...expected, since: /Z$/ }])
  t.match((await signsOf('signs.test', second)).addresses, [expected], 'the other process reads it')
  const { code, checks } = await doctor()
  t.equal(code, 1)
  t.match(checks, [
    {
      check: 'visitors',
      ok: false,
      detail: /^signs\.test: 12 of the last 12 visitors came through Vercel/,
      fix: /kit show --kit vercel --site signs\.test/,
    },
  ])
  t.strictSame(
    (await send(service, 'GET', '/api/sites/other.test/signs', undefined, { cookie: stranger.cookie })).body,
    {
      addresses: [],
      arrivals: [],
      is_local: false,
    },
  )
})

const origin = (host: string): Headers => ({ origin: `https://${host}`, referer: `https://${host}/` })
const script = (headers: Headers) => fetch(`${service.url}/js/script.js`, { headers })

/** Requests of a site that waits, with the reason that it is told. Sources: public reports of the kind. */
const arrivals: readonly {
  readonly name: string
  readonly send: (domain: string) => Promise<unknown>
  readonly is: readonly { readonly kind: string; readonly detail: string | RegExp }[]
}[] = [
  {
    name: 'data-domain with a scheme and a slash (next-plausible#76, nuxt-modules/plausible#2)',
    send: (domain) => post(view(`https://${domain}/`, `https://${domain}/`), origin(domain)),
    is: [{ kind: 'other_domain', detail: /^https:\/\/w0\.test\/$/ }],
  },
  {
    name: 'data-domain of a staging site',
    send: (domain) => post(view('staging.example.net', `https://www.${domain}/a`), origin(domain)),
    is: [{ kind: 'other_domain', detail: 'staging.example.net' }],
  },
  {
    name: 'a page of a subdomain that names itself',
    send: (domain) => post(view(`shop.${domain}`)),
    is: [{ kind: 'other_domain', detail: 'shop.w2.test' }],
  },
  {
    name: 'a rewrite that drops the body (vercel/next.js#48040)',
    send: (domain) => post('', origin(domain)),
    is: [{ kind: 'empty_body', detail: '' }],
  },
  {
    name: 'a proxy that cuts the body',
    send: (domain) => post(view(domain).slice(0, 20), origin(`www.${domain}`)),
    is: [{ kind: 'cut_body', detail: '' }],
  },
  {
    name: 'a proxy that writes [object Object] (vercel/next.js#48040)',
    send: (domain) => post('[object Object]', { referer: `https://${domain}/` }),
    is: [{ kind: 'cut_body', detail: '' }],
  },
  {
    name: 'code that sends no address of the page',
    send: (domain) => post(JSON.stringify({ n: 'pageview', d: domain }), origin(domain)),
    is: [{ kind: 'bad_event', detail: 'url' }],
  },
  {
    name: 'the script without events: a policy without connect-src (welpo/tabi#299)',
    send: (domain) => script({ referer: `https://${domain}/` }),
    is: [{ kind: 'script', detail: 'w7.test' }],
  },
  { name: 'a page of somebody else', send: () => post(view('nobody.example', 'https://nobody.example/')), is: [] },
  { name: 'a host that ends alike', send: (domain) => post(view('x.example', `https://my${domain}/`)), is: [] },
  { name: 'a body without a page', send: () => post(''), is: [] },
]

for (const [index, one] of arrivals.entries())
  t.test(`waiting: ${one.name}`, async (t) => {
    const domain = `w${index}.test`
    await service.provision({ domain, email: 'owner@signs.test' })
    await one.send(domain)
    const begun = Date.now()
    if (one.is.length > 0) await until(async () => (await signsOf(domain)).arrivals.length > 0)
    else await service.app.ingest?.arrivals.flush()
    const found = (await signsOf(domain)).arrivals
    t.equal(found.length, one.is.length)
    if (one.is.length > 0) t.match(found, [{ ...one.is[0], count: 1, at: /Z$/ }])
    t.ok(Date.now() - begun < 10_000, 'within ten seconds')
  })

t.test('a script of a site with events says nothing, also if the event follows it', async (t) => {
  await service.provision({ domain: 'busy.test', email: 'owner@signs.test' })
  await script({ referer: 'https://busy.test/' })
  await post(view('busy.test'), origin('busy.test'))
  await script({ referer: 'https://busy.test/' })
  await service.provision({ domain: 'later.test', email: 'owner@signs.test' })
  await script({ referer: 'https://later.test/' })
  await until(async () => (await signsOf('later.test')).arrivals.length > 0)
  t.strictSame((await signsOf('busy.test')).arrivals, [], 'nothing, while a later script is told')
})

t.test('a page of localhost is told to the person at its address', async (t) => {
  await script({ referer: 'http://localhost:3000/' })
  t.equal((await signsOf()).is_local, true)
  t.strictSame((await signsOf('signs.test', second)).is_local, false, 'in the memory of one process alone')
})

t.test('doctor tells of bodies and domains, not of scripts', async (t) => {
  const { checks } = await doctor()
  const details = checks.filter(({ check }) => check === 'events').map(({ detail }) => detail)
  t.ok(details.some((detail) => /^w3\.test: Events arrive without content/.test(detail)))
  t.ok(details.some((detail) => /^w1\.test: .*“staging\.example\.net”.*data-domain to w1\.test/.test(detail)))
  t.notOk(details.some((detail) => detail.startsWith('w7.test')))
})

t.test('a million names leave a few rows, and nothing of a stranger is longer than its limit', async (t) => {
  await service.provision({ domain: 'flood.test', email: 'owner@signs.test' })
  const { ingest } = service.app
  for (let round = 0; round < 5; round += 1) {
    for (let index = 0; index < 60; index += 1) {
      const name = index === 7 ? '\u202e<script>'.repeat(40) : `n${round}-${index}.example`
      await post(JSON.stringify({ n: 'pageview', d: name, u: 'https://flood.test/' }))
    }
    await ingest?.arrivals.flush()
  }
  const found = (await signsOf('flood.test')).arrivals
  t.ok(found.length <= 6, `${found.length} rows`)
  for (const { detail } of found) t.ok(Buffer.byteLength(detail) <= 100)
  const rows = await service.app.db.write.query<{ count: number }>(
    'select count(*)::integer as count from arrival_signs',
  )
  t.ok((rows[0]?.count ?? 0) < 30)
})

t.test('hosts', (t) => {
  const hosts: readonly [string, readonly string[]][] = [
    ['example.com', ['example.com']],
    ['WWW.Example.com.', ['example.com']],
    ['a.b.example.com', ['a.b.example.com', 'b.example.com', 'example.com']],
    ['localhost', ['localhost']],
    ['café.example', ['xn--caf-dma.example']],
    [
      `${'a.'.repeat(200)}example.com`,
      ['a.a.a.a.example.com', 'a.a.a.example.com', 'a.a.example.com', 'a.example.com', 'example.com'],
    ],
  ]
  for (const [host, expected] of hosts) t.strictSame(hostsAbove(host), expected, host)
  const pages: readonly [Headers, string | undefined][] = [
    [{ origin: 'https://example.com' }, 'example.com'],
    [{ origin: 'null', referer: 'https://example.com/a' }, 'example.com'],
    [{ origin: 'file://' }, undefined],
    [{ referer: 'https://[' }, undefined],
    [{ referer: `https://example.com/${'a'.repeat(3_000)}` }, undefined],
    [{ referer: 'http://127.0.0.1:3000/' }, '127.0.0.1'],
    [{}, undefined],
  ]
  for (const [headers, expected] of pages) t.equal(pageHostOf(headers), expected, JSON.stringify(headers).slice(0, 60))
  t.end()
})

t.test('a process that ends takes its counts with it', async (t) => {
  t.equal((await signsOf()).addresses.length, 1)
  await service.app.ingest?.stop()
  t.strictSame((await signsOf('signs.test', second)).addresses, [])
})
