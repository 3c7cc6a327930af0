// The kits for JavaScript in front of a real service: a hundred visitors from a hundred addresses stay a hundred, and
// nothing that happens to the service changes or delays a page (docs/kits.md).
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { kitNames, kitPath, kits, readKitPath } from '../../src/rules/kits.ts'
import { startApp } from '../support/app.ts'
import { until } from '../support/cut.ts'
import { placeKit } from '../support/kits.ts'

const app = await startApp()
await app.provision({ domain: 'shop.test' })
const site = app.app.directory.find('shop.test')!
const values = await app.app.registry.kits.values(site.id, { baseUrl: app.url, path: kitPath })
const web = await placeKit('hono', values)
const node = await placeKit('express', values)
const away = { ...values, service: 'http://127.0.0.1:9' }
const webAway = await placeKit('hono', away)
const nodeAway = await placeKit('express', away)
t.teardown(async () => {
  for (const kit of [web, node, webAway, nodeAway]) await kit.remove()
  await app.stop()
})

type Next = () => void
type NodeKit = {
  settings: { ipOf: (request: IncomingMessage) => string | undefined; coverage: boolean }
  dropped: number
  carry(request: IncomingMessage, response: ServerResponse, next: Next): unknown
  count(request: IncomingMessage, response: ServerResponse, next: Next): unknown
}
type WebKit = {
  settings: { coverage: boolean }
  dropped: number
  carry(request: Request, from: { ip?: string | undefined }): Promise<Response> | undefined
  count(
    request: Request,
    response: Response | undefined,
    from: { ip?: string | undefined; waitUntil?: (sent: Promise<unknown>) => void },
  ): void
  isPage(request: Request, response?: Response): boolean
}
const importKit = async <Kit>({ path }: { path: string }): Promise<Kit> => (await import(path)) as Kit
const [webKit, webKitAway] = [await importKit<WebKit>(web), await importKit<WebKit>(webAway)]
const [nodeKit, nodeKitAway] = [await importKit<NodeKit>(node), await importKit<NodeKit>(nodeAway)]

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const addressOf = (request: IncomingMessage) => request.headers['x-test-address'] as string | undefined
for (const kit of [nodeKit, nodeKitAway]) kit.settings.ipOf = addressOf

const page = '<!doctype html><title>Shop</title>'
type Mode = 'carry' | 'count'

const typeOf = ({ url }: IncomingMessage): string =>
  url?.startsWith('/data') ? 'application/json' : 'text/html; charset=utf-8'

/** A site's server with Node's own request and response. */
const ownPages = (request: IncomingMessage, response: ServerResponse): void => {
  const isMissing = request.url?.startsWith('/missing')
  response.writeHead(isMissing ? 404 : 200, { 'content-type': typeOf(request) }).end(page)
}

/** The same with the web's Request and Response, as frameworks put them around Node's. */
async function answerAsWeb(kit: WebKit, mode: Mode, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method = 'GET' } = request
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string])
  const body = ['GET', 'HEAD'].includes(method) ? null : Buffer.concat(chunks)
  const asked = new Request(`http://shop.test${request.url}`, { method, headers, body })
  const ip = addressOf(request)
  const carried = mode === 'carry' ? kit.carry(asked, { ip }) : undefined
  if (carried) {
    const answer = await carried
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
    return
  }
  ownPages(request, response)
  const type = typeOf(request)
  if (mode === 'count')
    kit.count(asked, new Response(null, { status: response.statusCode, headers: { 'content-type': type } }), { ip })
}

