// Signs of a proxy before the visitors of a site (spec/ingestion 27), by what proxies, platforms and people are known to
// send: headers and peers as public reports and documentation have them, with made-up addresses.
import pino from 'pino'
import t from 'tap'
import { createPools } from '../../src/db/pool.ts'
import { createAddressSigns } from '../../src/ingest/address-signs.ts'
import { type MmdbValue, makeMmdb } from '../../src/ingest/mmdb.ts'
import type { WireGeo } from '../../src/ingest/wire.ts'
import { readAddressSigns } from '../../src/registry/signs.ts'
import { parseProxies, resolveClientIp } from '../../src/rules/client-ip.ts'
import { minuteMs } from '../../src/rules/durations.ts'
import { parseSubmission } from '../../src/rules/submission.ts'
import { createDatabase } from '../support/database.ts'
import { siteView } from '../support/ingest.ts'

const database = await createDatabase()
const db = createPools({ databaseUrl: database.url })
const site = siteView({ id: 1, domain: 'shop.example.com' })
await db.write.query(`insert into teams (id, name) overriding system value values (1, 'One') on conflict do nothing`)
await db.write.query(
  `insert into sites (id, team_id, domain, timezone) overriding system value values (1, 1, $1, 'Etc/UTC')`,
  [site.domain],
)
t.teardown(async () => {
  await db.stop()
  await database.drop()
})

/** A file in memory that knows addresses by their first byte. */
function fileOf(blocks: Readonly<Record<number, MmdbValue>>): WireGeo {
  const networks = Object.keys(blocks).map((first, record) => {
    const address = new Uint8Array(16)
    address[12] = Number(first)
    return { address, bits: 104, record }
  })
  const facts = { type: 'Test', description: 'A test', date: new Date('2026-10-01T00:00:00Z'), ipVersion: 6 } as const
  const file = makeMmdb(Object.values(blocks), networks, facts)
  const bytes = new SharedArrayBuffer(file.length)
  file.copy(Buffer.from(bytes))
  return { version: 1, bytes }
}
const country = (code: string): MmdbValue => ({ country: { iso_code: code } })
const countries = fileOf({
  52: country('US'),
  81: country('FR'),
  84: country('DE'),
  104: country('US'),
  162: country('US'),
  172: country('US'),
  203: country('AU'),
})
const systems = fileOf({ 52: { autonomous_system_number: 16509 }, 81: { autonomous_system_number: 3215 } })
const noFile: WireGeo = { version: 0, bytes: null }

const agents = Array.from({ length: 40 }, (_, index) =>
  index % 3 === 0
    ? `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + index}.0.0.0 Safari/537.36`
    : index % 3 === 1
      ? `Mozilla/5.0 (X11; Linux x86_64; rv:${100 + index}.0) Gecko/20100101 Firefox/${100 + index}.0`
      : `Mozilla/5.0 (iPhone; CPU iPhone OS 17_${index} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.${index} Mobile/15E148 Safari/604.1`,
)
const agentOf = (index: number): string => agents[index % agents.length]!
const languages = ['en-US,en;q=0.9', 'de-DE,de;q=0.9', 'fr', 'ja', 'pt-BR', 'es-ES', 'it', 'nl']

/** A visitor's own address, in a country of the file. */
const visitorOf = (index: number): string => `81.2.${index >> 8}.${index & 255}`
/** What a browser sends by itself. */
const fromBrowser = (index: number) => ({
  origin: 'https://shop.example.com',
  'sec-fetch-site': 'cross-site',
  'accept-language': languages[0]!,
  'user-agent': agentOf(index),
})

type Headers = Readonly<Record<string, string>>

