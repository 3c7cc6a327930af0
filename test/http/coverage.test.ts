// How much the script sees, over real HTTP: reports of kits beside the events of the script (spec/ingestion 24,
// spec/stats 25).
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { makeMmdb } from '../../src/ingest/mmdb.ts'
import { createKitSecrets } from '../../src/registry/kit-secrets.ts'
import { writeKitClient } from '../../src/rules/kit-client.ts'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { until } from '../support/cut.ts'

const folder = await mkdtemp(join(tmpdir(), 'tidemark-coverage-'))
const mmdb = join(folder, 'countries.mmdb')
// 51.0.0.0/8 is in France, 52.0.0.0/8 in Japan.
const place = (code: string) => ({ country: { iso_code: code, names: { en: code } } })
const block = (first: number, record: number) => ({
  address: Uint8Array.from([...Array(12).fill(0), first, 0, 0, 0]),
  bits: 104,
  record,
})
const facts = { type: 'Test-Country', description: 'test', date: new Date('2026-01-01'), ipVersion: 6 } as const
await writeFile(mmdb, makeMmdb([place('FR'), place('JP')], [block(51, 0), block(52, 1)], facts))

const now = new Date('2026-03-02T23:30:00Z')
const service = await startApp({
  clock: { now: () => now },
  env: { TRUSTED_PROXIES: '127.0.0.1', GEOIP_DATABASE: mmdb, INGEST_LANES: '2' },
})
t.teardown(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})
const { db, directory } = service.app
const secretOf = createKitSecrets('test-secret-key')

const agents = {
  Chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  Firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  Safari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
} as const
type Browser = keyof typeof agents

interface Visitor {
  readonly ip: string
  readonly userAgent: string
}

/** Sends an event as a browser does, through the proxy in front of the service. */
const script = async (domain: string, { ip, userAgent }: Visitor, path: string, more: object = {}) => {
  const answer = await fetch(`${service.url}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': userAgent, 'x-forwarded-for': ip },
    body: JSON.stringify({ n: 'pageview', u: `https://${domain}${path}`, d: domain, ...more }),
  })
  return [answer.status, answer.headers.get('x-service-dropped')] as const
}

/** Sends a report as a kit does, signed unless a header is given. */
const kit = async (domain: string, visitor: Visitor, path: string, k: unknown, more: object = {}, signed?: string) => {
  const site = directory.find(domain)!
  const client = signed ?? writeKitClient(secretOf(site), visitor, now.getTime())
  const answer = await fetch(`${service.url}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': 'node', 'x-forwarded-for': '198.51.100.200', 'x-tidemark-client': client },
    body: JSON.stringify({ n: 'pageview', u: `https://${domain}${path}`, d: domain, k, ...more }),
  })
  return [answer.status, answer.headers.get('x-service-dropped')] as const
}

const outcomes = async (domain: string) =>
  Object.fromEntries(
    (
      await db.write.query<{ reason: string; count: number }>(
        `select reason, sum(count)::integer as count from traffic_counts where site_id = $1 group by 1 order by 1`,
        [directory.find(domain)!.id],
      )
    ).map(({ reason, count }) => [reason, count]),
  )
const requestRows = (domain: string) =>
  db.write.query(
    `select to_char(local_day, 'YYYY-MM-DD') as day, page, browser, country, sum(requests)::integer as requests,
       sum(counted_ahead)::integer as ahead
     from page_requests where site_id = $1 group by 1, 2, 3, 4 order by page collate "C", browser, country`,
    [directory.find(domain)!.id],
  )

