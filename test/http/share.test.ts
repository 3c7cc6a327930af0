// Shared links: the dashboard of one site for everyone with the address, with or without a password, framed or not
// (spec/dashboard 13).
import t from 'tap'
import { cookieOf, openPage, send } from '../support/browser.ts'
import { fakeBuild, startDashboard } from '../support/dashboard.ts'

t.setTimeout(240_000)

const day = 86_400_000
let now = Date.now()
const build = await fakeBuild()
t.teardown(build.remove)
const service = await startDashboard({
  webFolder: build.folder,
  domain: 'shared.test',
  days: 3,
  clock: { now: () => new Date(now) },
})
t.teardown(() => service.stop())
const { registry, directory } = service.app
const site = directory.find('shared.test')
const siteId = site?.id ?? 0
const teamId = site?.teamId ?? 0
const second = await registry.sites.create({ domain: 'second.test', teamId })
const { cookie } = service.owner
const link = await registry.sharedLinks.findOrCreate(siteId, 'Board')
const auth = `auth=${link.slug}`
const open = (path: string, headers: Record<string, string> = {}) => openPage(service, path, headers)
const stats = (path: string, headers: Record<string, string> = {}) =>
  send(service, 'GET', `/api/v1/stats/${path}`, undefined, { 'sec-fetch-site': '', ...headers })
const query = (address: string, siteOf: string, headers: Record<string, string> = {}) =>
  send(
    service,
    'POST',
    `/api/v2/query?${address}`,
    { site_id: siteOf, metrics: ['visitors'], date_range: '7d' },
    headers,
  )

t.test('the dashboard, read only, without an account', async (t) => {
  const page = await open(`/share/shared.test?${auth}&period=day&theme=dark`, { cookie })
  t.match(page, {
    status: 200,
    facts: {
      page: 'dashboard',
      heading: 'shared.test',
      user: null,
      site: { domain: 'shared.test', role: 'public', rights: [], tracker_script_id: null },
      share: { auth: link.slug, embed: false, theme: 'dark', background: null, width: null },
    },
  })
  t.match(page.headers.get('content-security-policy'), "frame-ancestors 'none'")
  t.equal(page.headers.get('x-frame-options'), 'DENY')
  t.match(page.text, '<meta name="robots" content="noindex">')
  t.equal(page.headers.get('x-robots-tag'), 'noindex')
  for (const path of [
    '/share/shared.test',
    '/share/shared.test?auth=x',
    `/share/second.test?${auth}`,
    `/share/none?${auth}`,
  ])
    t.match(
      await open(path),
      { status: 404, facts: { page: 'error', user: null, message: 'Shared link could not be found' } },
      path,
    )
})

t.test('its data: this site, and nothing but statistics', async (t) => {
  t.equal((await stats(`aggregate?site_id=shared.test&${auth}`)).status, 200)
  const answered = await query(auth, 'shared.test')
  t.equal(answered.status, 200)
  t.ok(answered.body.results[0].metrics[0] > 0)
  const gone = [404, { error: 'Shared link could not be found' }]
  for (const [what, siteOf] of [
    [auth, 'second.test'],
    ['auth=x', 'shared.test'],
    ['auth=', 'shared.test'],
    [auth, 'none.test'],
  ] as const) {
    const answer = await query(what, siteOf)
    t.strictSame([answer.status, answer.body], gone, `${what} ${siteOf}`)
  }
  t.equal((await query('auth=x', 'shared.test', { cookie })).status, 404, 'a session beside it does not count')
  const key = { authorization: `Bearer ${service.site.api_key}` }
  t.equal((await query('auth=x', 'shared.test', key)).status, 200, 'with a key the link does not count')
  for (const path of ['/api/v1/sites/shared.test', '/api/v1/sites', '/api/v1/sites/goals?site_id=shared.test'])
    t.equal((await send(service, 'GET', `${path}${path.includes('?') ? '&' : '?'}${auth}`)).status, 401, path)
  t.equal((await send(service, 'GET', `/api/account/keys?${auth}`)).status, 401)
})