interface Case {
  readonly name: string
  readonly peer: string | ((index: number) => string)
  /** Beside what the browser sends. */
  readonly headers?: (index: number) => Headers
  /** Instead of what the browser sends. */
  readonly only?: (index: number) => Headers
  /** TRUSTED_PROXIES; unset: private networks. */
  readonly trusted?: string
  /** How many visitors come this way, how many agents they have, and how many come by themselves. */
  readonly visitors?: number
  readonly agents?: number
  readonly others?: number
  readonly page?: string
  readonly version?: string
  /** All visitors share so many connections. */
  readonly connections?: number
  readonly isBehindKit?: boolean
  readonly hasCountries?: boolean
  readonly hasNetworks?: boolean
  readonly event?: string
  /** Kind, cause, level, carrier and kit; nothing for a sound site. */
  readonly is?: readonly [
    kind: string,
    cause: string | null,
    carrier: string | null,
    kit: string | null,
    level?: string,
  ]
}

const forwarded = (carrier: string | null, kit: string | null = null) => ['forwarded', null, carrier, kit] as const
const shared = (cause: string, carrier: string | null = null, kit: string | null = null) =>
  ['shared_address', cause, carrier, kit] as const

/** Proxies that hide visitors, as their users reported them or as their documentation says. */
const wrong: readonly Case[] = [
  {
    name: 'Next.js rewrites on the own machine (next-plausible#136, #140)',
    peer: '84.16.0.9',
    headers: (index) => ({
      'x-forwarded-for': visitorOf(index),
      'x-forwarded-host': 'shop.example.com',
      'x-forwarded-port': '443',
      'x-forwarded-proto': 'https',
      'x-middleware-invoke': '',
    }),
    is: forwarded('Next.js', 'next'),
  },
  {
    name: 'Vercel rewrites from many machines (nuxt-modules/plausible#6: each click a visitor)',
    peer: (index) => `52.4.0.${index}`,
    headers: (index) => ({
      'x-vercel-id': 'fra1::iad1::abc',
      'x-vercel-forwarded-for': visitorOf(index),
      'x-forwarded-for': visitorOf(index),
      'x-real-ip': visitorOf(index),
    }),
    is: forwarded('Vercel', 'vercel'),
  },
  {
    name: 'Vercel before a Caddy of the operator that knows no chain',
    peer: '172.18.0.2',
    headers: (index) => ({
      'x-forwarded-for': `52.4.0.${index}`,
      'x-vercel-id': 'fra1::iad1::abc',
      'x-vercel-forwarded-for': visitorOf(index),
    }),
    is: forwarded('Vercel', 'vercel'),
  },
  {
    name: 'Netlify rewrites (nuxt-umami#137; umami#339)',
    peer: '52.5.0.1',
    headers: (index) => ({
      'x-nf-request-id': '01J',
      'x-nf-client-connection-ip': visitorOf(index),
      'x-forwarded-for': `${visitorOf(index)}, 100.64.0.7`,
    }),
    is: forwarded('Netlify', 'netlify'),
  },
  {
    name: 'a Cloudflare Worker to a zone of somebody else (Cloudflare, Workers headers)',
    peer: '162.158.1.1',
    trusted: 'cloudflare',
    headers: () => ({
      'cf-connecting-ip': '2a06:98c0:3600::103',
      'cf-worker': 'example.com',
      'cf-ray': '9465ac587aff1e6a-FRA',
      'cdn-loop': 'cloudflare; loops=1; subreqs=1',
    }),
    is: shared('cdn', 'Cloudflare Workers', 'workers'),
  },
  {
    name: 'a Cloudflare Worker to a service without Cloudflare',
    peer: '172.70.247.10',
    headers: (index) => ({
      'cf-connecting-ip': visitorOf(index),
      'x-real-ip': visitorOf(index),
      'cf-worker': 'example.com',
      'cdn-loop': 'cloudflare; loops=1; subreqs=1',
    }),
    is: forwarded('Cloudflare Workers', 'workers'),
  },
  {
    name: 'Nuxt behind a gateway, then Cloudflare twice (nuxt-modules/plausible#40; umami#3579)',
    peer: '172.70.247.10',
    trusted: 'cloudflare',
    headers: () => ({
      via: '2.0 Caddy, 1.1 Caddy',
      'cf-ray': '9465ac587aff1e6a-FRA',
      'x-forwarded-for': '10.0.1.1,84.23.1.23',
      'cf-connecting-ip': '84.23.1.23',
      'cdn-loop': 'cloudflare; loops=2',
    }),
    is: shared('carried', 'Cloudflare', 'workers'),
  },
  {
    name: 'Cloudflare in front of the service, not trusted (umami#2129; goaccess#2447)',
    peer: (index) => `172.71.0.${index % 30}`,
    headers: (index) => ({
      'cf-ray': '94-FRA',
      'cf-connecting-ip': visitorOf(index),
      'x-forwarded-for': visitorOf(index),
    }),
    is: forwarded('Cloudflare', 'workers'),
  },
  {
    name: 'the site’s own kit behind Cloudflare signs the addresses of its edges',
    peer: (index) => `172.71.0.${index % 30}`,
    isBehindKit: true,
    is: shared('cdn', 'Cloudflare', 'workers'),
  },
  {
    name: 'Traefik before Next.js in a container (umami#3478)',
    peer: '84.16.0.9',
    headers: (index) => ({
      'x-forwarded-for': `${visitorOf(index)}, 172.18.0.4`,
      'x-forwarded-server': 'a1b2',
      'x-forwarded-proto': 'https',
    }),
    is: forwarded('Traefik', 'traefik'),
  },
  {
    name: 'Docker Swarm hands on the address of its ingress (traefik#2660, #1880; moby#25526)',
    peer: '10.0.0.2',
    headers: () => ({ 'x-forwarded-for': '10.255.0.2', 'x-forwarded-server': '8783', 'x-forwarded-proto': 'https' }),
    is: shared('private', 'Traefik', 'traefik'),
  },
  {
    name: 'nginx without X-Forwarded-For before the service (umami#501, #2670; alexwlchan#111)',
    peer: '172.18.0.7',
    version: '1.0',
    is: shared('private'),
  },
  {
    name: 'several nodes of Kubernetes with addresses of their own',
    peer: (index) => `10.244.${index % 3}.1`,
    is: ['no_country', 'private', null, null],
  },
  {
    name: 'nginx of the site with proxy_pass alone (plausible#1166)',
    peer: '84.16.0.9',
    version: '1.0',
    is: shared('old'),
  },
  {
    name: 'nginx of the site with X-Forwarded-For, not trusted (umami#814)',
    peer: '84.16.0.9',
    headers: (index) => ({ 'x-forwarded-for': visitorOf(index), 'x-real-ip': visitorOf(index) }),
    is: forwarded(null),
  },
  {
    name: 'Caddy of the site names itself in Via (Caddy, reverse_proxy)',
    peer: '84.16.0.9',
    headers: (index) => ({ 'x-forwarded-for': visitorOf(index), via: '1.1 Caddy' }),
    is: forwarded('Caddy', 'caddy'),
  },
  {
    name: 'Forwarded instead of X-Forwarded-For (RFC 7239)',
    peer: '84.16.0.9',
    headers: (index) => ({ forwarded: `for="${visitorOf(index)}:4711";proto=https` }),
    is: forwarded(null),
  },
  {
    name: 'a PHP proxy that hands on the agent alone (umami#3985; umami-node#3)',
    peer: '84.16.0.9',
    only: (index) => ({ 'user-agent': agentOf(index) }),
    is: shared('server'),
  },
  {
    name: 'HAProxy without option forwardfor shares its connections',
    peer: '84.16.0.9',
    connections: 2,
    is: shared('mixed'),
  },
  {
    name: 'a Nitro proxy that leaves no trace, with the audience of the world',
    peer: '84.16.0.9',
    headers: (index) => ({ 'accept-language': languages[index % languages.length]! }),
    visitors: 40,
    agents: 40,
    is: shared('audience'),
  },
  {
    name: 'one address of a data centre, known by the file of networks',
    peer: '52.8.0.1',
    hasNetworks: true,
    is: shared('hosting'),
  },
  {
    name: 'Fly.io before the site (Fly.io, request headers)',
    peer: '84.16.0.9',
    headers: (index) => ({ 'fly-client-ip': visitorOf(index), 'fly-request-id': '01', 'fly-forwarded-port': '443' }),
    is: forwarded('Fly.io'),
  },
  {
    name: 'CloudFront with a header of its own (CloudFront, viewer address)',
    peer: (index) => `52.9.0.${index % 9}`,
    headers: (index) => ({ 'x-amz-cf-id': 'a', 'cloudfront-viewer-address': `${visitorOf(index)}:46532` }),
    is: forwarded('Amazon CloudFront'),
  },
  {
    name: 'most but not all come by the proxy',
    peer: '84.16.0.9',
    headers: (index) => ({ 'x-forwarded-for': visitorOf(index) }),
    others: 12,
    is: forwarded(null),
  },
  {
    name: 'one browser, a hundred clients: only the headers tell them apart',
    peer: '84.16.0.9',
    agents: 1,
    headers: (index) => ({ 'x-forwarded-for': visitorOf(index) }),
    is: forwarded(null),
  },
  {
    name: 'a proxy inside the own network while TRUSTED_PROXIES is none',
    peer: '127.0.0.1',
    trusted: 'none',
    headers: (index) => ({ 'x-forwarded-for': `127.0.1.${index}` }),
    is: forwarded(null),
  },
  {
    name: 'a kit with an old secret, or a wrong clock',
    peer: '84.16.0.9',
    only: (index) => ({ 'user-agent': 'node', 'x-tidemark-client': `v1 e30${index}.bad` }),
    is: ['kit_refused', null, null, null],
  },
  {
    name: 'an old file of countries',
    peer: (index) => `45.3.0.${index}`,
    is: ['no_country', 'unknown', null, null],
  },
  {
    name: 'an intranet, where each person has an address: a note',
    peer: (index) => `10.1.2.${index}`,
    is: ['no_country', 'private', null, null, 'note'],
  },
]

