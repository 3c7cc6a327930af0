// A site is added, waits, and is there with its first event (spec/dashboard 10).
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { until } from '../support/cut.ts'
import { startDashboard } from '../support/dashboard.ts'
import { openPages } from '../support/pages.ts'

await build()
const service = await startDashboard({ days: 0 })
const { page, visit, takeErrors, stop } = await openPages(service)
t.teardown(async () => {
  await stop()
  await service.stop()
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'
const send = async (domain: string, agent = firefox) => {
  const response = await fetch(`${service.url}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': agent },
    body: JSON.stringify({ n: 'pageview', d: domain, u: `https://${domain}/hello` }),
  })
  return response.status
}

async function add(domain: string): Promise<void> {
  await visit('/sites/new')
  await page.getByRole('textbox', { name: 'Domain' }).fill(domain)
  await page.getByRole('button', { name: 'Add site' }).click()
  await page.getByRole('status').filter({ hasText: 'Waiting for the first event' }).waitFor()
}

// Its clock goes on as usual until it is told to jump.
await page.clock.install()

t.test('after a minute without one it says what was dropped, or what the usual causes are', async (t) => {
  await add('waiting.test')
  t.equal(await page.getByText('data-domain', { exact: false }).locator('visible=true').count(), 1, 'the snippet alone')
  await page.clock.fastForward(61_000)
  await page.locator('.notice li').nth(2).waitFor()
  t.equal(await page.locator('.notice li').count(), 3, 'three causes')
  t.equal(await send('waiting.test', 'Googlebot/2.1 (+http://www.google.com/bot.html)'), 202)
  const hint = page.locator('.notice-warn li')
  for (let asked = 0; asked < 20 && (await hint.count()) === 0; asked += 1) {
    const answer = page.waitForResponse(/\/api\/v1\/stats\/traffic/)
    await page.clock.fastForward(31_000)
    await (await answer).finished()
  }
  t.match(await hint.first().textContent(), /^Sent by bots and crawlers: 1 event\. Nothing to do\./)
  t.equal(await page.getByRole('status').filter({ hasText: 'Waiting for the first event' }).count(), 1)
  t.same(takeErrors(), [])
})

t.test('the first event opens the dashboard, which shows it', async (t) => {
  await add('first.test')
  t.equal(await send('another.test'), 202, 'an event of an unknown site is not its own')
  t.equal(await send('first.test'), 202)
  await page.waitForURL('**/sites/first.test?period=day')
  await page.getByRole('status').filter({ hasText: 'First event received' }).waitFor()
  await page.locator('main[aria-busy=false] [role=radio]').first().waitFor()
  const visitors = page.getByRole('radio', { name: 'Unique visitors', exact: true })
  t.match(await visitors.getAttribute('aria-description'), /^1\b/)
  await page.getByRole('table', { name: 'Top pages' }).getByRole('button', { name: '/hello', exact: true }).waitFor()
  t.same(takeErrors(), [])
})

t.test('on its first day the plain address is today, and the last 28 days are said', async (t) => {
  const visitors = page.getByRole('radio', { name: 'Unique visitors', exact: true })
  await visit('/sites/first.test')
  await page.locator('main[aria-busy=false] [role=radio]').first().waitFor()
  t.match(await visitors.getAttribute('aria-description'), /^1\b/)
  t.equal(new URL(page.url()).search, '')
  await page.keyboard.press('f')
  await page.waitForURL('**/sites/first.test?period=28d')
  await visit('/sites/first.test?period=28d')
  await page.locator('main[aria-busy=false] [role=radio]').first().waitFor()
  t.equal(new URL(page.url()).search, '?period=28d', 'an address that says it keeps it')
  t.match(await visitors.getAttribute('aria-description'), /^0\b/)
  await page.getByRole('button', { name: 'Show today' }).click()
  await page.waitForURL('**/sites/first.test')
  t.same(takeErrors(), [])
})

t.test(
  'an empty site shows how to install; the dashboard is one press away, and the first event opens it',
  async (t) => {
    await service.provision({ domain: 'empty.test', email: service.site.email })
    await visit('/sites/empty.test')
    await page.getByRole('heading', { name: 'Install', level: 2 }).waitFor()
    await page.getByRole('link', { name: 'Show the dashboard anyway' }).click()
    await page.locator('main[aria-busy=false] [role=radio]').first().waitFor()
    t.equal((await page.getByText('No data in this range').count()) > 0, true)
    await visit('/sites/empty.test')
    await page.getByRole('status').filter({ hasText: 'Waiting for the first event' }).waitFor()
    t.equal(await send('empty.test'), 202)
    await page.waitForURL('**/sites/empty.test?period=day')
    await page.getByRole('radio', { name: 'Unique visitors', exact: true }).waitFor()
  },
)

t.test('without streams the page asks every 30 seconds, and when it is shown again', async (t) => {
  await page.route('**/api/live?**', (route) => route.abort())
  await add('quiet.test')
  t.equal(await send('quiet.test'), 202)
  let isAsked = false
  page.on('request', (request) => {
    if (/\/api\/v1\/stats\/traffic/.test(request.url())) isAsked = true
  })
  // Again, since the page may not have begun to wait the first time.
  await until(async () => {
    await page.clock.fastForward(31_000)
    return isAsked
  })
  await page.waitForURL('**/sites/quiet.test?period=day')
  await add('hidden.test')
  t.equal(await send('hidden.test'), 202)
  // The page may have left before the answer of evaluate is here.
  const shown = page.evaluate("document.dispatchEvent(new Event('visibilitychange'))").catch(() => {})
  await Promise.all([shown, page.waitForURL('**/sites/hidden.test?period=day')])
  await page.unroute('**/api/live?**')
})
