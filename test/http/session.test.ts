// Signing in and out, by password and by link; what a session is worth, where, and for how long (spec/dashboard 12).
import t from 'tap'
import { startApp } from '../support/app.ts'
import { cookieOf, send } from '../support/browser.ts'
import { signIn } from '../support/dashboard.ts'
import { recordDerivations } from '../support/derivations.ts'
import { ask as askRaw } from '../support/raw.ts'

t.setTimeout(240_000)

const minute = 60_000
const hour = 3_600_000
const day = 86_400_000

let now = Date.parse('2026-11-23T12:00:00Z')
const clock = { now: () => new Date(now) }
const service = await startApp({ clock })
t.teardown(() => service.stop())
const { registry, db } = service.app
const site = await service.provision({ domain: 'first.test', email: 'owner@first.test' })
await service.provision({ domain: 'second.test', email: 'owner@first.test' })
const foreign = await service.provision({ domain: 'foreign.test', email: 'other@foreign.test' })

const good = 'a long enough password'
const wrong = { error: 'E-mail or password is wrong' }
const email = 'ann@first.test'
/** Another address for each test: failures of one must not count in the next. */
const from = (address: string) => ({ 'x-forwarded-for': address })
const isSignedIn = async (cookie: string, { url }: { url: string } = service) =>
  (await send({ url }, 'GET', '/api/account/sessions', undefined, { cookie })).status === 200

t.test('the first account: set up, signed in, on the example site', async (t) => {
  const { users, oneTimeLinks } = registry
  const operator = await users.findOperator()
  const userId = operator?.id ?? 0
  t.equal(operator?.email, site.email)
  const voided = await oneTimeLinks.create('setup', { userId })
  const { token } = await oneTimeLinks.create('setup', { userId })
  const given = { token, email, name: ' Ann ', password: good }
  const expired = { error: 'This link has expired' }
  const refused: [what: string, body: object, status: number, error: string][] = [
    ['a voided link', { ...given, token: voided.token }, 410, expired.error],
    ['no link', { ...given, token: 1 }, 410, expired.error],
    ['a short password', { ...given, password: 'short' }, 400, 'password: should be at least 10 character(s)'],
    ['an address that is none', { ...given, email: 'nobody' }, 400, 'email: is invalid'],
    ['no address', { ...given, email: null }, 400, 'email: is invalid'],
    ['an address that is taken', { ...given, email: foreign.email }, 400, 'email: has already been taken'],
  ]
  for (const [what, body, status, error] of refused) {
    const answer = await send(service, 'POST', '/api/setup', body)
    t.strictSame([answer.status, answer.body], [status, { error }], what)
  }
  const done = await send(service, 'POST', '/api/setup', given)
  t.strictSame([done.status, done.body], [200, { next: '/sites/first.test' }])
  t.equal((await send(service, 'POST', '/api/setup', given)).status, 410, 'valid once')
  t.match(await users.find(email), { id: userId, name: 'Ann' })
  const sites = await send(service, 'GET', '/api/v1/sites', undefined, { cookie: cookieOf(done) })
  t.strictSame(
    sites.body.sites.map((each: { domain: string }) => each.domain),
    ['second.test', 'first.test'],
    'team and sites are kept',
  )
  const late = await oneTimeLinks.create('setup', { userId })
  t.equal(await oneTimeLinks.find('setup', late.token), undefined, 'there is a password now')
})

