// Reports in the browser: the settings page, and the way off a list (spec/management 13).
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { launchChromium } from '../support/chromium.ts'
import { startDashboard } from '../support/dashboard.ts'
import { startReceiver } from '../support/receiver.ts'
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
  await page.getByText('E-mail is not set up (SMTP_URL is missing). Channels still work.').waitFor()
  const spike = page.getByRole('region', { name: 'Traffic spike' })
  const weekly = page.getByRole('region', { name: 'Weekly report' })
  await weekly.getByText('E-mail is not set up here, and there is no channel yet.').waitFor()
  t.ok(await weekly.getByRole('button', { name: 'Save' }).isDisabled(), 'nothing would ever come')
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
    { address: 'hook.test/…', channel: Number, threshold: 25 },
  ])
  await page.reload()
  t.equal(await spike.getByRole('textbox', { name: 'Recipients' }).inputValue(), 'a@b.test')
  t.ok(await spike.getByRole('checkbox', { name: 'Webhook · hook.test/…' }).isChecked(), 'the webhook is a channel')
  const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  t.ok(Number(over) <= 0, 'nothing overflows at 360 px')

  t.ok(await weekly.getByRole('button', { name: 'Save' }).isEnabled(), 'there is a channel now')
  for (const name of ['Add me: Weekly report', 'Send a test: Weekly report'])
    t.equal(await weekly.getByRole('button', { name }).count(), 0, `${name}: nothing would ever come`)
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
  t.match(await registry.recipients.list(siteId, 'spike'), [{ address: 'hook.test/…' }])
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

