// Sign-in by a proxy's header: from the proxy's addresses alone, in the dialects of such proxies, and never by a header
// that anybody else sends.
import { request } from 'node:http'
import t from 'tap'
import { loadConfig } from '../../src/config.ts'
import { createProxySignIn } from '../../src/http/proxy-sign-in.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { fakeBuild } from '../support/dashboard.ts'

t.setTimeout(120_000)

const build = await fakeBuild()
const first = await startApp()
const site = await first.provision({ domain: 'home.test', email: 'owner@corp.test' })
const env = {
  PROXY_AUTH_FROM: '127.0.0.2/32, 127.0.0.4',
  PROXY_AUTH_EMAIL_HEADER: 'Remote-Email',
  PROXY_AUTH_NAME_HEADER: 'Remote-Name',
  PROXY_AUTH_GROUPS_HEADER: 'Remote-Groups',
  SIGN_IN_ROLES: `group:staff=viewer@${site.team}; domain:corp.test=viewer@${site.team}`,
}
const start = (more: Record<string, string>) =>
  startApp({ databaseUrl: first.databaseUrl, webFolder: build.folder, env: { HOST: '0.0.0.0', ...more } })
const service = await start(env)
const without = await start({ TRUSTED_PROXIES: '127.0.0.0/8' })
t.teardown(async () => {
  await service.stop()
  await without.stop()
  await first.stop()
  await build.remove()
})
const { registry } = service.app

interface Got {
  readonly status: number
  readonly location: string | undefined
  readonly cookie: string
  readonly text: string
}

/** A request from an address of this machine, which stands for the proxy or for somebody else. */
const get = (path: string, from: string, headers: Record<string, string | string[]> = {}, of: TestApp = service) =>
  new Promise<Got>((resolve, reject) => {
    const url = new URL(path, of.url)
    const asked = request(url, { localAddress: from, headers: { accept: 'text/html', ...headers } }, (answer) => {
      let text = ''
      answer.on('data', (piece: Buffer) => {
        text += piece.toString()
      })
      answer.on('end', () => {
        const cookies = answer.headers['set-cookie'] ?? []
        const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, cookie, text })
      })
    })
    asked.on('error', reject)
    asked.end()
  })
const proxy = '127.0.0.2'
const as = (email: string, more: Record<string, string> = {}) => ({ 'Remote-Email': email, ...more })

t.test('signs in whom the proxy names, and leads on', async (t) => {
  const led = await get('/sites/home.test?period=day', proxy, as('Owner@corp.test'))
  t.equal(led.location, '/login?next=%2Fsites%2Fhome.test%3Fperiod%3Dday')
  const signedIn = await get(led.location!, proxy, as('Owner@corp.test'))
  t.strictSame([signedIn.status, signedIn.location], [302, '/sites/home.test?period=day'])
  t.equal((await get('/sites/home.test', proxy, { ...as('owner@corp.test'), cookie: signedIn.cookie })).status, 200)
  t.equal((await get('/', proxy, as('owner@corp.test'))).location, '/login')
})

t.test('the header of any other address is ignored', async (t) => {
  for (const from of ['127.0.0.1', '127.0.0.3']) {
    const page = await get('/login', from, { ...as('owner@corp.test'), 'x-forwarded-for': proxy, 'x-real-ip': proxy })
    t.equal(page.status, 200, `${from} sees the page`)
    t.equal(page.cookie, '')
  }
  t.equal((await get('/login', '127.0.0.4', as('owner@corp.test'))).status, 302, 'each address of the setting')
  const off = await get('/login', proxy, as('owner@corp.test'), without)
  t.equal(off.cookie, '', 'off by default, whatever TRUSTED_PROXIES says')
  const other = await get('/login', proxy, { 'X-Forwarded-Email': 'owner@corp.test', 'Remote-User': 'owner@corp.test' })
  t.equal(other.cookie, '', 'and other headers are nothing')
})

t.test('the session of somebody else than the proxy names is none', async (t) => {
  const { cookie } = await get('/login', proxy, as('owner@corp.test'))
  const page = (email: string, from = proxy) => get('/account', from, { ...as(email), cookie })
  t.equal((await page('owner@corp.test')).status, 200)
  t.equal((await page('bob@corp.test')).location, '/login?next=%2Faccount')
  t.equal((await page('bob@corp.test', '127.0.0.1')).status, 200, 'not by the word of others')
  const changed = (await registry.users.find('owner@corp.test'))!
  await registry.users.setEmail(changed.id, 'new@corp.test')
  t.equal((await page('owner@corp.test')).status, 200, 'an account with another address since is the same person')
  await registry.users.setEmail(changed.id, 'owner@corp.test')
})

t.test('accounts by rules and invitations alone', async (t) => {
  const stranger = await get('/login', proxy, as('eve@elsewhere.test'))
  t.equal(stranger.status, 403)
  t.match(stranger.text, 'There is no account for eve@elsewhere.test')
  const staff = as('ann@elsewhere.test', { 'Remote-Groups': 'users, staff', 'Remote-Name': 'Ann' })
  t.equal((await get('/login', proxy, staff)).status, 302)
  const team = (await registry.teams.find(site.team))!
  t.match(
    (await registry.teams.members(team.id)).find(({ email }) => email === 'ann@elsewhere.test'),
    { role: 'viewer', name: 'Ann' },
  )
  t.equal((await get('/login', proxy, as('ann@elsewhere.test', { 'Remote-Groups': 'users' }))).status, 302)
  t.equal(
    (await registry.teams.members(team.id)).some(({ email }) => email === 'ann@elsewhere.test'),
    false,
  )
})

