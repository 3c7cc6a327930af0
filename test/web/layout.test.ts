// Nothing waits that need not, nothing jumps, nothing overflows: requests, sizes and shifts of the dashboard
// (spec/dashboard 4, 6.1, 7 and 14).
import t from 'tap'
import { isCounted, startBoard } from '../support/pages.ts'

const { page, visit, service, stop } = await startBoard(80)
t.teardown(stop)

const site = '/sites/dashboard.test'
let requests: string[] = []
page.on('request', (request) => {
  const url = new URL(request.url())
  // A visit comes from there.
  const isBetween = url.pathname === '/api/health'
  if (url.origin === service.url && !isBetween) requests.push(`${request.method()} ${url.pathname}`)
})
/** What was asked since the last call: the event stream and what comes near the window apart. */
const takeRequests = () => {
  const taken = requests
  requests = []
  return taken
}
const isBatch = (request: string) => request === 'POST /api/v2/query/batch'
const isAsset = (request: string) => request.startsWith('GET /assets/')
/** Parts that come when they are near the window, and the picture of the tab. */
const isLate = (request: string) => /\/(icon|map|world|flags|marks|quality|signs)-|\/traffic|\/signs$/.test(request)

const shiftOf = (): Promise<number> =>
  page.evaluate(`new Promise((done) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value
    }).observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => requestAnimationFrame(() => done(sum)))
  })`)

const heightOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.height ?? 0

t.test('a first view is one page, four files, one batch and a stream, also of a site with notes', async (t) => {
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  const written = await fetch(`${service.url}/api/v1/sites/notes`, {
    method: 'POST',
    headers: { ...service.owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ site_id: 'dashboard.test', day, text: 'Launch', show_on_shared_links: false }),
  })
  t.equal(written.status, 201)
  await visit(site)
  await page.getByRole('list', { name: 'Notes' }).getByText('Launch').waitFor()
  const asked = takeRequests()
  t.equal(asked.filter((one) => one === `GET ${site}`).length, 1)
  const files = asked.filter((one) => isAsset(one) && !isLate(one))
  t.ok(files.length <= 4, `files: ${files.join(', ')}`)
  t.equal(asked.filter(isBatch).length, 1)
  t.ok(asked.filter((one) => one === 'GET /api/live').length <= 1)
  t.same(
    asked.filter(
      (one) => !(one === `GET ${site}` || isAsset(one) || isBatch(one) || isLate(one) || one.endsWith('/live')),
    ),
    [],
  )
  const shift = await shiftOf()
  t.ok(shift <= 0.02, `the layout shifts by ${shift}`)
})

t.test('a filter is one batch, a way back to a range that has ended is none', async (t) => {
  takeRequests()
  await page.getByRole('button', { name: 'Firefox', exact: true }).click()
  await page.getByRole('button', { name: 'Edit filter: Browser is Firefox' }).waitFor()
  await isCounted(page)
  t.same(
    takeRequests().filter((one) => !isLate(one) && !isAsset(one)),
    ['POST /api/v2/query/batch'],
  )
  await page.goBack()
  await page.getByRole('button', { name: 'Edit filter: Browser is Firefox' }).waitFor({ state: 'detached' })
  await isCounted(page)
  t.same(
    takeRequests().filter((one) => !isLate(one)),
    [],
  )
  await page.keyboard.press('w')
  await isCounted(page)
  t.same(
    takeRequests().filter((one) => !isLate(one)),
    ['POST /api/v2/query/batch'],
  )
})

t.test('boxes have their size before there is anything in them', async (t) => {
  const boxes = ['.totals', '.graph-box', '.panel', '.panel-place']
  const measure = () => Promise.all(boxes.map(heightOf))
  await page.route('**/api/v2/query/batch', async (route) => {
    const empty = await measure()
    await route.continue()
    before.push(empty)
  })
  const before: number[][] = []
  await visit(site)
  await page.unroute('**/api/v2/query/batch')
  const after = await measure()
  t.equal(before.length, 1)
  t.same(before[0], after)
})

