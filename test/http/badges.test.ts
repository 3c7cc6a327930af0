// Numbers of a site on other pages, over HTTP: a picture and JSON, off until a shared link allows them, from memory
// (spec/management 14).
import t from 'tap'
import { drawBadge, readLabel, widthOf } from '../../src/rules/badge.ts'
import { createCall } from '../support/api.ts'
import { send } from '../support/browser.ts'
import { startDashboard } from '../support/dashboard.ts'

let now = Date.now()
const service = await startDashboard({
  domain: 'badge.test',
  days: 20,
  clock: { now: () => new Date(now) },
})
t.teardown(() => service.stop())
const { registry, directory } = service.app
const site = directory.find('badge.test')
const siteId = site?.id ?? 0
const api = createCall(service.url, service.site.api_key)
const open = await registry.sharedLinks.create(siteId, { name: 'Open', badge: true })
const shut = await registry.sharedLinks.create(siteId, { name: 'Shut' })
const secret = await registry.sharedLinks.create(siteId, { name: 'Secret', badge: true, password: 'open sesame' })
const stranger = await registry.sites.create({ domain: 'stranger.test', teamId: site?.teamId ?? 0 })

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${service.url}${path}`, { method, headers })
const badge = (more = '', form = 'svg') => `/badge/badge.test.${form}?auth=${open.slug}${more}`
const numbers = async (more = '') => (await get(badge(more, 'json'))).json()

t.test('both forms have the number of the dashboard', async (t) => {
  const of = async (body: object) => {
    const { results } = (await api('POST', '/api/v2/query', { site_id: 'badge.test', ...body })).body
    return results[0].metrics[0]
  }
  const visitors = await of({ metrics: ['visitors'], date_range: '30d' })
  t.ok(visitors > 10)
  const label = 'Visitors'
  t.strictSame(await numbers(), {
    metric: 'visitors',
    period: '30d',
    page: null,
    value: visitors,
    label,
    text: String(visitors),
  })
  const pageviews = await of({
    metrics: ['pageviews'],
    date_range: 'all',
    filters: [['is', 'event:page', ['/pricing']]],
  })
  t.match(await numbers('&metric=pageviews&period=all&page=/pricing'), { value: pageviews, page: '/pricing' })
  const below = await of({
    metrics: ['visitors'],
    date_range: 'all',
    filters: [['matches_wildcard', 'event:page', ['/blog/*']]],
  })
  t.match(await numbers('&period=all&page=/blog/*'), { value: below })
  t.ok(below > 0 && below < visitors * 2)

  const answer = await get(badge())
  t.equal(answer.status, 200)
  t.match(Object.fromEntries(answer.headers), {
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  t.match(await answer.text(), new RegExp(`<title>Visitors: ${visitors}</title>`))
})

t.test('a client that has it gets 304', async (t) => {
  const first = await get(badge())
  const etag = first.headers.get('etag') ?? ''
  t.match(etag, /^"[\w-]{22}"$/)
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
    const again = await get(badge(), { 'if-none-match': known })
    t.equal(again.status, 304, known)
    t.equal(again.headers.get('etag'), etag)
    t.equal(await again.text(), '')
  }
  t.equal((await get(badge(), { 'if-none-match': '"x"' })).status, 200)
  const head = await get(badge(), {}, 'HEAD')
  t.equal(head.status, 200)
  t.equal(head.headers.get('etag'), etag)
  t.equal(await head.text(), '')
  const post = await get(badge(), {}, 'POST')
  t.strictSame([post.status, post.headers.get('allow')], [405, 'GET, HEAD'])
})

t.test('nothing without a link that allows it', async (t) => {
  const refused = [
    '/badge/badge.test.svg',
    '/badge/badge.test.svg?auth=',
    '/badge/badge.test.svg?auth=x',
    `/badge/badge.test.svg?auth=${encodeURIComponent('\0')}`,
    `/badge/badge.test.svg?auth=${shut.slug}`,
    `/badge/badge.test.svg?auth=${secret.slug}`,
    `/badge/stranger.test.svg?auth=${open.slug}`,
    `/badge/nobody.test.svg?auth=${open.slug}`,
    `/badge/badge.test.png?auth=${open.slug}`,
    `/badge/%ff.svg?auth=${open.slug}`,
    '/badge/',
  ]
  t.equal(stranger.domain, 'stranger.test')
  for (const path of refused) {
    const answer = await get(path)
    t.strictSame(
      [answer.status, await answer.text(), answer.headers.get('cache-control')],
      [404, 'Not found\n', 'no-store'],
      path,
    )
  }
  t.equal((await get(badge(`&label=${'x'.repeat(5_000)}`))).status, 414)
})

t.test('what the address may ask for', async (t) => {
  for (const [more, wrong] of [
    ['&metric=bounce_rate', 'metric'],
    ['&metric=constructor', 'metric'],
    ['&period=realtime', 'period'],
    ['&period=2026-01-01', 'period'],
    ['&lang=xx', 'lang'],
    ['&page=blog', 'page'],
    [`&page=/${'x'.repeat(2_000)}`, 'page'],
    ['&page=/%00', 'page'],
  ] as const) {
    const answer = await get(badge(more))
    t.strictSame([answer.status, await answer.text()], [400, `The parameter ${wrong} is invalid\n`], more)
  }
  t.match(await numbers('&lang=de&period=all'), { label: 'Besucher' })
  t.match(await numbers('&lang=ja'), { label: '訪問者' })
  t.match(await numbers('&label=Readers'), { label: 'Readers' })
})

t.test('a label cannot leave its place', async (t) => {
  const evil = `"/><script>alert(1)</script>&'\u202e\0`
  const text = await (await get(badge(`&label=${encodeURIComponent(evil)}`))).text()
  t.notMatch(text, /<script|\u202e|\0/)
  t.match(text, 'aria-label="&quot;/&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;: ')
  t.equal(text.match(/<\w+/g)?.join(' '), '<svg <title <rect <path <g <text <text')
})

