// Whatever is asked, the screen says what the API says, and the address alone brings it back (spec/dashboard 1 and 3).
import fc from 'fast-check'
import t from 'tap'
import { isCounted, startBoard } from '../support/pages.ts'

const { page, visit, takeErrors, service, stop } = await startBoard(80)
t.teardown(stop)

const site = '/sites/dashboard.test'
const dayMs = 86_400_000
const dayAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
const [from, to, day] = [dayAgo(44), dayAgo(11), dayAgo(3)]

/** In the address, and as the API is asked. */
const ranges: readonly (readonly [address: string, range: string | readonly string[]])[] = [
  ['', '28d'],
  ['period=7d', '7d'],
  ['period=30d', '30d'],
  ['period=91d', '91d'],
  ['period=month', 'month'],
  ['period=12mo', '12mo'],
  ['period=all', 'all'],
  [`period=day&date=${day}`, [day, day]],
  [`period=custom&from=${from}&to=${to}`, [from, to]],
]

const filters: readonly (readonly [address: string, filter: readonly unknown[]])[] = [
  ['f=is,source,Google,Bing', ['is', 'visit:source', ['Google', 'Bing']]],
  ['f=contains_not,source,GOO', ['contains_not', 'visit:source', ['GOO'], { case_sensitive: false }]],
  ['f=is_not,country,DE', ['is_not', 'visit:country', ['DE']]],
  ['f=is,browser,Firefox,Edge', ['is', 'visit:browser', ['Firefox', 'Edge']]],
  ['f=contains,page,BLOG', ['contains', 'event:page', ['BLOG'], { case_sensitive: false }]],
  ['f=matches,page,^/(pricing|docs)', ['matches', 'event:page', ['^/(pricing|docs)']]],
  ['f=is,entry_page,/', ['is', 'visit:entry_page', ['/']]],
  ['f=has_not_done,page,/about', ['has_not_done', ['is', 'event:page', ['/about']]]],
]

const tables = { Channels: 'visit:channel', 'Top pages': 'event:page', Browsers: 'visit:browser' } as const
const figures = { 'Unique visitors': 'visitors', 'Total visits': 'visits', 'Total pageviews': 'pageviews' } as const
const rowsShown = 9

interface Screen {
  readonly totals: Readonly<Record<string, number>>
  readonly lists: Readonly<Record<string, readonly (readonly [label: string, visitors: number])[]>>
}

const readScreen = (): Promise<Screen> =>
  page.evaluate(`(() => {
    const number = (text) => Number(text.replaceAll(',', ''))
    const totals = {}
    for (const name of ${JSON.stringify(Object.keys(figures))})
      totals[name] = number(document.querySelector('[role=radio][aria-label="' + name + '"]')
        .getAttribute('aria-description').split(/, (?=up|down|no|new)/)[0])
    const lists = {}
    for (const name of ${JSON.stringify(Object.keys(tables))})
      lists[name] = [...document.querySelectorAll('table[aria-label="' + name + '"] tbody tr')].map((row) =>
        [row.querySelector('button').getAttribute('aria-label'), number(row.querySelector('td').title)])
    return { totals, lists }
  })()`)

interface Answer {
  readonly results: { readonly dimensions: string[]; readonly metrics: number[] }[]
}

async function ask(query: Record<string, unknown>): Promise<Answer['results']> {
  const response = await fetch(`${service.url}/api/v2/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${service.site.api_key}` },
    body: JSON.stringify({ site_id: 'dashboard.test', ...query }),
  })
  return ((await response.json()) as Answer).results
}

async function readApi(common: Record<string, unknown>): Promise<Screen> {
  const [total] = await ask({ ...common, metrics: Object.values(figures) })
  const lists: Record<string, [string, number][]> = {}
  for (const [name, dimension] of Object.entries(tables)) {
    const rows = await ask({
      ...common,
      metrics: ['visitors'],
      dimensions: [dimension],
      pagination: { limit: rowsShown },
    })
    lists[name] = rows.map(({ dimensions, metrics }) => [dimensions[0] as string, metrics[0] as number])
  }
  const totals = Object.fromEntries(Object.keys(figures).map((name, index) => [name, total?.metrics[index] ?? 0]))
  return { totals, lists }
}

const seed = Number(process.env['FIGURES_SEED'] ?? Date.now() % 1_000_000)

t.test(`the figures of random questions (FIGURES_SEED=${seed})`, async (t) => {
  const question = fc.tuple(fc.constantFrom(...ranges), fc.uniqueArray(fc.constantFrom(...filters), { maxLength: 3 }))
  for (const [index, [[range, dates], chosen]] of fc.sample(question, { seed, numRuns: 12 }).entries()) {
    const query = [range, ...chosen.map(([address]) => address)].filter(Boolean).join('&')
    const wanted = await readApi({ date_range: dates, filters: chosen.map(([, filter]) => filter) })
    await visit(`${site}?${query}`)
    const address = page.url()
    t.same(await readScreen(), wanted, query)
    // Another range and back, without a reload.
    await page.keyboard.press('e')
    await isCounted(page)
    await page.goBack()
    await page.waitForURL(address)
    await isCounted(page)
    t.same(await readScreen(), wanted, `${query}: after a way back`)
    if (index % 3 > 0) continue
    await page.reload()
    await isCounted(page)
    t.equal(page.url(), address, 'the address stays')
    t.same(await readScreen(), wanted, `${query}: after a reload`)
  }
  t.same(takeErrors(), [])
})
