// Corners of the dashboard's address, of its clock and of its lists (spec/dashboard 3 to 6).
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import t from 'tap'
import { send } from '../support/browser.ts'
import { isCounted, startBoard } from '../support/pages.ts'
import { insertTraffic, type ModelEvent, sessionsOf } from '../support/stats-model.ts'

const { page, visit, takeErrors, service, stop } = await startBoard(60)
t.teardown(stop)
const { app, site, owner } = service
const board = '/sites/dashboard.test'
const addressOf = () => page.url().slice(service.url.length)
const radios = () => page.getByRole('radio').evaluateAll((all) => all.map((one) => one.ariaLabel))

/** A site with pageviews at these instants. */
async function siteWith(
  domain: string,
  instants: readonly string[],
  {
    timezone = 'Etc/UTC',
    props = [],
    more = () => ({}),
  }: { timezone?: string; props?: string[]; more?: (index: number) => Partial<ModelEvent> } = {},
): Promise<string> {
  await service.provision({ domain, timezone, props, email: site.email })
  const base = { name: 'pageview', pathname: '/', hostname: domain, props: null, engagedMs: 0, scroll: 0 }
  const events = instants.map(
    (at, index): ModelEvent => ({ ...base, visitor: index + 1, at: Date.parse(at) / 1000, ...more(index) }),
  )
  const sessions = sessionsOf(events, () => ({ source: 'Google', browser: 'Firefox', browser_version: '100' }))
  await insertTraffic(app.db.write, app.directory.find(domain)!.id, timezone, sessions)
  return `/sites/${domain}`
}

async function download(menu: string): Promise<string[]> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download CSV' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  t.ok(text.startsWith('\ufeff'), 'spreadsheets take it for UTF-8')
  return text.slice(1).split('\r\n')
}

async function segment(name: string, filters: readonly unknown[]): Promise<number> {
  const body = { site_id: 'dashboard.test', name, kind: 'personal', filters }
  const answer = await send(service, 'POST', '/api/v1/sites/segments', body, owner.headers)
  return answer.body.id as number
}

t.test('a segment decides which totals there are, as filters do', async (t) => {
  const pricing = ['is', 'event:page', ['/pricing']]
  const ofPages = ['Unique visitors', 'Total visits', 'Total pageviews', 'Bounce rate']
  for (const [name, filters, wanted] of [
    ['one page', [pricing], [...ofPages, 'Scroll depth', 'Time on page']],
    ['a page or a source', [['or', [pricing, ['is', 'visit:source', ['Bing']]]]], ofPages],
    ['not a page', [['not', pricing]], ofPages],
    [
      'has been on a page',
      [['has_done', pricing]],
      ['Unique visitors', 'Total visits', 'Total pageviews', 'Views per visit', 'Bounce rate', 'Visit duration'],
    ],
    ['a property', [['is', 'event:props:plan', ['pro']]], ['Unique visitors', 'Total events']],
  ] as const) {
    await visit(`${board}?segment=${await segment(name, filters)}`)
    t.strictSame(await radios(), wanted, name)
    t.equal(await page.getByRole('alert').count(), 0, `${name}: nothing is refused`)
  }
})

