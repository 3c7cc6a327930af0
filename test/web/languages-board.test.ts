// Every view of the dashboard in every language, on a phone and in a small window: it fits, no word is cut, none is left
// in English.
import t from 'tap'
import { languageCodes } from '../../src/rules/languages.ts'
import { readIn } from '../support/fit.ts'
import { isCounted, startBoard } from '../support/pages.ts'

t.setTimeout(240_000)

const { page: first, service, stop } = await startBoard(40)
t.teardown(stop)
const browser = first.context().browser()!
const board = '/sites/dashboard.test'
const { registry, directory } = service.app
const site = directory.find('dashboard.test')!
const event = (eventName: string) => ({ kind: 'event' as const, eventName, currency: 'EUR', customProps: {} })
const goals = await registry.goals.upsert(site, [
  event('Purchase'),
  { kind: 'page' as const, path: '/pricing', scrollThreshold: -1, customProps: {} },
  { kind: 'page' as const, path: '/', scrollThreshold: -1, customProps: {} },
])
await registry.funnels.upsert(
  site.id,
  'From home',
  goals.slice(1).map(({ id }) => id),
)
for (const n of ['pageview', 'Purchase'])
  await fetch(`${service.url}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    body: JSON.stringify({
      n,
      d: 'dashboard.test',
      u: 'https://dashboard.test/pricing',
      p: { plan: 'starter' },
      ...(n === 'Purchase' ? { $: { amount: 1_234.5, currency: 'EUR' } } : {}),
    }),
  })

/** Each view of each panel, and each state of the page that has words of its own. */
const views = [
  '?compare=previous_period',
  '?period=day&sources=sources&pages=entry_pages&locations=countries&devices=os&goals=props&f=is,source,Google' +
    '&f=is_not,country,DE&f=contains,page,/',
  '?sources=utm_campaign&pages=exit_pages&locations=regions&devices=sizes&goals=funnels&view=table' +
    '&compare=year_over_year',
  '?locations=cities&devices=browser_versions&goals=journeys&view=week',
  '?period=realtime',
  '?period=all&f=is,goal,Purchase',
  '?f=is,page,/pricing',
  '?details=pages',
  '?details=goals&period=day',
]

for (const code of languageCodes)
  t.test(code, async (t) => {
    const { page, faultsAt, close } = await readIn(code, browser, service.cookies)
    t.teardown(close)
    for (const view of views) {
      await page.setViewportSize({ width: 1024, height: 900 })
      await page.goto(service.url + board + view)
      await isCounted(page)
      if (view.includes('details')) await page.locator('dialog[open] tbody tr').first().waitFor()
      if (view.includes('journeys')) await page.locator('.journeys').waitFor()
      t.equal(await page.locator('html').getAttribute('lang'), code)
      t.same(await faultsAt([1024, 320]), {}, view)
    }
  })