t.test('signing in and out', async (t) => {
  const done = await send(service, 'POST', '/api/session', { email: ' ANN@first.test ', password: good })
  t.strictSame([done.status, done.body], [200, { next: '/sites' }])
  const cookie = cookieOf(done)
  t.ok(await isSignedIn(cookie))
  const again = await send(service, 'POST', '/api/session', { email, password: good }, { cookie })
  t.not(cookieOf(again), cookie, 'a new one at sign-in')
  t.notOk(await isSignedIn(cookie), 'the one before has ended')
  const out = await send(service, 'DELETE', '/api/session', undefined, { cookie: cookieOf(again) })
  t.strictSame([out.status, cookieOf(out)], [204, 'tidemark='])
  t.notOk(await isSignedIn(cookieOf(again)))
  t.equal((await send(service, 'DELETE', '/api/session')).status, 204, 'out twice is out')
  t.strictSame(
    [(await send(service, 'GET', '/api/account/keys')).status, (await send(service, 'GET', '/api/account/keys')).body],
    [401, { error: 'Please sign in' }],
  )
  await registry.users.create({ email: 'bare@first.test' })
  const failures: [what: string, body: object][] = [
    ['a wrong password', { email, password: `${good}!` }],
    ['an unknown account', { email: 'nobody@first.test', password: good }],
    ['an account without a password', { email: 'bare@first.test', password: '' }],
    ['nothing', {}],
    ['a password of 1,001 bytes', { email, password: 'x'.repeat(1_001) }],
    ['what is no text', { email: ['ann@first.test'], password: { length: 20 } }],
    ['a zero character', { email: 'ann@first.test\0', password: 'x' }],
  ]
  for (const [what, body] of failures) {
    const answer = await send(service, 'POST', '/api/session', body, from('192.0.2.9'))
    t.strictSame([answer.status, answer.body], [401, wrong], what)
    t.equal(answer.headers.get('set-cookie'), null)
  }
})

t.test('an unknown account takes the work of a wrong password', async (t) => {
  const works = recordDerivations(t)
  const worksOf = async (body: object) => {
    works.length = 0
    await send(service, 'POST', '/api/session', body, from('192.0.2.10'))
    return [...works]
  }
  const known = await worksOf({ email, password: `${good}!` })
  t.equal(known.length, 1)
  t.strictSame(await worksOf({ email: 'nobody@first.test', password: good }), known)
  t.strictSame(await worksOf({ email: 'bare@first.test', password: good }), known, 'an account without a password')
})

t.test('cookies: attributes with http and https, nothing but a digest is kept', async (t) => {
  const done = await send(service, 'POST', '/api/session', { email, password: good })
  t.match(
    done.headers.getSetCookie()[0],
    /^tidemark=[\w-]{43}; Max-Age=7776000; HttpOnly; SameSite=Lax; Path=\/$/,
    'http',
  )
  const secure = await startApp({ clock, databaseUrl: service.databaseUrl, env: { BASE_URL: 'https://stats.test' } })
  t.teardown(() => secure.stop())
  const answer = await send(secure, 'POST', '/api/session', { email, password: good })
  t.match(
    answer.headers.getSetCookie()[0],
    /^__Host-tidemark=[\w-]{43}; Max-Age=7776000; HttpOnly; SameSite=Lax; Path=\/; Secure$/,
    'https',
  )
  const value = cookieOf(done).split('=')[1] ?? ''
  const [found] = await db.write.query<{ count: number }>(
    'select count(*)::int as count from browser_sessions s where s::text like $1',
    [`%${value}%`],
  )
  t.equal(found?.count, 0)
  t.equal(answer.headers.get('access-control-allow-origin'), null)
})

t.test('sessions end after 14 days without use, and after 90 with', async (t) => {
  const { cookie } = await signIn(service, email)
  now += 14 * day - 1
  t.ok(await isSignedIn(cookie), '14 days less a millisecond')
  for (let used = 1; used <= 5; used += 1) {
    now += 13 * day
    t.ok(await isSignedIn(cookie), `used again: ${used}`)
  }
  now += 11 * day
  t.ok(await isSignedIn(cookie), '90 days less a millisecond')
  now += 1
  t.notOk(await isSignedIn(cookie), '90 days')
  const other = await signIn(service, email)
  now += 14 * day
  t.notOk(await isSignedIn(other.cookie), '14 days')
  const third = await signIn(service, email)
  const seenAt = async () =>
    (await db.write.query<{ at: Date }>('select max(seen_at) as at from browser_sessions'))[0]?.at.getTime()
  const began = now
  now += hour - 1
  await isSignedIn(third.cookie)
  t.equal(await seenAt(), began, 'use is written at most hourly')
  now += 1
  await isSignedIn(third.cookie)
  t.equal(await seenAt(), now)
})

