// Whatever visitors send is text: on the panels, in details, chips and tooltips, and in files (spec/dashboard 16).
import t from 'tap'
import { build } from '../../scripts/build.ts'
import { rebuildRollups } from '../../src/upkeep/rollups.ts'
import { startDashboard } from '../support/dashboard.ts'
import { isCounted, openPages } from '../support/pages.ts'
import { insertTraffic, type ModelEvent, sessionsOf } from '../support/stats-model.ts'

await build()
const service = await startDashboard({ days: 0 })
const { page, visit, takeErrors, stop } = await openPages(service, isCounted)
page.on('dialog', (dialog) => dialogs.push(dialog.message()))
const dialogs: string[] = []
t.teardown(async () => {
  await stop()
  await service.stop()
})
const domain = 'dashboard.test'
const site = service.app.directory.find(domain)!
const call = async (path: string, body: unknown) => {
  const response = await fetch(`${service.url}${path}`, {
    method: 'PUT',
    headers: { ...service.owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

const hostile = [
  '<img src=x onerror="document.title=1">',
  'javascript:document.title=1',
  '"><script>document.title=1</script>',
  '\u202egnp.exe\u202c\u0007',
  '=HYPERLINK("http://evil.test","x")',
  '+1+1',
  '-2-2',
  '@SUM(1)',
  '\t=1',
  'مرحبا بالعالم من موقع طويل جدا',
  `long${'w'.repeat(1_900)}`,
]
const shownAs = (value: string) =>
  value.replace('\u202e', '⟨U+202E⟩').replace('\u202c', '⟨U+202C⟩').replace('\u0007', '␇').replace('\t', '␉')

const today = Math.floor(Date.now() / 86_400_000) * 86_400
const events: ModelEvent[] = hostile.flatMap((value, index) => {
  const common = {
    visitor: index + 1,
    hostname: domain,
    props: { [index < 4 ? value : 'key']: value },
    engagedMs: 0,
    scroll: 50,
    pathname: value,
  }
  const at = today - 3 * 86_400 + 36_000 + index * 60
  return [
    { ...common, at, name: 'pageview' },
    { ...common, at: at + 1, name: value.slice(0, 120) },
  ]
})
const sessions = sessionsOf(events, (visitor: number) => {
  const value = hostile[visitor - 1] as string
  return {
    source: value,
    channel: value,
    referrer: value,
    utm_source: value,
    utm_medium: value,
    utm_campaign: value,
    utm_content: value,
    utm_term: value,
    country: 'DE',
    region: value,
    browser: value,
    browser_version: value,
    os: value,
    os_version: value,
  }
})
await insertTraffic(service.app.db.write, site.id, site.timezone, sessions)
await service.app.db.write.query(
  `insert into place_names (kind, code, name) select distinct 'region', region, left(region, 200) from sessions where region is not null`,
)
await rebuildRollups(service.app.db, { site: domain }, new Date())
for (const value of hostile)
  await call('/api/v1/sites/goals', { site_id: domain, goal_type: 'event', event_name: value.slice(0, 120) })
await service.app.registry.notes.create(site.id, {
  day: new Date((today - 3 * 86_400) * 1000).toISOString().slice(0, 10),
  text: hostile[0] as string,
  show_on_shared_links: false,
})

const states = [
  'sources=channels&pages=pages&locations=regions&devices=browsers&goals=goals',
  'sources=sources&pages=entry_pages&devices=os&goals=props',
  'sources=utm_campaign&pages=exit_pages&locations=cities&devices=sizes&goals=props&prop=key',
  'sources=utm_medium',
  'sources=utm_source',
  'sources=utm_content',
  'sources=utm_term',
  `sources=referrers&f=is,source,${encodeURIComponent((hostile[0] as string).replaceAll(',', '\\,'))}`,
  'details=pages',
  'details=sources',
  'details=regions',
  `details=browser_versions&f=contains,browser,w`,
  'details=goals',
]

for (const width of [1280, 360]) {
  t.test(`text everywhere, ${width} px`, async (t) => {
    for (const state of states) {
      await visit(`/sites/${domain}?period=7d&${state}`, { width })
      if (state.startsWith('details')) await page.locator('dialog td').first().waitFor()
      t.same(
        await page.evaluate(`[
          document.documentElement.scrollWidth,
          document.querySelectorAll('img, script:not([src]):not([type="application/json"])').length,
          [...document.querySelectorAll('a')].filter(({ protocol }) => !/^https?:$/.test(protocol)).length,
          [...document.querySelectorAll('dialog[open]')].filter((one) => one.scrollWidth > one.clientWidth).length,
          /dashboard.test/.test(document.title),
        ]`),
        [width, 0, 0, 0, true],
        `${state}: width, markup, links, dialogs, title`,
      )
    }
    t.same([...takeErrors(), ...dialogs], [])
  })
}

t.test('every letter is to be read', async (t) => {
  for (const [details, name] of [
    ['sources', 'Sources'],
    ['pages', 'Top pages'],
    ['browsers', 'Browsers'],
    ['regions', 'Regions'],
  ]) {
    await visit(`/sites/${domain}?period=7d&details=${details}`)
    const dialog = page.getByRole('dialog', { name: name as string })
    await dialog.locator('td').first().waitFor()
    const names = await dialog
      .locator('th[scope=row] button.row-button')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    for (const value of hostile) {
      const shown = shownAs(details === 'regions' ? [...value].slice(0, 200).join('') : value)
      t.ok(
        names.some((one) => one?.startsWith(shown)),
        `${name}: ${shown.slice(0, 40)}`,
      )
    }
  }
  await visit(`/sites/${domain}?period=7d&f=is,source,${encodeURIComponent('=HYPERLINK("http://evil.test"\\,"x")')}`)
  await page
    .getByRole('button', { name: 'Edit filter: Source is =HYPERLINK("http://evil.test","x")', exact: true })
    .waitFor()
})

t.test('no cell of a file is a formula', async (t) => {
  for (const dimension of ['visit:source', 'event:page', 'visit:region_name', 'event:props:key', 'visit:utm_term']) {
    const query = new URLSearchParams({ site_id: domain, metrics: 'visitors', dimensions: dimension, date_range: '7d' })
    const response = await fetch(`${service.url}/api/v1/stats/export?${query}`, { headers: service.owner.headers })
    const text = await response.text()
    t.equal(response.status, 200)
    t.notMatch(text, /(^|\n|,)"?[=+@\t-]/, dimension)
    t.match(text, /'=HYPERLINK|'\+1/, dimension)
  }
})
