// The pages over HTTP: who gets which, where they lead, what they say and what keeps them safe (spec/dashboard 2, 12 and
// 16).
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { ownPartOf } from '../../src/db/parts.ts'
import { rightsOf } from '../../src/rules/roles.ts'
import { startApp } from '../support/app.ts'
import { openPage } from '../support/browser.ts'
import { fakeBuild, signIn, startDashboard } from '../support/dashboard.ts'

t.setTimeout(240_000)

const build = await fakeBuild()
t.teardown(build.remove)
const service = await startDashboard({ webFolder: build.folder, domain: 'pages.test', days: 3 })
t.teardown(() => service.stop())
const { registry, directory } = service.app
const { cookie } = service.owner
const teamId = directory.find('pages.test')?.teamId ?? 0
const open = (path: string, headers: Record<string, string> = {}) => openPage(service, path, headers)
const own = (path: string) => open(path, { cookie })

t.test('the first address, and addresses where nothing is', async (t) => {
  t.equal((await open('/')).location, '/setup', 'no account has a password')
  t.equal((await own('/')).location, '/sites')
  const session = await registry.sessions.find(service.owner.value)
  await registry.users.setPassword(session?.userId ?? 0, 'a long enough password', session?.id)
  t.equal((await open('/')).location, '/login')
  for (const accept of ['application/json', '*/*', '']) {
    const program = await open('/', { accept })
    t.strictSame([program.status, program.text], [404, '{"error":"Not found"}'], `a program that accepts ${accept}`)
  }
  const lost = await open('/nowhere')
  t.match(lost, { status: 404, facts: { page: 'error', heading: 'Page not found', status: 404, user: null } })
  t.match(lost.text, '<title>Page not found · Tidemark</title>')
  t.equal((await open('/nowhere', { accept: '*/*' })).text, '{"error":"Not found"}')
  for (const path of ['/api/nowhere', '/metrics/nowhere']) t.match((await open(path)).text, '{"error":"Not found"}')
  const posted = await fetch(`${service.url}/sites`, { method: 'POST', headers: { accept: 'text/html' } })
  t.strictSame([posted.status, posted.headers.get('allow')], [405, 'GET'])
})

t.test('who is not signed in signs in first and comes back', async (t) => {
  const cases: [path: string, next: string][] = [
    ['/sites', '/sites'],
    ['/sites?q=a&page=2', '/sites?q=a&page=2'],
    ['/sites/new', '/sites/new'],
    ['/account', '/account'],
    ['/sites/pages.test?period=day&f=is,page,/a', '/sites/pages.test?period=day&f=is%2Cpage%2C%2Fa'],
    ['/sites/nowhere.test', '/sites/nowhere.test'],
    ['/sites/pages.test/settings/goals', '/sites/pages.test/settings/goals'],
  ]
  for (const [path, next] of cases)
    t.equal((await open(path)).location, `/login?next=${encodeURIComponent(next)}`, path)
  t.equal((await own('/login?next=/account')).location, '/account', 'signed in already')
})

t.test('signing in leads nowhere but to own paths', async (t) => {
  const cases: [next: string, leads: string][] = [
    ['/sites/pages.test?period=day', '/sites/pages.test?period=day'],
    ['//evil.test', '/sites'],
    ['/\\evil.test', '/sites'],
    ['/a\\b', '/sites'],
    ['https://evil.test/', '/sites'],
    ['javascript:alert(1)', '/sites'],
    ['evil', '/sites'],
    ['', '/sites'],
    ['/\t/evil.test', '/sites'],
    ['/\n/evil.test', '/sites'],
  ]
  for (const [next, leads] of cases) {
    const path = `/login?next=${encodeURIComponent(next)}`
    t.equal((await open(path)).facts.next, leads, JSON.stringify(next))
    t.equal((await own(path)).location, leads, `${JSON.stringify(next)}, signed in`)
  }
})