t.test('sessions of the account: listed, ended one by one and all, in every process at once', async (t) => {
  const elsewhere = await startApp({ clock, databaseUrl: service.databaseUrl })
  t.teardown(() => elsewhere.stop())
  await registry.sessions.endAll((await registry.users.find(email))?.id ?? 0)
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0'
  const first = await send(
    service,
    'POST',
    '/api/session',
    { email, password: good },
    {
      'user-agent': agent,
      ...from('8.8.8.8'),
    },
  )
  now += minute
  const second = await signIn(service, email)
  const list = (cookie: string) => send(service, 'GET', '/api/account/sessions', undefined, { cookie })
  const { sessions } = (await list(cookieOf(first))).body
  t.match(sessions, [
    { browser: 'Test', country: null, is_current: false },
    { browser: 'Firefox on GNU/Linux', country: 'US', is_current: true },
  ])
  const foreigner = await signIn(service, foreign.email)
  const end = (id: unknown, cookie: string) =>
    send(service, 'DELETE', `/api/account/sessions/${id}`, undefined, { cookie })
  t.equal((await end(sessions[0].id, foreigner.cookie)).status, 404, 'of another account')
  t.equal((await end('x', cookieOf(first))).status, 404)
  t.ok(await isSignedIn(second.cookie, elsewhere))
  t.equal((await end(sessions[0].id, cookieOf(first))).status, 204)
  t.notOk(await isSignedIn(second.cookie, elsewhere), 'ended in the other process')
  const everywhere = await send(elsewhere, 'DELETE', '/api/account/sessions', undefined, { cookie: cookieOf(first) })
  t.strictSame([everywhere.status, cookieOf(everywhere)], [204, 'tidemark='])
  t.notOk(await isSignedIn(cookieOf(first)))
  t.ok(await isSignedIn(foreigner.cookie), 'others stay')
  await registry.users.create({ email: 'leaving@first.test' })
  const leaving = await signIn(service, 'leaving@first.test')
  await registry.users.remove((await registry.users.find('leaving@first.test'))?.id ?? 0)
  t.notOk(await isSignedIn(leaving.cookie), 'the account is gone')
})

t.test('a sign-in link: once, for 24 hours', async (t) => {
  const userId = (await registry.users.find(email))?.id ?? 0
  const { kind, token } = await registry.oneTimeLinks.createEntry(userId)
  t.equal(kind, 'signin')
  const done = await send(service, 'POST', '/api/session', { token })
  t.ok(await isSignedIn(cookieOf(done)))
  const again = await send(service, 'POST', '/api/session', { token })
  t.strictSame([again.status, again.body], [410, { error: 'This link has expired' }])
  const old = await registry.oneTimeLinks.createEntry(userId)
  now += day - 1
  t.ok(await registry.oneTimeLinks.find('signin', old.token), '24 hours less a millisecond')
  now += 1
  t.equal((await send(service, 'POST', '/api/session', { token: old.token })).status, 410, '24 hours')
  const both = await registry.oneTimeLinks.createEntry(userId)
  const taken = await Promise.all([1, 2, 3].map(() => send(service, 'POST', '/api/session', { token: both.token })))
  t.strictSame(taken.map(({ status }) => status).sort(), [200, 410, 410], 'of several at once one gets it')
})

t.test('a new password by a link ends every session, and other links', async (t) => {
  const userId = (await registry.users.find(email))?.id ?? 0
  const { cookie } = await signIn(service, email)
  const { token } = await registry.oneTimeLinks.create('reset', { userId })
  const { token: entry } = await registry.oneTimeLinks.createEntry(userId)
  const weak = await send(service, 'POST', '/api/reset', { token, password: email })
  t.strictSame([weak.status, weak.body.error], [400, 'password: must not be the e-mail address'])
  const done = await send(service, 'POST', '/api/reset', { token, password: `${good} 2` })
  t.equal(done.status, 200)
  t.strictSame([await isSignedIn(cookie), await isSignedIn(cookieOf(done))], [false, true])
  t.equal((await send(service, 'POST', '/api/session', { token: entry })).status, 410)
  t.equal((await send(service, 'POST', '/api/session', { email, password: good }, from('192.0.2.11'))).status, 401)
  t.equal((await send(service, 'POST', '/api/session', { email, password: `${good} 2` })).status, 200)
})