async function startSite(handle: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const servers: Readonly<Record<string, Readonly<Record<Mode, string>>>> = {
  web: {
    carry: await startSite((request, response) => answerAsWeb(webKit, 'carry', request, response)),
    count: await startSite((request, response) => answerAsWeb(webKit, 'count', request, response)),
  },
  node: {
    carry: await startSite((request, response) => nodeKit.carry(request, response, () => ownPages(request, response))),
    count: await startSite((request, response) => nodeKit.count(request, response, () => ownPages(request, response))),
  },
}

const clear = () => app.app.db.write.query('truncate events, sessions, visitors')
async function counted() {
  const [row] = await app.app.db.write.query<Record<'events' | 'visitors' | 'agents', string>>(
    `select count(*) as events, count(distinct visitor_id) as visitors,
       (select count(*) from visitors where browser = 'Firefox') as agents from events`,
  )
  return { events: Number(row?.events), visitors: Number(row?.visitors), firefox: Number(row?.agents) }
}
/** Waits until so many events are in: nobody waits for an event that a server counts. */
const untilCounted = (events: number) => until(async () => (await counted()).events >= events)

const visitors = Array.from({ length: 100 }, (_, index) => `203.0.113.${index + 1}`)
const from = (ip: string, headers: Record<string, string> = {}) => ({
  'user-agent': firefox,
  'x-test-address': ip,
  ...headers,
})

for (const [name, { carry, count }] of Object.entries(servers)) {
  t.test(`${name}: a hundred visitors stay a hundred`, async (t) => {
    await clear()
    const body = JSON.stringify({ n: 'pageview', u: 'http://shop.test/', d: 'shop.test' })
    for (const ip of visitors) {
      const answer = await fetch(`${carry}/tide/event`, { method: 'POST', headers: from(ip), body })
      if (answer.status !== 202) t.equal(answer.status, 202)
      await answer.text()
    }
    t.strictSame(await counted(), { events: 100, visitors: 100, firefox: 100 }, 'carried')
    await clear()
    for (const ip of visitors) await (await fetch(`${count}/`, { headers: from(ip) })).text()
    await untilCounted(100)
    t.strictSame(await counted(), { events: 100, visitors: 100, firefox: 100 }, 'counted')
  })

  t.test(`${name}: a visit of both, script and server, is one visit`, async (t) => {
    await clear()
    const url = name === 'web' ? 'http://shop.test/' : `${count}/`
    const body = JSON.stringify({ n: 'pageview', u: url, d: 'shop.test' })
    await (await fetch(`${carry}/tide/event`, { method: 'POST', headers: from('203.0.113.1'), body })).text()
    await (await fetch(`${count}/a`, { headers: from('203.0.113.1') })).text()
    await untilCounted(2)
    t.match(await counted(), { visitors: 1 })
  })

  t.test(`${name}: the script, kept and known again`, async (t) => {
    const answer = await fetch(`${carry}/tide/script.js`, { headers: { host: 'shop.test' } })
    t.equal(answer.status, 200)
    t.match(answer.headers.get('content-type'), /javascript/)
    t.match(answer.headers.get('cache-control'), /max-age=3600/)
    t.match(await answer.text(), 'data-domain')
    const etag = answer.headers.get('etag') ?? ''
    t.not(etag, '')
    const again = await fetch(`${carry}/tide/script.js`, { headers: { 'if-none-match': etag } })
    t.strictSame([again.status, await again.text()], [304, ''])
    const head = await fetch(`${carry}/tide/script.js`, { method: 'HEAD' })
    t.strictSame([head.status, await head.text()], [200, ''])
  })

  t.test(`${name}: answers of the service arrive, and other paths are the site's`, async (t) => {
    const send = (body: string | Buffer) =>
      fetch(`${carry}/tide/event`, { method: 'POST', headers: from('203.0.113.1'), body: body as string })
    const wrong = await send('{}')
    t.equal(wrong.status, 400)
    t.match(await wrong.json(), { errors: { event_name: [`can't be blank`] } })
    const dropped = await send(JSON.stringify({ n: 'pageview', u: 'http://x.test/', d: 'unknown.test' }))
    t.strictSame([dropped.status, dropped.headers.get('x-service-dropped')], [202, '1'])
    await dropped.text()
    t.equal((await send(Buffer.alloc(1_000_001, 32))).status, 413)
    t.equal((await fetch(`${carry}/tide/event`)).status, 405)
    t.equal((await fetch(`${carry}/tide/script.js`, { method: 'POST', body: 'x' })).status, 405)
    for (const path of ['/', '/tide', '/tide/', '/tide/other', '/tide/script.js.map'])
      t.equal(await (await fetch(carry + path)).text(), page, path)
  })

  t.test(`${name}: what is no page is not counted`, async () => {
    await clear()
    const asks: [string, RequestInit][] = [
      ['/missing', {}],
      ['/data', {}],
      ['/', { method: 'POST', body: 'a=b' }],
      ['/', { method: 'HEAD' }],
      ['/', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
      ['/', { headers: { purpose: 'prefetch' } }],
      ['/', { headers: { 'x-moz': 'prefetch' } }],
      ['/', { headers: { 'sec-fetch-dest': 'iframe' } }],
      ['/', { headers: { 'sec-fetch-dest': 'empty' } }],
    ]
    for (const [path, init] of asks)
      await (
        await fetch(count + path, { ...init, headers: from('203.0.113.1', init.headers as Record<string, string>) })
      ).text()
    await (await fetch(`${count}/last`, { headers: from('203.0.113.1', { 'sec-fetch-dest': 'document' }) })).text()
    await untilCounted(1)
    const [{ pathname } = { pathname: '' }] = await app.app.db.write.query<{ pathname: string }>(
      'select pathname from events',
    )
    t.equal(pathname, '/last')
  })
}

t.test('with coverage pages are requests, which are no events and no visitors', async (t) => {
  const requests = async () =>
    app.app.db.write.query<{ page: string; requests: number; ahead: number }>(
      `select page, sum(requests)::integer as requests, sum(counted_ahead)::integer as ahead from page_requests
       where page like '/covered%' or page like '/counted%' group by 1 order by 1`,
    )
  await clear()
  for (const [name, kit] of [
    ['web', webKit],
    ['node', nodeKit],
  ] as const) {
    const ask = async (path: string) =>
      (await fetch(servers[name]!.count + path, { headers: from('203.0.113.1') })).text()
    kit.settings.coverage = true
    await ask(`/covered-${name}`)
    await ask('/missing')
    kit.settings.coverage = false
    await ask(`/counted-${name}`)
  }
  await until(async () => (await requests()).length === 4)
  t.strictSame(await requests(), [
    { page: '/counted-node', requests: 1, ahead: 1 },
    { page: '/counted-web', requests: 1, ahead: 1 },
    { page: '/covered-node', requests: 1, ahead: 0 },
    { page: '/covered-web', requests: 1, ahead: 0 },
  ])
  t.match(await counted(), { events: 2 })
})

t.test('a service that is away changes no page', async (t) => {
  const sites = [
    await startSite((request, response) => nodeKitAway.carry(request, response, () => ownPages(request, response))),
    await startSite((request, response) => answerAsWeb(webKitAway, 'carry', request, response)),
  ]
  for (const url of sites) {
    t.equal(await (await fetch(url)).text(), page)
    t.equal((await fetch(`${url}/tide/script.js`)).status, 503)
    const event = await fetch(`${url}/tide/event`, { method: 'POST', headers: from('203.0.113.1'), body: '{}' })
    t.strictSame([event.status, event.headers.get('retry-after')], [503, '60'])
  }
  t.ok(nodeKitAway.dropped > 0 && webKitAway.dropped > 0, 'events that were lost are known')
})

t.test('more than a hundred that wait are left out, with a count', async (t) => {
  const held = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(held, 'listening')
  const kit = await placeKit('bun', { ...values, service: `http://127.0.0.1:${(held.address() as AddressInfo).port}` })
  const { count } = await importKit<WebKit>(kit)
  const sent: Promise<unknown>[] = []
  const html = new Response(null, { headers: { 'content-type': 'text/html' } })
  for (let index = 0; index < 130; index += 1)
    count(new Request('http://shop.test/'), html, { ip: '203.0.113.1', waitUntil: (one) => void sent.push(one) })
  t.equal(sent.length, 100)
  t.equal((await importKit<WebKit>(kit)).dropped, 30)
  held.closeAllConnections()
  held.close()
  await Promise.all(sent)
  await kit.remove()
})

t.test('every kit has its files, with the values of the site in all of them', async (t) => {
  for (const name of kitNames) {
    const kit = await placeKit(name, { ...values, service: 'https://stats.example.com', path: '/s' })
    const text = kit.files.map((file) => file.text).join('\n')
    t.notMatch(text, /\{\{|\}\}/, name)
    t.match(text, name === 'haproxy' ? 'stats.example.com:443 ssl verify required' : 'https://stats.example.com', name)
    t.match(text, '/js/script.js', name)
    t.equal(text.includes(values.secret), !['nginx', 'caddy', 'apache', 'haproxy', 'traefik'].includes(name), name)
    t.ok(kit.files.length === (name in kits ? kits[name].files.length : 0) && kits[name].title !== '')
    t.match(kit.tag, 'data-api="/s/event" src="/s/script.js"')
    await kit.remove()
  }
})

t.test('the consent that the address of an event says is carried', async (t) => {
  await app.app.registry.sites.update(site.id, { preset: 'no_campaigns' })
  await app.app.directory.refresh(site.id)
  const event = { n: 'pageview', u: 'http://shop.test/?utm_source=mail', d: 'shop.test' }
  for (const [name, { carry }] of Object.entries(servers))
    for (const [query, source] of [
      ['', null],
      ['?c=1', 'mail'],
      ['?a=b&consent=true', 'mail'],
      ['?c=11', null],
      ['?xc=1', null],
    ] as const) {
      await clear()
      const sent = { method: 'POST', headers: from('203.0.113.9'), body: JSON.stringify(event) }
      t.equal((await fetch(`${carry}/tide/event${query}`, sent)).status, 202)
      const rows = await app.app.db.write.query<{ source: string | null }>('select utm_source as source from visitors')
      t.strictSame(rows, [{ source }], `${name} ${query}`)
    }
  await app.app.registry.sites.update(site.id, { preset: 'standard' })
})

t.test('paths of a kit', async (t) => {
  for (const [text, path] of [
    ['/tide', '/tide'],
    ['/a/b-c/', '/a/b-c'],
    ['/_t.1~', '/_t.1~'],
  ] as const)
    t.equal(readKitPath(text), path, text)
  for (const text of ['', '/', 'tide', '/a//b', '/a/../b', '/.', '/a b', '/a?b', `/'`, '/ä'])
    t.equal(readKitPath(text), undefined, text)
})
