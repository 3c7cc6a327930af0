// A forgotten password: asked for on the sign-in page, a link by mail, a new password; and all that does not get one
// (spec/dashboard 12).
import { Secret, TOTP } from 'otpauth'
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { projectPath } from '../../src/paths.ts'
import { startApp } from '../support/app.ts'
import { cookieOf, openPage, send } from '../support/browser.ts'
import { signIn, startDashboard } from '../support/dashboard.ts'
import { openPages } from '../support/pages.ts'
import { startSmtp, wordsOf } from '../support/smtp.ts'

t.setTimeout(240_000)

const hour = 3_600_000
let now = Date.now()
const clock = { now: () => new Date(now) }
await build()
const smtp = await startSmtp()
const service = await startDashboard({ days: 0, clock, env: { SMTP_URL: smtp.url } })
const { page, visit, takeErrors, stop } = await openPages(service)
t.teardown(async () => {
  await stop()
  await service.stop()
  smtp.stop()
})
const { registry, db } = service.app
const good = 'a long enough password'
const expired = { error: 'This link has expired' }
const { email } = service.site
const userId = (await registry.users.find(email))?.id ?? 0

/** Another address for each test: tries of one must not count in the next. */
const ask = (address: unknown, ip: string, headers = {}) =>
  send(service, 'POST', '/api/reset/link', { email: address }, { 'x-forwarded-for': ip, ...headers })
const choose = (token: string, more: object = {}) =>
  send(service, 'POST', '/api/reset', { token, password: good, ...more }, { 'x-forwarded-for': '198.51.100.1' })
const mailsTo = (address: string) => smtp.mails.filter(({ to }) => to === address)
/** The token of the next mail to an address, which is what the work brings. */
async function tokenFor(address: string, work: () => Promise<unknown>): Promise<string> {
  const count = mailsTo(address).length
  const arrived = new Promise<void>((resolve) => {
    smtp.onMail = () => mailsTo(address).length > count && resolve()
  })
  await work()
  await arrived
  return /http:\/\/tidemark\.test\/reset\/([\w-]+)/.exec(wordsOf(mailsTo(address).at(-1)!))?.[1] ?? ''
}