t.test('a view that was here before has the room of its rows, five at least, from the start', async (t) => {
  const path = `${site}?period=7d&locations=countries`
  const body = (panel: string) => heightOf(`.panel-${panel} .panel-body`)
  const row = 34
  await visit(path)
  const usual = await body('pages')
  // The room is noted as marks come.
  await page.locator('svg.mark').first().waitFor({ state: 'attached' })
  const rows = await page.getByRole('table', { name: 'Top pages' }).locator('tbody tr').count()
  t.ok(rows > 5 && rows < 9, `${rows} rows`)
  let before: number[] = []
  await page.route('**/api/v2/query/batch', async (route) => {
    before = await Promise.all(['sources', 'pages'].map(body))
    await route.continue()
  })
  await visit(path)
  await page.unroute('**/api/v2/query/batch')
  t.equal(await body('pages'), usual - (9 - rows) * row, 'as tall as the taller of the pair needs')
  t.same(before, await Promise.all(['sources', 'pages'].map(body)), 'the shorter one is as tall, before rows come too')
  const shift = await shiftOf()
  t.ok(shift <= 0.02, `the layout shifts by ${shift}`)
  await page.getByRole('table', { name: 'Top pages' }).getByRole('button', { name: '/pricing', exact: true }).click()
  await page.getByRole('button', { name: 'Edit filter: Page is /pricing' }).waitFor()
  await isCounted(page)
  t.equal(await body('pages'), usual - 4 * row, 'a list of one row has room for five')
})

t.test('short lists give their room away, and have their size before their rows come', async (t) => {
  const { directory, registry } = service.app
  await service.provision({ domain: 'short.test', email: service.site.email })
  const goal = (eventName: string) => ({ kind: 'event' as const, eventName, currency: null, customProps: {} })
  const list = page.getByRole('region', { name: 'Goals' }).getByRole('tabpanel')
  const heightOfGoals = async () => (await list.boundingBox())?.height ?? 0
  const heights: number[] = []
  for (const count of [1, 6, 12]) {
    const names = [...Array(count).keys()].map((index) => `Goal ${index}`)
    await registry.goals.upsert(directory.find('short.test')!, names.map(goal))
    for (const n of ['pageview', ...names])
      await fetch(`${service.url}/api/event`, {
        method: 'POST',
        headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
        body: JSON.stringify({ n, d: 'short.test', u: 'https://short.test/' }),
      })
    for (const width of [320, 1280]) {
      let before = 0
      await page.route('**/api/v2/query/batch', async (route) => {
        before = await heightOfGoals()
        await route.continue()
      })
      await visit('/sites/short.test?period=day', { width })
      await page.unroute('**/api/v2/query/batch')
      t.equal(await list.getByRole('row').count(), Math.min(count, 9) + 1)
      t.equal(await heightOfGoals(), before, `${count} goals at ${width} px`)
      await page.getByRole('link', { name: '1 current visitor' }).waitFor()
      await page.getByRole('button', { name: 'What these numbers mean' }).waitFor()
      t.equal(await shiftOf(), 0, `nothing moves at ${width} px`)
      if (width === 1280) heights.push(before)
    }
  }
  const [few = 0, some = 0, many = 0] = heights
  t.ok(few < some && some < many, heights.join(' '))
  t.equal(many, 36 + 9 * 34, 'nine rows are the most')
  const quality = page.getByRole('region', { name: 'Traffic quality' })
  await page.locator('.panel-place').scrollIntoViewIfNeeded()
  await quality.getByRole('table').waitFor()
  const graph = await quality.locator('svg.quality-graph').boundingBox()
  const rows = await quality.locator('table').boundingBox()
  t.ok(graph!.x + graph!.width < rows!.x, 'the graph stands beside the list')
  t.ok((await heightOf('.panel-line')) < 64, 'one line until something was dropped')
  await page.route('**/api/v1/stats/traffic?**', (route) =>
    route.fulfill({
      json: {
        labels: ['2026-11-23'],
        accepted: { total: 9, counts: [9] },
        dropped: [{ reason: 'bot', total: 3, counts: [3] }],
      },
    }),
  )
  await visit('/sites/short.test?period=day')
  await page.locator('.panel-place').scrollIntoViewIfNeeded()
  await quality.getByRole('row').nth(2).waitFor()
  t.equal(await page.locator('.panel-line').count(), 0, 'a panel with its reasons')
  t.ok((await heightOf('.quality')) < few, 'the last box is no taller than it needs')
  await page.unroute('**/api/v1/stats/traffic?**')
})

