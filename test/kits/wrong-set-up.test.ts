// Set-ups of a site's server that hide its visitors, each with the real kit or a real proxy before a real service: the
// site is told what is wrong, and hears nothing once it is right (spec/ingestion 27).
import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { readAddressSigns } from '../../src/registry/signs.ts'
import { kitPath } from '../../src/rules/kits.ts'
import { startApp } from '../support/app.ts'
import { until } from '../support/cut.ts'
import { placeKit } from '../support/kits.ts'

const app = await startApp({ env: { TRUSTED_PROXIES: 'none' } })
t.teardown(() => app.stop())

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown
interface NodeKit {
  readonly settings: { ipOf: (request: IncomingMessage) => string | undefined }
  readonly carry: Handler
  readonly count: Handler
}

const visitorOf = (index: number) => `203.0.113.${index}`
const agentOf = (index: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${100 + index}.0) Gecko/20100101 Firefox/${100 + index}.0`
const addressOf = ({ headers }: IncomingMessage) => headers['x-test-address'] as string

async function kitOf(domain: string, change: { readonly secret?: string } = {}): Promise<NodeKit> {
  const site = app.app.directory.find(domain)!
  const values = await app.app.registry.kits.values(site.id, { baseUrl: app.url, path: kitPath })
  const placed = await placeKit('express', { ...values, ...change })
  t.teardown(() => placed.remove())
  const kit = (await import(placed.path)) as NodeKit
  kit.settings.ipOf = addressOf
  return kit
}

/** A proxy that a site's owner wrote: it passes on the body, and these headers. */
const proxy =
  (headersOf: (request: IncomingMessage) => Record<string, string>): Handler =>
  async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const answer = await fetch(`${app.url}/api/event`, {
      method: 'POST',
      headers: headersOf(request),
      body: Buffer.concat(chunks),
    })
    response.writeHead(answer.status).end(await answer.text())
  }
const userAgent = (request: IncomingMessage) => ({ 'user-agent': request.headers['user-agent'] ?? '' })

interface SetUp {
  readonly name: string
  readonly handler: (domain: string) => Promise<Handler> | Handler
  /** True for a page that the server counts; else events of a browser come to it. */
  readonly isCounting?: boolean
  readonly is: { readonly kind: string; readonly cause: string | null } | undefined
}

const setUps: readonly SetUp[] = [
  { name: 'a kit that carries', handler: async (domain) => (await kitOf(domain)).carry, is: undefined },
  {
    name: 'a kit that counts',
    handler: async (domain) => (await kitOf(domain)).count,
    isCounting: true,
    is: undefined,
  },
  {
    name: 'a kit that carries, with the secret of before',
    handler: async (domain) => (await kitOf(domain, { secret: 'of before' })).carry,
    is: { kind: 'kit_refused', cause: null },
  },
  {
    name: 'a kit that counts, with the secret of before',
    handler: async (domain) => (await kitOf(domain, { secret: 'of before' })).count,
    isCounting: true,
    is: { kind: 'kit_refused', cause: null },
  },
  {
    name: 'a proxy of the owner’s own that passes on the agent alone',
    handler: () => proxy(userAgent),
    is: { kind: 'shared_address', cause: 'private' },
  },
  {
    name: 'a proxy of the owner’s own that names the visitor, and is not trusted',
    handler: () => proxy((request) => ({ ...userAgent(request), 'x-forwarded-for': addressOf(request) })),
    is: { kind: 'forwarded', cause: null },
  },
]

/** Sends twelve visitors to the site's server. */
async function visit(port: number, domain: string, isCounting: boolean): Promise<void> {
  for (let index = 0; index < 12; index += 1) {
    const headers = { 'user-agent': agentOf(index), 'x-test-address': visitorOf(index), accept: 'text/html' }
    const to = { host: '127.0.0.1', port, path: isCounting ? '/' : `${kitPath}/event` }
    const sent = httpRequest({ ...to, method: isCounting ? 'GET' : 'POST', headers: { ...headers, host: domain } })
    sent.end(isCounting ? undefined : JSON.stringify({ n: 'pageview', d: domain, u: `https://${domain}/` }))
    const [response] = await once(sent, 'response')
    response.resume()
    await once(response, 'end')
  }
}

for (const [index, { name, handler, isCounting = false, is }] of setUps.entries())
  t.test(name, async (t) => {
    const domain = `shop${index}.test`
    await app.provision({ domain })
    const { id } = app.app.directory.find(domain)!
    const handle = await handler(domain)
    const server = createServer((request, response) =>
      handle(request, response, () => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.teardown(() => {
      server.closeAllConnections()
      server.close()
    })
    await visit((server.address() as AddressInfo).port, domain, isCounting)
    const counted = () =>
      app.app.db.write
        .query<{ count: number }>('select count(*)::integer as count from events where site_id = $1', [id])
        .then(([row]) => row?.count ?? 0)
    await until(async () => (await counted()) === 12)
    const read = () => readAddressSigns(app.app.db.write, [id], new Date())
    await app.app.ingest?.addresses.flush()
    t.match(
      (await read()).map(({ kind, cause }) => ({ kind, cause })),
      is ? [is] : [],
    )
    t.equal((await read()).length, is ? 1 : 0)
  })