t.test('the facts of a dashboard', async (t) => {
  const { status, facts, text, headers } = await own('/sites/pages.test')
  t.equal(status, 200)
  t.match(text, '<title>pages.test · Tidemark</title>')
  t.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  const first = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 - 3 * 86_400_000).toISOString().slice(0, 10)
  t.match(facts, {
    version: 'v1',
    page: 'dashboard',
    heading: 'pages.test',
    base_url: 'http://tidemark.test',
    message: null,
    user: { email: 'owner@pages.test', name: '', shortcuts: true },
    site: {
      domain: 'pages.test',
      timezone: 'Etc/UTC',
      role: 'owner',
      is_consolidated: false,
      first_day: first,
      is_demo: false,
      is_read_only: false,
      has_imports: false,
      has_goals: false,
      goals: 0,
      revenue_goals: [],
      notes: [],
      funnels: [],
      custom_properties: null,
      tracker_script_id: service.site.tracker_script_id,
    },
  })
  t.ok(facts.site?.features.includes('props'))
  t.strictSame(facts.site?.rights, rightsOf('owner'))
  await registry.sites.create({ domain: 'empty.test', teamId })
  t.equal((await own('/sites/empty.test')).facts.site?.first_day, null, 'no event ever')
  const team = await registry.teams.findById(teamId)
  await registry.consolidated.enable({ id: teamId, identifier: team?.identifier ?? '' })
  await directory.refresh()
  t.match((await own(`/sites/${team?.identifier}`)).facts, {
    heading: 'All sites',
    site: { is_consolidated: true, first_day: first },
  })
  t.equal((await own(`/sites/${team?.identifier}/settings/general`)).status, 404)
})

t.test('the pages of somebody who is signed in', async (t) => {
  const cases: [path: string, page: string, heading: string][] = [
    ['/sites', 'sites', 'Sites'],
    ['/sites/new', 'add-site', 'Add a site'],
    ['/account', 'account', 'Account'],
    ['/sites/pages.test/settings/goals', 'settings', 'Settings'],
  ]
  for (const [path, page, heading] of cases) t.match(await own(path), { status: 200, facts: { page, heading } }, path)
  t.equal((await own('/sites/pages.test/settings/goals')).facts.settings_page, 'goals')
  t.equal((await own('/sites/pages.test/settings/nothing')).status, 404)
  t.equal((await own('/sites')).facts.teams?.length, 1)
})

t.test('a site one may not see is one that does not exist', async (t) => {
  const other = await signIn(service, 'other@pages.test')
  const asOther = (path: string) => open(path, { cookie: other.cookie })
  const [foreign, missing] = [await asOther('/sites/pages.test'), await asOther('/sites/nowhere.test')]
  t.strictSame([foreign.status, foreign.text], [404, missing.text], 'to the letter')
  t.match(foreign.facts, {
    page: 'error',
    heading: 'Page not found',
    message: 'Site could not be found',
    user: { email: 'other@pages.test' },
  })
  t.equal((await asOther('/sites/pages.test/settings/goals')).status, 404)
  t.match(await asOther('/sites/new'), { status: 403, facts: { page: 'error', heading: 'Not allowed' } })
  const user = await registry.users.find('other@pages.test')
  await registry.teams.addMember(teamId, user?.id ?? 0, 'viewer')
  t.equal((await asOther('/sites/pages.test')).facts.site?.role, 'viewer')
  t.match(await asOther('/sites/pages.test/settings/goals'), { status: 403, facts: { page: 'error', status: 403 } })
  t.equal((await asOther('/account')).facts.teams?.length, 1, 'a key may be of a team where one only reads')
  await registry.teams.removeMember(teamId, user?.id ?? 0)
  await registry.teams.addGuest(directory.find('pages.test')?.id ?? 0, 'other@pages.test', 'editor')
  t.equal((await asOther('/sites/pages.test')).facts.site?.role, 'guest_editor')
})