t.test('a header that is no address signs nobody in', async (t) => {
  const values: (string | string[])[] = [
    'ann',
    'ann@corp.test, bob@corp.test',
    ['ann@corp.test', 'bob@corp.test'],
    'ann @corp.test',
    '<ann@corp.test>',
    `${'a'.repeat(300)}@corp.test`,
    'a@b@corp.test',
  ]
  for (const value of values) {
    const got = await get('/login', proxy, { 'Remote-Email': value as string })
    t.strictSame([got.status, got.cookie], [403, ''], String(value).slice(0, 40))
  }
  t.equal((await get('/login', proxy, { 'Remote-Email': ' ' })).status, 200, 'a blank one names nobody')
})

t.test('dialects of proxies', async (t) => {
  // As documented: authelia.com (trusted header SSO), docs.goauthentik.io (proxy provider), oauth2-proxy (headers for
  // upstreams), Cloudflare Access, tailscale.dev (identity headers), Google IAP; we-promise/sure#1685,
  // C4illin/ConvertX#600, BeryJu/hass-auth-header#319.
  const dialects: [name: string, headers: Record<string, string>, email: string, groups: string | undefined][] = [
    ['Authelia', { 'remote-email': 'ann@corp.test', 'remote-groups': 'admins,dev' }, 'remote-email', 'remote-groups'],
    [
      'Authentik',
      { 'x-authentik-email': 'ann@corp.test', 'x-authentik-groups': 'authentik Admins|admins' },
      'x-authentik-email',
      'x-authentik-groups',
    ],
    [
      'oauth2-proxy',
      { 'x-forwarded-email': 'Ann@corp.test', 'x-forwarded-groups': 'admins,role:x' },
      'x-forwarded-email',
      'x-forwarded-groups',
    ],
    [
      'Cloudflare Access',
      { 'cf-access-authenticated-user-email': 'ann@corp.test' },
      'cf-access-authenticated-user-email',
      undefined,
    ],
    ['Tailscale', { 'tailscale-user-login': 'ann@corp.test' }, 'tailscale-user-login', undefined],
    [
      'Google',
      { 'x-goog-authenticated-user-email': 'accounts.google.com:ann@corp.test' },
      'x-goog-authenticated-user-email',
      undefined,
    ],
  ]
  for (const [name, headers, emailHeader, groupsHeader] of dialects) {
    const shared = { from: '10.0.0.1', nameHeader: undefined, hasSecondFactor: false }
    const rules = [{ by: 'group', name: 'admins', role: 'admin', team: 't' }] as const
    const identity = createProxySignIn({ ...shared, emailHeader, groupsHeader }, rules).identityOf(headers)
    t.match(identity, { email: 'ann@corp.test', isVerified: true }, name)
    t.equal(identity?.roles.get('t'), groupsHeader ? 'admin' : 'none', name)
  }
  const named = createProxySignIn({
    ...{ from: '10.0.0.1', emailHeader: 'e', groupsHeader: undefined, hasSecondFactor: false },
    nameHeader: 'n',
  })
  t.equal(named.identityOf({ e: 'a@b.test', n: '=?utf-8?q?Ann?=' })?.name, '')
})

t.test('settings that would let everybody in are refused', async (t) => {
  const base = { DATABASE_URL: 'postgres://localhost/x', SECRET_KEY: 'x' }
  const refused: [env: Record<string, string>, reason: RegExp][] = [
    [{ PROXY_AUTH_FROM: '10.0.0.1' }, /go together/],
    [{ PROXY_AUTH_EMAIL_HEADER: 'Remote-Email' }, /go together/],
    [{ PROXY_AUTH_FROM: '0.0.0.0/0', PROXY_AUTH_EMAIL_HEADER: 'Remote-Email' }, /not of everybody/],
    [{ PROXY_AUTH_FROM: '::/0', PROXY_AUTH_EMAIL_HEADER: 'Remote-Email' }, /not of everybody/],
    [{ PROXY_AUTH_FROM: 'cloudflare', PROXY_AUTH_EMAIL_HEADER: 'Remote-Email' }, /cannot be used/],
    [{ PROXY_AUTH_FROM: '10.0.0.1', PROXY_AUTH_EMAIL_HEADER: 'Cookie' }, /must not be Cookie/],
    [{ PROXY_AUTH_FROM: '10.0.0.1', PROXY_AUTH_EMAIL_HEADER: 'a b' }, /name of a header/],
    [{ SIGN_IN_ROLES: 'domain:corp.test=boss@t' }, /SIGN_IN_ROLES has a rule with the role boss/],
  ]
  for (const [more, reason] of refused) {
    const load = () => loadConfig({ ...base, ...more })
    t.throws(load, { message: reason })
  }
  t.equal(loadConfig(base).proxySignIn, undefined)
})
