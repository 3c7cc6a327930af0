// The account: name, password, settings, API keys, invitations (spec/dashboard 11 and 12).
import t from 'tap'
import { startApp } from '../support/app.ts'
import { cookieOf, send } from '../support/browser.ts'
import { signIn } from '../support/dashboard.ts'

t.setTimeout(240_000)

const minute = 60_000
const day = 86_400_000
let now = Date.parse('2026-11-23T12:00:00Z')
const service = await startApp({ clock: { now: () => new Date(now) } })
t.teardown(() => service.stop())
const { registry } = service.app
const site = await service.provision({ domain: 'account.test', email: 'ann@account.test' })
const foreign = await service.provision({ domain: 'foreign.test', email: 'other@foreign.test' })
const teamId = (await registry.teams.find(site.team))?.id ?? 0
const siteId = (await registry.sites.find('account.test'))?.id ?? 0
const email = 'ann@account.test'
const good = 'a long enough password'

const ask = (cookie: string, method: string, path: string, body?: unknown) =>
  send(service, method, path, body, { cookie })

t.test('name and settings', async (t) => {
  const { cookie } = await signIn(service, email)
  const change = (body: object) => ask(cookie, 'PUT', '/api/account', body)
  t.strictSame((await change({ name: ' Ann ' })).body, { email, name: 'Ann', shortcuts: true })
  t.strictSame((await change({ shortcuts: false })).body, { email, name: 'Ann', shortcuts: false })
  t.strictSame((await change({})).body, { email, name: 'Ann', shortcuts: false })
  const refused: [body: object, error: string][] = [
    [{ name: 1 }, 'name: is invalid'],
    [{ name: 'x'.repeat(256) }, 'name: should be at most 255 character(s)'],
    [{ shortcuts: 'no' }, 'shortcuts: is invalid'],
  ]
  for (const [body, error] of refused) {
    const answer = await change(body)
    t.strictSame([answer.status, answer.body], [400, { error }])
  }
  t.equal((await change({ name: 'x'.repeat(255) })).status, 200)
  t.equal((await change({ name: 'zero\0' })).body.name, 'zero')
})

t.test('a new password: what is refused, and what it ends', async (t) => {
  const [here, there] = [await signIn(service, email), await signIn(service, email)]
  const change = (body: object) => ask(here.cookie, 'PUT', '/api/account', body)
  const refused: [password: unknown, error: string][] = [
    ['', "can't be blank"],
    [null, "can't be blank"],
    [1_234_567_890, "can't be blank"],
    ['123456789', 'should be at least 10 character(s)'],
    ['😀'.repeat(9), 'should be at least 10 character(s)'],
    ['x y'.repeat(400), 'should be at most 1000 byte(s)'],
    ['password123', 'is among the most common ones'],
    ['PASSWORD123', 'is among the most common ones'],
    ['qwertyuiop', 'is among the most common ones'],
    ['1234567890', 'is among the most common ones'],
    ['1111111111', 'is among the most common ones'],
    [email.toUpperCase(), 'must not be the e-mail address'],
  ]
  for (const [password, error] of refused) {
    const answer = await change({ password })
    t.strictSame([answer.status, answer.body], [400, { error: `password: ${error}` }], String(password).slice(0, 20))
  }
  t.equal((await change({ password: good, name: 1 })).status, 400, 'all or nothing')
  t.equal((await send(service, 'POST', '/api/session', { email, password: good })).status, 401)
  t.equal((await change({ password: '😀a😃b😄c😁d😆e' })).status, 200, '10 characters')
  t.equal((await change({ password: `${good}é` })).status, 200)
  t.equal((await ask(there.cookie, 'GET', '/api/account/keys')).status, 401, 'the other session has ended')
  t.equal((await ask(here.cookie, 'GET', '/api/account/keys')).status, 200, 'this one has not')
  const composed = { email, password: `${good}é`.normalize('NFD') }
  t.equal((await send(service, 'POST', '/api/session', composed)).status, 200, 'however letters are written')
})

