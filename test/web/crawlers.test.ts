// Dropped crawlers on the dashboard and what may be shown on other pages, in a browser (spec/dashboard 6.2, spec/management
// 14).
import t from 'tap'
import { createCrawlerCounts } from '../../src/ingest/crawler-counts.ts'
import { addDays } from '../../src/rules/days.ts'
import { startBoard } from '../support/pages.ts'

const board = await startBoard(10)
t.teardown(() => board.stop())
const { service, page } = board
const { db, log, directory } = service.app
const siteId = directory.find('dashboard.test')?.id ?? 0
const counts = createCrawlerCounts({ db, log })
const day = addDays(new Date().toISOString().slice(0, 10), -3)
const of = (crawler: string, path: string, count: number) => ({ siteId, day, crawler, page: path, count })
counts.add([of('GPTBot', '/pricing', 30), of('GPTBot', '/docs', 10), of('Googlebot', '/', 20), of('other', '', 5)])
await counts.stop()
// Until something was dropped the panel is one line.
await db.write.query(
  `insert into traffic_counts (site_id, hour, reason, lane, count) values ($1, $2::date + interval '12 hours', 'bot', 0, 65)`,
  [siteId, day],
)

const openSettings = (name: string) => page.goto(`${service.url}/sites/dashboard.test/settings/${name}`)

const cells = (name: string) =>
  page
    .getByRole('table', { name, exact: true })
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))

t.test('by name and kind, with their pages', async (t) => {
  await board.visit('/sites/dashboard.test')
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await page.getByRole('tab', { name: 'Crawlers' }).click()
  await page.getByRole('table', { name: 'Crawlers', exact: true }).waitFor()
  t.strictSame(await cells('Crawlers'), [
    ['GPTBot', 'AI training', '40'],
    ['Googlebot', 'Search', '20'],
    ['Other crawlers', '', '5'],
  ])
  t.strictSame(await cells('Pages of All crawlers'), [
    ['/pricing', '30'],
    ['/', '20'],
    ['/docs', '10'],
    ['Other pages', '5'],
  ])
  const button = page.getByRole('button', { name: 'Pages of GPTBot' })
  await button.click()
  await page.getByRole('table', { name: 'Pages of GPTBot' }).getByText('/docs').waitFor()
  // The heading and two pages are left.
  await page.getByRole('table', { name: 'Pages of GPTBot' }).getByRole('row').nth(3).waitFor({ state: 'detached' })
  t.strictSame(await cells('Pages of GPTBot'), [
    ['/pricing', '30'],
    ['/docs', '10'],
  ])
  t.equal(await button.getAttribute('aria-pressed'), 'true')
  await button.click()
  await page.getByRole('table', { name: 'Pages of All crawlers' }).waitFor()
  t.strictSame(board.takeErrors(), [])
})

t.test('fits a telephone', async (t) => {
  await board.visit('/sites/dashboard.test', { width: 390 })
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await page.getByRole('tab', { name: 'Crawlers' }).click()
  await page.getByRole('table', { name: 'Crawlers', exact: true }).waitFor()
  t.notOk(await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
})

t.test('a shared link allows badges, and its code shows one', async (t) => {
  await service.app.registry.sharedLinks.create(siteId, { name: 'Readers' })
  const secret = { name: 'Secret', password: 'open sesame' }
  await service.app.registry.sharedLinks.create(siteId, secret)
  await openSettings('sharing')
  const allow = page.getByRole('button', { name: 'Badges and counters: Readers' })
  await allow.waitFor()
  t.equal(await allow.getAttribute('aria-pressed'), 'false')
  t.equal(await page.getByRole('button', { name: 'Badges and counters: Secret' }).count(), 0, 'not with a password')
  await allow.click()
  await page.getByRole('heading', { name: 'Badges and counters' }).waitFor()
  const code = await page.getByText('<img alt=').textContent()
  const address = /src="([^"]*)"/.exec(code ?? '')?.[1]?.replaceAll('&amp;', '&') ?? ''
  const answer = await fetch(service.url + new URL(address).pathname + new URL(address).search)
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('content-type'), 'image/svg+xml; charset=utf-8')
  t.strictSame(board.takeErrors(), [])
})

t.test('shields about networks and unknown countries', async (t) => {
  await openSettings('shields')
  await page.getByRole('tab', { name: 'Networks' }).click()
  await page.getByText('No database of networks is set').waitFor()
  await page.getByRole('button', { name: 'Add all data centres' }).click()
  await page.getByRole('button', { name: 'Remove: All data centres' }).waitFor()
  await page.getByRole('textbox', { name: 'Network' }).fill('as16509')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByRole('button', { name: 'Remove: AS16509' }).waitFor()
  await page.getByRole('tab', { name: 'Countries' }).click()
  await page.getByRole('combobox', { name: 'Country' }).selectOption('ZZ')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByRole('button', { name: 'Remove: Unknown Region' }).waitFor()
  t.strictSame(board.takeErrors(), [])
})