t.test('a previous domain leads to the present one, with its query', async (t) => {
  const made = await registry.sites.create({ domain: 'before.test', teamId })
  const siteId = (await registry.sites.find(made.domain))?.id ?? 0
  await registry.sites.update(siteId, { domain: 'after.test/blog' })
  t.equal((await own('/sites/before.test?period=day&q=x')).location, '/sites/after.test%2Fblog?period=day&q=x')
  t.equal(
    (await own('/sites/before.test?f=is,page,/a%5C%2Cb&q=a%20b')).location,
    '/sites/after.test%2Fblog?f=is,page,/a%5C%2Cb&q=a%20b',
    'as it was written',
  )
  t.equal((await own('/sites/before.test/settings/goals')).location, '/sites/after.test%2Fblog/settings/goals')
  t.equal((await own('/sites/after.test%2Fblog')).facts.site?.domain, 'after.test/blog')
  const stranger = await signIn(service, 'stranger@pages.test')
  t.equal((await open('/sites/before.test', { cookie: stranger.cookie })).status, 404, 'no word to strangers')
})

t.test('a locked team', async (t) => {
  await registry.teams.setLocked(teamId, true)
  await directory.refresh()
  t.match(await own('/sites/pages.test'), {
    status: 402,
    facts: {
      page: 'error',
      heading: 'This site is locked',
      message:
        'This site is locked due to missing active subscription. In order to access it, the site owner should subscribe to a suitable plan',
    },
  })
  t.equal((await own('/sites')).status, 200)
  await registry.teams.setLocked(teamId, false)
  await directory.refresh()
})

t.test('one-time links: looking changes nothing', async (t) => {
  const user = await registry.users.find('owner@pages.test')
  const { token } = await registry.oneTimeLinks.createEntry(user?.id ?? 0)
  const ready = { page: 'login', heading: 'Sign in', token_state: 'ok', prefill: { email: 'owner@pages.test' } }
  for (const _ of [1, 2, 3]) {
    const seen = await open(`/login?token=${token}&next=/account`)
    t.match(seen, { status: 200, facts: { ...ready, next: '/account' } })
    t.equal(seen.headers.get('set-cookie'), null)
  }
  const expired = { status: 410, facts: { heading: 'This link has expired', token_state: 'expired' } }
  for (const path of ['/login?token=x', '/setup?token=x', '/reset/x', '/invite/x', `/reset/${token}`])
    t.match(await open(path), expired, path)
  t.equal((await open('/setup')).location, '/login', 'there is a password')
  const { token: reset } = await registry.oneTimeLinks.create('reset', { userId: user?.id ?? 0 })
  t.match((await open(`/reset/${reset}`)).facts, { heading: 'Choose a new password', token_state: 'ok' })
  const { token: invitation } = await registry.oneTimeLinks.create('invite', {
    email: 'new@pages.test',
    role: 'editor',
    teamId,
  })
  t.match((await open(`/invite/${invitation}`)).facts, {
    heading: 'Accept invitation',
    prefill: { email: 'new@pages.test' },
    invitation: { to: 'My Personal Sites', role: 'editor', has_account: false },
  })
  const fresh = await startApp({ webFolder: build.folder })
  t.teardown(() => fresh.stop())
  await fresh.provision({ domain: 'fresh.test', email: 'owner@fresh.test' })
  const operator = await fresh.app.registry.users.findOperator()
  const { token: setup } = await fresh.app.registry.oneTimeLinks.create('setup', { userId: operator?.id ?? 0 })
  t.match((await openPage(fresh, `/setup?token=${setup}`)).facts, {
    page: 'setup',
    heading: 'Set up Tidemark',
    token_state: 'ok',
    prefill: { email: 'owner@fresh.test' },
  })
  t.match((await openPage(fresh, '/setup')).facts, { page: 'setup', token_state: 'missing' })
})