t.test('a session that stood open for a while is asked for the present password', async (t) => {
  const { cookie } = await signIn(service, email)
  const change = (body: object) => ask(cookie, 'PUT', '/api/account', body)
  await change({ password: good })
  now += 15 * minute
  t.equal((await change({ password: `${good} 2` })).status, 200, '15 minutes')
  now += 1
  const asked = await change({ password: `${good} 3` })
  t.strictSame(
    [asked.status, asked.body],
    [403, { error: 'current_password: is needed, since signing in was a while ago' }],
  )
  t.strictSame(
    (await change({ password: `${good} 3`, current_password: '' })).body,
    asked.body,
    'an empty field is no guess',
  )
  const wrong = await change({ password: `${good} 3`, current_password: good })
  t.strictSame([wrong.status, wrong.body], [403, { error: 'current_password: is wrong' }])
  t.equal((await change({ password: `${good} 3`, current_password: `${good} 2` })).status, 200)
  t.equal((await change({ name: 'Ann' })).status, 200, 'a name asks for nothing')
})

t.test('a session that stood open for a while is asked for the password before it gets a key', async (t) => {
  const { cookie } = await signIn(service, email)
  const make = (body: object) => ask(cookie, 'POST', '/api/account/keys', { name: 'Later', ...body })
  await ask(cookie, 'PUT', '/api/account', { password: good })
  now += 15 * minute + 1
  t.strictSame(
    [(await make({})).status, (await make({ current_password: '' })).body],
    [403, { error: 'current_password: is needed, since signing in was a while ago' }],
  )
  t.strictSame((await make({ current_password: 'wrong' })).body, { error: 'current_password: is wrong' })
  const made = await make({ current_password: good })
  t.equal(made.status, 201)
  t.equal((await ask(cookie, 'DELETE', `/api/account/keys/${made.body.id}`)).status, 204)
})

t.test('API keys of the account', async (t) => {
  const { cookie } = await signIn(service, email)
  const path = '/api/account/keys'
  const made = await ask(cookie, 'POST', path, { name: ' Report ', team_id: site.team, scopes: ['stats:read:*'] })
  t.match(made, {
    status: 201,
    body: { name: 'Report', team: site.team, scopes: ['stats:read:*'], last_used_at: null, key: /^[\w-]{64}$/ },
  })
  const authorization = `Bearer ${made.body.key}`
  t.equal((await send(service, 'GET', '/api/v1/sites', undefined, { authorization })).status, 200)
  const { keys } = (await ask(cookie, 'GET', path)).body
  t.strictSame(
    keys.map(({ name }: { name: string }) => name),
    ['provision', 'Report'],
  )
  t.notOk('key' in keys[1], 'shown once')
  const other = await signIn(service, foreign.email)
  t.equal((await ask(other.cookie, 'DELETE', `${path}/${made.body.id}`)).status, 404, 'of another account')
  t.equal((await ask(cookie, 'DELETE', `${path}/x`)).status, 404)
  t.equal((await ask(cookie, 'DELETE', `${path}/${made.body.id}`)).status, 204)
  t.equal((await send(service, 'GET', '/api/v1/sites', undefined, { authorization })).status, 401)
  const refused: [body: object, error: string][] = [
    [{}, "name: can't be blank"],
    [{ name: ' ' }, "name: can't be blank"],
    [{ name: '\0' }, "name: can't be blank"],
    [{ name: 'x'.repeat(256) }, 'name: should be at most 255 character(s)'],
    [{ name: 'x', scopes: ['all'] }, 'scopes: is invalid'],
    [{ name: 'x', scopes: 'stats:read:*' }, 'scopes: is invalid'],
    [{ name: 'x', team_id: foreign.team }, 'team_id: is invalid'],
    [{ name: 'x', team_id: 'none' }, 'team_id: is invalid'],
  ]
  for (const [body, error] of refused) {
    const answer = await ask(cookie, 'POST', path, body)
    t.strictSame([answer.status, answer.body], [400, { error }], JSON.stringify(body).slice(0, 40))
  }
})

