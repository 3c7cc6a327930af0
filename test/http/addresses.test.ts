// Accounts with an unproven address: what they reach, how they are proven, and what ends then (spec/dashboard
// 12).
import t from 'tap'
import { startApp } from '../support/app.ts'
import { cookieOf, send } from '../support/browser.ts'
import { fakeBuild, signIn } from '../support/dashboard.ts'
import { startProvider } from '../support/oidc.ts'
import { startSmtp } from '../support/smtp.ts'

t.setTimeout(240_000)

const build = await fakeBuild()
const service = await startApp({ webFolder: build.folder })
const smtp = await startSmtp()
const mailing = await startApp({
  databaseUrl: service.databaseUrl,
  webFolder: build.folder,
  env: { SMTP_URL: smtp.url },
})
t.teardown(async () => {
  await mailing.stop()
  smtp.stop()
  await service.stop()
  await build.remove()
})
const { registry } = service.app
const password = 'a long enough password'
await service.provision({ domain: 'squatter.test', email: 'squatter@a.test' })
await service.provision({ domain: 'victim.test', email: 'owner@victim.test' })
const victimSite = (await registry.sites.find('victim.test'))!.id
const squatter = await signIn(service, 'squatter@a.test')
const own = (at: typeof service, cookie: string, method: string, path: string, body?: unknown) =>
  send(at, method, path, body, { cookie })

async function invite(email: string, to: 'team' | 'site' = 'site', at = service) {
  const role = to === 'team' ? 'admin' : 'viewer'
  return own(at, squatter.cookie, 'POST', '/api/sites/squatter.test/invitations', { email, role, to })
}
const tokenOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1)
const accept = (token: string, at = service) => send(at, 'POST', `/api/invitations/${token}`, { password })
/** The token of the last mail's link of a kind. */
const mailed = (kind: string): string =>
  new RegExp(`/${kind}/([\\w-]+)`).exec((smtp.mails.at(-1)?.raw ?? '').replaceAll('=\r\n', ''))?.[1] ?? ''

const sitesOf = async (cookie: string): Promise<string[]> =>
  (await own(service, cookie, 'GET', '/api/v1/sites')).body.sites.map(({ domain }: { domain: string }) => domain)
