// The window at every width and with hard data: names keep their room, words are whole, nothing is beside its card; and
// the views that a dashboard opens on demand (spec/dashboard 4 and 6).
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { startDashboard } from '../support/dashboard.ts'
import { cutGraphs } from '../support/fit.ts'
import { hardDomain, hardNames, seedHard } from '../support/hard.ts'
import { openPages } from '../support/pages.ts'

t.setTimeout(180_000)

await build()
const service = await startDashboard({ days: 60 })
const { registry, directory } = service.app
const { page, visit, takeErrors, stop } = await openPages(service, (one) =>
  one.locator('main[aria-busy=false] [role=radio]').first().waitFor(),
)
t.teardown(async () => {
  await stop()
  await service.stop()
})
const board = '/sites/dashboard.test'
const hard = `/sites/${hardDomain}`
const widths = [320, 390, 768, 1024, 1150, 1280, 1440, 1920]
const region = (name: string) => page.getByRole('region', { name, exact: true })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

await seedHard(service)

/** Everything on the page that is too narrow, cut, or outside of its card. */
const lookForFaults = (): Promise<string[]> =>
  page.evaluate(`(() => {
    const faults = ${cutGraphs}
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
    const isSeen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 1
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is wider than the window')
    for (const name of document.querySelectorAll('.panel .row-button'))
      if (isSeen(name) && name.getBoundingClientRect().width < 8 * rem - 0.5)
        faults.push('narrow name: ' + name.getBoundingClientRect().width + ' ' + name.title.slice(0, 30))
    for (const word of document.querySelectorAll(
      '.total-label, .total-value, .total-change, .panel thead th, .panel [role=tab], .bar-controls .button, .panel h2, .num'))
      if (isSeen(word) && word.scrollWidth > word.clientWidth + 1)
        faults.push('cut: ' + word.className + ' ' + word.textContent.slice(0, 30))
    for (const card of document.querySelectorAll('.card')) {
      const edge = card.getBoundingClientRect()
      for (const one of card.querySelectorAll('th, td, button, a, select, p, h2')) {
        if (!isSeen(one) || one.closest('.sr, .journeys, svg')) continue
        const box = one.getBoundingClientRect()
        if (box.left < edge.left - 1 || box.right > edge.right + 1)
          faults.push('outside its card: ' + one.textContent.slice(0, 30))
      }
    }
    return [...new Set(faults)]
  })()`)

/** The same for pages with forms and tables. Rows of tabs and wide tables scroll within themselves. */
const lookElsewhere = `(() => {
  const faults = []
  const isSeen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 1
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is wider than the window')
  for (const word of document.querySelectorAll('button, .button, thead th, h1, h2, legend, label'))
    if (isSeen(word) && !word.closest('.sr') && getComputedStyle(word).display !== 'inline' &&
      word.scrollWidth > word.clientWidth + 1) faults.push('cut: ' + word.textContent.slice(0, 30))
  for (const name of document.querySelectorAll('.entry-table tbody th'))
    if (isSeen(name) && name.getBoundingClientRect().width < 127.5)
      faults.push('narrow name: ' + name.textContent.slice(0, 30))
  for (const card of document.querySelectorAll('.card')) {
    const edge = card.getBoundingClientRect()
    for (const one of card.querySelectorAll('th, td, button, a, select, input, p, h2, label')) {
      if (!isSeen(one) || one.closest('.sr, .scroll-x, [role=tablist], svg, pre')) continue
      const box = one.getBoundingClientRect()
      if (box.left < edge.left - 1 || box.right > edge.right + 1)
        faults.push('outside its card: ' + one.textContent.slice(0, 30))
    }
  }
  return [...new Set(faults)]
})()`

t.test('every width, with hard data: names of 8rem, whole words, all within its card', async (t) => {
  for (const path of [
    `${hard}?period=day&compare=previous_period`,
    `${hard}?period=day&goals=props&view=week`,
    `${board}?compare=previous_period&sources=sources&f=is,source,Google&f=contains,page,/`,
    `${board}?period=realtime`,
    `${board}?period=all`,
    `${board}?f=is,page,/nowhere`,
  ]) {
    await visit(path)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      t.same(await lookForFaults(), [], `${path} at ${width} px`)
    }
    t.same(takeErrors(), [])
  }
})

t.test('every other page, at every width', async (t) => {
  const funnel = directory.find(hardDomain)!
  const goals = await registry.goals.list(funnel.id)
  const steps = goals.slice(0, 8).map(({ id }) => id)
  await registry.funnels.upsert(funnel.id, hardNames[3], steps)
  const settings = 'general installation goals funnels properties shields people sharing imports tokens reports'
  const paths = settings.split(' ').map((name) => `${hard}/settings/${name}`)
  for (const path of [...paths, '/sites', '/sites/new', '/account']) {
    await page.goto(service.url + path)
    await page.locator('main[aria-busy=false] .card, main:not([aria-busy]) .card').first().waitFor()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      t.same(await page.evaluate(lookElsewhere), [], `${path} at ${width} px`)
    }
  }
  t.same(takeErrors(), [])
})

