// Deleting statistics in Chromium against the real service: from the dashboard's menu with its filters, in the settings,
// confirmed by the number, stopped, and done.
import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { eraseDue } from '../../src/app/erasing.ts'
import { launchChromium } from '../support/chromium.ts'
import { signIn, startDashboard } from '../support/dashboard.ts'

t.setTimeout(240_000)

await build()
const domain = 'dashboard.test'
const service = await startDashboard({ days: 10 })
const browser = await launchChromium()
t.teardown(async () => {
  await browser.close()
  await service.stop()
})
const { db, registry, directory } = service.app
/** A folder for pictures of the pages, to look at. */
const pictures = process.env['ERASE_PICTURES']

async function openAt(path: string, cookies = service.cookies, more: object = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', ...more })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto(service.url + path)
  return page
}

async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return
  await mkdir(pictures, { recursive: true })
  await page.screenshot({ path: `${pictures}/w1-${name}.png` })
}

const visits = async (condition = 'true'): Promise<number> =>
  (await db.write.query<{ count: number }>(`select count(*)::int as count from visits where ${condition}`))[0]!.count

const settings = `/sites/${domain}/settings/general`
const card = (page: Page) => page.getByRole('region', { name: 'Delete statistics' })

t.test('from the menu of the dashboard, with its filters and days', async (t) => {
  const google = await visits(`source = 'Google'`)
  t.ok(google > 5)
  const page = await openAt(`/sites/${domain}?f=is,source,Google&period=all`)
  await page
    .getByRole('button', { name: 'More options' })
    .or(page.getByRole('button', { name: 'Options' }))
    .first()
    .click()
  const entry = page.getByRole('menuitem', { name: 'Delete these visits…' })
  await picture(page, 'menu')
  await entry.click()
  await page.waitForURL(/settings\/general/)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Source is Google').waitFor()
  await dialog
    .getByText(new RegExp(`^${google} visits with \\d+ events on \\d+ days will be permanently deleted`))
    .waitFor()
  await picture(page, 'dialog')
  const field = dialog.getByLabel(`Type ${google} to confirm`)
  await field.fill(String(google + 1))
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.locator('.field-error').waitFor()
  await field.fill(String(google))
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('The deletion begins in 5 minutes').waitFor()
  const item = card(page).getByRole('listitem').filter({ hasText: 'Source is Google' })
  await item.getByText(/^Begins at/).waitFor()
  await picture(page, 'waiting')
  t.equal(await visits(`source = 'Google'`), google)
  t.equal(await eraseDue(db, new Date(Date.now() + 6 * 60_000)), 1)
  await item.getByText('Done').waitFor()
  t.equal(await visits(`source = 'Google'`), 0)
  t.ok((await visits()) > 5)
})

t.test('in the settings: days, a page, an event, everything; and stopped', async (t) => {
  const page = await openAt(settings)
  const choose = (kind: string) => card(page).getByLabel('What to delete').selectOption({ label: kind })
  const count = () => card(page).getByRole('button', { name: 'Count' }).click()
  await card(page).waitFor()
  await count()
  await card(page).getByText('This field cannot be empty.').waitFor()
  await choose('A page')
  await card(page).getByLabel('Page', { exact: true }).fill('/nowhere')
  await count()
  await page.getByText('No statistics match. There is nothing to delete.').waitFor()
  await card(page).getByLabel('Page', { exact: true }).fill('/blog/*')
  await count()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/events in \d+ visits on \d+ days will be permanently deleted/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await choose('An event')
  await card(page).getByLabel('Event', { exact: true }).waitFor()
  await choose('All statistics of this site')
  await count()
  const all = await visits()
  await dialog.getByLabel(`Type ${all} to confirm`).fill(String(all))
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await card(page).getByRole('button', { name: 'Stop the deletion: All statistics of this site' }).click()
  await page.getByText('The deletion was stopped').waitFor()
  await card(page).getByText('Stopped').waitFor()
  t.equal(await eraseDue(db, new Date(Date.now() + 6 * 60_000)), 0)
  t.equal(await visits(), all)
  for (const [name, width, colorScheme] of [
    ['narrow', 390, 'light'],
    ['middle', 1024, 'dark'],
    ['wide', 1440, 'dark'],
  ] as const) {
    const other = await openAt(settings, service.cookies, { viewport: { width, height: 900 }, colorScheme })
    await card(other).getByText('Stopped').waitFor()
    await card(other).scrollIntoViewIfNeeded()
    const overflow = await other.evaluate('document.documentElement.scrollWidth - innerWidth')
    t.ok(Number(overflow) <= 0, `${name}: nothing is wider than the page`)
    await picture(other, `settings-${name}`)
  }
})

t.test('an editor has neither the card nor the entry', async (t) => {
  const user = await registry.users.create({ email: 'editor@erase.test', ifMissing: true })
  await registry.teams.addMember(directory.find(domain)!.teamId, user.id, 'editor')
  const { name, value } = await signIn(service, 'editor@erase.test')
  const cookies = [{ ...service.cookies[0]!, name, value }]
  const page = await openAt(settings, cookies)
  await page.getByLabel('Time zone').waitFor()
  t.equal(await card(page).count(), 0)
  await page.goto(`${service.url}/sites/${domain}`)
  await page
    .getByRole('button', { name: 'More options' })
    .or(page.getByRole('button', { name: 'Options' }))
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
  t.equal(await page.getByRole('menuitem', { name: 'Delete these visits…' }).count(), 0)
})