t.test('what a kit reports, and what it may not', async (t) => {
  await service.provision({ domain: 'kit.test', timezone: 'Asia/Tokyo' })
  const chrome = { ip: '51.1.1.1', userAgent: agents.Chrome }
  t.strictSame(await kit('kit.test', chrome, '/a?q=1#top', 'request'), [202, null])
  t.strictSame(await kit('kit.test', chrome, '/a', 'page'), [202, null])
  // Unknown texts are ignored, as is the field of other events.
  for (const unknown of ['pages', 'PAGE', '', 1, true, null, {}, ['page']])
    t.strictSame(await kit('kit.test', chrome, '/plain', unknown), [202, null], JSON.stringify(unknown))
  t.strictSame(await kit('kit.test', chrome, '/a', 'request', { n: 'Signup' }), [202, null])
  // Without a right signature a page is an ordinary event, and a request is dropped.
  const other = await service.provision({ domain: 'kit-other.test', email: 'other@other.test' })
  t.ok(other.api_key)
  const foreign = writeKitClient(secretOf(directory.find('kit-other.test')!), chrome, now.getTime())
  const late = writeKitClient(secretOf(directory.find('kit.test')!), chrome, now.getTime() - 61_000)
  for (const signed of [foreign, late, 'v1 e30.x', '']) {
    t.strictSame(await kit('kit.test', chrome, '/unsigned', 'request', {}, signed), [202, '1'], signed)
    t.strictSame(await kit('kit.test', chrome, '/unsigned', 'page', {}, signed), [202, null], signed)
  }
  t.strictSame(await script('kit.test', chrome, '/unsigned', { k: 'request' }), [202, '1'], 'a browser')
  // Every site that is named has to know the kit.
  t.strictSame(await kit('kit.test', chrome, '/both', 'request', { d: 'kit.test,kit-other.test' }), [202, '2'])
  // Programs are no visitors that a script could see; crawlers are known by their names.
  t.strictSame(await kit('kit.test', { ip: '51.1.1.2', userAgent: 'okhttp/4.9' }, '/a', 'request'), [202, '1'])
  t.strictSame(await kit('kit.test', { ip: '51.1.1.2', userAgent: 'okhttp/4.9' }, '/program', 'page'), [202, null])
  const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
  t.strictSame(await kit('kit.test', { ip: '51.1.1.3', userAgent: googlebot }, '/a', 'request'), [202, '1'])
  t.strictSame(await outcomes('kit.test'), { accepted: 15, bot: 2, unsigned_request: 6 })
  t.strictSame(await requestRows('kit.test'), [
    { day: '2026-03-03', page: '/a', browser: 'Chrome', country: 'FR', requests: 2, ahead: 1 },
    { day: '2026-03-03', page: '/program', browser: '', country: 'FR', requests: 0, ahead: 1 },
  ])
})

/** Chrome loses 40 of its 100 visits to blockers, Firefox 16 of 60, Safari 4 of 40: 60 of 200. */
const visits: readonly (readonly [Browser, visits: number, blocked: number])[] = [
  ['Chrome', 100, 40],
  ['Firefox', 60, 16],
  ['Safari', 40, 4],
]

/** Each visit opens three pages; half of the visits come from Japan. */
async function visitAll(domain: string, report: (visitor: Visitor, path: string) => Promise<unknown>): Promise<void> {
  const all = visits.flatMap(([browser, count, blocked]) =>
    Array.from({ length: count }, (_, index) => ({ browser, isBlocked: index < blocked })),
  )
  const visit = async ({ browser, isBlocked }: (typeof all)[number], number: number) => {
    const visitor = { ip: `${number % 2 === 0 ? 51 : 52}.2.0.${number}`, userAgent: agents[browser] }
    for (const path of ['/', '/prices', `/posts/${number % 4}`]) {
      await report(visitor, path)
      if (!isBlocked) await script(domain, visitor, path)
    }
  }
  for (let from = 0; from < all.length; from += 20)
    await Promise.all(all.slice(from, from + 20).map((one, index) => visit(one, from + index + 1)))
}

t.test('a site with 30 % of its visits blocked reads 70 %', async (t) => {
  const site = await service.provision({ domain: 'shop.test', email: 'shop@shop.test' })
  const api = createCall(service.url, site.api_key)
  const ask = async (more = '') =>
    (await api('GET', `/api/v1/stats/coverage?site_id=shop.test&period=day${more}`)).body as { results: unknown }
  t.strictSame(await ask(), { results: [] }, 'unknown is no zero')
  await visitAll('shop.test', (visitor, path) => kit('shop.test', visitor, path, 'request'))
  const events = await db.write.query('select from events where site_id = $1', [directory.find('shop.test')!.id])
  t.equal(events.length, 420, 'requests are no events')
  t.strictSame(await ask(), { results: [{ date: '2026-03-02', requests: 600, seen: 420, share: 70 }] })
  t.strictSame(await ask('&property=browser'), {
    results: [
      { browser: 'Chrome', requests: 300, seen: 180, share: 60 },
      { browser: 'Firefox', requests: 180, seen: 132, share: 73.3 },
      { browser: 'Safari', requests: 120, seen: 108, share: 90 },
    ],
  })
  t.strictSame(await ask('&property=event:page&limit=2'), {
    results: [
      { page: '/', requests: 200, seen: 140, share: 70 },
      { page: '/prices', requests: 200, seen: 140, share: 70 },
    ],
  })
  t.strictSame(await ask('&property=page&limit=2&page=2'), {
    results: [
      { page: '/posts/0', requests: 50, seen: 35, share: 70 },
      { page: '/posts/1', requests: 50, seen: 35, share: 70 },
    ],
  })
  t.strictSame(await ask('&property=visit:country'), {
    results: [
      { country: 'FR', requests: 300, seen: 210, share: 70 },
      { country: 'JP', requests: 300, seen: 210, share: 70 },
    ],
  })
})