t.test('what changes something by cookie comes from a page of this service', async (t) => {
  const { cookie } = await signIn(service, email)
  const forged = { error: 'This request did not come from a page of this service' }
  const base = service.config.baseUrl
  const host = new URL(service.url).host
  const cases: [what: string, headers: Record<string, string>, isOwn: boolean][] = [
    ['same origin', { 'sec-fetch-site': 'same-origin' }, true],
    ['another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['the same site, another host', { 'sec-fetch-site': 'same-site' }, false],
    ['typed', { 'sec-fetch-site': 'none' }, false],
    ['another site that claims the origin', { 'sec-fetch-site': 'cross-site', origin: base }, false],
    ['the base address', { 'sec-fetch-site': '', origin: base }, true],
    ['the host that was asked', { 'sec-fetch-site': '', origin: `http://${host}` }, true],
    ['the host, another scheme', { 'sec-fetch-site': '', origin: `https://${host}` }, false],
    ['another origin', { 'sec-fetch-site': '', origin: 'http://evil.test' }, false],
    ['another origin that is the host', { 'sec-fetch-site': 'same-origin', origin: 'http://evil.test' }, false],
    ['an opaque origin', { 'sec-fetch-site': '', origin: 'null' }, false],
    ['neither', { 'sec-fetch-site': '' }, false],
  ]
  for (const [what, headers, isOwn] of cases) {
    const all = { ...headers, cookie }
    const changes: [method: string, path: string, body: unknown, status: number][] = [
      ['PUT', '/api/account', { shortcuts: true }, 200],
      ['PUT', '/api/v1/sites/first.test', { tracker_script_configuration: {} }, 200],
      ['DELETE', '/api/v1/sites/custom-props/none?site_id=first.test', undefined, 200],
      ['POST', '/api/v2/query', { site_id: 'first.test', metrics: ['visitors'], date_range: 'day' }, 200],
    ]
    for (const [method, path, body, status] of changes) {
      const answer = await send(service, method, path, body, all)
      t.equal(answer.status, isOwn ? status : 403, `${what}: ${method} ${path}`)
      if (!isOwn) t.strictSame(answer.body, forged)
    }
    t.equal((await send(service, 'GET', '/api/v1/sites', undefined, all)).status, 200, `${what}: reading`)
  }
  // A page under a name that leads here, as browsers send it: `fetch` would not send another Host.
  for (const [name, status] of [
    ['evil.example', 403],
    ['evil.example:8000', 403],
    ['localhost.evil.example', 403],
    ['192.168.1.5:8000', 403],
    ['127.0.0.1.evil.example', 403],
    [host, 200],
    ['127.0.0.1:8000', 200],
    ['[::1]:8000', 200],
    ['tidemark.localhost:8000', 200],
  ] as const) {
    const headers = { cookie, host: name, origin: `http://${name}`, 'content-type': 'application/json' }
    const change = { method: 'PUT', target: '/api/account', headers }
    const answer = await askRaw(service, change, '{"shortcuts":true}')
    t.equal(answer.status, status, name)
    if (status === 403)
      t.equal(
        JSON.parse(answer.body).error,
        `This page is at http://${name}, but the service is at ${base}. ` +
          'Open it there, or set BASE_URL to the address people use',
      )
  }
  for (const path of ['/api/session', '/api/setup', '/api/reset', '/api/invitations/x', '/api/share/x/password'])
    t.equal((await send(service, 'POST', path, {}, { 'sec-fetch-site': 'cross-site' })).status, 403, path)
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '',
    'application/jsonx',
  ])
    t.equal(
      (await send(service, 'PUT', '/api/account', '{"shortcuts":true}', { cookie, 'content-type': type })).status,
      403,
      type,
    )
  // What a form of another page sends is no JSON, and is not looked at.
  for (const [method, path] of [
    ['POST', '/api/v2/query'],
    ['POST', '/api/v2/query/batch'],
    ['POST', '/api/v1/stats/export'],
    ['POST', '/api/v1/sites/notes'],
    ['PUT', '/api/v1/sites/segments/1'],
    ['PUT', '/api/v1/sites/pin'],
    ['PUT', '/api/account'],
  ] as const) {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const sent = (headers: Record<string, string>) => send(service, method, path, 'site_id=first.test', headers)
    t.strictSame(
      [(await sent({ cookie, ...form })).status, (await sent({ cookie, ...form })).body],
      [403, forged],
      path,
    )
    t.equal((await sent({ cookie, 'sec-fetch-site': 'cross-site' })).status, 403, `${path} from another site`)
    t.equal((await sent({})).status, 401, `${path} without a session`)
  }
  const json = { cookie, 'content-type': 'application/json; charset=utf-8' }
  t.equal((await send(service, 'PUT', '/api/account', { shortcuts: true }, json)).status, 200)
})

