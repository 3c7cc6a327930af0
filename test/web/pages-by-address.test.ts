// Pages by path or by URL: the menu of the panel, the address and the account, rows, files (spec/dashboard 6.5).
import { readFile } from 'node:fs/promises'
import t from 'tap'
import { startBoard } from '../support/pages.ts'
import { insertTraffic, type ModelEvent, sessionsOf } from '../support/stats-model.ts'
import { unzip } from '../support/zip.ts'

const { page, visit, service, stop } = await startBoard(3)
t.teardown(stop)
const { app, site } = service
const domain = 'shop.example'
const path = `/sites/${domain}`
await service.provision({ domain, timezone: 'Etc/UTC', email: site.email })
const yesterday = Math.floor(Date.now() / 86_400_000) * 86_400 - 43_200
const event = { name: 'pageview', props: null, engagedMs: 0, scroll: 0 }
const view = (visitor: number, hostname: string, pathname: string, after = 0): ModelEvent => ({
  ...event,
  visitor,
  hostname,
  pathname,
  at: yesterday + after,
})
const docs = 'docs.shop.example'
const events = [
  // A site that is no longer young: its plain address means the last 28 days.
  view(9, domain, '/old', -50 * 86_400),
  view(1, domain, '/install'),
  view(2, docs, '/install'),
  view(2, docs, '/', 60),
  view(3, docs, '/install'),
  view(4, domain, '/'),
  view(4, docs, '/install', 60),
]
await insertTraffic(
  app.db.write,
  app.directory.find(domain)!.id,
  'Etc/UTC',
  sessionsOf(events, () => ({})),
)

const panel = page.getByRole('region', { name: 'Pages' })
const rows = async () => {
  await panel.locator('[aria-busy=false]').first().waitFor()
  const all = await panel.getByRole('row').all()
  return Promise.all(
    all.slice(1).map(async (row) => {
      const name = await row.getByRole('rowheader').getByRole('button').first().getAttribute('aria-label')
      return [name, await row.getByRole('cell').first().textContent()]
    }),
  )
}
const row = (name: string) => panel.getByRole('button', { name, exact: true })
const menu = () => panel.getByRole('button', { name: 'Pages menu' })
const choose = async (by: 'Path' | 'URL') => {
  await menu().click()
  const kept = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('menuitemradio', { name: by }).click()
  await kept
}
const param = (name: string) => new URL(page.url()).searchParams.getAll(name)
const totalVisitors = page.getByRole('radio', { name: /Unique visitors/ })

t.test('the menu has both, and marks the one on show', async (t) => {
  await visit(`${path}?pages=entry_pages`)
  await row('/install').waitFor()
  await menu().click()
  const items = page.getByRole('menuitemradio')
  await items.first().waitFor()
  t.strictSame(await items.allInnerTexts(), ['Break down by: Path', 'Break down by: URL'])
  t.equal(await items.first().getAttribute('aria-checked'), 'true')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sources menu' }).click()
  t.equal(await items.count(), 0, 'no other panel has it')
  await page.keyboard.press('Escape')
})

t.test('by URL rows of each tab are hostname and path', async (t) => {
  await choose('URL')
  await row(`${docs}/install`).waitFor()
  t.strictSame(param('pages_by'), ['url'])
  t.strictSame(await rows(), [
    [`${docs}/install`, '2'],
    [`${domain}/`, '1'],
    [`${domain}/install`, '1'],
  ])
  await panel.getByRole('tab', { name: 'Exit pages' }).click()
  await row(`${docs}/`).waitFor()
  t.strictSame(
    (await rows()).map(([name]) => name),
    [`${docs}/install`, `${docs}/`, `${domain}/install`],
  )
  await panel.getByRole('tab', { name: 'Top pages' }).click()
  await row(`${domain}/install`).waitFor()
  t.strictSame(await rows(), [
    [`${docs}/install`, '3'],
    [`${docs}/`, '1'],
    [`${domain}/`, '1'],
    [`${domain}/install`, '1'],
  ])
})

t.test('a row opens its own address, elsewhere', async (t) => {
  const link = panel.getByRole('link', { name: `Open ${docs}/install` })
  t.equal(await link.getAttribute('href'), `https://${docs}/install`)
  t.equal(await link.getAttribute('target'), '_blank')
  t.equal(await link.getAttribute('rel'), 'noreferrer')
  t.equal(await panel.getByRole('link', { name: /^Open / }).count(), (await rows()).length, 'every row has one')
})

