// Journeys in Chromium: the columns of the tab, its address, keys, a telephone, shared links, and funnels made of a
// path (spec/journeys 6).
import t from 'tap'
import { startBoard } from '../support/pages.ts'

t.setTimeout(120_000)

const { page, visit, takeErrors, stop, service } = await startBoard(20)
t.teardown(stop)
const { registry, directory } = service.app
const site = directory.find('dashboard.test')!
const base = '/sites/dashboard.test'
const board = `${base}?period=30d&goals=journeys`

interface Row {
  readonly page?: string
  readonly event?: string
  readonly visitors: number
  readonly visits: number
  readonly share: number | null
}
interface JourneyAnswer {
  readonly steps: readonly Row[]
  readonly next: readonly Row[]
  readonly ended: Row | null
  readonly conversion_rate: number | null
}
type Step = Readonly<Record<string, string>>
async function ask(steps: readonly Step[] = [], more: object = {}): Promise<JourneyAnswer> {
  const response = await fetch(`${service.url}/api/v2/journeys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.site.api_key}` },
    body: JSON.stringify({ site_id: 'dashboard.test', date_range: '30d', steps, group: true, ...more }),
  })
  return (await response.json()) as JourneyAnswer
}

const panel = () => page.getByRole('region', { name: 'Goals', exact: true })
const column = (name: string) => panel().getByRole('region', { name, exact: true })
const row = (of: string, name: string) => column(of).getByRole('button', { name, exact: true })
const settled = async (name: string) => {
  await column(name).getByRole('table', { name }).waitFor()
  await panel().locator('.journey-column[aria-busy=true]').waitFor({ state: 'detached' })
}
/** Names, visits and shares of a column as they are on show. */
const shown = async (name: string) => {
  await settled(name)
  return column(name)
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((one) => [
        one.querySelector('.row-button')?.getAttribute('aria-label') ?? one.querySelector('.label')?.textContent,
        ...[...one.querySelectorAll('td')].map((cell) => cell.textContent),
      ]),
    )
}
const percent = (value: number | null) => (value === null ? '–' : `${value.toFixed(1)}%`)
const expected = ({ next, ended }: JourneyAnswer, endedWords: string) => [
  ...next.map(({ page, event, visits, share }) => [page ?? event, String(visits), percent(share)]),
  ...(ended ? [[endedWords, String(ended.visits), percent(ended.share)]] : []),
]

t.test('columns: what may be chosen, what came next, the way back', async (t) => {
  await visit(`${base}?period=30d`)
  await panel().getByRole('tab', { name: 'Journeys' }).click()
  t.same(await shown('Starting point'), expected(await ask(), ''), 'pages and events by visits')
  t.equal(await panel().getByRole('button', { name: 'Start over' }).isDisabled(), true)
  await panel().getByText('Choose a page or an event to see what visitors did next.').waitFor()
  t.equal(await panel().locator('.journey-ghost').count(), 2, 'columns to come')
  t.same(
    await column('Starting point').getByRole('columnheader').allTextContents(),
    ['Name', 'Visits', 'Share'],
    'a share stands beside its visits',
  )
  t.match(await column('Starting point').getByRole('row', { name: '/blog/**' }).textContent(), /Folder 2 pages/)
  await row('Starting point', '/blog/**').click()
  const one = await ask([{ page: '/blog/**' }])
  t.same(await shown('1 step after'), expected(one, 'No further action'))
  t.equal(await row('Starting point', '/blog/**').getAttribute('aria-pressed'), 'true')
  await panel().getByText(`${one.steps[0]!.visitors} visitors`, { exact: true }).waitFor()
  t.equal(await panel().getByText('Conversion rate').count(), 0, 'there is no step to convert to yet')
  const [cell] = await column('1 step after').getByRole('cell').all()
  t.match(await cell!.getAttribute('title'), new RegExp(`${one.next[0]!.visitors} visitors?$`))
  await row('1 step after', '/docs/install').click()
  const two = await ask([{ page: '/blog/**' }, { page: '/docs/install' }])
  t.same(await shown('2 steps after'), expected(two, 'No further action'))
  const rate = `Conversion rate ${two.conversion_rate}%`
  await panel().getByText(`${rate} · ${two.steps[1]!.visitors} visitors`).waitFor()
  const address = page.url()
  t.equal(new URL(address).searchParams.get('journey'), 'page:/blog/**,page:/docs/install')
  await page.goBack()
  await column('2 steps after').waitFor({ state: 'detached' })
  await page.goForward()
  await settled('2 steps after')
  await page.goto(address)
  t.same(await shown('2 steps after'), expected(two, 'No further action'), 'the address holds the path')
  await row('1 step after', '/docs/install').click()
  await column('2 steps after').waitFor({ state: 'detached' })
  await panel().getByRole('button', { name: 'Start over' }).click()
  await column('1 step after').waitFor({ state: 'detached' })
  t.equal(new URL(page.url()).searchParams.get('journey'), null)
  t.same(takeErrors(), [])
})

