// The dashboard in Debian's Chromium against the real service: what is on the screen is what the API says, and every
// state is an address (spec/dashboard 3 to 6 and 16).
import t from 'tap'
import { startBoard, type Visit } from '../support/pages.ts'

const { page, visit, takeErrors, service, stop } = await startBoard(40)
t.teardown(stop)

const site = '/sites/dashboard.test'

const open = (query = '', how: Visit = {}) => visit(site + query, how)
const address = () => page.url().slice((service.url + site).length)

async function ask(query: Record<string, unknown>) {
  const response = await fetch(`${service.url}/api/v2/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${service.site.api_key}` },
    body: JSON.stringify({ site_id: 'dashboard.test', ...query }),
  })
  return (await response.json()) as { results: { dimensions: string[]; metrics: number[] }[] }
}

t.test('figures are those of the API, for several ranges and filters', async (t) => {
  for (const [query, range, filters] of [
    ['', '28d', []],
    ['?period=7d', '7d', []],
    ['?period=7d&f=is,source,Google', '7d', [['is', 'visit:source', ['Google']]]],
    ['?f=contains,page,BLOG', '28d', [['contains', 'event:page', ['BLOG'], { case_sensitive: false }]]],
    ['?period=month&f=is_not,country,DE', 'month', [['is_not', 'visit:country', ['DE']]]],
  ] as const) {
    await open(query)
    const total = await ask({ metrics: ['visitors'], date_range: range, filters })
    const figure = page.getByRole('radio', { name: 'Unique visitors', exact: true })
    const description = (await figure.getAttribute('aria-description')) ?? ''
    t.equal(description.split(/, (?=up|down|no)/)[0], String(total.results[0]?.metrics[0]), `visitors of ${query}`)
    const browsers = await ask({ metrics: ['visitors'], date_range: range, filters, dimensions: ['visit:browser'] })
    const rows = page.getByRole('table', { name: 'Browsers' }).locator('tbody tr')
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => [row.querySelector('button')?.getAttribute('aria-label'), row.querySelector('td')?.title]),
    )
    t.same(
      shown,
      browsers.results.map(({ dimensions, metrics }) => [dimensions[0], String(metrics[0])]),
      `browsers of ${query}`,
    )
    t.same(takeErrors(), [])
  }
})

t.test('a day is held against the day before, compared with the same day of the week', async (t) => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  for (const [query, before] of [
    ['', 3],
    ['&compare=previous_period', 9],
    ['&compare=previous_period&match=exact', 3],
  ] as const) {
    await open(`?period=day&date=${ago(2)}${query}`)
    const total = await ask({ metrics: ['visitors'], date_range: [ago(before), ago(before)] })
    const figure = page.getByRole('radio', { name: 'Unique visitors', exact: true })
    const description = (await figure.getAttribute('aria-description')) ?? ''
    t.equal(description.split(' from ')[1], String(total.results[0]?.metrics[0]), `${before} days ago: ${query}`)
  }
})

t.test('the address is the state: a press, a way back, a reload', async (t) => {
  await open('?utm_source=x&period=nonsense')
  t.equal(address(), '', 'what is unknown is dropped')
  await page.getByRole('tab', { name: 'Sources' }).click()
  t.equal(address(), '?sources=sources')
  await page.getByRole('button', { name: 'Google', exact: true }).click()
  await page.getByRole('button', { name: 'Edit filter: Source is Google' }).waitFor()
  t.equal(address(), '?f=is,source,Google&sources=referrers', 'a source leads to its referrers')
  await page.reload()
  await page.getByRole('button', { name: 'Remove filter: Source is Google' }).waitFor()
  t.equal(address(), '?f=is,source,Google&sources=referrers')
  await page.goBack()
  await page.getByRole('button', { name: 'Clear filters' }).waitFor({ state: 'detached' })
  t.equal(address(), '?sources=sources')
})

t.test('the keyboard is enough', async (t) => {
  await open()
  await page.keyboard.press('w')
  t.equal(address(), '?period=7d')
  await page.keyboard.press('ArrowLeft')
  t.match(address(), /^\?period=custom&from=/)
  await page.keyboard.press('f')
  await page.keyboard.press('x')
  t.equal(address(), '?compare=previous_period')
  await page.keyboard.press('g')
  t.equal(address(), '?compare=previous_period&view=table')
  await page.getByRole('columnheader', { name: 'Compared time' }).waitFor()
  await page.keyboard.press('g')
  const slider = page.getByRole('slider', { name: 'Graph cursor' })
  await slider.focus()
  const last = await slider.getAttribute('aria-valuetext')
  await page.keyboard.press('Home')
  t.not(await slider.getAttribute('aria-valuetext'), last)
  await page.keyboard.press('Enter')
  t.match(address(), /^\?period=day&date=\d{4}-\d{2}-\d{2}&compare=previous_period$/, 'a bucket opens its day')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await page.getByRole('dialog', { name: 'Filter' }).getByRole('searchbox', { name: 'Search filters' }).fill('brow')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Values' }).fill('fire')
  await page.getByRole('option', { name: /Firefox/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Apply filter' }).click()
  await page.getByRole('button', { name: 'Edit filter: Browser is Firefox' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit filter: Browser is Firefox' }).waitFor({ state: 'detached' })
})

t.test('details show all columns, sort and search by their address', async (t) => {
  await open('?details=pages&sort=pageviews')
  const dialog = page.getByRole('dialog', { name: 'Top pages' })
  await dialog.getByRole('columnheader', { name: 'Pageviews' }).waitFor()
  t.equal(await dialog.getByRole('columnheader', { name: 'Pageviews' }).getAttribute('aria-sort'), 'ascending')
  await dialog.getByRole('searchbox', { name: 'Search' }).fill('BLOG')
  await dialog.getByRole('status').filter({ hasText: '2 rows' }).waitFor()
  t.equal(address(), '?details=pages&q=BLOG&sort=pageviews')
  await dialog.getByRole('button', { name: 'Close' }).click()
  t.equal(address(), '')
})

t.test('nothing overflows at 360 px', async (t) => {
  await open('?compare=previous_period&f=contains,page,/&locations=countries', { width: 360 })
  t.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
})
