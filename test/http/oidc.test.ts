// Sign-in at a real OpenID Connect provider that runs here, by redirects followed by hand: who gets in, who does not,
// and what the browser has to bring (spec/dashboard 12).
import t from 'tap'
import { startApp, type TestApp } from '../support/app.ts'
import { fakeBuild, signIn } from '../support/dashboard.ts'
import { type Person, startProvider } from '../support/oidc.ts'

const build = await fakeBuild()
const base = 'http://tidemark.test'
const provider = await startProvider(base)
const { issuer, env } = provider
const service = await startApp({ env, webFolder: build.folder })
const { registry, db } = service.app
const site = await service.provision({ domain: 'corp.test', email: 'owner@corp.test' })
t.teardown(async () => {
  await service.stop()
  await provider.stop()
  await build.remove()
})

/** Cookies by origin, as far as this test needs them. */
class Browser {
  readonly jar = new Map<string, string>()
  async get(url: string, of: TestApp = service): Promise<Response> {
    const at = url.startsWith(issuer) ? url : url.replace(base, '').replace(/^\//, `${of.url}/`)
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: { cookie, accept: 'text/html' } })
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (value === '' || /max-age=0/i.test(text)) this.jar.delete(name)
      else this.jar.set(name, value)
    }
    return response
  }
  /** Follows redirects until one leads back to the service. */
  async signInAt(location: string): Promise<string> {
    let url = location
    for (let hop = 0; hop < 10 && !url.startsWith(base); hop += 1) {
      const next = (await this.get(url)).headers.get('location') ?? ''
      url = next.startsWith('/') ? issuer + next : next
    }
    return url
  }
}
const factsOf = async (response: Response) => {
  const [, json = '{}'] = /id="facts">([^<]*)</.exec(await response.text()) ?? []
  return JSON.parse(json) as { message?: string; next?: string; oidc?: object }
}

/** The whole way; `tamper` changes the address that leads there, or the one that leads back. */
async function come(
  who: Person,
  { next = '/sites', out = (url: URL) => url, back = (url: URL) => url, browser = new Browser() } = {},
) {
  provider.person = who
  const begun = await browser.get(`/login/oidc?next=${encodeURIComponent(next)}`)
  const location = out(new URL(begun.headers.get('location') ?? '')).href
  const callback = back(new URL(await browser.signInAt(location))).href
  const response = await browser.get(callback)
  return { begun, browser, callback, response, location: response.headers.get('location') }
}
const refusal = async (response: Response) => [response.status, (await factsOf(response)).message]
const owner = { sub: 'u1', email: 'Owner@corp.test', email_verified: true }