t.test('a cookie beside a key does not count, nor with events', async (t) => {
  const { cookie } = await signIn(service, email)
  const path = '/api/v1/sites/foreign.test'
  t.equal((await send(service, 'GET', path, undefined, { cookie })).status, 404)
  const authorization = `Bearer ${foreign.api_key}`
  t.equal((await send(service, 'GET', path, undefined, { cookie, authorization })).status, 200, 'the key counts')
  for (const header of ['Bearer nonsense', 'Basic x', 'x']) {
    const answer = await send(service, 'GET', '/api/v1/sites', undefined, { cookie, authorization: header })
    t.equal(answer.status, 401, header)
  }
  t.equal(
    (await send(service, 'GET', '/api/account/keys', undefined, { authorization: `Bearer ${site.api_key}` })).status,
    401,
    'a key is no signed-in person',
  )
  const event = await send(
    service,
    'POST',
    '/api/event',
    { n: 'pageview', u: 'https://first.test/', d: 'first.test' },
    {
      cookie,
      'sec-fetch-site': 'cross-site',
    },
  )
  t.strictSame([event.status, event.headers.get('set-cookie')], [202, null])
})

t.test('sessions ask what keys ask: roles count, scopes and the features of the APIs do not', async (t) => {
  const { cookie } = await signIn(service, email)
  const ask = (method: string, path: string, body?: unknown, who = cookie) =>
    send(service, method, path, body, { cookie: who })
  const team = await registry.teams.find(site.team)
  await registry.teams.setPlan(team?.id ?? 0, { plan: 'starter' })
  const stats = '/api/v1/stats/aggregate?site_id='
  t.equal((await ask('GET', `${stats}first.test`)).status, 200, 'without stats_api')
  t.equal(
    (await ask('PUT', '/api/v1/sites/goals', { site_id: 'first.test', goal_type: 'event', event_name: 'A' })).status,
    200,
  )
  t.equal((await ask('POST', '/api/v1/sites', { domain: 'third.test' })).status, 200, 'without sites_api')
  const props = await ask('PUT', '/api/v1/sites/custom-props', { site_id: 'first.test', property: 'plan' })
  t.strictSame(
    [props.status, props.body.error],
    [402, 'Your current subscription plan does not include Custom Properties'],
  )
  const missing = [404, { error: 'Site could not be found' }]
  for (const path of [`${stats}foreign.test`, `${stats}nowhere.test`, '/api/v1/sites/goals?site_id=foreign.test']) {
    const answer = await ask('GET', path)
    t.strictSame([answer.status, answer.body], missing, path)
  }
  t.equal((await ask('GET', '/api/v1/stats/aggregate')).status, 400, 'no site')
  const viewer = await registry.users.create({ email: 'viewer@first.test' })
  await registry.teams.addMember(team?.id ?? 0, viewer.id, 'viewer')
  const { cookie: viewing } = await signIn(service, 'viewer@first.test')
  t.equal((await ask('GET', `${stats}first.test`, undefined, viewing)).status, 200)
  t.equal((await ask('PUT', '/api/v1/sites/first.test', { domain: 'x.test' }, viewing)).status, 404)
  t.equal((await ask('POST', '/api/v1/sites', { domain: 'mine.test' }, viewing)).status, 403)
  await registry.teams.removeMember(team?.id ?? 0, viewer.id)
  t.equal((await ask('GET', `${stats}first.test`, undefined, viewing)).status, 404, 'the role is gone')
  await registry.teams.setLocked(team?.id ?? 0, true)
  t.equal((await ask('GET', `${stats}first.test`)).status, 402)
  await registry.teams.setLocked(team?.id ?? 0, false)
  await registry.teams.setPlan(team?.id ?? 0, { plan: 'business' })
  const ended = await ask('GET', `${stats}first.test`, undefined, 'tidemark=long-gone')
  t.strictSame([ended.status, ended.body], [401, { error: 'Please sign in' }])
})