/** What looks alike and is as it should be. */
const sound: readonly Case[] = [
  { name: 'visitors who come by themselves', peer: visitorOf },
  {
    name: 'visitors of several families',
    peer: (index) => (index % 2 === 0 ? `2001:db8:${index}::1` : visitorOf(index)),
    others: 30,
  },
  {
    name: 'visitors behind a trusted proxy',
    peer: '172.18.0.2',
    headers: (index) => ({ 'x-forwarded-for': visitorOf(index), via: '1.1 Caddy', 'x-real-ip': visitorOf(index) }),
  },
  {
    name: 'visitors behind Cloudflare, which is trusted',
    peer: '172.70.247.10',
    trusted: 'cloudflare',
    headers: (index) => ({
      'cf-connecting-ip': visitorOf(index),
      'x-forwarded-for': visitorOf(index),
      'cf-ray': '94',
      'cdn-loop': 'cloudflare; loops=1',
    }),
  },
  {
    name: 'a chain behind a network that is trusted',
    peer: '10.0.0.5',
    trusted: 'cloudflare, 10.0.0.0/8',
    headers: (index) => ({
      'cf-connecting-ip': visitorOf(index),
      'x-forwarded-for': `${visitorOf(index)}, 172.70.1.1`,
      'x-real-ip': '172.70.1.1',
    }),
  },
  {
    name: 'visitors behind a kit that signs',
    peer: visitorOf,
    isBehindKit: true,
    headers: () => ({ 'x-forwarded-for': '9.9.9.9' }),
  },
  { name: 'a company behind one address', peer: '84.1.1.1', agents: 30 },
  {
    name: 'a company behind one address, and Cloudflare before the service',
    peer: '172.70.247.10',
    trusted: 'cloudflare',
    headers: () => ({ 'cf-connecting-ip': '84.1.1.1', 'cf-ray': '94', 'cdn-loop': 'cloudflare; loops=1' }),
  },
  { name: 'a school with forty kinds of browsers', peer: '84.1.1.1', visitors: 40, agents: 40 },
  {
    name: 'a company whose filter names addresses of its own network (Squid)',
    peer: '84.1.1.1',
    headers: (index) => ({ 'x-forwarded-for': `10.9.0.${index}`, via: '1.1 filter (squid/6.1)' }),
    agents: 4,
  },
  {
    name: 'a company whose cloud filter names the address of the company (Zscaler)',
    peer: (index) => `84.7.0.${index % 40}`,
    headers: () => ({ 'x-forwarded-for': '84.1.1.1' }),
  },
  { name: 'a kiosk in a shop', peer: '84.1.1.1', agents: 2 },
  { name: 'one developer with four browsers', peer: '172.18.0.1', visitors: 4, agents: 4 },
  { name: 'a developer on localhost', peer: '127.0.0.1', page: 'http://localhost:3000/' },
  {
    name: 'a load test',
    peer: '52.8.0.1',
    only: () => ({ 'user-agent': 'k6/0.49' }),
    agents: 1,
    visitors: 100,
    hasNetworks: true,
  },
  {
    name: 'a small company’s tunnel through a data centre',
    peer: '52.8.0.1',
    agents: 6,
    visitors: 6,
    hasNetworks: true,
  },
  {
    name: 'crawlers of a data centre',
    peer: '52.8.0.1',
    hasNetworks: true,
    only: (index) => ({ 'user-agent': `Mozilla/5.0 (compatible; Somebot/${index}.0)` }),
  },
  {
    name: 'browsers of data centres, each at an address of its own',
    peer: (index) => `52.8.0.${index}`,
    hasNetworks: true,
  },
  {
    name: 'events of a server beside the site’s visitors',
    peer: '84.16.0.9',
    event: 'Purchase',
    only: (index) => ({ 'user-agent': agentOf(index) }),
    others: 20,
  },
  { name: 'an app that sends from each phone', peer: visitorOf, only: (index) => ({ 'user-agent': agentOf(index) }) },
  {
    name: 'a proxy of some visitors',
    peer: '84.16.0.9',
    headers: (index) => ({ 'x-forwarded-for': visitorOf(1000 + index) }),
    visitors: 10,
    others: 30,
  },
  {
    name: 'too few to tell',
    peer: '84.16.0.9',
    visitors: 4,
    headers: (index) => ({ 'x-forwarded-for': visitorOf(index) }),
  },
  { name: 'no file of countries', peer: (index) => `45.3.0.${index}`, hasCountries: false },
  {
    name: 'mobile visitors behind translations of their carriers',
    peer: (index) => `81.9.0.${index % 12}`,
    visitors: 40,
  },
]