t.test('a previous domain', async (t) => {
  const { domain } = await registry.sites.create({ domain: 'old.test', teamId })
  const movedId = (await registry.sites.find(domain))?.id ?? 0
  const moved = await registry.sharedLinks.findOrCreate(movedId, 'Board')
  await registry.sites.update(movedId, { domain: 'new.test' })
  t.equal(
    (await open(`/share/old.test?auth=${moved.slug}&period=day`)).location,
    `/share/new.test?auth=${moved.slug}&period=day`,
  )
  t.equal((await query(`auth=${moved.slug}`, 'old.test')).status, 200)
  t.equal(second.domain, 'second.test')
})

t.test('a password: asked once a day and browser, and by a new one again', async (t) => {
  const protectedLink = await registry.sharedLinks.findOrCreate(siteId, 'Secret')
  const other = await registry.sharedLinks.findOrCreate(siteId, 'Other')
  const address = `auth=${protectedLink.slug}`
  const path = `/share/shared.test?${address}`
  const setPassword = (id: number, password: string | null) => registry.sharedLinks.change(siteId, id, { password })
  await setPassword(protectedLink.id, 'open sesame')
  await setPassword(other.id, 'open sesame')
  const unlock = (password: unknown, slug = protectedLink.slug) =>
    send(service, 'POST', `/api/share/${slug}/password`, { password })
  const asking = { status: 200, facts: { page: 'share-password', heading: 'Password needed', user: null } }

  t.match(await open(path), asking)
  t.notOk('site' in (await open(path)).facts, 'nothing of the site')
  const closed = await query(address, 'shared.test')
  t.strictSame([closed.status, closed.body], [401, { error: 'This link asks for a password' }])
  for (const password of ['open sesam', '', null, ['open sesame']]) {
    const wrong = await unlock(password)
    t.strictSame([wrong.status, wrong.body], [401, { error: 'Password is wrong' }])
  }
  t.equal((await unlock('x', 'none')).status, 404)
  const right = await unlock('open sesame')
  t.equal(right.status, 204)
  t.match(
    right.headers.get('set-cookie'),
    new RegExp(`^tidemark-share-${protectedLink.id}=\\d+\\.[\\w-]{43}; Max-Age=86400; HttpOnly; SameSite=Lax; Path=/$`),
  )
  const opened = { cookie: cookieOf(right) }
  t.match(await open(path, opened), { facts: { page: 'dashboard' } })
  t.equal((await query(address, 'shared.test', opened)).status, 200)
  const renamed = { cookie: opened.cookie.replace(String(protectedLink.id), String(other.id)) }
  t.match(await open(`/share/shared.test?auth=${other.slug}`, renamed), asking, 'a cookie of another link')
  const later = { cookie: opened.cookie.replace(/=\d+/, (text) => `=${Number(text.slice(1)) + 1}`) }
  t.match(await open(path, later), asking, 'a cookie that was made to last')
  for (const value of ['', '.', 'x.y', `${2 ** 40}.`, `${2 ** 40}.${'A'.repeat(43)}`])
    t.match(await open(path, { cookie: `tidemark-share-${protectedLink.id}=${value}` }), asking, value)
  now += day - 1_000
  t.match(await open(path, opened), { facts: { page: 'dashboard' } }, 'nearly 24 hours')
  now += 1_000
  t.match(await open(path, opened), asking, '24 hours')
  const again = { cookie: cookieOf(await unlock('open sesame')) }
  t.match(await open(path, again), { facts: { page: 'dashboard' } })
  await setPassword(protectedLink.id, 'open barley')
  t.match(await open(path, again), asking, 'a new password')
  t.equal((await query(address, 'shared.test', again)).status, 401)
  await setPassword(protectedLink.id, null)
  t.match(await open(path), { facts: { page: 'dashboard' } }, 'no password')
})

t.test('embeds may be framed, and know no account', async (t) => {
  const embedded = await open(`/share/shared.test?${auth}&embed=true&width=manual&background=%23fff`, { cookie })
  t.match(embedded.facts, { user: null, share: { embed: true, width: 'manual', background: '#fff' } })
  t.match(embedded.headers.get('content-security-policy'), /frame-ancestors \*;/)
  t.equal(embedded.headers.get('x-frame-options'), null)
  t.equal(embedded.headers.get('set-cookie'), null)
  t.equal(embedded.headers.get('vary'), null)
  const backgrounds: [given: string, taken: string | null][] = [
    ['#FFF', '#fff'],
    ['abcdef80', '#abcdef80'],
    ['rgb(1, 2, 3)', 'rgb(1, 2, 3)'],
    ['rgb(1 2 3 / 50%)', 'rgb(1 2 3 / 50%)'],
    ['transparent', 'transparent'],
    ['red', null],
    ['#ff', null],
    ['url(https://evil.test)', null],
    ['rgb(1,2,3);x:y', null],
    ['', null],
  ]
  for (const [given, taken] of backgrounds) {
    const page = await open(`/share/shared.test?${auth}&background=${encodeURIComponent(given)}`)
    t.equal(page.facts.share?.background, taken, given)
  }
})