t.test('a row filters by both; chosen again both go', async (t) => {
  for (const [tab, host, name, visitors] of [
    ['pages', 'hostname', 'page', '3'],
    ['entry_pages', 'entry_hostname', 'entry_page', '2'],
    ['exit_pages', 'exit_hostname', 'exit_page', '2'],
  ] as const) {
    await visit(`${path}?pages=${tab}&pages_by=url`)
    await row(`${docs}/install`).click()
    await page.waitForURL(/[?&]f=/)
    t.strictSame(param('f'), [`is,${name},/install`, `is,${host},${docs}`], tab)
    // As many as the row said.
    await totalVisitors.filter({ hasText: new RegExp(`^Unique visitors${visitors}(?!\\d)`) }).waitFor()
    t.equal(await row(`${docs}/install`).getAttribute('aria-pressed'), 'true')
    await row(`${docs}/install`).click()
    await page.waitForURL((url) => !url.searchParams.has('f'))
  }
  await visit(`${path}?pages_by=url`)
  await panel.getByRole('button', { name: `More: ${docs}/install` }).click()
  t.strictSame(await page.getByRole('menuitem').allInnerTexts(), ['Only this', 'Open', 'Copy value'])
  await page.keyboard.press('Escape')
})

t.test('details have session metrics', async (t) => {
  await visit(`${path}?pages_by=url&details=pages`)
  const dialog = page.getByRole('dialog', { name: 'Top pages' })
  await dialog.getByRole('button', { name: `${docs}/install`, exact: true }).waitFor()
  const headers = await dialog.getByRole('columnheader').allTextContents()
  t.strictSame(headers, ['Page', 'Visitors', 'Share', 'Pageviews', 'Bounce rate', 'Time on page', 'Scroll depth'])
  const cells = dialog.getByRole('row', { name: `${docs}/install` }).getByRole('cell')
  t.equal(await cells.nth(3).textContent(), '50%', 'of the two visits that entered there')
  await visit(`${path}?pages_by=url&details=exit_pages`)
  const exits = page.getByRole('dialog', { name: 'Exit pages' })
  await exits.getByRole('button', { name: `${docs}/install`, exact: true }).waitFor()
  t.notMatch(await exits.getByRole('columnheader').allTextContents(), ['Exit rate'])
})

t.test('files have the rows of the screen', async (t) => {
  const fileOf = async (press: () => Promise<void>) => {
    const [file] = await Promise.all([page.waitForEvent('download'), press()])
    return file.path()
  }
  await visit(`${path}?pages_by=url`)
  await row(`${docs}/install`).waitFor()
  await menu().click()
  const csv = await fileOf(() => page.getByRole('menuitem', { name: 'Download CSV' }).click())
  const lines = (await readFile(csv, 'utf8')).split('\r\n')
  t.equal(lines[0], '\ufeffPage,Visitors,Share,Pageviews,Bounce rate,Time on page,Scroll depth')
  t.match(lines[1], /^docs\.shop\.example\/install,3,75,3,50,/)
  await page.getByRole('button', { name: 'Options' }).click()
  const archive = await fileOf(() => page.getByRole('menuitem', { name: 'Download CSV' }).click())
  const files = await unzip(archive)
  t.match(files.get('pages.csv'), /\r\ndocs\.shop\.example\/install,3,/)
  t.match(files.get('entry-pages.csv'), /\r\ndocs\.shop\.example\/install,2,/)
  t.match(
    files.get('exit-pages.csv'),
    /^\ufeffExit page,Unique exits,Share,Total exits\r\ndocs\.shop\.example\/install,2,/,
  )
})

t.test('the account keeps the choice; an address says otherwise', async (t) => {
  await visit(`${path}?pages=entry_pages`)
  await row(`${docs}/install`).waitFor()
  await visit(`${path}?pages=entry_pages&pages_by=path`)
  await row('/install').waitFor()
  t.strictSame(await rows(), [
    ['/install', '3'],
    ['/', '1'],
  ])
  await choose('Path')
  await menu().click()
  t.equal(await page.getByRole('menuitemradio', { name: 'Path' }).getAttribute('aria-checked'), 'true')
  await page.keyboard.press('Escape')
  await visit(path)
  await row('/install').waitFor()
  t.strictSame((await rows()).length, 2, 'top pages too, although there are two hosts')
})