t.test('a segment that went meanwhile is dropped on the way back', async (t) => {
  const id = await segment('Short-lived', [['is', 'visit:source', ['Google']]])
  await visit(`${board}?segment=${id}`)
  await page.getByRole('button', { name: 'Edit segment: Short-lived' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.waitForURL(service.url + board)
  await page.goBack()
  await page.getByRole('status').filter({ hasText: 'This segment does not exist any more' }).waitFor()
  t.equal(addressOf(), board)
})

t.test('amounts are shown where a goal that brings some is meant', async (t) => {
  const call = (goals: unknown[]) =>
    fetch(`${service.url}/api/plugins/v1/goals`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${site.plugin_token}` },
      body: JSON.stringify({ goals }),
    })
  const made = await call([
    { goal_type: 'Goal.CustomEvent', goal: { event_name: 'Signup' } },
    { goal_type: 'Goal.Revenue', goal: { event_name: 'Purchase', currency: 'EUR' } },
  ])
  t.equal(made.status, 201)
  const ofGoals = ['Unique conversions', 'Total conversions', 'Conversion rate']
  for (const [filter, wanted] of [
    ['f=is,goal,Signup', ofGoals],
    ['f=is,goal,Purchase', [...ofGoals, 'Total revenue', 'Average revenue']],
    ['f=contains,goal,purch', [...ofGoals, 'Total revenue', 'Average revenue']],
    ['f=is,goal,Signup&f=has_done,goal,Purchase', ofGoals],
  ] as const) {
    await visit(`${board}?${filter}`)
    t.strictSame(await radios(), wanted, filter)
  }
})

t.test('what is impossible is dropped: a property that is not allowed, a sort by no column', async (t) => {
  const path = await siteWith('props.test', [new Date(Date.now() - 86_400_000).toISOString()], {
    props: ['plan'],
  })
  await visit(`${path}?goals=props&prop=nonsense`)
  t.equal(addressOf(), `${path}?goals=props`)
  await visit(`${path}?goals=props&prop=plan`)
  t.equal(addressOf(), `${path}?goals=props&prop=plan`)
  await visit(`${board}?details=countries&sort=bounce_rate`)
  await page.waitForURL(`${service.url}${board}?details=countries`)
  const visitors = page.getByRole('dialog', { name: 'Countries' }).getByRole('columnheader', { name: 'Visitors' })
  t.equal(await visitors.getAttribute('aria-sort'), 'descending')
})

t.test('events without the property come last, and the bar of the first value is full', async (t) => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  const path = await siteWith('none.test', [yesterday, yesterday, yesterday], {
    props: ['plan'],
    more: (index) => (index === 0 ? { props: { plan: 'pro' } } : {}),
  })
  await visit(`${path}?period=7d&goals=props&prop=plan`)
  const rows = page.getByRole('region', { name: 'Goals', exact: true }).locator('tbody .cell')
  await rows.nth(1).waitFor()
  t.same(
    await rows.evaluateAll((all) =>
      all.map((one) => [one.querySelector('.label')!.textContent, one.style.getPropertyValue('--share')]),
    ),
    [
      ['pro', '100.00%'],
      ['(none)', '100.00%'],
    ],
  )
})

t.test('an interval too fine for what is compared gives way to the next', async (t) => {
  const compared = 'compare=custom&compare_from=2023-01-01&compare_to=2025-12-31'
  await visit(`${board}?period=custom&from=2025-01-10&to=2025-03-20&${compared}`)
  const interval = page.getByRole('combobox', { name: 'Interval' })
  t.equal(await interval.inputValue(), 'week')
  t.strictSame(await interval.locator('option').allTextContents(), ['Weeks', 'Months'])
  await visit(`${board}?period=day&${compared}`)
  t.equal(await page.getByRole('alert').count(), 0)
})

t.test('weeks under the cursor open as days of their own', async (t) => {
  await visit(`${board}?period=91d&interval=week`)
  const slider = page.getByRole('slider', { name: 'Graph cursor' })
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  t.match(addressOf(), /\?period=custom&from=[\d-]+&to=[\d-]+$/)
})

t.test('hours on the site’s clock, those it repeats and those the viewer’s own one skips', async (t) => {
  // Berlin, 25 October 2020: 02:10 comes at 00:10 and at 01:10 UTC.
  const instants = ['2020-10-25T00:10:00Z', '2020-10-25T01:10:00Z', '2020-10-25T01:20:00Z', '2020-10-26T10:00:00Z']
  const path = await siteWith('berlin.test', instants, { timezone: 'Europe/Berlin' })
  const hours = async (target: Page) => {
    const rows = target.getByRole('table', { name: 'Graph data' }).locator('tbody tr')
    return rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent).join(' ')))
  }
  await visit(`${path}?period=day&date=2020-10-25&view=table`)
  t.strictSame((await hours(page)).slice(0, 5), ['00:00 0', '01:00 0', '02:00 1', '02:00 2', '03:00 0'])
  t.equal((await hours(page)).length, 25)
  const away = await page.context().browser()!.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin' })
  await away.addCookies(service.cookies)
  const viewer = await away.newPage()
  await viewer.goto(`${service.url}${board}?period=day&date=2025-03-30&view=table`)
  await isCounted(viewer)
  t.strictSame(
    (await hours(viewer)).slice(0, 4),
    ['00:00 0', '01:00 0', '02:00 0', '03:00 0'],
    'a site in UTC, seen on the day on which 02:00 is no time in Berlin',
  )
  await away.close()
})

t.test('several hostnames tell top pages apart, and leave all columns', async (t) => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  const more = (index: number) => (index === 0 ? {} : { hostname: 'blog.hosts.test' })
  const path = await siteWith('hosts.test', [yesterday, yesterday], { more })
  const headers = async (name: string) => {
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByRole('rowheader').first().waitFor()
    return dialog.getByRole('columnheader').allTextContents()
  }
  await visit(`${path}?period=7d&details=sources`)
  t.strictSame(await headers('Sources'), ['Source', 'Visitors', 'Share', 'Bounce rate', 'Visit duration'])
  await visit(`${path}?period=7d&pages=entry_pages&details=pages`)
  await page.getByRole('button', { name: 'blog.hosts.test/', exact: true }).waitFor()
  const ofPages = ['Page', 'Visitors', 'Share', 'Pageviews', 'Bounce rate', 'Time on page', 'Scroll depth']
  t.strictSame(await headers('Top pages'), ofPages)
})

t.test('files have the names of the screen', async (t) => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  const path = await siteWith('files.test', [yesterday], { more: () => ({ props: { 'a,b': 'x' } }) })
  await visit(`${path}?period=7d&goals=props&prop=a%2Cb`)
  const day = yesterday.slice(0, 10)
  t.strictSame(await download('Graph menu'), ['Time,Unique visitors', `${day},1`, ''])
  t.strictSame(await download('Goals menu'), ['"a,b",Visitors,Events,Share', 'x,1,1,100', ''])
  await visit(`${path}?period=7d&f=is,browser,Firefox&devices=browser_versions&locations=cities`)
  t.equal((await download('Devices menu'))[0], 'Version,Browser,Visitors,Share,Bounce rate,Visit duration')
  t.equal((await download('Locations menu'))[0], 'City,Country,Visitors,Share')
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  t.equal((await download('Traffic quality menu'))[0], 'Outcome,Events,Share')
})

t.test('a range is typed as the browser’s language writes days', async (t) => {
  for (const [from, to] of [
    ['2025-11-01', '14/11/2025'],
    ['1 Nov 2025', 'Fri, 14 November 2025'],
  ] as const) {
    await visit(board)
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'Custom range' })
    await dialog.getByRole('textbox', { name: 'From' }).fill(from)
    await dialog.getByRole('textbox', { name: 'To' }).fill(to)
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(`${service.url}${board}?period=custom&from=2025-11-01&to=2025-11-14`)
  }
  await visit(board)
  await page.keyboard.press('c')
  await page.getByRole('textbox', { name: 'From' }).fill('1 Foo 2025')
  await page.getByRole('button', { name: 'Apply' }).click()
  t.equal(await page.getByRole('textbox', { name: 'From' }).getAttribute('aria-invalid'), 'true')
})

t.test('nothing beside nothing is no change', async (t) => {
  await visit(`${board}?period=custom&from=2020-01-01&to=2020-01-03&compare=previous_period&view=table`)
  const changes = page.getByRole('table', { name: 'Graph data' }).locator('tbody td:last-child')
  t.strictSame(await changes.allTextContents(), ['no change', 'no change', 'no change'])
})

t.test('a country is typed by its code, also one that is in no data', async () => {
  await visit(board)
  await page.keyboard.press('/')
  await page.getByRole('searchbox', { name: 'Search filters' }).fill('country')
  await page.keyboard.press('Enter')
  for (const code of ['de', 'NZ', 'nowhere']) {
    await page.getByRole('combobox', { name: 'Values' }).fill(code)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('combobox', { name: 'Values' }).fill('')
  await page.getByRole('button', { name: 'Apply filter' }).click()
  await page.getByRole('button', { name: 'Edit filter: Country is Germany or New Zealand' }).waitFor()
  await page.waitForURL(`${service.url}${board}?f=is,country,DE,NZ`)
})

t.test('a sign that a keyboard writes with Shift is the same key', async (t) => {
  await visit(board)
  await page.evaluate("dispatchEvent(new KeyboardEvent('keydown', { key: '/', shiftKey: true }))")
  await page.getByRole('dialog', { name: 'Filter' }).waitFor()
  t.same(takeErrors(), [])
})