t.test('an invitation makes an account, or asks the one there is for its password', async (t) => {
  const invite = async (target: { email: string; role: 'editor' | 'viewer'; team?: boolean }) =>
    (
      await registry.oneTimeLinks.create('invite', {
        email: target.email,
        role: target.role,
        ...(target.team ? { teamId } : { siteId }),
      })
    ).token
  const accept = (token: string, body: object) =>
    send(service, 'POST', `/api/invitations/${token}`, body, { 'x-forwarded-for': '192.0.2.20' })
  const roleOf = async (cookie: string) =>
    (await ask(cookie, 'GET', '/api/v1/sites')).body.sites.map(({ domain }: { domain: string }) => domain)

  const token = await invite({ email: 'new@account.test', role: 'viewer' })
  t.equal((await accept(token, { password: 'short' })).status, 400)
  const done = await accept(token, { name: 'New', password: good })
  t.strictSame([done.status, done.body], [200, { next: '/sites' }])
  t.strictSame(await roleOf(cookieOf(done)), ['account.test'])
  t.equal((await accept(token, { password: good })).status, 410, 'once')

  const again = await invite({ email: 'NEW@account.test', role: 'editor', team: true })
  t.strictSame((await accept(again, { password: 'some other password' })).body, {
    error: 'E-mail or password is wrong',
  })
  t.equal((await accept(again, { password: good })).status, 200, 'the password of the account')
  t.match(await registry.teams.members(teamId), [{}, { email: 'new@account.test', role: 'editor' }])

  const bare = await invite({ email: foreign.email, role: 'viewer' })
  const taken = await accept(bare, { password: good })
  t.equal(taken.status, 403, 'an account without a password cannot be taken')
  t.equal((await registry.users.find(foreign.email))?.name, '')
  const foreignSite = (await registry.sites.find('foreign.test'))?.id ?? 0
  await registry.teams.addGuest(foreignSite, 'guest@account.test', 'viewer')
  const shared = await invite({ email: 'guest@account.test', role: 'viewer' })
  t.equal((await accept(shared, { password: good })).status, 403, 'others gave something to this address')
  t.equal(await registry.users.find('guest@account.test'), undefined)

  const late = await invite({ email: 'late@account.test', role: 'viewer' })
  now += 14 * day
  t.equal((await accept(late, { password: good })).status, 410, 'after 14 days')
})

t.test('invitations of somebody who is signed in', async (t) => {
  const guest = await signIn(service, 'signed@account.test')
  const invite = () => registry.oneTimeLinks.create('invite', { email: 'Signed@account.test', role: 'viewer', siteId })
  await invite()
  const [invitation] = await registry.invitations.listFor('signed@account.test')
  t.match(invitation, { domain: 'account.test', team: 'My Personal Sites', role: 'viewer' })
  const path = `/api/account/invitations/${invitation?.id}`
  const other = await signIn(service, foreign.email)
  t.equal((await ask(other.cookie, 'POST', path)).status, 404, 'of another address')
  t.equal((await ask(other.cookie, 'DELETE', path)).status, 404)
  t.equal((await ask(guest.cookie, 'POST', path)).status, 204)
  t.equal((await ask(guest.cookie, 'GET', '/api/v1/sites/account.test')).status, 200)
  t.equal((await ask(guest.cookie, 'POST', path)).status, 404, 'once')
  await invite()
  const [second] = await registry.invitations.listFor('signed@account.test')
  t.equal((await ask(guest.cookie, 'DELETE', `/api/account/invitations/${second?.id}`)).status, 204)
  t.strictSame(await registry.invitations.listFor('signed@account.test'), [])
})
