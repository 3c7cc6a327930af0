// Realtime: totals, graph and panels are of the same 30 minutes and say so, and nothing of it is cut on a phone
// (spec/dashboard 3.1 and 4.2).
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { realtimeMinutes } from '../../src/rules/windows.ts'
import { launchChromium } from '../support/chromium.ts'
import { cutTexts } from '../support/cut-text.ts'
import { startDashboard } from '../support/dashboard.ts'
import { readIn } from '../support/fit.ts'
import { isCounted, openPages } from '../support/pages.ts'
import { insertTraffic, type ModelEvent, sessionsOf } from '../support/stats-model.ts'

t.setTimeout(180_000)

await build()
const service = await startDashboard({ days: 2 })
const { page, visit, takeErrors, stop } = await openPages(service, isCounted)
t.teardown(async () => {
  await stop()
  await service.stop()
})
const domain = 'dashboard.test'
const realtime = `/sites/${domain}?period=realtime`

/** Minutes ago at which a visitor was there: four of them in the last 30 minutes, two of these in the last 5. */
const ago = [1, 2, 12, 25, 40, 90]
const seen = ago.filter((minutes) => minutes < realtimeMinutes).length
const now = Math.floor(Date.now() / 1000)
const events: ModelEvent[] = ago.map((minutes, index) => ({
  visitor: 900_000 + index,
  at: now - minutes * 60,
  name: 'pageview',
  pathname: `/at-${minutes}`,
  hostname: domain,
  props: null,
  engagedMs: 0,
  scroll: 50,
}))
const attributes = { source: 'Google', country: 'DE', browser: 'Firefox', browser_version: '140' }
const { db, directory } = service.app
const site = directory.find(domain)!
const sessions = sessionsOf(events, () => attributes)
await insertTraffic(db.write, site.id, site.timezone, sessions)

const region = (name: string) => page.getByRole('region', { name, exact: true })
const numbers = (texts: readonly string[]) => texts.map((text) => Number.parseInt(text, 10))
const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0)

t.test('totals, graph and panels count the same visitors', async (t) => {
  await visit(`${realtime}&locations=countries&view=table`)
  const totals = region('Totals').getByRole('radio')
  t.same(await region('Totals').locator('.total-label').allTextContents(), [
    'Current visitors',
    `Unique visitors (last ${realtimeMinutes} min)`,
    `Pageviews (last ${realtimeMinutes} min)`,
  ])
  t.equal(await totals.nth(1).locator('.total-value').textContent(), String(seen))
  t.equal(await totals.nth(2).locator('.total-value').textContent(), String(seen))
  const minutes = page.getByRole('table', { name: 'Graph data' }).locator('tbody td')
  t.equal(sum(numbers(await minutes.allTextContents())), seen, 'the graph')
  for (const name of ['Sources', 'Pages', 'Locations', 'Devices']) {
    const cells = region(name).locator('tbody tr td:nth-child(2)')
    await cells.first().waitFor()
    t.equal(sum(numbers(await cells.allInnerTexts())), seen, name)
  }
  t.same(
    (await region('Pages').getByRole('rowheader').allInnerTexts()).map((text) => text.trim()).sort(),
    ago
      .slice(0, seen)
      .map((minutes) => `/at-${minutes}`)
      .sort(),
  )
  t.same(takeErrors(), [])
})

t.test('the range is named', async (t) => {
  await visit(realtime)
  const range = page.getByRole('button', { name: 'Realtime', exact: true })
  t.match(await range.textContent(), `last ${realtimeMinutes} minutes`)
  await range.click()
  t.match(await page.getByRole('menuitemradio', { name: 'Realtime' }).textContent(), `last ${realtimeMinutes} minutes`)
})

t.test('a note of today has one mark', async (t) => {
  const written = await fetch(`${service.url}/api/v1/sites/notes`, {
    method: 'POST',
    headers: { ...service.owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      site_id: domain,
      day: new Date().toISOString().slice(0, 10),
      text: 'Launch',
      show_on_shared_links: false,
    }),
  })
  t.equal(written.status, 201)
  await visit(`/sites/${domain}?period=day`)
  await page.locator('.graph-note').first().waitFor()
  t.equal(await page.locator('.graph-note').count(), 1)
})

t.test('nothing is cut on a phone, in any language', async (t) => {
  const browser = await launchChromium()
  t.teardown(() => browser.close())
  for (const language of ['en', 'de', 'fr', 'es', 'pt-BR', 'ja']) {
    const reader = await readIn(language, browser, service.cookies)
    await reader.page.goto(service.url + realtime)
    await isCounted(reader.page)
    t.same(await reader.faultsAt([320, 390]), {}, language)
    t.same(await reader.page.evaluate(cutTexts), [], language)
    await reader.close()
  }
})
