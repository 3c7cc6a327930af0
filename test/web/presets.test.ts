// Presets in a browser (spec/ingestion 26): under "no script" nothing is stored and no request leaves for the service;
// the page Installation shows the choice, its snippets, and the facts for a privacy statement.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { kitPath } from '../../src/rules/kits.ts'
import { until } from '../support/cut.ts'
import { startDashboard } from '../support/dashboard.ts'
import { placeKit } from '../support/kits.ts'
import { openPages } from '../support/pages.ts'

const service = await startDashboard({ domain: 'preset.test', days: 0 })
const { registry, directory, db } = service.app
const siteId = directory.find('preset.test')?.id ?? 0
const pages = await openPages(service)
const kit = await placeKit('express', await registry.kits.values(siteId, { baseUrl: service.url, path: kitPath }))
const { count } = (await import(kit.path)) as {
  count(request: unknown, response: unknown, next: () => void): void
}
/** A site whose server counts its pages. Its second page has the site's own script, which was left there. */
const left = `<script async src="${service.url}/js/s-${service.site.tracker_script_id}.js"></script>`
const shop = createServer((request, response) =>
  count(request, response, () => {
    const page = `<!doctype html><link rel="icon" href="data:,"><title>Shop</title><h1>Shop</h1><a href="/left">More</a>`
    response.writeHead(200, { 'content-type': 'text/html' }).end(request.url === '/left' ? page + left : page)
  }),
).listen(0, '127.0.0.1')
await once(shop, 'listening')
const shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
t.teardown(async () => {
  shop.closeAllConnections()
  shop.close()
  await pages.stop()
  await kit.remove()
  await service.stop()
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** All that a page has stored in its browser. */
const stored = `(async () => ({
  cookies: document.cookie,
  local: { ...localStorage },
  session: { ...sessionStorage },
  databases: await indexedDB.databases(),
  workers: (await navigator.serviceWorker?.getRegistrations() ?? []).length,
  caches: typeof caches === 'undefined' ? [] : await caches.keys(),
}))()`
const nothing = { cookies: '', local: {}, session: {}, databases: [], workers: 0, caches: [] }

const views = async () => {
  const rows = await db.write.query<{ pathname: string }>(
    'select pathname from events where site_id = $1 order by pathname',
    [siteId],
  )
  return rows.map(({ pathname }) => pathname)
}

t.test('no script: a visit is counted, nothing is stored, and no request leaves for the service', async (t) => {
  await registry.sites.update(siteId, { preset: 'no_script' })
  await directory.refresh(siteId)
  // An agent of people: the browser of tests says that it is driven by a program.
  const context = await pages.context.browser()!.newContext({ userAgent: firefox })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${shopUrl}/`)
  await page.getByRole('heading', { name: 'Shop' }).waitFor()
  t.strictSame(await page.evaluate(stored), nothing)
  t.strictSame(await context.cookies(shopUrl), [])
  t.strictSame(asked, [`${shopUrl}/`], 'the page alone')
  asked.length = 0
  await page.getByRole('link', { name: 'More' }).click()
  await page.waitForURL(`${shopUrl}/left`)
  await page.waitForLoadState('networkidle')
  t.strictSame(
    asked.filter((url) => url.startsWith(service.url)),
    [`${service.url}/js/s-${service.site.tracker_script_id}.js`],
    'a script that was left on the page is fetched and does nothing',
  )
  t.equal(await page.evaluate('typeof window.tidemark'), 'undefined')
  t.strictSame(await page.evaluate(stored), nothing)
  await until(async () => (await views()).length === 2)
  t.strictSame(await views(), ['/', '/left'])
  await context.close()
})

t.test('Installation: the choice, the snippets and the facts', async (t) => {
  await registry.sites.update(siteId, { preset: 'standard' })
  const { page } = pages
  await pages.visit('/sites/preset.test/settings/installation')
  const preset = page.getByRole('combobox', { name: 'Preset' })
  const card = page.getByRole('region', { name: 'Privacy', exact: true })
  const snippet = page.getByRole('button', { name: 'Copy snippet' })
  await snippet.waitFor()
  await card.getByText('A script runs in the page.').waitFor()
  await preset.selectOption('No script')
  await page.getByRole('status').getByText('Saved').waitFor()
  await card.getByText('No script for statistics runs in the browser').waitFor()
  await page.getByText('This site counts on its server, without a script.').waitFor()
  t.equal(await snippet.count(), 0, 'no tag')
  t.equal(directory.find('preset.test')?.settings.preset, 'no_script')
  const kits = page.getByRole('combobox', { name: 'Framework or server' })
  const names = await kits.getByRole('option').allTextContents()
  t.ok(names.includes('Express'))
  t.notOk(names.includes('nginx'), 'servers that cannot count are left out')
  await kits.selectOption('Express')
  await page.getByText('Take the lines that the files mark').waitFor()
  t.equal(await page.getByText('On every page, unless the server counts').count(), 0)
  await card.getByRole('combobox', { name: 'Language of the facts' }).selectOption('Deutsch')
  await card.getByRole('heading', { name: 'Was gespeichert wird' }).waitFor()
  t.equal(await card.locator('[lang=de]').count(), 1)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await card.getByRole('button', { name: 'Copy as Markdown' }).click()
  await page.getByRole('status').getByText('Copied').waitFor()
  await pages.visit('/sites/preset.test/settings/installation')
  t.equal(await preset.inputValue(), 'no_script', 'kept')
  t.same(pages.takeErrors(), [])
})

t.test('the page that waits for the first event shows no tag either', async (t) => {
  const { page } = pages
  await registry.sites.create({ domain: 'waits.test', teamId: directory.find('preset.test')?.teamId ?? 0 })
  const { id } = (await registry.sites.find('waits.test')) ?? { id: 0 }
  for (const [chosen, tags] of [
    ['no_script', 0],
    ['no_campaigns', 1],
  ] as const) {
    await registry.sites.update(id, { preset: chosen })
    await pages.visit('/sites/waits.test')
    const text = chosen === 'no_script' ? 'This site counts on its server' : 'Add this snippet to every page'
    await page.getByText(text).waitFor()
    t.equal(await page.getByRole('button', { name: 'Copy snippet' }).count(), tags, chosen)
  }
})
