// What is seen when something is not as it should be: a failed question, one that took too long, refused filters, the
// service away, an end of the session (spec/dashboard 3, 10, 11 and 15).
import type { Page, Request, Route } from 'playwright-core'
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { startDashboard } from '../support/dashboard.ts'
import { openPages } from '../support/pages.ts'

await build()
const service = await startDashboard({ days: 60 })
const { page, context, visit, takeErrors, stop } = await openPages(service, (page: Page) =>
  page.locator('main:not([aria-busy=true]) h1').first().waitFor(),
)
t.teardown(async () => {
  await stop()
  await service.stop()
})
const board = '/sites/dashboard.test'
const batch = '**/api/v2/query/batch'
const region = (name: string) => page.getByRole('region', { name, exact: true })

interface Line {
  readonly id?: string
  readonly status?: number
  readonly body?: unknown
}
/** Answers as the service does, but for some boxes. */
const failing =
  (status: number, error: string, boxes: readonly string[]) =>
  async (route: Route): Promise<void> => {
    const response = await route.fetch()
    const lines = (await response.text()).trim().split('\n')
    const changed = lines.map((line) => {
      const answer = JSON.parse(line) as Line
      return JSON.stringify(boxes.includes(answer.id ?? '') ? { ...answer, status, body: { error } } : answer)
    })
    await route.fulfill({ response, body: `${changed.join('\n')}\n` })
  }

t.test('one question failed: its panel says so and asks again, the others live on', async (t) => {
  await page.route(batch, failing(500, 'The statistics are out of order.', ['browsers', 'graph']))
  await visit(board)
  await region('Devices').getByRole('alert').getByText('The statistics are out of order.').waitFor()
  await region('Graph').getByRole('alert').waitFor()
  await region('Pages').getByRole('button', { name: '/pricing', exact: true }).waitFor()
  await page.unroute(batch)
  await region('Devices').getByRole('button', { name: 'Retry' }).click()
  await region('Devices').getByRole('button', { name: 'Firefox', exact: true }).waitFor()
  t.equal(await region('Devices').getByRole('alert').count(), 0)
  t.same(takeErrors(), [])
})

t.test('what took too long offers a shorter range', async (t) => {
  await page.route(batch, failing(503, 'canceling statement due to statement timeout', ['totals', 'pages']))
  await visit(`${board}?period=91d`)
  await region('Totals').getByRole('alert').getByText('This took too long.').waitFor()
  await page.unroute(batch)
  await region('Pages').getByRole('button', { name: 'Show the last 28 days' }).click()
  await page.waitForURL(service.url + board)
  await page.getByRole('alert').first().waitFor({ state: 'detached' })
  t.same(takeErrors(), [])
})

t.test('a filter that the service refuses is said once, with the way out', async (t) => {
  await visit(`${board}?f=matches,page,(`)
  const alert = page.getByRole('alert').filter({ hasText: /regular expression/i })
  await alert.waitFor()
  t.equal(await page.getByRole('alert').count(), 1)
  await alert.getByRole('button', { name: 'Clear filters' }).click()
  await page.waitForURL(service.url + board)
  await page.getByRole('alert').waitFor({ state: 'detached' })
})

t.test('a part that cannot be fetched: a notice says so, and what is on the screen stays', async (t) => {
  const notice = page.getByRole('status').filter({ hasText: 'This part of the page could not be fetched.' })
  const visitors = page.getByRole('radio', { name: 'Unique visitors', exact: true })
  let documents = 0
  const count = (request: Request) => {
    if (request.isNavigationRequest()) documents++
  }
  const missing = (route: Route) => route.fulfill({ status: 404, body: 'Not found' })
  for (const file of ['details', 'map', 'quality', 'later']) {
    const address = file === 'details' ? `${board}?details=pages` : board
    await page.route(`**/assets/${file}-*.js`, missing)
    await visit(board)
    page.on('request', count)
    await page.goto(service.url + address)
    await visitors.waitFor()
    if (file !== 'details') await page.getByRole('region', { name: 'Locations' }).scrollIntoViewIfNeeded()
    if (file === 'quality') await page.mouse.wheel(0, 5000)
    await notice.waitFor()
    t.equal(documents, 1, `${file}: the page was not loaded again`)
    t.ok(await visitors.textContent(), `${file}: the numbers are there`)
    await page.unroute(`**/assets/${file}-*.js`)
    page.off('request', count)
    documents = 0
  }

  // A newer version answers, which has no such file either: one more load, then the notice.
  await page.route('**/assets/details-*.js', missing)
  await page.route(`**${board}*`, async (route) => {
    if (route.request().resourceType() !== 'fetch') return await route.continue()
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(/"version":"\w+"/, '"version":"newer"') })
  })
  page.on('request', count)
  await page.goto(`${service.url}${board}?details=pages`)
  await notice.waitFor()
  t.equal(documents, 2)
  page.off('request', count)
  await page.unrouteAll()

  // No answer comes: no page of the browser in place of the numbers.
  await visit(board)
  await context.setOffline(true)
  await page.keyboard.press('?')
  await notice.waitFor()
  t.ok(await visitors.textContent())
  await context.setOffline(false)
  t.same(takeErrors(), [])
})