let nowMs = Date.UTC(2026, 10, 28, 12)
const clock = { now: () => new Date(nowMs) }

function start({ hasCountries = true, hasNetworks = false }: Pick<Case, 'hasCountries' | 'hasNetworks'> = {}) {
  return createAddressSigns({
    db: db.write,
    directory: { find: (domain) => (domain === site.domain ? site : undefined) },
    geo: () => (hasCountries ? countries : noFile),
    networks: () => (hasNetworks ? systems : noFile),
    clock,
    log: pino({ level: 'silent' }),
  })
}
type Signs = ReturnType<typeof start>

/** One pageview as HTTP would bring it. */
function view(signs: Signs, one: Case, index: number, socket: object): void {
  const peer = typeof one.peer === 'string' ? one.peer : one.peer(index)
  const agent = index % (one.agents ?? 20)
  const headers: Headers = one.only ? one.only(index) : { ...fromBrowser(agent), ...one.headers?.(index) }
  const proxies = parseProxies(one.trusted ?? '127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 ::1')
  const { ip, ipType, header } = resolveClientIp({ headers, peer, proxies })
  const body = { n: one.event ?? 'pageview', d: site.domain, u: one.page ?? 'https://shop.example.com/' }
  const userAgent = headers['user-agent'] ?? ''
  const parsed = parseSubmission(JSON.stringify(body), { ip, ipType, userAgent, receivedAtMs: nowMs })
  if (!parsed.ok) throw new Error('no event')
  signs.see(parsed.submission, {
    request: { headers, httpVersion: one.version ?? '1.1', socket },
    isNamed: header !== 'socket',
    isBehindKit: one.isBehindKit ?? false,
  })
}