t.test('pages that a kit counts alone are not seen by the script', async (t) => {
  const site = await service.provision({ domain: 'count.test', email: 'count@count.test' })
  const api = createCall(service.url, site.api_key)
  await visitAll('count.test', (visitor, path) => kit('count.test', visitor, path, 'page'))
  // The session rule that puts both pageviews of one page together is not part of coverage: both are events here.
  const answer = await api('GET', '/api/v1/stats/coverage?site_id=count.test&period=day')
  t.strictSame(answer.body, { results: [{ date: '2026-03-02', requests: 600, seen: 420, share: 70 }] })
})

t.test('a consolidated view counts the sites that have requests, each on its own days', async (t) => {
  const { registry } = service.app
  const one = await service.provision({
    domain: 'one.test',
    email: 'both@both.test',
    timezone: 'Asia/Tokyo',
    plan: 'business',
  })
  await service.provision({ domain: 'two.test', email: 'both@both.test' })
  await service.provision({ domain: 'three.test', email: 'both@both.test' })
  const visitor = (ip: string) => ({ ip, userAgent: agents.Chrome })
  for (const number of [1, 2, 3, 4]) {
    await kit('one.test', visitor(`51.4.0.${number}`), '/a', 'request')
    await kit('two.test', visitor(`51.4.1.${number}`), '/a', 'request')
    for (const domain of ['one.test', 'three.test']) await script(domain, visitor(`51.4.0.${number}`), '/a')
  }
  const team = (await registry.teams.findById(directory.find('one.test')!.teamId))!
  const view = await registry.consolidated.enable(team)
  await until(async () => directory.findConsolidated(view.domain)?.memberSiteIds.length === 3)
  const api = createCall(service.url, one.api_key)
  const range = 'period=custom&date=2026-03-01,2026-03-04'
  const ask = async (more = '') =>
    ((await api('GET', `/api/v1/stats/coverage?site_id=${view.domain}&${range}${more}`)).body as { results: unknown })
      .results
  // The site in Tokyo is a day ahead. The third one has no requests: its pageviews are in no number.
  t.strictSame(await ask(), [
    { date: '2026-03-02', requests: 4, seen: 0, share: 0 },
    { date: '2026-03-03', requests: 4, seen: 4, share: 100 },
  ])
  t.strictSame(await ask('&property=page'), [{ page: '/a', requests: 8, seen: 4, share: 50 }])
})

t.test('refusals', async (t) => {
  const site = await service.provision({ domain: 'refused.test', email: 'refused@refused.test' })
  const api = createCall(service.url, site.api_key)
  const cases: readonly (readonly [more: string, status: number, error: RegExp])[] = [
    ['&period=2d', 400, /invalid period `2d`/],
    ['&period=custom', 400, /`date` parameter is required/],
    ['&period=custom&date=2000-01-01,2026-01-01', 400, /at most 3660 days/],
    [
      '&property=visit:source',
      400,
      /Invalid property 'visit:source'. Page requests are known by page, browser, country/,
    ],
    ['&property=page&limit=0', 400, /limit as a number/],
    ['&property=page&page=0', 400, /page as a positive/],
    ['&filters=event:page==/a', 400, /cannot be filtered/],
  ]
  for (const [more, status, error] of cases) {
    const answer = await api('GET', `/api/v1/stats/coverage?site_id=refused.test${more}`)
    t.equal(answer.status, status, more)
    t.match((answer.body as { error: string }).error, error, more)
  }
  t.equal((await fetch(`${service.url}/api/v1/stats/coverage?site_id=refused.test`)).status, 401)
  t.equal((await api('GET', '/api/v1/stats/coverage?site_id=shop.test')).status, 401, 'a site of others')
})

t.test('no address and no agent is kept', async (t) => {
  const tables = await db.write.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  for (const { name } of tables) {
    const found = await db.write.query(
      `select from ${name} as kept where kept::text ~ '5[12]\\.[0-9]+\\.[0-9]+\\.[0-9]+|AppleWebKit|Gecko/' limit 1`,
    )
    t.equal(found.length, 0, name)
  }
  const files = await readdir(service.config.spoolDir, { recursive: true, withFileTypes: true })
  for (const file of files.filter((one) => one.isFile()))
    t.notMatch(await readFile(join(file.parentPath, file.name), 'utf8'), /AppleWebKit/, file.name)
})
