// Imports and exports in the settings, in Chromium against the real service: a file of each kind is sent and imported,
// one of them interrupted; what is wrong stands at the field; what was brought goes away again (spec/dashboard 11).
import { readFile } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { exportRows } from '../../src/upkeep/export.ts'
import { verifyRollups } from '../../src/upkeep/rollups.ts'
import { getSite } from '../../src/upkeep/sites.ts'
import { send } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { startDashboard } from '../support/dashboard.ts'
import { packedZip } from '../support/zip.ts'
import { pageview } from '../upkeep/support.ts'

t.setTimeout(240_000)

await build()
const domain = 'dashboard.test'
const service = await startDashboard({ days: 3, tasks: true, env: { UPLOAD_BYTES_MAX: '4000000' } })
const browser = await launchChromium()
t.teardown(async () => {
  await browser.close()
  await service.stop()
})
const { db } = service.app

async function open(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  await context.addCookies(service.cookies)
  const page = await context.newPage()
  await page.goto(`${service.url}/sites/${domain}/settings/imports`)
  await page.getByRole('button', { name: 'Upload' }).waitFor()
  return page
}

const list = (page: Page, name: string) => page.getByRole('list', { name, exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function choose(page: Page, kind: string, name: string, content: string | Buffer): Promise<void> {
  await page.getByRole('combobox', { name: 'Format' }).selectOption(kind)
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  })
}

/** Sums of all time, imported ones included. */
async function totals(): Promise<unknown> {
  const question = {
    site_id: domain,
    metrics: ['visitors', 'visits', 'pageviews', 'events'],
    date_range: ['2025-01-01', '2025-12-31'],
    dimensions: ['time:month'],
    include: { imports: true },
  }
  const answer = await send(service, 'POST', '/api/v2/query', question, { cookie: service.owner.cookie })
  t.equal(answer.status, 200)
  return answer.body.results
}

const columns = 'date,visitors,pageviews,bounces,visits,visit_duration'

const zipOf = (text: string): Promise<Buffer> => packedZip({ 'imported_visitors.csv': text })

t.test('files are sent, imported, listed and deleted', async (t) => {
  const before = await totals()
  const page = await open()
  await page.getByText('No imports yet.').waitFor()

  const error = page.locator('.field-error')
  await button(page, 'Upload').click()
  await error.filter({ hasText: 'Choose a file' }).waitFor()
  const focused = () => page.evaluate('document.activeElement.name')
  t.equal(await focused(), 'bytes', 'at its field, which has the focus')
  await choose(page, 'plausible', 'large.zip', Buffer.alloc(4_000_001))
  await button(page, 'Upload').click()
  await error.filter({ hasText: 'The file is larger than 4 MB' }).waitFor()
  await choose(page, 'plausible', 'wrong.zip', 'no zip')
  await button(page, 'Upload').click()
  await error.filter({ hasText: 'this is no zip archive' }).waitFor()
  t.equal(await focused(), 'bytes', 'after it was sent as well')
  await choose(page, 'plausible', 'lacking.zip', await zipOf('date,visitors\n2025-03-01,5'))
  await button(page, 'Upload').click()
  await error.filter({ hasText: 'imported_visitors.csv line 1: there is no column visits' }).waitFor()
  await button(page, 'Dismiss: wrong.zip').click()
  await button(page, 'Dismiss: wrong.zip').waitFor({ state: 'detached' })

  await choose(page, 'plausible', 'export.zip', await zipOf(`${columns}\n2025-03-01,5,9,2,6,120\n2025-03-02,1,1,1,1,0`))
  await button(page, 'Upload').click()
  await page.getByRole('status').filter({ hasText: 'imported sums of 2 days' }).waitFor()
  await list(page, 'Imports').getByText('1 March 2025 to 2 March 2025 · 4 daily totals').waitFor()

  const umami = 'created_at,session_id,hostname,url_path,event_type\n2025-04-01 10:00:00+00,s1,dashboard.test,/a,1\n'
  await choose(page, 'umami', 'website_event.csv', umami)
  await button(page, 'Upload').click()
  await page
    .getByRole('status')
    .filter({ hasText: /^Imported 1 event$/ })
    .waitFor()

  await choose(page, 'events', 'bad.ndjson', `{\n${JSON.stringify(pageview('b', '2025-05-01T00:00:00Z'))}`)
  await button(page, 'Upload').click()
  await error.filter({ hasText: 'line 1: not JSON' }).waitFor()
  await page.getByLabel('Skip invalid lines').check()
  await button(page, 'Upload').click()
  await page.getByRole('status').filter({ hasText: '1 invalid line skipped' }).waitFor()

  t.notSame(await totals(), before)
  for (const name of ['export.zip', 'website_event.csv', 'bad.ndjson']) {
    await button(page, `Delete import: ${name}`).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'The import is being deleted' }).first().waitFor()
  }
  await page.getByText('No imports yet.').waitFor()
  t.strictSame(await totals(), before)
  const differences: unknown[] = []
  for await (const one of verifyRollups(db, {})) differences.push(one)
  t.strictSame(differences, [])
  await page.context().close()
})