t.test('the service away: numbers stay, and it returns by itself', async (t) => {
  await visit(board)
  const shown = await page.getByRole('radio', { name: 'Unique visitors', exact: true }).textContent()
  await context.setOffline(true)
  await page.keyboard.press('w')
  const status = page.getByRole('status').filter({ hasText: 'Offline. Trying again…' })
  await status.waitFor()
  t.match(await status.textContent(), /as of \d\d:\d\d/)
  t.equal(await page.getByRole('radio', { name: 'Unique visitors', exact: true }).textContent(), shown)
  await context.setOffline(false)
  await status.waitFor({ state: 'detached' })
  await page.locator('main[aria-busy=false]').waitFor()
  t.not(await page.getByRole('radio', { name: 'Unique visitors', exact: true }).textContent(), shown)
})

t.test('the service away from the list of sites: it stays, and returns by itself', async (t) => {
  await visit('/sites')
  const link = page.getByRole('list', { name: 'Sites' }).getByRole('link', { name: 'dashboard.test', exact: true })
  await link.waitFor()
  await context.setOffline(true)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name')
  const status = page.getByRole('status').filter({ hasText: 'Offline. Trying again…' })
  await status.waitFor()
  t.match(await status.textContent(), /as of \d\d:\d\d/)
  t.equal(await link.count(), 1)
  t.equal(await page.getByRole('alert').count(), 0)
  await context.setOffline(false)
  await status.waitFor({ state: 'detached' })
  t.equal(await link.count(), 1)
})

t.test('an end of the session leads to the sign-in page, and back to the same address', async (t) => {
  await visit(board)
  await context.clearCookies()
  await page.keyboard.press('w')
  await page.waitForURL('**/login?next=**')
  t.equal(new URL(page.url()).searchParams.get('next'), `${board}?period=7d`)
})

t.test('a page that is not there says so once, with a way home', async (t) => {
  await visit('/sites/nowhere.test')
  t.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Page not found')
  await page.getByRole('link', { name: 'Your sites' }).click()
  await page.waitForURL('**/sites')
})

t.test('a site without events shows how to install, and its settings; nothing to filter', async (t) => {
  await service.provision({ domain: 'new.test', email: service.site.email })
  await visit('/sites/new.test')
  await page.getByRole('heading', { name: 'Install', level: 2 }).waitFor()
  t.equal(await page.getByRole('button', { name: 'Filter', exact: true }).count(), 0)
  t.equal(await page.getByRole('link', { name: 'Settings', exact: true }).count(), 1)
  await page.getByRole('link', { name: 'Show the dashboard anyway' }).click()
  await page.getByRole('button', { name: 'Filter', exact: true }).waitFor()
  await region('Pages').getByText('No data in this range').waitFor()
})

t.test('the code for embedding shows the state that was looked at last', async (t) => {
  await service.app.registry.sharedLinks.findOrCreate(service.app.directory.find('dashboard.test')!.id, 'Board')
  await visit(`${board}?period=7d&f=is,source,Google&devices=os&details=pages`)
  await page.goto(`${service.url}${board}/settings/sharing`)
  const code = page.getByRole('code').filter({ hasText: 'iframe' })
  await code.waitFor()
  t.match(await code.textContent(), 'embed=true&amp;period=7d&amp;f=is,source,Google&amp;devices=os"')
})
