// A team that asks for a second factor, in a browser: the owner's switch, and the way of a member to the site.
import { Secret, TOTP } from 'otpauth'
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { signIn, startDashboard } from '../support/dashboard.ts'
import { openPages } from '../support/pages.ts'

t.setTimeout(200_000)

await build()
const service = await startDashboard({ domain: 'factor.test', days: 1 })
const { registry, directory, db } = service.app
const { teamId } = directory.find('factor.test')!
const pages = await openPages(service)
const { page, context } = pages
t.teardown(async () => {
  await pages.stop()
  await service.stop()
})
const label = 'Ask everyone for a second factor'
const people = '/sites/factor.test/settings/people'

t.test('owners switch it on once they have one themselves', async (t) => {
  await pages.visit(people)
  const box = page.getByRole('checkbox', { name: label })
  await box.waitFor()
  t.equal(await box.isDisabled(), true)
  await page.getByText('Turn on two-factor authentication for your own account first.').waitFor()
  await db.write.query('update browser_sessions set second_factor_at = now()')
  await pages.visit(people)
  await box.click()
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  t.equal(await box.isChecked(), true)
  t.match(await registry.teams.findById(teamId), { requires_second_factor: true })
})

t.test('a member is led to set it up, and then sees the site', async (t) => {
  const user = await registry.users.create({ email: 'ann@factor.test' })
  await registry.teams.addMember(teamId, user.id, 'editor')
  const { name, value } = await signIn(service, 'ann@factor.test')
  await pages.visit('/login', { isSignedIn: false })
  await context.addCookies([{ name, value, url: service.url }])
  await page.goto(`${service.url}/sites/factor.test`)
  t.match(page.url(), /\/account$/)
  const card = page.getByRole('region', { name: 'Second factor required' })
  await card.getByText('The team of factor.test asks for two-factor authentication').waitFor()
  await page.getByRole('region', { name: 'Two-factor authentication' }).getByRole('button', { name: 'Turn on' }).click()
  const secret = (await page.locator('.secret-groups').textContent()) ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(/\s/g, '')) })
  await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate())
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await card.getByRole('link', { name: 'Go to your sites' }).click()
  await page
    .getByRole('link', { name: /factor\.test/ })
    .first()
    .waitFor()
  await page.goto(`${service.url}/sites/factor.test`)
  t.match(page.url(), /\/sites\/factor\.test/)
  t.same(pages.takeErrors(), [])

  await db.write.query('update browser_sessions set second_factor_at = null where user_id = $1', [user.id])
  await page.goto(`${service.url}/sites/factor.test`)
  await card.getByLabel('Code').fill('000000')
  await card.getByRole('button', { name: 'Continue' }).click()
  await card.getByRole('alert').first().waitFor()
  await card.getByLabel('Code').fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await card.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/sites$/)
  await page
    .getByRole('link', { name: /factor\.test/ })
    .first()
    .waitFor()
})