t.test('every door to data knows one link, one site and one password', async (t) => {
  const question = { metrics: ['visitors'], date_range: '7d' }
  const doors: [name: string, method: string, path: (site: string, slug: string) => string, body?: object][] = [
    ['statistics', 'GET', (of, slug) => `/api/v1/stats/aggregate?site_id=${of}&auth=${slug}`],
    ['query', 'POST', (_, slug) => `/api/v2/query?auth=${slug}`, question],
    ['batch', 'POST', (_, slug) => `/api/v2/query/batch?auth=${slug}`, { queries: [{ id: 'a', ...question }] }],
    ['live', 'GET', (of, slug) => `/api/live?site_id=${of}&auth=${slug}`],
    ['CSV', 'GET', (of, slug) => `/api/v1/stats/export?site_id=${of}&auth=${slug}&metrics=visitors&date_range=7d`],
    ['notes', 'GET', (of, slug) => `/api/v1/sites/notes?site_id=${of}&auth=${slug}`],
    ['segments', 'GET', (of, slug) => `/api/v1/sites/segments?site_id=${of}&auth=${slug}`],
  ]
  const closed = await registry.sharedLinks.create(siteId, { name: 'Closed', password: 'a long enough password' })
  const opened = await send(service, 'POST', `/api/share/${closed.slug}/password`, {
    password: 'a long enough password',
  })
  const twin = await registry.sharedLinks.create(siteId, { name: 'Twin', password: 'a long enough password' })
  const gone = await registry.sharedLinks.create(siteId, { name: 'Gone' })
  await registry.sharedLinks.remove(siteId, gone.id)
  const other = await service.provision({ domain: 'elsewhere.test', email: 'other@elsewhere.test' })
  const unlocked = { cookie: cookieOf(opened) }
  const cases: [what: string, site: string, slug: string, headers: Record<string, string>, status: number][] = [
    ['its site', 'shared.test', link.slug, {}, 200],
    ['another site of the team', 'second.test', link.slug, {}, 404],
    ['a site of another team', other.domain, link.slug, {}, 404],
    ['that link was deleted', 'shared.test', gone.slug, {}, 404],
    ['a password, not given', 'shared.test', closed.slug, {}, 401],
    ['a password, given', 'shared.test', closed.slug, unlocked, 200],
    ['the password of another link was given', 'shared.test', twin.slug, unlocked, 401],
    ['a session beside a link that is none', 'shared.test', 'x', { cookie }, 404],
  ]
  for (const [name, method, path, body] of doors)
    for (const [what, of, slug, headers, status] of cases) {
      const leaving = new AbortController()
      const answer = await fetch(service.url + path(of, slug), {
        method,
        signal: leaving.signal,
        headers: {
          ...headers,
          ...(body ? { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' } : {}),
        },
        ...(body ? { body: JSON.stringify({ site_id: of, ...body }) } : {}),
      })
      t.equal(answer.status, status, `${name}: ${what}`)
      leaving.abort()
    }
  for (const slug of [link.slug, closed.slug])
    for (const path of ['people', 'shields', 'tokens', 'shared-links', 'general'])
      t.equal((await send(service, 'GET', `/api/sites/shared.test/${path}?auth=${slug}`)).status, 401, path)
})

t.test('a locked team, a deleted link', async (t) => {
  await registry.teams.setLocked(teamId, true)
  await directory.refresh()
  t.match(await open(`/share/shared.test?${auth}`), { status: 402, facts: { page: 'error', status: 402, user: null } })
  t.equal((await query(auth, 'shared.test')).status, 402)
  await registry.teams.setLocked(teamId, false)
  await directory.refresh()
  await registry.sharedLinks.remove(siteId, link.id)
  t.equal((await open(`/share/shared.test?${auth}`)).status, 404)
  t.equal((await query(auth, 'shared.test')).status, 404)
})