t.test('ten million visitors have room, and whole figures below 100,000', async (t) => {
  const scaled = async (factor: number) => {
    await page.route('**/api/v2/query/batch', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(
        /"metrics":\[(\d+)/g,
        (_, count: string) => `"metrics":[${Number(count) > 0 ? factor : 0}`,
      )
      await route.fulfill({ response, body })
    })
    await visit(board)
    await page.unroute('**/api/v2/query/batch')
    return page.getByRole('radio', { name: 'Unique visitors' }).locator('.total-value').textContent()
  }
  t.equal(await scaled(99_999), '99,999')
  t.equal(await scaled(1), '1')
  t.equal(await scaled(10_000_000), '10M')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    t.same(await lookForFaults(), [], `${width} px`)
  }
})

t.test('rows, menus, the live count and the way back are 44 px high for fingers', async (t) => {
  const context = await page
    .context()
    .browser()!
    .newContext({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 800 },
      locale: 'en-GB',
    })
  t.teardown(() => context.close())
  await context.addCookies(service.cookies)
  const phone = await context.newPage()
  const lowOf = async (...selectors: string[]): Promise<string[]> => {
    const lists = selectors.map(async (selector) => {
      const heights = await phone
        .locator(selector)
        .evaluateAll((all) =>
          all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().height),
        )
      return heights.length === 0 || heights.some((height) => height < 44) ? [`${selector}: ${heights}`] : []
    })
    return (await Promise.all(lists)).flat()
  }
  await phone.goto(service.url + board)
  await phone.locator('main[aria-busy=false] .row-button').first().waitFor()
  await phone.locator('.current:not(.is-unknown)').waitFor()
  t.same(await lowOf('.row-button', '.current', '[role=tab]', '.bar button'), [])
  await phone.getByRole('button', { name: 'Graph menu' }).click()
  t.same(await lowOf('[role^=menuitem]'), [])
  await phone.goto(`${service.url}${board}/settings/general`)
  await phone.getByRole('button', { name: 'Save' }).waitFor()
  t.same(await lowOf('.back'), [])
})

t.test('rates change in points, in details too, and the changes of totals are on one line', async (t) => {
  await visit(`${board}?compare=previous_period&details=pages`, { width: 1024 })
  const dialog = page.locator('dialog[open]')
  await dialog.locator('tbody .change').first().waitFor()
  const headings = await dialog.locator('thead th').allTextContents()
  const column = headings.findIndex((heading) => heading.startsWith('Bounce rate'))
  t.ok(column > 0, headings.join(', '))
  const titles = await dialog
    .locator(`tbody tr > :nth-child(${column + 1}) .change`)
    .evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? ''))
  t.ok(titles.length > 0)
  for (const title of titles) t.match(title, /point|no change/i)
  await page.keyboard.press('Escape')
  const tops = await page
    .locator('.total-change .change')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
  t.ok(tops.length > 4)
  t.equal(new Set(tops).size, 1)
})

t.test('a comparison moves nothing below the totals', async (t) => {
  const topOf = () => page.locator('.graph').evaluate((one) => one.getBoundingClientRect().top)
  await visit(board, { width: 1024 })
  const before = await topOf()
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Compare: Previous period' }).waitFor()
  await page.locator('main[aria-busy=false]').waitFor()
  t.equal(await topOf(), before)
})

t.test('against a range without visitors there is no change', async (t) => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  await visit(`${board}?period=custom&from=${day(40)}&to=${day(20)}&compare=previous_period`)
  t.equal(await page.locator('.change').count(), 0)
  await visit(`${board}?period=7d&compare=previous_period`)
  t.ok((await page.locator('.change').count()) > 6)
})

t.test('two filters stand on a line of their own, and the name of the site stays whole', async (t) => {
  await visit(`${board}?f=is,source,Google&f=contains,page,${'a-long-way/'.repeat(12)}`, { width: 1440 })
  t.equal(await page.getByRole('list', { name: 'Filters' }).getByRole('listitem').count(), 2)
  const name = page.getByRole('heading', { level: 1 })
  t.equal(await name.evaluate((one) => one.scrollWidth <= one.clientWidth), true)
})

t.test('the menu of ranges ends today', async (t) => {
  await visit(board)
  await press('Last 28 days')
  const today = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date())
  const month = page.getByRole('menuitemradio', { name: 'Month to date' })
  t.ok((await month.locator('.menu-hint').textContent())?.endsWith(today))
})

t.test('the graph by hour and weekday, from its menu and its address', async (t) => {
  await visit(board)
  await press('Graph menu')
  await page.getByRole('menuitem', { name: 'Show hours by weekday' }).click()
  t.match(page.url(), /\?view=week$/)
  const table = page.getByRole('table', { name: 'Hours by weekday' })
  await table.waitFor()
  t.equal(await table.getByRole('row').count(), 8)
  t.equal(await table.locator('td[aria-current=time]').count(), 1, 'the present hour')
  t.ok((await table.locator('.week-5').count()) > 0)
  await page.reload()
  await table.waitFor()
  await page.keyboard.press('g')
  await page.getByRole('slider', { name: 'Graph cursor' }).waitFor()
  t.same(takeErrors(), [])
})