function send(signs: Signs, one: Case): void {
  const sockets = Array.from({ length: one.connections ?? 0 }, () => ({}))
  for (let index = 0; index < (one.visitors ?? 20); index += 1)
    view(signs, one, index, sockets[index % sockets.length] ?? {})
  for (let index = 0; index < (one.others ?? 0); index += 1)
    view(
      signs,
      {
        ...one,
        peer: visitorOf(500 + index),
        headers: () => ({}),
        name: '',
        event: 'pageview',
        only: undefined as never,
      },
      index,
      {},
    )
}

const read = async () =>
  (await readAddressSigns(db.write, [1], clock.now())).map(
    ({ kind, cause, carrier, kit, level }) => [kind, cause, carrier, kit, level] as const,
  )

for (const one of [...wrong, ...sound])
  t.test(one.name, async (t) => {
    const signs = start(one)
    send(signs, one)
    await signs.flush()
    const expected = one.is ? [[...one.is.slice(0, 4), one.is[4] ?? 'warning']] : []
    t.strictSame(await read(), expected)
    await signs.stop()
    t.strictSame(await read(), [], 'gone with its process')
  })

const wrongOne = wrong.find(({ name }) => name.startsWith('nginx of the site with X-'))!
const rightOne = { ...wrongOne, headers: () => ({}), peer: (index: number) => visitorOf(700 + index) }

