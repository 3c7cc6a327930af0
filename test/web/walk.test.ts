// A walk through what the dashboard keeps and gives: segments, notes, files, commands, paper, remembered tabs
// (spec/dashboard 1, 4.5, 5.6, 6.3, 6.4 and 14).
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { isCounted, startBoard } from '../support/pages.ts'

const { page, visit, service, stop } = await startBoard(60)
t.teardown(stop)
const board = '/sites/dashboard.test'
const addressOf = () => page.url().slice((service.url + board).length)

async function choose(menu: string | RegExp, item: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

t.test('a segment is saved, applied, renamed, copied, deleted', async (t) => {
  await visit(`${board}?f=is,source,Google&f=is,browser,Chrome`)
  const save = async (dialog: string, name: string) => {
    await page.getByRole('dialog', { name: dialog }).getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
  }
  await page.getByRole('button', { name: 'Save as segment' }).click()
  await save('Save as segment', ' ')
  await page.getByRole('alert').waitFor()
  await save('Save as segment', 'Searchers')
  await page.getByRole('button', { name: 'Edit segment: Searchers' }).waitFor()
  t.match(addressOf(), /^\?segment=\d+$/, 'it stands for the filters')
  await page.getByRole('button', { name: 'Remove segment: Searchers' }).click()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: 'Apply segment: Searchers' }).click()
  await choose('Edit segment: Searchers', 'Rename')
  await save('Rename', 'Visitors who search')
  await choose('Edit segment: Visitors who search', 'Make a copy')
  await choose('Edit segment: Visitors who search (copy)', 'Delete')
  await page.getByRole('button', { name: /^Edit segment/ }).waitFor({ state: 'detached' })
  t.equal(addressOf(), '')
  await page.goto(`${service.url}${board}?segment=999`)
  await page.getByRole('status').filter({ hasText: 'This segment does not exist any more' }).waitFor()
  t.equal(addressOf(), '', 'one that is gone is dropped')
})

t.test('a note is written, changed, deleted', async (t) => {
  await visit(board)
  await choose('Graph menu', 'Add note')
  await page.getByRole('dialog', { name: 'Add note' }).getByRole('textbox', { name: 'Note' }).fill('Launch <b>day</b>')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('list', { name: 'Notes' }).getByText('Launch <b>day</b>').waitFor()
  const slider = page.getByRole('slider', { name: 'Graph cursor' })
  await slider.focus()
  await page.keyboard.press('End')
  t.match(await slider.getAttribute('aria-valuetext'), /Launch <b>day<\/b>/)
  await page.getByRole('button', { name: 'Edit note: Launch <b>day</b>' }).click()
  await page.getByRole('dialog', { name: 'Edit note' }).getByRole('textbox', { name: 'Note' }).fill('Launched')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Delete note: Launched' }).click()
  await page.getByRole('list', { name: 'Notes' }).waitFor({ state: 'detached' })
})

t.test('files, and a command that asks the same', async (t) => {
  await visit(`${board}?period=7d`)
  const fileOf = async (menu: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), choose(menu, 'Download CSV')])
    return download.suggestedFilename()
  }
  t.match(await fileOf('Options'), /\.zip$/)
  t.match(await fileOf('Pages menu'), /pages.*\.csv$/)
  t.match(await fileOf('Graph menu'), /graph.*\.csv$/)
  await page.evaluate('navigator.clipboard.writeText = async (text) => { window.copied = text }')
  await choose('Devices menu', 'Copy as curl')
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor()
  const command = String(await page.evaluate('window.copied')).replace('http://tidemark.test', service.url)
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -sS`], {
    env: { ...process.env, TIDEMARK_API_KEY: service.site.api_key },
  })
  const { results } = JSON.parse(stdout) as { results: { dimensions: string[]; metrics: number[] }[] }
  const rows = page.getByRole('table', { name: 'Browsers' }).locator('tbody tr')
  const shown = await rows.evaluateAll((all) =>
    all.map((row) => [row.querySelector('button')?.getAttribute('aria-label'), row.querySelector('td')?.title]),
  )
  t.same(
    shown,
    results.map(({ dimensions, metrics }) => [dimensions[0], String(metrics[0])]),
  )
})

t.test('details show compared values beside each number', async (t) => {
  await visit(`${board}?compare=previous_period&details=pages`)
  const cells = page.getByRole('dialog', { name: 'Top pages' }).locator('tbody tr').first().locator('td')
  await cells.first().waitFor()
  t.match(await cells.nth(0).textContent(), /from \d+/)
  t.match(await cells.nth(2).textContent(), /from \d+/, 'pageviews as well')
  const before = cells.first().locator('.before')
  t.equal(await before.isVisible(), false, 'the value before is out of sight')
  await page.getByRole('dialog', { name: 'Top pages' }).locator('tbody .row-button').first().focus()
  t.equal(await before.isVisible(), true, 'until its row has the focus')
})

t.test('what was dropped is told, taken along and explained', async (t) => {
  await visit(`${board}?period=7d`)
  await page.getByRole('region', { name: 'Goals', exact: true }).scrollIntoViewIfNeeded()
  const quality = page.getByRole('region', { name: 'Traffic quality' })
  await quality.getByRole('table', { name: 'Accepted and dropped' }).waitFor()
  t.equal(await quality.getByRole('tab', { name: 'Accepted and dropped' }).getAttribute('aria-selected'), 'true')
  const [download] = await Promise.all([page.waitForEvent('download'), choose('Traffic quality menu', 'Download CSV')])
  t.equal(download.suggestedFilename(), 'traffic-quality.csv')
  await choose('Traffic quality menu', 'How this is counted')
  await page.getByRole('dialog', { name: 'How this is counted' }).getByRole('link', { name: 'How we count' }).waitFor()
})

t.test('on paper: everything in words, no controls', async (t) => {
  await visit(`${board}?f=is,source,Google`)
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  await page.getByRole('region', { name: 'Traffic quality' }).getByRole('table').waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.getByText(/^Last 28 days: .* · Etc\/UTC$/).waitFor()
  await page.locator('.print-head').getByText('Source is Google').waitFor()
  for (const name of ['Options', 'Filter', 'Graph menu', 'Details: Top pages'])
    t.equal(await page.getByRole('button', { name, exact: true }).isVisible(), false, name)
  t.equal(await page.getByRole('link', { name: 'Add a goal' }).isVisible(), false)
  t.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
  await page.emulateMedia({ media: null })
})

t.test('links lead to the tabs chosen last; an address means the same to everybody', async (t) => {
  await visit(board)
  await page.getByRole('tab', { name: 'Operating systems' }).click()
  await page.goto(`${service.url}/sites`)
  const link = page.getByRole('link', { name: 'dashboard.test', exact: true })
  await link.waitFor()
  t.equal(await link.getAttribute('href'), `${board}?devices=os`)
  await page.goto(service.url + board)
  await isCounted(page)
  t.equal(await page.getByRole('tab', { name: 'Browsers' }).getAttribute('aria-selected'), 'true')
  await page.evaluate("localStorage.setItem('tidemark.tabs', 'devices=%00&sources=nonsense&x=y')")
  await page.goto(`${service.url}/sites`)
  await page.getByRole('link', { name: 'dashboard.test', exact: true }).click()
  await isCounted(page)
  t.equal(page.url(), service.url + board, 'what somebody else wrote there does no harm')
})