t.test('loose files of an export, taken together; what is lost is named', async (t) => {
  const before = await totals()
  const page = await open()
  const loose = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  const files = [
    loose('imported_visitors_20250301_20250302.csv', `${columns}\n2025-03-01,5,9,2,6,120\n2025-03-02,1,1,1,1,0`),
    loose(
      'imported_browsers_20250301_20250302.csv',
      'date,browser,browser_version,visitors,visits,visit_duration,bounces,pageviews,weight\n2025-03-01,Ä,1,5,6,120,2,9,1',
    ),
    loose('notes.csv', 'x\n'),
  ]
  await page.getByText('CSV files unpacked from it').waitFor()
  for (const message of ['once', 'and the same again']) {
    await page.getByLabel('File', { exact: true }).setInputFiles(files)
    await button(page, 'Upload').click()
    await page.getByRole('status').filter({ hasText: 'imported sums of 2 days' }).waitFor()
    const entry = list(page, 'Files').getByRole('listitem').filter({ hasText: '3 CSV files' })
    await entry.getByText('column weight is not imported').waitFor()
    t.match(
      await entry.textContent(),
      /notes\.csv holds nothing that is imported\nimported_browsers_20250301_20250302\.csv: column weight is not imported/,
      message,
    )
    await button(page, 'Dismiss: 3 CSV files').click()
    await entry.waitFor({ state: 'detached' })
  }
  t.equal(await list(page, 'Imports').getByRole('listitem').count(), 1, 'one import')
  await page.getByLabel('File', { exact: true }).setInputFiles(loose('imported_devices.csv', 'date\n'))
  await button(page, 'Upload').click()
  await page
    .locator('.field-error')
    .filter({ hasText: 'imported_devices.csv line 1: there is no column device' })
    .waitFor()
  await button(page, 'Delete import: 3 CSV files').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('No imports yet.').waitFor()
  t.strictSame(await totals(), before)
  await page.context().close()
})

t.test('a broken connection, and a page that is closed: the file goes on where it was', async (t) => {
  const count = 20_000
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify(pageview(index % 300, new Date(Date.UTC(2025, 5, 1) + index * 60_000).toISOString())),
  ).join('\n')
  const page = await open()
  let chunks = 0
  // The first piece arrives, then the line is dead.
  await page.route('**/uploads/*?offset=*', (route) => (++chunks === 1 ? route.continue() : route.abort()))
  await choose(page, 'events', 'long.ndjson', lines)
  await button(page, 'Upload').click()
  await page.getByRole('progressbar', { name: 'Progress of long.ndjson' }).waitFor()
  while (chunks < 3) await page.waitForEvent('requestfailed')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.close()

  const again = await open()
  await again.getByText(/^1 MB of .* uploaded. Choose the same file to continue/).waitFor()
  const offsets: number[] = []
  again.on('request', (request) => {
    const offset = new URL(request.url()).searchParams.get('offset')
    if (offset !== null) offsets.push(Number(offset))
  })
  await choose(again, 'events', 'long.ndjson', lines)
  await button(again, 'Upload').click()
  await again
    .getByRole('status')
    .filter({ hasText: `Imported ${count.toLocaleString('en-GB')} events` })
    .waitFor()
  t.equal(offsets[0], 1 << 20)
  const [row] = await db.write.query('select count(*)::integer as count from events where import_id is not null')
  t.strictSame(row, { count })
  await again.context().close()
})

t.test('the download is what the command writes', async (t) => {
  const page = await open()
  const site = await getSite(db.write, domain)
  for (const what of ['events', 'sessions'] as const) {
    await page.getByRole('combobox', { name: 'Rows' }).selectOption(what)
    await page.getByLabel('From').fill('2025-06-02')
    await page.getByLabel('To').fill('2025-06-04')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ])
    t.equal(download.suggestedFilename(), `${domain}-${what}-2025-06-02-2025-06-04.ndjson.gz`)
    const pieces: Buffer[] = []
    const sink = new Writable({
      write(piece: Buffer, _, done) {
        pieces.push(piece)
        done()
      },
    })
    const range = { from: '2025-06-02', to: '2025-06-04' }
    await exportRows({ db, databaseUrl: service.databaseUrl, site, what, format: 'ndjson', ...range, sink })
    const whole = Buffer.concat(pieces).toString()
    t.ok(whole.split('\n').length > 100)
    t.equal(gunzipSync(await readFile(await download.path())).toString(), whole, what)
  }
  await page.context().close()
})
