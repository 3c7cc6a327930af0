// The picture that counts pageviews without JavaScript, over HTTP (spec/ingestion 1.7): off until a site turns it on,
// then by all the rules that events have.
import t from 'tap'
import { pageOf } from '../../src/http/routes/pixel.ts'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'

const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'
const service = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
t.teardown(() => service.stop())
const site = await service.provision({ domain: 'pixel.test', plan: 'business' })
await service.app.registry.sites.create({
  domain: 'other.test',
  teamId: service.app.directory.find('pixel.test')?.teamId ?? 0,
})
const siteId = service.app.directory.find('pixel.test')?.id ?? 0
const api = createCall(service.url, site.api_key)
const { db } = service.app

/** Each visitor has an address of their own. */
let visitor = 0
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  visitor += 1
  const own = { 'user-agent': agent, 'x-forwarded-for': `198.51.100.${visitor}` }
  return fetch(service.url + path, { method, headers: { ...own, ...headers } })
}
const counts = async () => {
  const rows = await db.write.query<{ reason: string; count: number }>(
    'select reason, sum(count)::int as count from traffic_counts group by reason order by reason',
  )
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]))
}

const pathnames = async (): Promise<string[]> =>
  (
    await db.write.query<{ seen: string }>(
      `select coalesce(hostname, 'pixel.test') || pathname as seen from events where site_id = $1 order by 1`,
      [siteId],
    )
  ).map(({ seen }) => seen)

t.test('off: the same picture, and the reason is counted', async (t) => {
  const unknown = await ask('/pixel/nobody.test.gif')
  const off = await ask('/pixel/pixel.test.gif')
  for (const answer of [unknown, off]) {
    t.equal(answer.status, 200)
    t.match(Object.fromEntries(answer.headers), {
      'content-type': 'image/gif',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    t.notOk(answer.headers.has('x-service-dropped'), 'nothing tells which sites there are')
    t.notOk(answer.headers.has('set-cookie'))
  }
  const [one, two] = [Buffer.from(await unknown.arrayBuffer()), Buffer.from(await off.arrayBuffer())]
  t.strictSame(one, two)
  t.equal(one.subarray(0, 6).toString(), 'GIF89a')
  t.strictSame([one.readUInt16LE(6), one.readUInt16LE(8)], [1, 1], 'one point')
  t.strictSame(await counts(), { not_found: 1, pixel_off: 1 })
})

t.test('a setting of the site, by the Sites API and the settings', async (t) => {
  const before = await api('GET', '/api/v1/sites/pixel.test')
  t.notOk('pixel' in before.body, 'as before where it is off')
  t.match(await api('PUT', '/api/v1/sites/pixel.test', { pixel: 'yes' }), { status: 400 })
  t.match(await api('PUT', '/api/v1/sites/pixel.test', { pixel: true }), { status: 200, body: { pixel: true } })
  t.equal((await api('GET', '/api/v1/sites/pixel.test')).body.pixel, true)
})

const cases: readonly (readonly [
  says: string,
  path: string,
  headers: Record<string, string>,
  seen: string | undefined,
])[] = [
  ['the domain, if nothing names a page', '', {}, 'pixel.test/'],
  ['the page that shows it', '', { referer: 'https://www.pixel.test/a/b?x=1' }, 'pixel.test/a/b'],
  ['a path of the address', '?url=/readme', { referer: 'https://elsewhere.test/' }, 'pixel.test/readme'],
  ['a whole address', '?url=https://docs.pixel.test/x', {}, 'docs.pixel.test/x'],
  ['a referrer that is no page', '', { referer: 'android-app://mail' }, 'pixel.test/'],
  ['a referring page', `?url=/r&referrer=${encodeURIComponent('https://news.test/')}`, {}, 'pixel.test/r'],
  ['an address too long', `?url=/${'x'.repeat(3_000)}`, {}, undefined],
  ['a program', '?url=/bot', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }, undefined],
  ['a data centre that the proxy names', '?url=/dc', { 'x-service-ip-type': 'dc_ip' }, undefined],
]

t.test('on: what is counted', async (t) => {
  const expected: string[] = []
  for (const [says, query, headers, seen] of cases) {
    const answer = await ask(`/pixel/pixel.test.gif${query}`, headers)
    t.equal(answer.status, says === 'an address too long' ? 400 : 200, says)
    t.equal(answer.headers.get('content-type'), 'image/gif', says)
    if (seen) expected.push(seen)
    t.strictSame(await pathnames(), [...expected].sort(), says)
  }
  t.strictSame(await counts(), { accepted: expected.length, bot: 1, dc_ip: 1, not_found: 1, pixel_off: 1 })
})

t.test('shields, hostnames and other sites as for events', async (t) => {
  const before = await pathnames()
  await service.app.registry.shields.add(siteId, { type: 'page', value: '/private/**' })
  await ask('/pixel/pixel.test.gif?url=/private/x')
  await ask('/pixel/other.test.gif')
  t.strictSame(await pathnames(), before)
  t.match(await counts(), { site_page_blocklist: 1, pixel_off: 2 })
})

t.test('other methods, other addresses', async (t) => {
  const before = await counts()
  t.equal((await ask('/pixel/pixel.test.gif', {}, 'HEAD')).status, 200)
  const post = await ask('/pixel/pixel.test.gif', {}, 'POST')
  t.equal(post.status, 405)
  t.equal(post.headers.get('allow'), 'GET, HEAD')
  for (const path of ['/pixel/', '/pixel/pixel.test', '/pixel/pixel.test.png', '/pixel/%ff.gif'])
    t.equal((await ask(path)).status, 404, path)
  t.strictSame(await counts(), before)
})

t.test('the address of the page', async (t) => {
  t.equal(pageOf('a.test', '/x', 'https://b.test/'), 'https://a.test/x')
  t.equal(pageOf('a.test', 'https://c.test/y', undefined), 'https://c.test/y')
  t.equal(pageOf('a.test', '', 'https://b.test/z'), 'https://b.test/z')
  t.equal(pageOf('a.test', null, 'about:client'), 'https://a.test/')
})