t.test(
  'a sign goes by itself once visitors come right: soon on a busy site, with its next visitors on a quiet one',
  async (t) => {
    const signs = start()
    send(signs, { ...wrongOne, visitors: 40 })
    await signs.flush()
    t.equal((await read()).length, 1)
    nowMs += minuteMs
    send(signs, { ...rightOne, visitors: 30 })
    await signs.flush()
    t.equal((await read()).length, 1, 'after a minute most are still wrong')
    nowMs += 5 * minuteMs
    send(signs, { ...rightOne, visitors: 5 })
    await signs.flush()
    t.strictSame(await read(), [])
    await signs.stop()

    const quiet = start()
    send(quiet, { ...wrongOne, visitors: 8 })
    await quiet.flush()
    t.equal((await read()).length, 1)
    nowMs += 60 * minuteMs
    await quiet.flush()
    t.equal((await read()).length, 1, 'nobody came since')
    send(quiet, { ...rightOne, visitors: 5 })
    await quiet.flush()
    t.strictSame(await read(), [])
    await quiet.stop()
  },
)

t.test('several processes are read together', async (t) => {
  const some = [start(), start(), start()]
  for (const [index, signs] of some.entries()) {
    const ofProcess = { ...wrongOne, headers: (at: number) => ({ 'x-forwarded-for': visitorOf(10 * index + at) }) }
    send(signs, { ...ofProcess, visitors: 3 })
    await signs.flush()
  }
  t.strictSame(await read(), [['forwarded', null, null, null, 'warning']], 'three visitors each would say nothing')
  const [sign] = await readAddressSigns(db.write, [1], clock.now())
  t.match(sign, { visitors: 9, of: 9 })
  send(some[0]!, { ...rightOne, visitors: 20 })
  await some[0]!.flush()
  t.strictSame(await read(), [], 'the sound visitors of a process count too')
  for (const signs of some) await signs.stop()
})

t.test('a process that was killed is forgotten, and memory is bounded', async (t) => {
  const killed = start()
  send(killed, wrongOne)
  await killed.flush()
  t.equal((await read()).length, 1)
  nowMs += 3 * minuteMs
  t.strictSame(await read(), [])
  for (let round = 0; round < 5; round += 1) {
    send(killed, {
      ...wrongOne,
      headers: (index) => ({ 'x-forwarded-for': `81.${round}.${index >> 8}.${index & 255}` }),
      visitors: 2_000,
    })
    await killed.flush()
  }
  const [sign] = await readAddressSigns(db.write, [1], clock.now())
  t.ok(sign && sign.of <= 64, 'the latest visitors alone')
  await killed.stop()
})

t.test('nothing of an address, an agent or a hash is in the table', async (t) => {
  const signs = start()
  send(signs, wrongOne)
  await signs.flush()
  const rows = await db.write.query<{ row: string }>('select a::text as row from address_signs a')
  t.equal(rows.length, 1)
  for (const { row } of rows) t.notMatch(row, /84\.16|81\.2|Mozilla|Firefox|\d{10}(?!-)/)
  await signs.stop()
})