t.test('every page keeps itself safe', async (t) => {
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
  const secure = await startApp({
    webFolder: build.folder,
    databaseUrl: service.databaseUrl,
    env: { BASE_URL: 'https://stats.test' },
  })
  t.teardown(() => secure.stop())
  for (const path of ['/login', '/sites', '/sites/pages.test', '/nowhere', '/setup?token=x', '/account'])
    for (const at of [service, secure]) {
      const { headers, text } = await openPage(at, path, { cookie: `${cookie}; __Host-${cookie}` })
      const all = Object.fromEntries(headers)
      t.match(all, {
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': /(^|, )camera=\(\).*clipboard-write=\(self\)$/,
        'cache-control': 'no-store',
      })
      t.notMatch(all['permissions-policy'], /=(?!\(\)|\(self\)$)/, 'nothing else is allowed')
      t.equal(all['strict-transport-security'], at === secure ? 'max-age=31536000' : undefined)
      t.equal(all['access-control-allow-origin'], undefined)
      if (!headers.has('location')) t.equal(all['content-security-policy'], policy, path)
      if (!headers.has('location')) t.equal(all['x-frame-options'], 'DENY')
      t.notMatch(text, / (style|on\w+)=/, 'no inline style or handler')
      t.strictSame(text.match(/<script(?! type="application\/json"| type="module" src="\/assets\/)/g), null)
    }
})

t.test('nothing that people chose ends the facts early', async (t) => {
  const user = await registry.users.find('owner@pages.test')
  const name = '</script><script>alert(1)</script><!--'
  await registry.users.change(user?.id ?? 0, { name })
  const { facts, text } = await own('/sites')
  t.equal(facts.user?.name, name)
  t.equal(text.split('</script>').length, 3, 'facts and one module')
  t.notMatch(text, '<script>alert')
  await registry.users.change(user?.id ?? 0, { name: 'Ann' })
})

t.test('files of the build: kept for good, compressed, and nothing else of the folder', async (t) => {
  const get = (path: string, encoding = 'identity') =>
    fetch(service.url + path, { headers: { 'accept-encoding': encoding } })
  const script = await get('/assets/page-1.js')
  t.match(Object.fromEntries(script.headers), {
    'cache-control': 'public,max-age=31536000,immutable',
    'content-type': /javascript/,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  t.equal(
    (
      await fetch(`${service.url}/assets/page-1.js`, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
    ).headers.get('content-encoding'),
    'br',
  )
  for (const path of ['/assets/none.js', '/assets/', '/manifest.json', '/assets/..%2fmanifest.json'])
    t.equal((await get(path)).status, 404, path)
  t.match(Object.fromEntries((await get('/assets/none.js')).headers), {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  t.equal((await fetch(`${service.url}/assets/page-1.js`, { method: 'POST' })).status, 404)
  await rm(join(build.folder, 'assets', 'page-1.js'))
  await t.rejects(
    get('/assets/page-1.js').then((answer) => answer.text()),
    'a file that a newer build took away ends its answer alone',
  )
  t.equal((await fetch(`${service.url}/api/health/live`)).status, 200)
})

t.test('data begins with the sums of days without rows', async (t) => {
  const { id } = directory.find('pages.test')!
  const sums = `insert into daily_breakdowns ({{part,}}site_id, local_day, dimension, value, visitors, seen_day_before, visits,
    pageviews, events, bounces, duration) values ({{=part,}}$1, '2024-02-29', 'all', '', 1, 0, 1, 1, 1, 1, 0)`
  const { db } = await ownPartOf(service.app.db.write, id)
  await db.query(sums, [id])
  t.equal((await own('/sites/pages.test')).facts.site?.first_day, '2024-02-29')
})

t.test('without a build the pages say so', async (t) => {
  const bare = await startApp({ databaseUrl: service.databaseUrl })
  t.teardown(() => bare.stop())
  const { status, text } = await openPage(bare, '/login')
  t.strictSame([status, text], [503, 'The pages of this service are not built. `make build` makes them.\n'])
  t.equal((await openPage(bare, '/assets/page-1.js')).status, 404)
})
