// Reports in the browser: the settings page, and the way off a list (spec/management 13).
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { launchChromium } from '../support/chromium.ts'
import { startDashboard } from '../support/dashboard.ts'

t.setTimeout(120_000)

await build()
const service = await startDashboard({ days: 1 })
const browser = await launchChromium()
t.teardown(async () => {
  await browser.close()
  await service.stop()
})
const { registry, directory } = service.app
const siteId = directory.find('dashboard.test')?.id ?? 0

t.test('set, refused at its field, shown again, and left by the link of a mail', async (t) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, locale: 'en-GB' })
  await context.addCookies(service.cookies)
  const page = await context.newPage()
  await page.goto(`${service.url}/sites/dashboard.test/settings/reports`)
  await page.getByText('E-mail is not set up (SMTP_URL is missing). Webhooks still work.').waitFor()
  const spike = page.getByRole('region', { name: 'Traffic spike' })
  await spike.getByRole('textbox', { name: 'Recipients' }).fill('nobody')
  await spike.getByRole('button', { name: 'Save' }).click()
  await spike.getByText('“nobody” is neither an e-mail address nor a webhook.').waitFor()
  await spike.getByRole('textbox', { name: 'Recipients' }).fill('a@b.test\nhttps://hook.test/x')
  const least = spike.getByRole('textbox', { name: 'Current visitors, at least' })
  for (const typed of ['some', '']) {
    await least.fill(typed)
    await spike.getByRole('button', { name: 'Save' }).click()
    await spike.getByText('Enter a whole number from 1 to 1,000,000.').waitFor()
    t.equal(await least.getAttribute('aria-invalid'), 'true')
    await least.fill('25')
    t.equal((await registry.recipients.list(siteId, 'spike')).length, 0)
    await page.reload()
    await spike.getByRole('textbox', { name: 'Recipients' }).fill('a@b.test\nhttps://hook.test/x')
  }
  await least.fill('25')
  await spike.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  t.match(await registry.recipients.list(siteId, 'spike'), [
    { address: 'a@b.test', threshold: 25 },
    { address: 'https://hook.test/x', threshold: 25 },
  ])
  await page.reload()
  t.equal(await spike.getByRole('textbox', { name: 'Recipients' }).inputValue(), 'a@b.test\nhttps://hook.test/x')
  const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  t.ok(Number(over) <= 0, 'nothing overflows at 360 px')

  const weekly = page.getByRole('region', { name: 'Weekly report' })
  await weekly.getByRole('button', { name: 'Add me: Weekly report' }).click()
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  t.match(await registry.recipients.list(siteId, 'weekly'), [{ address: service.site.email }])
  await weekly.getByRole('button', { name: 'Add me: Weekly report' }).waitFor({ state: 'detached' })

  const rows = await service.app.db.write.query<{ id: number }>("select id from recipients where address = 'a@b.test'")
  await context.clearCookies()
  await page.goto(`${service.url}/unsubscribe/${registry.recipients.unsubscribeToken(rows[0]!.id)}`)
  await page.getByText('Stop sending “Traffic spike” for dashboard.test to a@b.test?').waitFor()
  t.equal((await registry.recipients.list(siteId, 'spike')).length, 2, 'looking at it changes nothing')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByText('You are unsubscribed.').waitFor()
  t.match(await registry.recipients.list(siteId, 'spike'), [{ address: 'https://hook.test/x' }])
  await page.reload()
  await page.getByText('This address is already unsubscribed.').waitFor()
})