t.test('a folder is opened to choose a page in it; what is searched; more rows', async (t) => {
  await visit(board)
  await settled('Starting point')
  const opener = column('Starting point').getByRole('button', { name: 'Show pages: /blog/**' })
  await opener.click()
  t.equal(await opener.getAttribute('aria-expanded'), 'true')
  await row('Starting point', '/blog/second').click()
  const next = await ask([{ page: '/blog/second' }])
  t.same(await shown('1 step after'), expected(next, 'No further action'))
  await column('Starting point').getByRole('searchbox', { name: 'Search' }).fill('INST')
  await row('Starting point', '/pricing').waitFor({ state: 'detached' })
  t.same(
    (await shown('Starting point')).map(([name]) => name),
    ['/blog/second', '/docs/install'],
    'what is chosen stays',
  )
  const many = Array.from({ length: 12 }, (_, index) => `{"event":"E${index}"}`)
  await page.route('**/api/v2/journeys', async (route) => {
    const { offset = 0, limit } = route.request().postDataJSON() as { offset?: number; limit: number }
    const rows = many
      .slice(offset, offset + limit)
      .map((text) => ({ ...JSON.parse(text), visitors: 1, visits: 1, share: 8.3 }))
    const json = {
      steps: [],
      next: rows,
      ended: null,
      conversion_rate: null,
      total: 12,
      meta: { imports_skip_reason: 'unsupported_query' },
    }
    await route.fulfill({ json })
  })
  await visit(board)
  t.equal((await shown('Starting point')).length, 10)
  await panel().getByText('Imported days have no journeys.').waitFor()
  await column('Starting point').getByRole('button', { name: 'Show 10 more' }).click()
  await row('Starting point', 'E11').waitFor()
  t.equal(await column('Starting point').getByRole('button', { name: 'Show 10 more' }).count(), 0)
  t.match(await column('Starting point').getByRole('row').nth(1).textContent(), /Event/, 'kinds in words')
  await page.unroute('**/api/v2/journeys')
  await page.route('**/api/v2/journeys', (route) => route.fulfill({ status: 503, json: { error: 'Too slow' } }))
  await visit(board)
  await column('Starting point').getByRole('alert').waitFor()
  await page.unroute('**/api/v2/journeys')
  await column('Starting point').getByRole('button', { name: 'Retry' }).click()
  await settled('Starting point')
  t.same(takeErrors(), [])
})

t.test('backwards, filtered, and by keys alone', async (t) => {
  await visit(`${board}&f=is,source,Google`)
  await settled('Starting point')
  await panel().getByRole('switch', { name: 'End point' }).click()
  await settled('End point')
  await panel().getByText('Choose a page or an event to see what visitors did before it.').waitFor()
  const filters = [['is', 'visit:source', ['Google']]]
  const all = await ask([], { filters, direction: 'before' })
  t.same(await shown('End point'), expected(all, ''))
  const names = all.next.map(({ page, event }) => page ?? event!)
  await row('End point', names[0]!).focus()
  const focus = () => page.evaluate("document.activeElement.getAttribute('aria-label')")
  await page.keyboard.press('ArrowDown')
  t.equal(await focus(), names[1])
  await page.keyboard.press('ArrowUp')
  t.equal(await focus(), names[0])
  await page.keyboard.press('End')
  t.equal(await focus(), names.at(-1))
  await page.keyboard.press('ArrowDown')
  t.equal(await focus(), names.at(-1), 'the last row is the last')
  await page.keyboard.press('Home')
  t.equal(await focus(), names[0])
  await row('End point', '/pricing').focus()
  await page.keyboard.press('Enter')
  const before = await ask([{ page: '/pricing' }], { filters, direction: 'before' })
  t.same(await shown('1 step before'), expected(before, 'Entered here'))
  await page.keyboard.press('ArrowRight')
  t.equal(await focus(), before.next[0]!.page)
  await page.keyboard.press('ArrowLeft')
  t.equal(await focus(), '/pricing', 'back to what is chosen')
  t.equal(new URL(page.url()).searchParams.get('period'), '30d', 'the range stays')
  t.equal(await panel().getByRole('switch', { name: 'End point' }).getAttribute('aria-checked'), 'true')
  t.equal(new URL(page.url()).searchParams.get('journey'), 'before,page:/pricing')
  t.same(takeErrors(), [])
})

