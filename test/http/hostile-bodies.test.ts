// Every route with a body or a query, from the table of routes, with bodies that are made to fill memory, to nest or to
// be of no type: never a 500, and the service takes an event and answers after each route.
import { brotliCompressSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { bindRoutes } from '../../src/http/access.ts'
import type { Route } from '../../src/http/route.ts'
import { apiRoutes } from '../../src/http/routes/api.ts'
import { pageRoutes } from '../../src/http/routes/pages/pages.ts'
import type { Services } from '../../src/http/routes/services.ts'
import { signIn, startDashboard } from '../support/dashboard.ts'

t.setTimeout(400_000)

/** Stands for all services: routes are looked at here, not asked. */
const nothing: unknown = new Proxy(() => nothing, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 'http://a.test' : nothing),
  apply: () => nothing,
})
const services = nothing as Services
const routes = bindRoutes(services.caller, [...apiRoutes(services), ...pageRoutes(services)])

const propertiesOf = (schema: unknown): string[] =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})

const deep = (levels: number) => `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`
const long = 'x'.repeat(900_000)
/** Values of JSON that no field is made for. */
const values: readonly string[] = [
  '"\\u0000"',
  '"\\ud800"',
  `"${'a\\n'.repeat(100_000)}"`,
  `"${long}"`,
  '1e308',
  '-9007199254740993',
  '1e999',
  'null',
  'true',
  '{"__proto__":{"a":1},"constructor":1,"toString":null,"length":1e9}',
  deep(45),
  `[${'0,'.repeat(300_000)}0]`,
  `[${'[],'.repeat(200_000)}[]]`,
  `{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":0`).join()}}`,
]

/** Bodies that are for no route in particular. */
const bodies: readonly (string | Buffer)[] = [
  '',
  'null',
  '[]',
  '"text"',
  '{"a":1e999}',
  deep(30_000),
  '['.repeat(200_000),
  '{"a":'.repeat(40_000),
  `{"a":"${'x'.repeat(1_100_000)}"}`,
  '\n'.repeat(200_000),
  Buffer.alloc(200_000),
  Buffer.alloc(200_000, Buffer.from([0xff, 0xc3, 0x28])),
  `{${'"a":1,'.repeat(30_000)}"a":1}`,
]
const forms: readonly (readonly [type: string, body: string])[] = [
  ['application/x-www-form-urlencoded', `a=${'&a='.repeat(60_000)}`],
  ['application/x-www-form-urlencoded', `a=${'%'.repeat(200_000)}`],
  [
    'multipart/form-data; boundary=b',
    `--b\r\n${'content-disposition: form-data; name="a"\r\n\r\n\r\n--b\r\n'.repeat(3_000)}--b--`,
  ],
  ['multipart/form-data; boundary=b', `--b\r\n${'-'.repeat(200_000)}`],
  ['multipart/form-data', `--b\r\n${'\r\n--b'.repeat(40_000)}`],
]
/** Made once: packing a hundred million bytes takes half a second. */
const packed: readonly (readonly [encoding: string, body: Buffer])[] = [
  ['gzip', gzipSync('{}')],
  ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(100_000_000)))],
  ['br', brotliCompressSync(Buffer.alloc(10_000_000))],
]

const service = await startDashboard({ domain: 'walk.test', days: 0, webFolder: '.' })
t.teardown(() => service.stop())
const { db } = service.app
await db.write.query('update api_keys set hourly_request_limit = 1000000000')

/** The address of a route about the site, its other parameters filled in. */
const addressOf = ({ path }: Pick<Route, 'path'>): string =>
  service.url +
  path
    .replaceAll(/:(?:site_id|site|domain)\b/g, 'walk.test')
    .replaceAll(/:\w+/g, '1')
    .replace('*', 'x')

/** Someone who may ask the route, made anew: some routes sign out, or delete what they are asked for. */
async function headersFor({ access = [] }: Pick<Route, 'access'>): Promise<Record<string, string>> {
  const isThere = service.app.directory.find('walk.test') !== undefined
  if (!isThere) await service.provision({ domain: 'walk.test', email: 'owner@walk.test' })
  if (access.includes('token')) return { authorization: `Bearer ${service.site.plugin_token}` }
  if (access.includes('key')) return { authorization: `Bearer ${service.site.api_key}` }
  return { ...(await signIn(service, 'owner@walk.test')).headers }
}

let sent = 0
async function isWell(): Promise<boolean> {
  const event = await fetch(`${service.url}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0' },
    body: JSON.stringify({ n: 'pageview', u: `https://walk.test/${sent++}`, d: 'walk.test' }),
  })
  return event.status === 202 && (await fetch(`${service.url}/api/health/ready`)).ok
}

