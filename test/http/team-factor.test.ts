// A team that asks for a second factor: sessions without one see nothing of it, and are led to the account's page.
import { Secret, TOTP } from 'otpauth'
import t from 'tap'
import { createCall } from '../support/api.ts'
import { openPage, send } from '../support/browser.ts'
import { fakeBuild, signIn, startDashboard } from '../support/dashboard.ts'

t.setTimeout(120_000)

const build = await fakeBuild()
const domain = 'team.test'
const service = await startDashboard({ domain, days: 1, webFolder: build.folder })
t.teardown(async () => {
  await service.stop()
  await build.remove()
})
const { registry, directory } = service.app
const { id: siteId, teamId } = directory.find(domain)!
const open = await service.provision({ domain: 'open.test' })
const openTeam = (await registry.teams.find(open.team))!
const path = '/api/account/second-factor'

const ask = (cookie: string, method: string, url: string, body?: unknown) =>
  send(service, method, url, body, { cookie })
const codeOf = (secret: string, step = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 })

/** Turns the second factor of a session's account on; answers its secret. */
async function turnOn(cookie: string): Promise<string> {
  const { secret } = (await ask(cookie, 'POST', path, {})).body
  if ((await ask(cookie, 'PUT', path, { code: codeOf(secret) })).status !== 200) throw new Error('it stays off')
  return secret
}

const member = async (email: string, role: 'viewer' | 'editor' = 'editor') => {
  const user = await registry.users.create({ email, ifMissing: true })
  await registry.teams.addMember(teamId, user.id, role)
  return { id: user.id, cookie: (await signIn(service, email)).cookie }
}
const change = (cookie: string, isRequired: unknown, site = domain) =>
  ask(cookie, 'PUT', `/api/sites/${site}/sign-in`, { requires_second_factor: isRequired })

/** The statuses of what a session can ask about the site, and where its dashboard leads. */
async function reach(cookie: string) {
  const statuses = await Promise.all(
    [
      `/api/v1/sites/${domain}`,
      `/api/sites/${domain}/general`,
      `/api/sites/${domain}/people`,
      `/api/v1/stats/aggregate?site_id=${domain}`,
    ].map(async (url) => (await ask(cookie, 'GET', url)).status),
  )
  const list = (await ask(cookie, 'GET', '/api/v1/sites/overview')).body.sites.map(
    ({ domain }: { domain: string }) => domain,
  )
  const { location } = await openPage(service, `/sites/${domain}`, { cookie })
  return { statuses, isListed: list.includes(domain), location }
}
const isOpen = { statuses: [200, 200, 200, 200], isListed: true, location: null }
const isClosed = { statuses: [404, 404, 404, 404], isListed: false, location: '/account' }

const ann = await member('ann@team.test')
const bob = await member('bob@team.test')
const bobsKey = (await registry.keys.create({ userId: bob.id, scopes: ['sites:*'] })).key

t.test('owners ask for it, once they have one themselves', async (t) => {
  t.strictSame((await ask(service.owner.cookie, 'GET', `/api/sites/${domain}/sign-in`)).body, {
    requires_second_factor: false,
    has_second_factor: false,
  })
  t.match(await change(service.owner.cookie, true), { status: 403, told: { code: 'factorMissing' } })
  t.equal((await change(ann.cookie, true)).status, 404, 'nobody but owners')
  t.strictSame(await reach(ann.cookie), isOpen)
  await turnOn(service.owner.cookie)
  t.equal((await change(service.owner.cookie, 'yes')).status, 400)
  t.equal((await change(service.owner.cookie, true)).status, 204)
  t.strictSame(await reach(service.owner.cookie), isOpen)
})

t.test('others see nothing of the team, at once, and other teams as before', async (t) => {
  t.strictSame(await reach(ann.cookie), isClosed)
  await registry.teams.addMember(openTeam.id, ann.id, 'viewer')
  t.equal((await ask(ann.cookie, 'GET', '/api/v1/sites/open.test')).status, 200)
  const { facts } = await openPage(service, '/account', { cookie: ann.cookie })
  t.strictSame(facts.closed_teams, [domain], 'a team without a name is known by its site')
  t.equal(
    (await openPage(service, '/sites', { cookie: bob.cookie })).location,
    '/account',
    'led there: nothing is open',
  )
  t.equal((await openPage(service, '/sites', { cookie: ann.cookie })).location, null)
  const settings = await openPage(service, `/sites/${domain}/settings/people`, { cookie: ann.cookie })
  t.equal(settings.location, '/account')
  const guest = await registry.users.create({ email: 'guest@team.test' })
  await registry.teams.addGuest(siteId, guest.email, 'editor')
  t.strictSame(await reach((await signIn(service, guest.email)).cookie), isClosed, 'guests too')
})

t.test('keys and links work as before, but no key is made that reaches the team', async (t) => {
  const call = createCall(service.url, bobsKey)
  t.equal((await call('GET', `/api/v1/sites/${domain}`)).status, 200)
  const body = { name: 'k' }
  t.match(await ask(bob.cookie, 'POST', '/api/account/keys', body), { status: 403, told: { code: 'factorMissing' } })
  const bound = { ...body, team_id: service.site.team }
  t.equal((await ask(bob.cookie, 'POST', '/api/account/keys', bound)).status, 400)
  const other = { ...body, team_id: open.team }
  t.equal((await ask(ann.cookie, 'POST', '/api/account/keys', other)).status, 201)
  t.equal(
    (await ask(bob.cookie, 'POST', '/api/v1/sites', { domain: 'new.test', team_id: service.site.team })).status,
    403,
  )
})

t.test('it opens when the factor is set up, or its code is given', async (t) => {
  const secret = await turnOn(ann.cookie)
  t.strictSame(await reach(ann.cookie), isOpen, 'set up in this session')
  const later = (await signIn(service, 'ann@team.test')).cookie
  t.strictSame(await reach(later), isClosed, 'a session that began by a link')
  t.equal((await ask(later, 'POST', `${path}/code`, { code: '000000' })).status, 401)
  t.equal((await ask(later, 'POST', `${path}/code`, {})).status, 400)
  t.strictSame(await reach(later), isClosed)
  t.equal((await ask(later, 'POST', `${path}/code`, { code: codeOf(secret, 1) })).status, 204)
  t.strictSame(await reach(later), isOpen)
  t.equal((await ask(bob.cookie, 'POST', `${path}/code`, { code: '123456' })).status, 400, 'bob has none')
  await registry.secondFactors.remove(ann.id)
  t.strictSame(await reach(later), isClosed, 'and closes when it is turned off')
})

t.test('owners take it back', async (t) => {
  t.equal((await change(service.owner.cookie, false)).status, 204)
  t.strictSame(await reach(bob.cookie), isOpen)
})