t.test('a telephone: one column, the path above it', async (t) => {
  await visit(board, { width: 390, height: 800 })
  await settled('Starting point')
  await row('Starting point', '/').click()
  await settled('1 step after')
  t.equal(await column('Starting point').count(), 0, 'out of sight')
  t.equal(await page.evaluate('document.activeElement.textContent'), '1 step after')
  const path = panel().getByRole('navigation', { name: 'Path' })
  await path.getByRole('button', { name: '/', exact: true }).click()
  await settled('Starting point')
  t.equal(await column('1 step after').count(), 0)
  t.ok(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0)
  t.same(takeErrors(), [])
})

t.test('the menu: a command, a file, how it is counted', async (t) => {
  await visit(`${board}&journey=page:/pricing`)
  await settled('1 step after')
  await page.evaluate('navigator.clipboard.writeText = async (text) => { window.copied = text }')
  const choose = async (name: string) => {
    await panel().getByRole('button', { name: 'Goals menu' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Copy as curl')
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor()
  const command = String(await page.evaluate('window.copied'))
  t.match(command, "curl 'http://tidemark.test/api/v2/journeys'")
  const sent = JSON.parse(/-d '(.*)'$/s.exec(command)![1]!) as object
  t.match(sent, { site_id: 'dashboard.test', steps: [{ page: '/pricing' }], direction: 'after', group: true })
  const downloading = page.waitForEvent('download')
  await choose('Download CSV')
  const file = await downloading
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  const lines = Buffer.concat(chunks).toString().trimEnd().split('\r\n')
  const { next, ended } = await ask([{ page: '/pricing' }], { limit: 100 })
  t.equal(lines[0], '\ufeffColumn,Kind,Name,Pages,Visitors,Visits,Share')
  t.equal(lines.length, 2 + next.length + 1)
  t.equal(lines.at(-1), `2,,No further action,,${ended!.visitors},${ended!.visits},${ended!.share}`)
  await choose('How this is counted')
  await page.getByRole('dialog').getByText('Reloads are ignored.').waitFor()
  await page.keyboard.press('Escape')
  t.equal(await panel().getByRole('button', { name: 'Details: Journeys' }).isDisabled(), true)
  t.same(takeErrors(), [])
})

t.test('a funnel of the path, for those who may edit; shared links', async (t) => {
  await registry.goals.upsert(site, [{ kind: 'page', path: '/pricing', scrollThreshold: -1, customProps: {} }])
  await visit(`${board}&journey=before,page:/pricing,page:/blog/**`)
  await settled('2 steps before')
  await panel().getByRole('button', { name: 'Save as funnel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as funnel' })
  await dialog.waitFor()
  t.same(await dialog.getByRole('listitem').allTextContents(), ['Visit /blog/**'], 'goals it will add')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Read, then price')
  await dialog.getByRole('button', { name: 'Save as funnel' }).click()
  await page.getByRole('status').filter({ hasText: 'Funnel saved' }).waitFor()
  await panel().getByRole('table', { name: 'Funnels' }).waitFor()
  t.match(await registry.funnels.list(site.id), [
    { name: 'Read, then price', steps: [{ display_name: 'Visit /blog/**' }, { display_name: 'Visit /pricing' }] },
  ])
  const link = await registry.sharedLinks.findOrCreate(site.id, 'All')
  const shared = `/share/dashboard.test?auth=${link.slug}&period=30d&goals=journeys`
  await visit(`${shared}&journey=page:/pricing,page:/blog/**`, { isSignedIn: false })
  const steps = [{ page: '/pricing' }, { page: '/blog/**' }]
  t.same(await shown('2 steps after'), expected(await ask(steps), 'No further action'))
  t.equal(await panel().getByRole('button', { name: 'Save as funnel' }).count(), 0)
  await row('Starting point', '/').click()
  await settled('1 step after')
  t.ok(new URL(page.url()).searchParams.get('auth'), 'the link stays')
  t.same(takeErrors(), [])
})