t.test('asked for, mailed, chosen, signed in: in the browser', async (t) => {
  await visit('/login', { isSignedIn: false })
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { name: 'Forgot your password?', level: 1 }).waitFor()
  const field = page.getByRole('textbox', { name: 'E-mail' })
  await field.fill('nobody')
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('Enter a complete e-mail address').waitFor()
  t.equal(await page.evaluate('document.activeElement.name'), 'email', 'the field has the focus')
  await field.fill(email.toUpperCase())
  const token = await tokenFor(email, () => page.getByRole('button', { name: 'Send link' }).click())
  await page.getByRole('status').filter({ hasText: 'an e-mail is on its way' }).waitFor()
  t.ok(token, 'to the address of the account, not the one that was typed')
  t.match(wordsOf(mailsTo(email)[0]!), /Subject: A new password for Tidemark/)
  await visit(`/reset/${token}`, { isSignedIn: false })
  await page.getByRole('textbox', { name: 'New password' }).fill('short')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByRole('alert').filter({ hasText: 'Use at least 10 characters' }).waitFor()
  await page.getByRole('textbox', { name: 'New password' }).fill(good)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor()
  const old = { cookie: service.owner.cookie }
  t.equal((await send(service, 'GET', '/api/account/keys', undefined, old)).status, 401, 'older sessions have ended')
  await visit(`/reset/${token}`, { isSignedIn: false })
  await page.getByRole('heading', { name: 'This link has expired', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  t.same(takeErrors(), [])
})

t.test('the answer says nothing of accounts', async (t) => {
  await registry.users.create({ email: 'other@x.test' })
  t.ok(await tokenFor('other@x.test', async () => t.equal((await ask('other@x.test', '192.0.2.1')).status, 204)))
  t.equal((await ask('nobody@x.test', '192.0.2.1')).status, 204)
  t.equal(await registry.oneTimeLinks.createReset('nobody@x.test'), undefined, 'nothing to send')
  smtp.refused.add('gone@x.test')
  await registry.users.create({ email: 'gone@x.test' })
  t.equal((await ask('gone@x.test', '192.0.2.1')).status, 204, 'a mail that cannot be delivered')
  for (const bad of ['', 'nobody', 'a@b.test\r\nBcc: c@d.test', "'; drop table users --@x.test", 1, null])
    t.match(await ask(bad, '192.0.2.2'), { status: 400, body: { error: /^email: / } }, String(bad))
})

t.test('tries are counted, right ones too; an account gets three mails an hour from wherever', async (t) => {
  for (let tried = 0; tried < 5; tried += 1) t.equal((await ask('ann@x.test', '192.0.2.3')).status, 204)
  const refused = await ask('ann@x.test', '192.0.2.3')
  t.strictSame([refused.status, refused.headers.get('retry-after')], [429, '60'])
  await registry.users.create({ email: 'bob@x.test' })
  const taken = await Promise.allSettled(
    Array.from({ length: 6 }, () => registry.limits.takeMail('reset', ' BOB@x.test')),
  )
  t.equal(taken.filter(({ status }) => status === 'fulfilled').length, 3)
  now += hour - 1
  const early = await registry.limits.takeMail('reset', 'bob@x.test').then(
    () => 204,
    (error: { status: number }) => error.status,
  )
  t.equal(early, 429, 'an hour less a millisecond')
  t.equal((await ask('bob@x.test', '192.0.2.20')).status, 204, 'the answer is the same')
  now += 1
  t.ok(await tokenFor('bob@x.test', () => ask('bob@x.test', '192.0.2.20')), 'an hour')
  t.equal(mailsTo('bob@x.test').length, 1, 'no mail above the limit')
})

t.test('a link works once, for 24 hours, for its account, and not when another was used', async (t) => {
  now += hour
  const [first, second] = [
    await tokenFor(email, () => ask(email, '192.0.2.30')),
    await tokenFor(email, () => ask(email, '192.0.2.30')),
  ]
  const taken = await Promise.all([1, 2, 3].map(() => choose(first)))
  t.strictSame(taken.map(({ status }) => status).sort(), [200, 410, 410], 'of several at once one gets it')
  t.match(await choose(second), { status: 410, body: expired }, 'the other one went with it')
  now += hour
  const late = await tokenFor(email, () => ask(email, '192.0.2.31'))
  const { token: entry } = await registry.oneTimeLinks.createEntry(userId)
  t.match(await choose(entry), { status: 410, body: expired }, 'a link of another kind')
  t.match(await choose(`${late.slice(0, -1)}${late.endsWith('A') ? 'E' : 'A'}`), { status: 410 }, 'a changed one')
  now += 24 * hour - 1
  t.equal((await choose(late, { password: 'short' })).status, 400, '24 hours less a millisecond')
  now += 1
  t.match(await choose(late), { status: 410, body: expired }, '24 hours')
  const rows = await db.write.query<{ text: string }>('select l::text as text from one_time_links l')
  t.notMatch(JSON.stringify(rows), late, 'what is kept is a digest')
  const stranger = await signIn(service, 'stranger@x.test')
  now += hour
  const token = await tokenFor(email, () => ask(email, '192.0.2.32'))
  const done = await send(service, 'POST', '/api/reset', { token, password: good }, { cookie: stranger.cookie })
  const { body } = await send(service, 'PUT', '/api/account', {}, { cookie: cookieOf(done) })
  t.match(body, { email }, 'a request with a session gets that of the link')
})

t.test('a second factor is asked for', async (t) => {
  const user = await registry.users.create({ email: 'factor@x.test' })
  const { secret } = await registry.secondFactors.begin(user)
  const codeAt = (at: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
  await registry.secondFactors.turnOn(user.id, codeAt(now), 0)
  now += hour
  const token = await tokenFor(user.email, () => ask(user.email, '192.0.2.40'))
  await visit(`/reset/${token}`, { isSignedIn: false })
  await page.getByRole('textbox', { name: 'New password' }).fill(good)
  await page.getByRole('button', { name: 'Save password' }).click()
  const field = page.getByRole('textbox', { name: 'Code' })
  await field.fill('000000')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByText('This code is wrong or has already been used').waitFor()
  await field.fill(codeAt(now))
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor()
  const [session] = await db.write.query(
    'select method, second_factor_at is not null as has from browser_sessions where user_id = $1',
    [user.id],
  )
  t.strictSame(session, { method: 'reset', has: true })
})

t.test('who may ask: pages of this service, where mail goes out and passwords are in use', async (t) => {
  t.equal((await ask(email, '192.0.2.50', { 'sec-fetch-site': 'cross-site' })).status, 403)
  t.equal((await ask(email, '192.0.2.50', { 'content-type': 'application/x-www-form-urlencoded' })).status, 403)
  const silent = await startApp({ databaseUrl: service.databaseUrl, webFolder: projectPath('dist', 'web') })
  t.teardown(() => silent.stop())
  const refused = await send(silent, 'POST', '/api/reset/link', { email })
  t.match(refused, { status: 403, body: { error: /sends no mail/ } })
  t.match((await openPage(silent, '/reset')).facts, { page: 'reset', token_state: 'missing', sends_mail: false })
  await page.goto(`${silent.url}/reset`)
  await page.getByText('node bin/tidemark.js user link --email').waitFor()
  t.equal(await page.getByRole('textbox').count(), 0)
  const oidc = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'x', OIDC_ONLY: 'true' }
  const only = await startApp({ databaseUrl: service.databaseUrl, env: { SMTP_URL: smtp.url, ...oidc } })
  t.teardown(() => only.stop())
  t.equal((await send(only, 'POST', '/api/reset/link', { email })).status, 403)
  t.equal((await openPage(only, '/reset')).location, '/login')
  t.strictSame(mailsTo('nobody@x.test'), [], 'and no mail went out meanwhile')
})
