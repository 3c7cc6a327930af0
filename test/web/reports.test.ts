// Reports in the browser: the settings page, and the way off a list (spec/management 13).
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { launchChromium } from '../support/chromium.ts'
import { startDashboard } from '../support/dashboard.ts'
import { startSmtp, wordsOf } from '../support/smtp.ts'

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
  await weekly.getByText('Reports go by e-mail, and e-mail is not set up here.').waitFor()
  for (const name of ['Save', 'Add me: Weekly report'])
    t.ok(await weekly.getByRole('button', { name }).isDisabled(), `${name}: nothing would ever come`)
  t.equal(await page.getByRole('button', { name: 'Send a test' }).count(), 0)
  const preview = await page.request.get(
    `${service.url}${await weekly.getByRole('link', { name: 'Preview: Weekly report' }).getAttribute('href')}`,
  )
  t.match(preview.headers()['content-security-policy'], /sandbox/)
  t.match(await preview.text(), /Unique visitors[\s\S]*src="data:image\/png;base64,/)

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

t.test('with mail: oneself is added, and a test arrives', async (t) => {
  const smtp = await startSmtp()
  const mailing = await startDashboard({ days: 8, env: { SMTP_URL: smtp.url } })
  const context = await browser.newContext({ locale: 'en-GB' })
  t.teardown(async () => {
    await context.close()
    await mailing.stop()
    smtp.stop()
  })
  await context.addCookies(mailing.cookies)
  const page = await context.newPage()
  await page.goto(`${mailing.url}/sites/dashboard.test/settings/reports`)
  const weekly = page.getByRole('region', { name: 'Weekly report' })
  await weekly.getByRole('button', { name: 'Add me: Weekly report' }).click()
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  const id = mailing.app.directory.find('dashboard.test')?.id ?? 0
  t.match(await mailing.app.registry.recipients.list(id, 'weekly'), [{ address: mailing.site.email }])
  await weekly.getByRole('button', { name: 'Add me: Weekly report' }).waitFor({ state: 'detached' })
  for (const title of ['Weekly report', 'Traffic spike']) {
    await page.reload()
    await page.getByRole('button', { name: `Send a test: ${title}` }).click()
    await page
      .getByRole('status')
      .filter({ hasText: `Test sent to ${mailing.site.email}` })
      .waitFor()
  }
  t.strictSame(
    smtp.mails.map(({ to }) => to),
    [mailing.site.email, mailing.site.email],
  )
  t.match(smtp.mails.map(wordsOf), [/Subject: dashboard.*week of/, /Subject: dashboard\.test has 10 visitors/])
  smtp.refused.add(mailing.site.email)
  await page.getByRole('button', { name: 'Send a test: Silence' }).click()
  await page.getByRole('alert').filter({ hasText: 'The test could not be sent' }).waitFor()
})