interface Request {
  readonly what: string
  readonly search?: string
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

function* requestsOf(route: Pick<Route, 'method' | 'body' | 'query' | 'params'>): Generator<Request> {
  const json = { 'content-type': 'application/json' }
  const site = propertiesOf(route.query).includes('site_id') ? 'site_id=walk.test&' : ''
  for (const name of propertiesOf(route.query))
    for (const value of [
      deep(900),
      '['.repeat(9_000),
      '\0',
      '%ff',
      '1e999',
      'a,'.repeat(4_000),
      '(a+)+$'.repeat(900),
    ]) {
      const other = name === 'site_id' ? '' : site
      yield {
        what: `${name}=${value.slice(0, 20)}`,
        search: `?${other}${name}=${encodeURIComponent(value).slice(0, 14_000)}`,
      }
    }
  if (route.method === 'GET') return
  for (const body of bodies) yield { what: `body ${body.toString().slice(0, 20)}`, body, headers: json }
  for (const [type, body] of forms) yield { what: type, body, headers: { 'content-type': type } }
  for (const [encoding, body] of packed)
    yield { what: encoding, body, headers: { ...json, 'content-encoding': encoding } }
  const names = propertiesOf(route.body)
  const known = names.includes('site_id') ? '"site_id":"walk.test",' : ''
  for (const value of values) {
    const all = names.filter((name) => name !== 'site_id').map((name) => `${JSON.stringify(name)}:${value}`)
    // Together if they fit, and each by itself. Of the large values one is enough for that.
    const isSmall = value.length < 1_000 || value.includes(long)
    for (const fields of [all.join(), ...(isSmall ? all : all.slice(0, 1))])
      if (fields !== '' && fields.length < 990_000)
        yield { what: fields.slice(0, 60), body: `{${known}${fields}}`, headers: json }
  }
}

const walked = [
  ...routes,
  { name: 'IngestVisit', method: 'POST', path: '/api/visit', body: { properties: { d: {}, u: {} } } },
  {
    name: 'IngestEvent',
    method: 'POST',
    path: '/api/event',
    body: {
      properties: {
        n: {},
        name: {},
        u: {},
        url: {},
        d: {},
        domain: {},
        r: {},
        referrer: {},
        p: {},
        props: {},
        $: {},
        revenue: {},
        i: {},
        e: {},
        sd: {},
      },
    },
  },
] as readonly Pick<Route, 'name' | 'method' | 'path' | 'access' | 'body' | 'query' | 'params'>[]

t.ok(walked.filter(({ method }) => method !== 'GET').length > 60, 'the table is there')

for (const route of walked) {
  t.test(`${route.method} ${route.path}`, async (t) => {
    const bad: string[] = []
    let count = 0
    let as = await headersFor(route)
    for (const { what, search = '', body, headers } of requestsOf(route)) {
      const init = { method: route.method, headers: { ...as, ...headers }, redirect: 'manual' } as const
      const response = await fetch(addressOf(route) + search, {
        ...init,
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : Uint8Array.from(body) }),
      })
      await response.body?.cancel()
      count++
      if (response.status >= 500) bad.push(`${response.status} ${what}`)
      if (response.status === 401) as = await headersFor(route)
    }
    t.strictSame(bad, [], `${count} requests`)
    t.ok(await isWell(), 'the service is well')
  })
}
