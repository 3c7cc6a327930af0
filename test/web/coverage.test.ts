// How much the script sees, on the dashboard and in a browser (spec/dashboard 6.2).
import t from 'tap'
import { addDays } from '../../src/rules/days.ts'
import { startBoard } from '../support/pages.ts'

const board = await startBoard(10)
t.teardown(() => board.stop())
const { service, page } = board
const { db, directory } = service.app
const siteId = directory.find('dashboard.test')?.id ?? 0
const today = new Date().toISOString().slice(0, 10)
const [day, before] = [addDays(today, -3), addDays(today, -4)]

/** Page requests of a day: a half more than the script saw, by the browsers and pages that it saw. */
async function addRequests(of: string): Promise<void> {
  await db.write.query(
    `insert into page_requests (site_id, local_day, page, browser, country, import_id, lane, requests, counted_ahead)
     select e.site_id, e.local_day, e.pathname, coalesce(v.browser, ''), coalesce(v.country, ''), 0, 0, 2 * count(*), 0
     from events e join visits v on v.site_id = e.site_id and v.session_id = e.session_id
     where e.site_id = $1 and e.local_day = $2 and e.name = 'pageview' group by 1, 2, 3, 4, 5`,
    [siteId, of],
  )
}

/** The panel is one line, since nothing was dropped: its menu leads to the view. */
const open = async (width?: number) => {
  await board.visit('/sites/dashboard.test', width === undefined ? {} : { width })
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await page.getByRole('button', { name: 'Traffic quality menu' }).click()
  await page.getByRole('menuitem', { name: 'Coverage' }).click()
}
const cells = (name: string) =>
  page
    .getByRole('table', { name: `Coverage: ${name}`, exact: true })
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)))

t.test('unknown is said, with the ways to know', async (t) => {
  await open()
  await page.getByText('No page requests are known in this period.').waitFor()
  await page.getByText('tidemark coverage --site dashboard.test access.log').waitFor()
  t.strictSame(board.takeErrors(), [])
})

t.test('the share, and lists by day, browser, page and country', async (t) => {
  for (const one of [day, before]) await addRequests(one)
  await open()
  await page.getByText(/^The script saw 50\.0% of page requests: [\d,]+ of [\d,]+\.$/).waitFor()
  const days = await cells('Days')
  t.equal(days.length, 2, 'days that are unknown are in no row')
  t.ok(days.every(([, , , share]) => share === '50.0%'))
  for (const [button, table, first] of [
    ['Browsers', 'Browsers', 'Chrome'],
    ['Pages', 'Pages', '/'],
    ['Countries', 'Countries', ''],
  ] as const) {
    const choice = page.getByRole('button', { name: button, exact: true }).and(page.locator('[aria-pressed]'))
    await choice.click()
    await page
      .getByRole('table', { name: `Coverage: ${table}` })
      .locator('tbody tr')
      .first()
      .waitFor()
    t.equal(await choice.getAttribute('aria-pressed'), 'true')
    const rows = await cells(table)
    t.ok(rows.length > 1, table)
    if (first !== '')
      t.ok(
        rows.some(([name]) => name === first),
        `${table} has ${first}`,
      )
    t.ok(
      rows.every(([, , , share]) => share === '50.0%'),
      table,
    )
  }
  t.strictSame(board.takeErrors(), [])
})

t.test('fits a telephone', async (t) => {
  await open(390)
  await page.getByRole('table', { name: 'Coverage: Days' }).waitFor()
  t.notOk(await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
  if (process.env['TIDEMARK_PICTURES'] !== undefined)
    await page.locator('.quality').screenshot({ path: `${process.env['TIDEMARK_PICTURES']}-390.png` })
})
