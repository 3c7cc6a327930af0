// The address of an account: the set-up page begins without one, a person changes it by a mailed link, and the route of the
// profile never does (spec/dashboard 12).
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { startDashboard } from '../support/dashboard.ts'
import { openPages } from '../support/pages.ts'
import { startSmtp, wordsOf } from '../support/smtp.ts'

t.setTimeout(180_000)

await build()
const smtp = await startSmtp()
const service = await startDashboard({ days: 1, env: { SMTP_URL: smtp.url } })
const { page, visit, takeErrors, stop } = await openPages(service)
t.teardown(async () => {
  await stop()
  await service.stop()
  smtp.stop()
})
const { registry } = service.app
const made = service.site.email
const password = 'correct horse battery staple'
const field = (name: string) => page.getByRole('textbox', { name, exact: true })

t.test('the set-up page begins with an empty address, which has the focus', async (t) => {
  t.match(made, /^owner@/, 'the address that was made up')
  const owner = (await registry.users.find(made))!
  const { token } = await registry.oneTimeLinks.create('setup', { userId: owner.id })
  await visit(`/setup?token=${token}`, { isSignedIn: false })
  t.equal(await field('E-mail').inputValue(), '')
  t.equal(await field('E-mail').evaluate((one) => one.ownerDocument.activeElement === one), true)
  t.notMatch(await page.content(), new RegExp(`value="${made}"`))
  await field('E-mail').fill('anna@people.test')
  await field('Name').fill('Anna')
  await field('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/sites**')
  t.equal((await registry.users.find('anna@people.test'))?.id, owner.id, 'the owner of the site')
  t.equal(await registry.users.find(made), undefined)
  t.same(takeErrors(), [])
})

t.test('another address: a mail to both, and the link in this browser', async (t) => {
  await page.goto(`${service.url}/account`)
  await page.getByText('anna@people.test').waitFor()
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change e-mail' })
  await dialog.getByRole('textbox', { name: 'New e-mail' }).fill('nowhere')
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await dialog.locator('.field-error').waitFor()
  await dialog.getByRole('textbox', { name: 'New e-mail' }).fill('berta@people.test')
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await dialog.getByRole('status').filter({ hasText: 'berta@people.test' }).waitFor()
  t.same(smtp.mails.map(({ to }) => to).sort(), ['anna@people.test', 'berta@people.test'])
  t.ok(await registry.users.find('anna@people.test'), 'the old one counts until the link was opened')
  const mail = smtp.mails.find(({ to }) => to === 'berta@people.test')!
  const [, token] = /\/confirm\/([\w-]+)/.exec(wordsOf(mail)) ?? []
  await page.goto(`${service.url}/confirm/${token}`)
  await page.goto(`${service.url}/account`)
  await page.getByText('berta@people.test').waitFor()
  t.equal(await registry.users.find('anna@people.test'), undefined)
  t.same(takeErrors(), [])
})

t.test('the route of the profile ignores an address', async (t) => {
  const answer = await page.evaluate<{ status: number; body: { email: string; name: string } }>(`fetch('/api/account', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Berta', email: 'clara@people.test' }),
  }).then(async (response) => ({ status: response.status, body: await response.json() }))`)
  t.match(answer, { status: 200, body: { email: 'berta@people.test', name: 'Berta' } })
  t.equal(await registry.users.find('clara@people.test'), undefined)
})