const factsOf = async (cookie: string, path = '/account') => {
  const page = await fetch(`${service.url}${path}`, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' })
  const [, json = '{}'] = /id="facts">([^<]*)</.exec(await page.text()) ?? []
  return { status: page.status, location: page.headers.get('location'), facts: JSON.parse(json) }
}

for (const to of ['site', 'team'] as const)
  t.test(`an account made by a link that was handed over has what the link gives (${to}), nothing else`, async (t) => {
    const email = `stranger-${to}@b.test`
    const { body } = await invite(email, to)
    t.match(body, { email, url: /^http/ })
    const accepted = await accept(tokenOf(body.url))
    t.equal(accepted.status, 200)
    const cookie = cookieOf(accepted)
    t.strictSame(await sitesOf(cookie), ['squatter.test'], 'what the link gave')
    t.equal((await factsOf(cookie)).facts.user.is_proven, false)
    await registry.teams.addGuest(victimSite, email, 'editor')
    t.match(
      (await registry.teams.guests(victimSite)).find((guest) => guest.email === email),
      { status: 'invited' },
      'shown as one who has not come yet',
    )
    t.strictSame(await sitesOf(cookie), ['squatter.test'], "a guest's access given to the address")
    const key = (await own(service, cookie, 'POST', '/api/account/keys', { name: 'k' })).body.key
    const byKey = await send(service, 'GET', '/api/v1/sites?limit=100', undefined, { authorization: `Bearer ${key}` })
    t.strictSame(
      byKey.body.sites.map(({ domain }: { domain: string }) => domain),
      ['squatter.test'],
      'by a key',
    )
    const { team } = (await registry.sites.find('victim.test'))!
    const teamId = (await registry.teams.find(team))!.id
    const { token } = await registry.oneTimeLinks.create('invite', { email, role: 'admin', teamId })
    t.strictSame((await own(service, cookie, 'GET', '/api/v1/sites/overview')).body.invitations, [], 'not even shown')
    const [invitation] = await registry.invitations.listFor(email)
    const path = `/api/account/invitations/${invitation?.id}`
    t.equal((await own(service, cookie, 'POST', path)).status, 404, 'an invitation to the address')
    t.equal((await own(service, cookie, 'DELETE', path)).status, 404)
    t.equal((await accept(token)).status, 200, 'the link that was sent')
    t.strictSame((await sitesOf(cookie)).sort(), ['squatter.test', 'victim.test'])
    await registry.users.setProven((await registry.users.find(email))!.id)
    t.equal((await factsOf(cookie)).facts.user.is_proven, true)
  })

t.test('a role that is raised by address is not that of an account which only opened a link', async (t) => {
  const email = 'raised@b.test'
  const cookie = cookieOf(await accept(tokenOf((await invite(email)).body.url)))
  const own = (await registry.sites.find('squatter.test'))!.id
  await registry.teams.addGuest(own, email, 'viewer', { replaceRole: true })
  t.strictSame(await sitesOf(cookie), ['squatter.test'])
  await registry.teams.addGuest(own, email, 'editor', { replaceRole: true })
  t.strictSame(await sitesOf(cookie), [])
  await registry.users.setProven((await registry.users.find(email))!.id)
  t.strictSame(await sitesOf(cookie), ['squatter.test'])
})

t.test('accounts of the operator, and those with a mail that came back, are proven', async (t) => {
  const made = await registry.users.create({ email: 'made@c.test', password })
  t.equal(made.isProven, true)
  const { body } = await invite('mailed@c.test', 'site', mailing)
  t.strictSame(body, { email: 'mailed@c.test', url: null, failure: null })
  const accepted = await accept(mailed('invite'))
  t.equal((await registry.users.find('mailed@c.test'))?.isProven, true)
  await registry.teams.addGuest(victimSite, 'mailed@c.test', 'viewer')
  t.strictSame((await sitesOf(cookieOf(accepted))).sort(), ['squatter.test', 'victim.test'])
  smtp.refused.add('bounced@c.test')
  const failed = await invite('bounced@c.test', 'site', mailing)
  t.match(failed.body, { url: /^http/, failure: /./ })
  await accept(tokenOf(failed.body.url))
  t.equal((await registry.users.find('bounced@c.test'))?.isProven, false, 'the mail failed')
})

t.test('an address is confirmed by a mail that its own session opens', async (t) => {
  const { body } = await invite('confirm@d.test')
  const cookie = cookieOf(await accept(tokenOf(body.url)))
  const path = '/api/account/confirmation'
  t.equal((await own(service, cookie, 'POST', path)).status, 403, 'no mail is set up')
  t.equal((await own(mailing, cookie, 'POST', path)).status, 204)
  t.equal(smtp.mails.at(-1)?.to, 'confirm@d.test')
  const page = `/confirm/${mailed('confirm')}`
  t.match(await factsOf('', page), { status: 302, location: `/login?next=${encodeURIComponent(page)}` })
  t.equal((await factsOf(squatter.cookie, page)).location, '/account', 'a person with a proven address')
  const other = cookieOf(await accept(tokenOf((await invite('other@d.test')).body.url)))
  t.equal((await factsOf(other, page)).status, 410, 'of another account')
  t.equal((await registry.users.find('other@d.test'))?.isProven, false)
  t.match(await factsOf(cookie, page), { status: 302, location: '/account' })
  t.equal((await registry.users.find('confirm@d.test'))?.isProven, true)
  t.equal((await own(mailing, cookie, 'POST', path)).status, 204, 'nothing is sent to a proven address')
  for (let sent = 0; sent < 3; sent += 1) t.equal((await own(mailing, other, 'POST', path)).status, 204)
  t.match(await own(mailing, other, 'POST', path), { status: 429 }, 'three mails an hour')
})

t.test('the owner of the address takes an account over: by a mailed link for a new password', async (t) => {
  const email = 'reset@e.test'
  const cookie = cookieOf(await accept(tokenOf((await invite(email)).body.url)))
  const { key } = (await own(service, cookie, 'POST', '/api/account/keys', { name: 'k' })).body
  const { secret } = (await own(service, cookie, 'POST', '/api/account/second-factor', {})).body
  t.ok(secret)
  await registry.store.read.query(
    `update second_factors set is_on = true where user_id = (select id from users where email = $1)`,
    [email],
  )
  const { id } = (await registry.users.find(email))!
  const { token } = await registry.oneTimeLinks.create('reset', { userId: id })
  const done = await send(service, 'POST', '/api/reset', { token, password: 'another long password' })
  t.equal(done.status, 200, 'no second factor is asked for: it was that of a stranger')
  t.equal((await registry.users.find(email))?.isProven, true)
  t.equal((await own(service, cookie, 'GET', '/api/account/keys')).status, 401, 'her session')
  const byKey = await send(service, 'GET', '/api/v1/sites', undefined, { authorization: `Bearer ${key}` })
  t.equal(byKey.status, 401, 'her key')
  t.equal((await send(service, 'POST', '/api/session', { email, password })).status, 401, 'her password')
  t.match((await own(service, cookieOf(done), 'GET', '/api/account/second-factor')).body, { is_on: false })
})

t.test('a new password offers to revoke the keys of the account', async (t) => {
  const { id } = await registry.users.create({ email: 'keys@f.test', password })
  for (const [revokes, left] of [
    [false, 1],
    [true, 0],
  ] as const) {
    if (!revokes) await registry.keys.create({ userId: id, name: 'k' })
    const { token } = await registry.oneTimeLinks.create('reset', { userId: id })
    await send(service, 'POST', '/api/reset', { token, password, revoke_keys: revokes })
    t.equal((await registry.keys.list(id)).length, left)
  }
})

t.test('three invitations an hour are mailed to an address', async (t) => {
  const before = smtp.mails.length
  for (let sent = 0; sent < 3; sent += 1) t.equal((await invite('many@g.test', 'site', mailing)).status, 201)
  const refused = await invite('MANY@g.test', 'site', mailing)
  t.equal(refused.status, 429)
  t.ok(Number(refused.headers.get('retry-after')) > 3_000)
  t.equal(smtp.mails.length, before + 3)
  t.equal((await invite('many@g.test')).status, 201, 'a link to hand over is no mail')
  const teamId = (await registry.teams.find((await registry.sites.find('squatter.test'))!.team))!.id
  await t.rejects(async () => {
    for (let sent = 0; sent < 101; sent += 1) await registry.limits.takeMail('invitation', `${sent}@h.test`, { teamId })
  }, /Too many/)
  await registry.limits.takeMail('invitation', 'x@h.test', { teamId: teamId + 1_000 })
})

t.test('spellings of an address that reach one mailbox share its three mails', async (t) => {
  const spellings = ['Zoë@café.test', 'ZOË@CAFÉ.test', 'zoe\u0308@cafe\u0301.test.', 'ｚoë@xn--caf-dma.test']
  for (const email of spellings.slice(0, 3)) await registry.limits.takeMail('invitation', email)
  for (const email of spellings) await t.rejects(registry.limits.takeMail('invitation', email), /Too many/, email)
  await registry.limits.takeMail('invitation', 'zoe@café.test')
})

t.test('an account causes ten mails an hour, whatever they are and whoever gets them', async (t) => {
  const email = 'busy@k.test'
  const { id } = await registry.users.create({ email, password })
  await registry.teams.addMember(
    (await registry.teams.find((await registry.sites.find('victim.test'))!.team))!.id,
    id,
    'admin',
  )
  const { cookie } = await signIn(mailing, email)
  const move = (index: number) => own(mailing, cookie, 'POST', '/api/account/email', { email: `${index}@l.test` })
  const inviting = (index: number) =>
    own(mailing, cookie, 'POST', '/api/sites/victim.test/invitations', {
      email: `${index}@m.test`,
      role: 'viewer',
      to: 'site',
    })
  for (let index = 0; index < 6; index += 1) t.equal((await move(index)).status, 204)
  for (let index = 0; index < 4; index += 1) t.equal((await inviting(index)).status, 201)
  const before = smtp.mails.length
  for (const refused of [await move(7), await inviting(7)]) {
    t.equal(refused.status, 429)
    t.ok(Number(refused.headers.get('retry-after')) > 3_000)
  }
  t.equal(smtp.mails.length, before)
})

t.test('the first sign-in by a service ends what a squatter had', async (t) => {
  const base = 'http://tidemark.test'
  const provider = await startProvider(base)
  t.teardown(() => provider.stop())
  const email = 'taken@i.test'
  const cookie = cookieOf(await accept(tokenOf((await invite(email)).body.url)))
  const { key } = (await own(service, cookie, 'POST', '/api/account/keys', { name: 'k' })).body
  const { id } = (await registry.users.find(email))!
  const open = await registry.oneTimeLinks.create('signin', { userId: id })
  const facts = { isVerified: true, name: '', roles: new Map(), hasSecondFactor: false }
  const identity = { issuer: provider.issuer, subject: 'the owner', email, ...facts }
  const place = { agent: '', country: null }
  const signedIn = await registry.identities.signIn(identity, place)
  t.equal(signedIn.userId, id)
  t.equal((await registry.users.find(email))?.isProven, true)
  t.equal((await own(service, cookie, 'GET', '/api/account/keys')).status, 401, 'her session')
  const byKey = await send(service, 'GET', '/api/v1/sites', undefined, { authorization: `Bearer ${key}` })
  t.equal(byKey.status, 401, 'her key')
  t.equal((await send(service, 'POST', '/api/session', { email, password })).status, 401, 'her password')
  t.equal((await send(service, 'POST', '/api/session', { token: open.token })).status, 410, 'her link')
  const again = await registry.identities.signIn(identity, place)
  t.equal(again.userId, id)
  t.ok(await registry.sessions.find(signedIn.token), 'a later sign-in ends nothing')
})

t.test('another address: a mail to both, and the link moves the account in its own session alone', async (t) => {
  const mover = await signIn(mailing, 'mover@j.test')
  const path = '/api/account/email'
  t.equal((await own(service, mover.cookie, 'POST', path, { email: 'moved@j.test' })).status, 403, 'without mail')
  t.equal((await own(mailing, mover.cookie, 'POST', path, { email: 'nothing' })).status, 400)
  const before = smtp.mails.length
  t.equal((await own(mailing, mover.cookie, 'POST', path, { email: 'moved@j.test' })).status, 204)
  const mails = smtp.mails.slice(before).map(({ raw }) => /^To: (.*)$/im.exec(raw)?.[1] ?? '')
  t.match(mails.sort().join(' '), /moved@j\.test.*mover@j\.test/)
  const token = mailed('confirm')
  const open = (cookie: string) =>
    fetch(`${mailing.url}/confirm/${token}`, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' })
  t.equal((await open((await signIn(mailing, 'other@j.test')).cookie)).status, 410, 'in the session of another account')
  t.equal((await open(mover.cookie)).status, 302)
  t.equal((await registry.users.find('moved@j.test'))?.isProven, true)
  t.equal(await registry.users.find('mover@j.test'), undefined)
})