t.test('a funnel: steps as bars, and the visitors between them as a filter', async (t) => {
  const site = directory.find('dashboard.test')!
  const goals = await registry.goals.upsert(
    site,
    ['/', '/pricing'].map((path) => ({ kind: 'page' as const, path, scrollThreshold: -1, customProps: {} })),
  )
  await registry.funnels.upsert(
    site.id,
    'From home',
    goals.map(({ id }) => id),
  )
  await visit(`${board}?goals=funnels`)
  const drop = region('Goals').getByRole('button', { name: /did not reach Visit \/pricing/ })
  await drop.click()
  await page.getByRole('button', { name: 'Edit filter: Did not do Visit /pricing' }).waitFor()
  await page.getByRole('button', { name: 'Edit filter: Did Visit /' }).waitFor()
  t.equal(await region('Goals').getByRole('button', { name: 'Details: Funnels' }).count(), 0)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    t.same(await lookForFaults(), [], `${width} px`)
  }
})

t.test('keys for the last 24 hours and for pinned sites; the palette finds values', async (t) => {
  await visit(board)
  await page.keyboard.press('h')
  t.match(page.url(), /\?period=24h$/)
  await page.getByRole('button', { name: 'Last 24 hours', exact: true }).waitFor()
  await page.keyboard.press('f')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Command' }).fill('google')
  await page.getByRole('option', { name: /^Source is Google/ }).click()
  await page.getByRole('button', { name: 'Edit filter: Source is Google' }).waitFor()
  const pinned = await fetch(`${service.url}/api/v1/sites/pin`, {
    method: 'PUT',
    headers: { ...service.owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ site_id: hardDomain }),
  })
  t.ok(pinned.ok)
  await page.keyboard.press('1')
  await page.waitForURL(`**${hard}*`)
  t.same(takeErrors(), [])
})

t.test('the menu of a page makes it a goal', async (t) => {
  await visit(board)
  await region('Pages')
    .getByRole('row', { name: /\/about/ })
    .hover()
  await press('More: /about')
  await page.getByRole('menuitem', { name: 'Make this a goal' }).click()
  await page.getByRole('status').filter({ hasText: 'Goal added: Visit /about' }).waitFor()
  await region('Goals').getByRole('button', { name: 'Visit /about', exact: true }).waitFor()
  await region('Pages')
    .getByRole('row', { name: /\/about/ })
    .hover()
  await press('More: /about')
  await page.getByRole('menuitem', { name: 'Already a goal', disabled: true }).waitFor()
  t.same(takeErrors(), [])
})

t.test('the menu of an event in a journey makes it a goal', async (t) => {
  await fetch(`${service.url}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    body: JSON.stringify({ n: 'Download', d: 'dashboard.test', u: 'https://dashboard.test/' }),
  })
  await visit(`${board}?period=day&goals=journeys`)
  await region('Goals')
    .getByRole('row', { name: /Download/ })
    .hover()
  await press('More: Download')
  await page.getByRole('menuitem', { name: 'Make this a goal' }).click()
  await page.getByRole('status').filter({ hasText: 'Goal added: Download' }).waitFor()
  t.match(page.url(), /goals=journeys/)
  t.ok((await registry.goals.list(directory.find('dashboard.test')!.id)).some((one) => one.displayName === 'Download'))
  t.same(takeErrors(), [])
})

t.test('100 properties: all in the list, and a search', async (t) => {
  await visit(`${hard}?period=day&goals=props`)
  const chooser = region('Goals').getByRole('combobox', { name: 'Property' })
  t.equal(await chooser.getByRole('option').count(), 100)
  await press('Search properties')
  await page.getByRole('searchbox', { name: 'Search properties' }).fill('nothing like it')
  await page.getByText('No properties match “nothing like it”.').waitFor()
  await page.getByRole('searchbox', { name: 'Search properties' }).fill('_97_')
  await page.keyboard.press('Enter')
  await page.waitForURL(/prop=property_97_with_a_long_name/)
  t.equal(await chooser.inputValue(), 'property_97_with_a_long_name')
  t.same(takeErrors(), [])
})

t.test('joiners between letters and emoji stay, other signs that hide are shown', async (t) => {
  await visit(`${hard}?period=day`)
  await region('Pages').getByRole('button', { name: '/👩‍🚀🧪', exact: true }).waitFor()
  await visit(`${board}?f=is,page,/a%E2%80%8Db%E2%80%8E`)
  await page.getByRole('button', { name: 'Edit filter: Page is /a\u200db⟨U+200E⟩' }).waitFor()
  t.same(takeErrors(), [])
})