t.test('marks come after the first view, from the service itself, and move nothing', async (t) => {
  await visit(`${site}?sources=sources`)
  const browsers = page.getByRole('table', { name: 'Browsers' })
  const places = () => browsers.locator('tbody th button').evaluateAll((all) => all.map((one) => one.offsetLeft))
  const before = await places()
  const marks = browsers.locator('svg.mark use')
  await marks.first().waitFor({ state: 'attached' })
  t.strictSame(await places(), before, 'names stay where they were')
  t.ok((await shiftOf()) <= 0.02)
  const drawn = await marks.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  const firefox = drawn.find((one) => one?.endsWith('#mark-firefox')) ?? ''
  t.match(firefox, /^\/assets\/marks-\w+\.svg#/, drawn.join(' '))
  const sprite = await (await fetch(service.url + firefox)).text()
  t.match(sprite, /<symbol id="mark-firefox" viewBox="0 0 24 24"><path d=/)
  const letter = page
    .getByRole('table', { name: 'Sources' })
    .locator('tr', { hasText: 'Direct / None' })
    .locator('.mark-letter')
  t.equal(await letter.textContent(), 'D', 'a name without a mark has its first letter')
  for (const name of ['bing', 'edge', 'microsoft-edge', 'chatgpt', 'linkedin', 'windows'])
    t.match(sprite, `<symbol id="mark-${name}"`, 'marks that are drawn by hand')
  t.equal(await page.locator('.mark:not([aria-hidden=true])').count(), 0, 'marks are decoration')
})

t.test('in a wide window a short list has the other lists of its panel below it, and nothing moves', async (t) => {
  const devices = page.getByRole('region', { name: 'Devices' })
  const names = () => devices.getByRole('table').evaluateAll((all) => all.map((one) => one.ariaLabel))
  const systems = devices.getByRole('table', { name: 'Operating systems' })
  await visit(site, { width: 1440 })
  const height = await heightOf('.panel-devices')
  const shift = await shiftOf()
  takeRequests()
  await systems.waitFor()
  t.strictSame(await names(), ['Browsers', 'Operating systems', 'Screen sizes'])
  t.equal(await heightOf('.panel-devices'), height)
  t.equal(await shiftOf(), shift)
  t.equal(takeRequests().filter(isBatch).length, 1, 'their questions are one batch')
  await devices.getByRole('tab', { name: 'Screen sizes' }).click()
  await devices.getByRole('table', { name: 'Browsers' }).waitFor()
  t.strictSame(await names(), ['Screen sizes', 'Browsers', 'Operating systems'])
  takeRequests()
  await systems.getByRole('button').first().click()
  await page.getByRole('list', { name: 'Filters' }).getByText('Operating system is').waitFor()
  await isCounted(page)
  t.equal(takeRequests().filter(isBatch).length, 1, 'a row filters, and a filter is one batch with them')
  await visit(site)
  await page.locator('.mark use').first().waitFor({ state: 'attached' })
  t.strictSame(await names(), ['Browsers'], 'only in a wide window')
})

t.test('every width without sideways scrolling', async (t) => {
  await visit(`${site}?compare=previous_period&f=contains,page,/&f=is_not,country,XX&locations=countries`)
  for (const width of [360, 640, 768, 1024, 1280, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    t.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `${width} px`)
    const wide = await page.evaluate(`[...document.querySelectorAll('.card')]
      .filter((card) => card.getBoundingClientRect().right > innerWidth || card.scrollWidth > card.clientWidth + 1)
      .map((card) => card.textContent.slice(0, 40))`)
    t.same(wide, [], `no card is wider than ${width} px`)
    t.equal(await heightOf('.graph-box'), width < 640 ? 240 : 320)
    const uneven = await page.evaluate(`[...document.querySelectorAll('.panel-body')]
      .map((body) => body.getBoundingClientRect())
      .filter((box, at, all) => all.some((other) => other.top === box.top && other.height !== box.height)).length`)
    t.equal(uneven, 0, 'lists side by side are of one height')
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  t.ok((await heightOf('.bar')) <= 56, 'the first line is one line')
  const chips = page.getByRole('list', { name: 'Filters' }).getByRole('listitem')
  const edge = await page.getByRole('button', { name: 'Clear filters' }).boundingBox()
  for (const chip of await chips.all()) {
    const box = await chip.boundingBox()
    if (box) t.ok(box.x + box.width <= (edge?.x ?? 0), 'no chip is cut off')
  }
})

t.test('filters that do not fit are behind a button, and the first line stays one line', async (t) => {
  await visit(
    `${site}?f=is,source,Google,Bing&f=is_not,country,DE&f=contains,page,blog&f=has_done,page,/pricing&f=is,browser,Firefox` +
      '&f=is_not,os,Windows&f=contains,entry_page,documentation&f=contains_not,exit_page,checkout',
  )
  const edits = page.getByRole('list', { name: 'Filters' }).getByRole('button', { name: /^Edit filter: / })
  const more = page.getByRole('button', { name: /^\d more filters?$/ })
  await more.waitFor()
  t.ok((await edits.count()) < 8)
  t.ok((await heightOf('.bar')) <= 56)
  t.equal(await page.evaluate('document.documentElement.scrollWidth'), 1280)
  await more.click()
  t.equal(await edits.count(), 8)
})