t.test('the button, and the way out', async (t) => {
  const login = await new Browser().get('/login?next=/account')
  t.match(await factsOf(login), { next: '/account', oidc: { name: 'Corp', is_only: false } })
  const { begun } = await come(owner)
  t.equal(begun.status, 302)
  const asked = Object.fromEntries(new URL(begun.headers.get('location') ?? '').searchParams)
  t.match(asked, { response_type: 'code', code_challenge_method: 'S256', redirect_uri: `${base}/login/oidc/callback` })
  for (const name of ['state', 'nonce', 'code_challenge']) t.ok((asked[name] ?? '').length >= 32, name)
  t.match(begun.headers.get('set-cookie'), /^tidemark-oidc=.+; Max-Age=600; HttpOnly; SameSite=Lax; Path=\//)
})

t.test('an account is found by its address, then by the subject', async (t) => {
  const first = await come(owner, { next: '/sites/corp.test?period=day' })
  t.equal(first.location, '/sites/corp.test?period=day')
  t.equal((await first.browser.get('/sites')).status, 200, 'signed in')
  t.notOk(first.browser.jar.has('tidemark-oidc'), 'nothing is under way any more')
  const [session] = await db.write.query('select method from browser_sessions order by id desc limit 1')
  t.strictSame(session, { method: 'oidc' })
  const moved = await come({ sub: 'u1', email: 'other@corp.test', email_verified: false })
  t.equal(moved.location, '/sites', 'the address may change afterwards')
  const other = await come({ sub: 'u2', email: 'owner@corp.test', email_verified: true })
  t.strictSame(await refusal(other.response), [
    403,
    'The account of owner@corp.test belongs to somebody else at the sign-in service',
  ])
})

t.test('own paths only', async (t) => {
  for (const next of ['https://evil.test/', '//evil.test', '/\\evil.test'])
    t.equal((await come(owner, { next })).location, '/sites', next)
  t.equal((await come(owner, { next: `/sites?q=${'x'.repeat(1_500)}` })).location, '/sites', 'too long for a cookie')
})

t.test('who does not get in', async (t) => {
  const cases: [what: string, who: Person, message: RegExp][] = [
    [
      'an unknown person',
      { sub: 'x1', email: 'x@corp.test', email_verified: true },
      /no account for x@corp.test.*invitation/,
    ],
    ['not verified', { sub: 'x2', email: 'owner@corp.test', email_verified: false }, /has not verified/],
    ['no word of it', { sub: 'x3', email: 'owner@corp.test' }, /has not verified/],
    ['no address', { sub: 'x4' }, /has not verified/],
  ]
  for (const [what, who, message] of cases) {
    const { response, browser } = await come(who)
    t.match(await refusal(response), [403, message], what)
    t.strictSame(
      [...browser.jar.keys()].filter((name) => name.startsWith('tidemark')),
      [],
      `${what}: no cookie`,
    )
  }
  t.equal(await registry.users.find('x@corp.test'), undefined)
})

t.test('an invitation makes the account, and is offered', async (t) => {
  const team = (await registry.teams.find(site.team))!
  await registry.oneTimeLinks.create('invite', { email: 'new@corp.test', role: 'viewer', teamId: team.id })
  const { location, browser } = await come({ sub: 'n1', email: 'new@corp.test', email_verified: true })
  t.equal(location, '/sites')
  const cookie = `tidemark=${browser.jar.get('tidemark')}`
  const list = await fetch(`${service.url}/api/v1/sites/overview`, { headers: { cookie } })
  t.match(await list.json(), { invitations: [{ role: 'viewer' }] })
})

t.test('what the browser and the service have to agree on', async (t) => {
  const elsewhere = /did not begin in this browser/
  const nobody = /did not say who you are/
  const set = (name: string, value: string) => (url: URL) => {
    url.searchParams.set(name, value)
    return url
  }
  const wrong = await come(owner, { back: set('state', 'x'.repeat(43)) })
  t.match(await refusal(wrong.response), [403, elsewhere], 'another state')
  const nonce = await come(owner, { out: set('nonce', 'y'.repeat(43)) })
  t.match(await refusal(nonce.response), [403, nobody], 'another nonce')
  const code = await come(owner, { back: set('code', 'z'.repeat(43)) })
  t.match(await refusal(code.response), [403, nobody], 'another code')
  const challenge = await come(owner, { out: set('code_challenge', 'c'.repeat(43)) })
  t.match(await refusal(challenge.response), [403, nobody], 'another challenge')
  const denied = await come(owner, { back: set('error', 'access_denied') })
  t.match(await refusal(denied.response), [403, nobody], 'the service refused')

  const good = await come(owner)
  t.match(await refusal(await good.browser.get(good.callback)), [403, elsewhere], 'the same address again')
  const browser = new Browser()
  await browser.get('/login/oidc')
  const kept = browser.jar.get('tidemark-oidc')!
  const replayed = await come(owner, { browser, back: (url) => url })
  browser.jar.set('tidemark-oidc', replayed.browser.jar.get('tidemark-oidc') ?? kept)
  t.equal((await browser.get(replayed.callback)).status, 403, 'the code again, with a cookie of the browser')
  const forged = new Browser()
  forged.jar.set('tidemark-oidc', `${kept.split('.')[0]}.${'A'.repeat(43)}`)
  t.match(
    await refusal(await forged.get('/login/oidc/callback?state=x&code=y')),
    [403, elsewhere],
    'a cookie of its own',
  )
  t.equal((await new Browser().get('/login/oidc/callback')).status, 403, 'nothing at all')
})

t.test('the only way in', async (t) => {
  const only = await startApp({
    env: { ...env, OIDC_ONLY: 'true' },
    webFolder: build.folder,
    databaseUrl: service.databaseUrl,
  })
  t.teardown(() => only.stop())
  const browser = new Browser()
  t.match(await factsOf(await browser.get('/login', only)), { oidc: { name: 'Corp', is_only: true } })
  for (const path of ['/', '/setup', '/reset/x', '/invite/x'])
    t.equal((await browser.get(path, only)).headers.get('location'), '/login', path)
  const error = 'Passwords are not in use here. Please sign in with Corp'
  const { headers } = await signIn(only, 'owner@corp.test')
  const cases: [method: string, path: string, body: object][] = [
    ['POST', '/api/session', { email: 'owner@corp.test', password: 'long enough it is' }],
    ['POST', '/api/setup', { token: 'x', email: 'a@b.test', password: 'long enough it is' }],
    ['POST', '/api/reset', { token: 'x', password: 'long enough it is' }],
    ['POST', '/api/invitations/x', { password: 'long enough it is' }],
    ['PUT', '/api/account', { password: 'long enough it is' }],
  ]
  for (const [method, path, body] of cases) {
    const response = await fetch(only.url + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const refusal = { error, code: 'passwordsOff', gaps: { name: 'Corp' } }
    t.strictSame([response.status, await response.json()], [403, refusal], path)
  }
  const user = (await registry.users.find('owner@corp.test'))!
  const { token } = await registry.oneTimeLinks.create('signin', { userId: user.id })
  const link = await fetch(`${only.url}/api/session`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  t.equal(link.status, 200, 'a link of the operator works nevertheless')
})

t.test('no service, and a service that is away', async (t) => {
  const without = await startApp({ webFolder: build.folder, databaseUrl: service.databaseUrl })
  t.teardown(() => without.stop())
  t.equal((await new Browser().get('/login/oidc', without)).status, 404)
  t.notOk((await factsOf(await new Browser().get('/login', without))).oidc)
  const away = await startApp({
    env: { ...env, OIDC_ISSUER: 'http://127.0.0.1:9' },
    webFolder: build.folder,
    databaseUrl: service.databaseUrl,
  })
  t.teardown(() => away.stop())
  t.strictSame(await refusal(await new Browser().get('/login/oidc', away)), [
    503,
    'The sign-in service cannot be reached at the moment. Please try again',
  ])
  t.equal((await new Browser().get('/login', away)).status, 200, 'passwords still let in')
  const browser = new Browser()
  provider.person = owner
  const callback = await browser.signInAt((await browser.get('/login/oidc')).headers.get('location') ?? '')
  await provider.stop()
  t.match(await refusal(await browser.get(callback)), [403, /did not say who you are/], 'gone in between')
})