t.test('from memory for a minute, and gone with the link', async (t) => {
  const link = await registry.sharedLinks.create(siteId, { name: 'Short', badge: true })
  const path = `/badge/badge.test.json?auth=${link.slug}`
  t.equal((await get(path)).status, 200)
  await registry.sharedLinks.remove(siteId, link.id)
  t.equal((await get(path)).status, 200, 'remembered')
  now += 61_000
  t.equal((await get(path)).status, 404)
  t.equal((await get(badge())).status, 200)
})

t.test('the choice, in the settings and in the Sites API', async (t) => {
  const { headers } = service.owner
  const ask = (method: string, path: string, body?: object) =>
    send(service, method, `/api/sites/badge.test/shared-links${path}`, body, headers)
  const made = await ask('POST', '', { name: 'Chosen', badge: true })
  t.match(made, { status: 201, body: { badge: true } })
  t.match(await ask('POST', '', { name: 'Plain' }), { status: 201, body: { badge: false } })
  t.match(await ask('PUT', `/${made.body.id}`, { name: 'Renamed' }), { status: 200, body: { badge: true } })
  t.match(await ask('PUT', `/${made.body.id}`, { badge: false }), { status: 200, body: { badge: false } })
  t.match(await ask('PUT', `/${made.body.id}`, { badge: 'yes' }), { status: 400 })
  const links = (await ask('GET', '')).body.shared_links as { name: string; badge: boolean }[]
  t.equal(links.find(({ name }) => name === 'Renamed')?.badge, false)

  const put = (more: object) =>
    api('PUT', '/api/v1/sites/shared-links', { site_id: 'badge.test', name: 'API', ...more })
  const plain = await put({})
  t.strictSame(Object.keys(plain.body), ['name', 'url'])
  const slug = new URL(plain.body.url).searchParams.get('auth')
  t.equal((await get(`/badge/badge.test.svg?auth=${slug}`)).status, 404)
  t.strictSame((await put({ badge: true })).body, plain.body)
  t.match(await put({ badge: 1 }), { status: 400 })
  now += 61_000
  t.equal((await get(`/badge/badge.test.svg?auth=${slug}`)).status, 200)
})

t.test('labels and widths', async (t) => {
  t.equal(readLabel('  my\n visits\u200b '), 'my visits')
  t.equal([...readLabel('é'.repeat(100))].length, 60)
  t.equal(readLabel('\ud800'), '\ufffd')
  t.ok(widthOf('WWWW') > widthOf('iiii') * 3)
  t.equal(widthOf('日本'), 22)
  t.equal(widthOf('e\u0301'), widthOf('e'))
  const [, width, left, right] = /width="(\d+)".*textLength="(\d+)".*textLength="(\d+)"/.exec(drawBadge('a', '1')) ?? []
  t.equal(Number(width), Number(left) + Number(right) + 24)
})
