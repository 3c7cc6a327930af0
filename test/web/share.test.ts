// The dashboard behind a shared link, and in a frame: everything of a reader, nothing of an owner (spec/dashboard 13).
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/cut.ts'
import { startDashboard } from '../support/dashboard.ts'
import { isCounted } from '../support/pages.ts'

await build()
const service = await startDashboard({ days: 40 })
const browser = await launchChromium()
t.teardown(async () => {
  await browser.close()
  await service.stop()
})
const domain = 'dashboard.test'
const site = service.app.directory.find(domain)!
const link = await service.app.registry.sharedLinks.findOrCreate(site.id, 'Readers')
const path = `/share/${domain}?auth=${link.slug}`

async function open(address: string, options: { cookies?: boolean; width?: number } = {}) {
  const { width = 1280 } = options
  const context = await browser.newContext({ viewport: { width, height: 900 }, locale: 'en-GB', timezoneId: 'Etc/UTC' })
  if (options.cookies) await context.addCookies(service.cookies)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`)
  })
  await page.goto(service.url + address)
  await isCounted(page)
  return { page, context, errors }
}

t.test('all panels and filters, no control of an owner', async (t) => {
  // A signed-in owner sees what everybody sees through the link.
  for (const cookies of [false, true]) {
    const { page, context, errors } = await open(path, { cookies })
    for (const name of ['Totals', 'Graph', 'Sources', 'Pages', 'Locations', 'Devices', 'Goals'])
      t.equal(await page.getByRole('region', { name, exact: true }).count(), 1, name)
    t.equal(await page.getByRole('region', { name: 'Traffic quality' }).count(), 0)
    for (const name of [/^Switch site/, 'Account', 'Save as segment', 'Add note', 'Add a goal'])
      t.equal(await page.getByRole('button', { name }).or(page.getByRole('link', { name })).count(), 0, String(name))
    t.equal(await page.getByRole('link', { name: 'Sites', exact: true }).count(), 0)
    await page.getByRole('button', { name: 'Options' }).click()
    const items = await page.getByRole('menu', { name: 'Options' }).getByRole('menuitem').allTextContents()
    t.notMatch(items.join(), /Settings/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Graph menu' }).click()
    const graphItems = await page.getByRole('menu', { name: 'Graph menu' }).getByRole('menuitem').allTextContents()
    t.notMatch(graphItems.join(), /Add note/)
    await page.keyboard.press('Escape')
    await page.keyboard.press('b')
    await page.keyboard.press('Control+k')
    t.equal(await page.getByRole('dialog').count(), 0, 'neither a note nor commands')
    t.equal(await page.locator('meta[name=robots]').getAttribute('content'), 'noindex')
    t.same(errors, [])
    await context.close()
  }
})

t.test('the link stays in the address through every click, and in every request', async (t) => {
  const { page, context, errors } = await open(path)
  const slug = new RegExp(`[?&]auth=${link.slug}(&|$)`)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url())
  })
  await page.getByRole('tab', { name: 'Sources' }).click()
  await page.getByRole('button', { name: 'Google', exact: true }).click()
  await page.getByRole('button', { name: 'Edit filter: Source is Google' }).waitFor()
  t.match(page.url(), slug)
  t.match(page.url(), /f=is,source,Google/)
  await page.keyboard.press('w')
  await page.getByRole('button', { name: 'Details: Top pages' }).click()
  await page.getByRole('dialog', { name: 'Top pages' }).getByRole('columnheader', { name: 'Pageviews' }).waitFor()
  t.match(page.url(), slug)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search filters' }).fill('brow')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Values' }).fill('chr')
  await page.getByRole('option', { name: /Chrome/ }).waitFor()
  // Once: the next one would take the chip away.
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Filter' }).waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('button', { name: 'Remove filter: Source is Google' }).waitFor()
  t.ok(asked.length > 3)
  t.same(
    asked.filter((url) => !slug.test(url)),
    [],
    'every request',
  )
  t.same(errors, [])
  await context.close()
})

t.test('how it is counted, read again with its source', async (t) => {
  const { page, context, errors } = await open(path)
  await page.getByRole('button', { name: 'Devices menu' }).click()
  await page.getByRole('menuitem', { name: 'How this is counted' }).click()
  const dialog = page.getByRole('dialog', { name: 'How this is counted' })
  await dialog
    .getByText(/sums of whole days|hours|events/)
    .first()
    .waitFor()
  t.match(await dialog.textContent(), /\d ms · Exact/)
  const [docs] = await Promise.all([context.waitForEvent('page'), dialog.getByRole('link').click()])
  await docs.getByRole('heading', { level: 1, name: 'How we count' }).waitFor()
  t.same(errors, [])
  await context.close()
})

t.test('an embed has no banner, its own theme, ground and width', async (t) => {
  const { page, context, errors } = await open(`${path}&embed=true&theme=dark&background=%23ff0000&width=manual`, {
    width: 1900,
  })
  t.equal(await page.getByRole('banner').count(), 0)
  const look = () =>
    page.evaluate(`[
      document.documentElement.dataset.theme,
      getComputedStyle(document.body).backgroundColor,
      document.querySelector('.panels').getBoundingClientRect().width > 1500,
    ]`) as Promise<[string, string, boolean]>
  t.same(await look(), ['dark', 'rgb(255, 0, 0)', true])
  await page.keyboard.press('w')
  t.match(page.url(), /embed=true&theme=dark&background=/, 'they stay')
  await page.reload()
  await isCounted(page)
  t.same(await look(), ['dark', 'rgb(255, 0, 0)', true])
  await page.goto(`${service.url}${path}&embed=true&background=transparent`)
  await isCounted(page)
  t.same(await look(), ['system', 'rgba(0, 0, 0, 0)', false])
  await page.goto(`${service.url}${path}&embed=true&background=${encodeURIComponent('red;x')}&theme=pink`)
  await isCounted(page)
  t.equal((await look())[0], 'system', 'what is impossible is left out')
  await page.goto(`${service.url}${path}&theme=dark&background=%23ff0000&width=manual`)
  await isCounted(page)
  t.same(await look(), ['dark', 'rgb(255, 0, 0)', true], 'with its banner as well')
  t.equal(await page.getByRole('banner').count(), 1)
  t.same(errors, [])
  await context.close()
})

t.test('a newer build is loaded with the next change of state', async (t) => {
  const { page, context } = await open(path)
  await page.route('**/api/v2/query/batch*', async (route) => {
    const response = await route.fetch()
    t.match(response.headers()['x-tidemark-version'], /^\w{10}$/)
    await route.fulfill({ response, headers: { ...response.headers(), 'x-tidemark-version': 'newer' } })
  })
  await page.evaluate('window.isOld = true')
  await page.keyboard.press('w')
  await isCounted(page)
  await page.unroute('**/api/v2/query/batch*')
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('m')])
  await isCounted(page)
  t.equal(await page.evaluate("'isOld' in window"), false)
  t.match(page.url(), /period=month/)
  await context.close()
})

t.test('flags stand beside countries', async (t) => {
  const { page, context, errors } = await open(`${path}&locations=countries`)
  const flag = page.getByRole('table', { name: 'Countries' }).locator('svg.flag use').first()
  await flag.waitFor({ state: 'attached' })
  await until(() => page.evaluate<boolean>("document.querySelector('svg.flag use').getBoundingClientRect().width > 5"))
  t.same(errors, [])
  await context.close()
})
