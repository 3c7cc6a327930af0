// "What changed?" under the totals: the largest contributions to a comparison, as the API has them, each a filter
// (spec/dashboard 4.7).
import t from 'tap'
import { startBoard } from '../support/pages.ts'

const { page, visit, takeErrors, service, stop } = await startBoard(40)
t.teardown(stop)

const site = '/sites/dashboard.test'
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const [from, to, beforeFrom, beforeTo] = [dayAgo(12), dayAgo(2), dayAgo(30), dayAgo(25)]
const compared = `?period=custom&from=${from}&to=${to}&compare=custom&compare_from=${beforeFrom}&compare_to=${beforeTo}`

const dimensions = [
  ['Source', 'visit:source'],
  ['Page', 'event:page'],
  ['Country', 'visit:country'],
  ['Screen size', 'visit:device'],
] as const

async function visitorsBy(dimension: string | undefined, range: readonly string[], filters: unknown[] = []) {
  const response = await fetch(`${service.url}/api/v2/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${service.site.api_key}` },
    body: JSON.stringify({
      site_id: 'dashboard.test',
      metrics: ['visitors'],
      date_range: range,
      filters,
      ...(dimension ? { dimensions: [dimension] } : {}),
    }),
  })
  const { results } = (await response.json()) as { results: { dimensions: string[]; metrics: number[] }[] }
  return new Map(results.map(({ dimensions: [value = ''], metrics: [visitors = 0] }) => [value, visitors]))
}

const signed = (change: number) => `${change < 0 ? '−' : '+'}${Math.abs(change)}`
const countries = new Intl.DisplayNames('en', { type: 'region' })

/** The accessible names of the parts, as the API's numbers make them. */
async function expectedParts(filters: unknown[], kinds: readonly (typeof dimensions)[number][]) {
  const parts: string[] = []
  for (const [word, dimension] of kinds) {
    const now = await visitorsBy(dimension, [from, to], filters)
    const before = await visitorsBy(dimension, [beforeFrom, beforeTo], filters)
    const changes = [...new Set([...now.keys(), ...before.keys()])]
      .map((value) => ({ value, change: (now.get(value) ?? 0) - (before.get(value) ?? 0) }))
      .filter(({ change }) => change !== 0)
      .sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || (a.value < b.value ? -1 : 1))
    for (const { value, change } of changes.slice(0, 2))
      parts.push(`${dimension === 'visit:country' ? countries.of(value) : value} ${signed(change)}, ${word}`)
  }
  return parts
}

const button = page.getByRole('button', { name: 'What changed?' })
const sentence = page.getByRole('dialog', { name: 'What changed?' })

async function readParts() {
  await sentence.getByText('compared with').waitFor()
  const parts = sentence.getByRole('region').getByRole('button')
  await parts.first().waitFor()
  return parts.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
}

t.test('the largest changes of each kind are those of the API', async (t) => {
  await visit(site + compared)
  await button.click()
  t.strictSame(await readParts(), await expectedParts([], dimensions))
  const total = async (range: readonly string[]) => (await visitorsBy(undefined, range)).get('') ?? 0
  const change = (await total([from, to])) - (await total([beforeFrom, beforeTo]))
  t.match(await sentence.textContent(), `${signed(change)} visitors compared with`)
  t.same(takeErrors(), [])
})

t.test('a part is a filter, and the kind it is of explains nothing any more', async (t) => {
  await visit(site + compared)
  await button.click()
  const [first = ''] = await expectedParts([], dimensions)
  await sentence.getByRole('button', { name: first }).click()
  await page.waitForURL((url) => url.searchParams.has('f'))
  const [, , value = ''] = (new URL(page.url()).searchParams.get('f') ?? '').split(',')
  t.ok(first.startsWith(value), `${value} is the value of ${first}`)
  await button.click()
  const filters = [['is', 'visit:source', [value]]]
  t.strictSame(await readParts(), await expectedParts(filters, dimensions.slice(1)))
  t.same(takeErrors(), [])
})

t.test('equal ranges differ in nothing', async (t) => {
  await visit(`${site}?period=custom&from=${from}&to=${to}&compare=custom&compare_from=${from}&compare_to=${to}`)
  await button.click()
  await sentence.getByText('No source, page, country or device changed').waitFor()
  t.equal(await sentence.getByRole('region').count(), 0)
  t.same(takeErrors(), [])
})

t.test('nothing is offered where nothing is compared', async (t) => {
  for (const period of ['realtime', 'all']) {
    await visit(`${site}?period=${period}`)
    t.equal(await button.count(), 0, period)
  }
  t.same(takeErrors(), [])
})

t.test('beside a comparison it stands by itself, until it is closed', async (t) => {
  await visit(site + compared)
  const strip = page.getByRole('region', { name: 'Graph' }).locator('.change-strip')
  await strip.getByRole('button').first().waitFor()
  const names = await strip.getByRole('button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  t.strictSame(names, await expectedParts([], dimensions))
  const height = (await strip.boundingBox())?.height
  t.ok(height && height < 40, 'one line')
  await button.click()
  for (const group of await sentence.getByRole('region').all()) {
    const numbers = (await group.textContent())?.match(/[+−]\d+/g) ?? []
    const sum = numbers.reduce((total, one) => total + Number(one.replace('−', '-')), 0)
    t.match(await sentence.getByRole('status').textContent(), `${signed(sum)} visitors`, 'a group adds up')
  }
  await sentence.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('region', { name: 'Graph' }).getByRole('button', { name: 'Close' }).click()
  await strip.waitFor({ state: 'detached' })
  t.same(takeErrors(), [])
})

const ranges = page.locator('.graph-ranges')
const visitors = page.getByRole('radio', { name: 'Unique visitors', exact: true })

t.test('a compared range that begins before the first event says so, and has no changes', async (t) => {
  await visit(`${site}?compare=previous_period`)
  await ranges.getByText(/^ ?vs\. .*, data from /).waitFor()
  t.notMatch(await visitors.getAttribute('aria-description'), /up|down|new/)
  t.equal(await button.count(), 0)
  const [past, far] = [dayAgo(200), dayAgo(190)]
  const before = `compare=custom&compare_from=${past}&compare_to=${far}`
  await visit(`${site}?period=custom&from=${from}&to=${to}&${before}`)
  await ranges.getByText(/^Nothing to compare: first event on /).waitFor()
  t.equal(await page.locator('.total-before').count(), 0)
  t.same(takeErrors(), [])
})

t.test('an empty range names the nearest day with visitors, and leads there', async (t) => {
  await visit(`${site}?period=custom&from=2020-01-01&to=2020-01-31`)
  const near = page.getByRole('region', { name: 'Graph' }).getByRole('status')
  await near.getByText(/ has \d+ visitors?\./).waitFor()
  await near.getByRole('button', { name: /^Show / }).click()
  await page.waitForURL(/period=day&date=/)
  await page.locator('main[aria-busy=false]').waitFor()
  t.notMatch(await visitors.getAttribute('aria-description'), /^0/)
  for (const rate of ['Bounce rate', 'Views per visit']) {
    await visit(`${site}?period=custom&from=2020-01-01&to=2020-01-31`)
    t.equal(await page.getByRole('radio', { name: rate }).getAttribute('aria-description'), '–', rate)
  }
  t.same(takeErrors(), [])
})