t.test('channels: added, chosen with a day and an hour, tested, broken, given a new secret, deleted', async (t) => {
  const receiver = await startReceiver()
  const telling = await startDashboard({ days: 8, env: { WEBHOOKS_TO_PRIVATE: 'true' } })
  const context = await browser.newContext({ viewport: { width: 390, height: 800 }, locale: 'en-GB' })
  t.teardown(async () => {
    await context.close()
    await telling.stop()
    receiver.stop()
  })
  await context.addCookies(telling.cookies)
  const page = await context.newPage()
  await page.goto(`${telling.url}/sites/dashboard.test/settings/reports`)
  const channels = page.getByRole('region', { name: 'Channels', exact: true })
  await channels.getByText('No channels yet.').waitFor()
  const dialog = page.getByRole('dialog')
  const add = async () => {
    await channels.getByRole('button', { name: 'Add channel' }).click()
    await dialog.waitFor()
  }
  await add()
  await dialog.getByRole('combobox', { name: 'Service' }).selectOption({ label: 'Microsoft Teams' })
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://acme.webhook.office.com/webhookb2/x')
  await dialog.getByRole('button', { name: 'Add channel' }).click()
  await dialog.getByText('Office 365 connectors no longer work. Create a workflow').waitFor()
  await dialog.getByRole('combobox', { name: 'Service' }).selectOption({ label: 'Telegram' })
  await dialog.getByRole('textbox', { name: 'Token' }).fill('nonsense')
  await dialog.getByRole('button', { name: 'Add channel' }).click()
  await dialog.getByText('This is not a token.').waitFor()
  await dialog.getByRole('combobox', { name: 'Service' }).selectOption({ label: 'Webhook' })
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/a/secret/path/of/mine`)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Office')
  const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  t.ok(Number(over) <= 0, 'nothing overflows at 390 px')
  await dialog.getByRole('button', { name: 'Add channel' }).click()
  await dialog.getByText('Copy this secret now.').waitFor()
  const secret = await dialog.locator('.secret').textContent()
  t.match(secret, /[\w-]{43}/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await channels.getByText('Office', { exact: true }).waitFor()
  t.notMatch(await page.content(), /a\/secret\/path/, 'the address is not shown again')

  const weekly = page.getByRole('region', { name: 'Weekly report' })
  await weekly.getByRole('checkbox', { name: /^Office/ }).check()
  await weekly.getByRole('combobox', { name: 'Weekday' }).selectOption({ label: 'Friday' })
  await weekly.getByRole('combobox', { name: 'Time' }).selectOption({ label: '17:00' })
  await weekly.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  await page.reload()
  t.ok(await weekly.getByRole('checkbox', { name: /^Office/ }).isChecked())
  t.strictSame(
    await weekly
      .getByRole('combobox')
      .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value)),
    ['5', '17'],
  )
  const test = channels.getByRole('button', { name: 'Send a test: Office' })
  await test.click()
  await page.getByRole('status').filter({ hasText: 'Test sent to Office' }).waitFor()
  t.match(JSON.parse(receiver.received[0]!.body.toString()), { kind: 'weekly', site: 'dashboard.test' })

  receiver.answer = () => ({ status: 410 })
  const { db } = telling.app
  await db.write.query("update channels set broken_at = now(), failed_at = now(), failure = 'the webhook answered 410'")
  await page.reload()
  await channels.getByText(/Nothing is sent to Office since .*the webhook answered 410/).waitFor()
  await channels.getByText('Broken', { exact: true }).waitFor()
  await test.click()
  await page.getByRole('alert').filter({ hasText: 'The test could not be sent: the webhook answered 410' }).waitFor()
  receiver.answer = () => ({ status: 200 })
  await test.click()
  await channels.getByText('Broken', { exact: true }).waitFor({ state: 'detached' })

  await channels.getByRole('button', { name: 'New signing secret: Office' }).click()
  await dialog.getByRole('button', { name: 'New secret' }).click()
  await dialog.getByText('Copy this secret now.').waitFor()
  t.not(await dialog.locator('.secret').textContent(), secret)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await channels.getByRole('button', { name: 'Change channel: Office' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Desk')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await channels.getByText('Desk', { exact: true }).waitFor()
  await channels.getByRole('button', { name: 'Delete channel: Desk' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await channels.getByText('No channels yet.').waitFor()
  t.equal(await weekly.getByRole('checkbox').count(), 0)
})

t.test('“Tell me when …” makes a notice of the dashboard’s filters, which settings list', async (t) => {
  const receiver = await startReceiver()
  const telling = await startDashboard({ days: 8, env: { WEBHOOKS_TO_PRIVATE: 'true' } })
  const context = await browser.newContext({ viewport: { width: 390, height: 800 }, locale: 'en-GB' })
  t.teardown(async () => {
    await context.close()
    await telling.stop()
    receiver.stop()
  })
  await context.addCookies(telling.cookies)
  const page = await context.newPage()
  await page.goto(`${telling.url}/sites/dashboard.test?f=is,source,Google&f=is,page,/pricing`)
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('menuitem', { name: 'Tell me when …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tell me when …' })
  await dialog.getByText('With the filters of this dashboard: Source is Google · Page is /pricing').waitFor()
  await dialog.getByRole('combobox', { name: 'Condition' }).selectOption({ label: 'falls by percent or more' })
  await dialog.getByText('Percent, against the same hours of the 4 weeks before').waitFor()
  await dialog.getByRole('textbox', { name: 'Value' }).fill('many')
  await dialog.getByRole('button', { name: 'Create notice' }).click()
  await dialog.getByText('Enter an e-mail address or choose a channel.').waitFor()
  await dialog.getByRole('textbox', { name: 'E-mail addresses' }).fill(`${receiver.url}/hooks/notices`)
  await dialog.getByRole('button', { name: 'Create notice' }).click()
  await dialog.getByText('Enter a number from 1 to 1,000,000,000.').waitFor()
  await dialog.getByRole('textbox', { name: 'Value' }).fill('12,5')
  await dialog.getByRole('combobox', { name: 'From' }).selectOption({ label: '22:00' })
  await dialog.getByRole('combobox', { name: 'Until' }).selectOption({ label: '7:00' })
  const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  t.ok(Number(over) <= 0, 'nothing overflows at 390 px')
  await dialog.getByRole('button', { name: 'Create notice' }).click()
  await page.getByRole('status').filter({ hasText: 'Notice created' }).waitFor()
  const { noticeRules } = telling.app.registry
  const id = telling.app.directory.find('dashboard.test')?.id ?? 0
  t.match(await noticeRules.list(id), [
    {
      name: 'Source is Google · Page is /pricing',
      metric: 'visitors',
      condition: 'down',
      value: 12.5,
      hours: 1,
      quiet_from: 22,
      quiet_to: 7,
      filters: [
        ['is', 'visit:source', ['Google']],
        ['is', 'event:page', ['/pricing']],
      ],
    },
  ])
  await page.goto(`${telling.url}/sites/dashboard.test/settings/reports`)
  const own = page.getByRole('region', { name: 'Your notices' })
  await own.getByText('Unique visitors: falls by percent or more 12.5 · 1 h · Not sent yet · 127.0.0.1').waitFor()
  await own.getByRole('link', { name: 'Open the numbers: Source is Google' }).click()
  await page
    .getByRole('button', { name: /Page is \/pricing/ })
    .first()
    .waitFor()
  t.match(page.url(), /f=is,source,Google&f=is,page,\/pricing/)
  await page.goBack()
  await own.getByRole('button', { name: 'Delete notice: Source is Google' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await own.getByText('None yet.').waitFor()
})
