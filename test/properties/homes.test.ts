// One rule in all its homes: odd traffic comes live, through the spool of an outage and as an import, and v1, v2, the
// batch of the pages, CSV, archive, mail and SQL count it alike. Each row's own filter finds the row.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { writeReport } from '../../src/reports/letter.ts'
import { countPeriod } from '../../src/reports/numbers.ts'
import { dimensionOf, panels, type Tab } from '../../src/rules/catalogue.ts'
import { createStats } from '../../src/stats/stats.ts'
import { startApp } from '../support/app.ts'
import { createWire, until } from '../support/cut.ts'
import { signIn } from '../support/dashboard.ts'
import { createDatabase } from '../support/database.ts'
import { unzip } from '../support/zip.ts'

t.setTimeout(240_000)

const desktop = 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0'
const tablet =
  'Mozilla/5.0 (Linux; Android 13; SM-X906C) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Mobile Safari/537.36'

interface Visit {
  readonly forwarded: string
  readonly agent?: string
  readonly referrer?: string
  /** Address of each page, `~` for the site's host; the query of the first page names a campaign. */
  readonly pages: readonly string[]
  readonly event?: { readonly name: string; readonly props: Record<string, string> }
}

/** Kinds that outsiders tripped over: each a visit, or a few. */
const visits: readonly Visit[] = [
  { forwarded: 'unknown, 203.0.113.1', pages: ['https://~/', 'https://~/a'], referrer: 'https://google.com/' },
  { forwarded: '10.0.0.7, 203.0.113.2', agent: tablet, pages: ['https://~/?utm_campaign=(not set)'] },
  { forwarded: '203.0.113.3', pages: ['https://~/?utm_source=%20'], referrer: 'https://bing.com/' },
  { forwarded: '203.0.113.4', pages: ['https://~/b?utm_source=Direct%20/%20None'] },
  { forwarded: '203.0.113.5', pages: ['https://~/b'], referrer: 'https://~./elsewhere' },
  { forwarded: '203.0.113.6', pages: ['https://~./c'], referrer: 'android-app://com.google.android.gm' },
  { forwarded: '203.0.113.7', pages: ['https://caf\u00e9.example/d'], referrer: 'https://chat.mistral.ai/' },
  { forwarded: '203.0.113.8', pages: ['https://xn--caf-dma.example/d'], referrer: 'https://xn--caf-dma.example/x' },
  { forwarded: '203.0.113.9', pages: ['https://~/%2A?gbraid=1', 'https://~/b'], referrer: 'https://google.com/' },
  { forwarded: '203.0.113.10', pages: ['https://~/"q",%20x?utm_medium=organic'], referrer: 'https://google.com/' },
  { forwarded: '203.0.113.11', pages: ['https://~/=1+1', 'https://~/', 'https://~/a'] },
  { forwarded: '203.0.113.12', pages: [], event: { name: 'Signup', props: { plan: '(none)' } } },
  { forwarded: '203.0.113.13', pages: ['https://~/a'], event: { name: 'Signup', props: { plan: 'pro' } } },
  { forwarded: '203.0.113.14', pages: ['https://~/b'], event: { name: 'Signup', props: {} } },
]

let now = new Date('2026-11-18T09:00:00Z').getTime()
const clock = { now: () => new Date(now) }
const day = '2026-11-18'
const names = ['live.test', 'spool.test', 'import.test'] as const

const database = await createDatabase()
t.teardown(database.drop)
const wire = await createWire(database.url)
const app = await startApp({ databaseUrl: wire.url, clock })
const folder = await mkdtemp(join(tmpdir(), 'tidemark-homes-'))
t.teardown(async () => {
  await app.stop()
  await wire.stop()
  await rm(folder, { recursive: true })
})
const { db, directory, registry, log } = app.app
const stats = createStats({ db, log, clock, statementTimeoutMs: 20_000 })
const sites = new Map<string, { key: string; id: number }>()
for (const domain of names) {
  const { api_key: key } = await app.provision({ domain, email: 'owner@homes.test' })
  const site = directory.find(domain)!
  await registry.goals.upsert(site, [{ kind: 'event', eventName: 'Signup', currency: null, customProps: {} }])
  sites.set(domain, { key, id: site.id })
}
const owner = await signIn(app, 'owner@homes.test')

async function sendEvent(domain: string, visit: Visit, body: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${app.url}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': visit.agent ?? desktop, 'x-forwarded-for': visit.forwarded },
    body: JSON.stringify({ d: domain, r: visit.referrer?.replaceAll('~', domain), ...body }),
  })
  if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`)
}

/** The same seconds for each site, so that their visits have the same order. */
async function sendAll(domain: string): Promise<void> {
  now = new Date('2026-11-18T09:00:00Z').getTime()
  for (const visit of visits) {
    for (const page of visit.pages) {
      now += 5_000
      await sendEvent(domain, visit, { n: 'pageview', u: page.replaceAll('~', domain) })
    }
    now += 5_000
    const { event } = visit
    if (event) await sendEvent(domain, visit, { n: event.name, u: `https://${domain}/a`, p: event.props })
  }
}

const countOf = async (domain: string): Promise<number> =>
  (
    await db.write.query<{ n: number }>('select count(*) as n from events where site_id = $1', [sites.get(domain)!.id])
  )[0]!.n

const tidemark = (...words: string[]) =>
  promisify(execFile)(process.execPath, [projectPath('bin', 'tidemark.js'), ...words], {
    env: { ...process.env, DATABASE_URL: database.url, SECRET_KEY: 'test-secret-key' },
    maxBuffer: 1 << 26,
  })

await sendAll('live.test')
const sent = await countOf('live.test')
wire.cut()
await sendAll('spool.test')
wire.mend()
await until(async () => (await countOf('spool.test')) === sent)
const file = join(folder, 'live.ndjson')
await writeFile(
  file,
  (await tidemark('export', '--site', 'live.test', '--what', 'events')).stdout.replaceAll('live.test', 'import.test'),
)
await tidemark('import', '--site', 'import.test', file)
await until(async () => (await countOf('import.test')) === sent)
now = new Date('2026-11-24T09:00:00Z').getTime()

/** Visitors by value, in the order of the values; a site's own name as `~`. */
type Counts = readonly (readonly [value: string, visitors: number])[]
const sorted = (domain: string, rows: Counts): Counts =>
  rows.map(([value, count]) => [value.replaceAll(domain, '~'), count] as const).sort((a, b) => (a[0] < b[0] ? -1 : 1))

interface Row {
  readonly dimensions: readonly (string | number | null)[]
  readonly metrics: readonly number[]
}

const countsOf = (domain: string, rows: readonly Row[]): Counts =>
  sorted(
    domain,
    rows.map(({ dimensions: [value], metrics: [count] }) => [String(value), count!] as const),
  )

async function post(domain: string, path: string, body: object): Promise<{ status: number; text: string }> {
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${sites.get(domain)!.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ site_id: domain, date_range: [day, day], ...body }),
  })
  return { status: response.status, text: await response.text() }
}

async function query(domain: string, dimension: string, filters: readonly unknown[] = []): Promise<readonly Row[]> {
  const { status, text } = await post(domain, '/api/v2/query', {
    metrics: ['visitors'],
    dimensions: dimension ? [dimension] : [],
    filters,
  })
  if (status !== 200) throw new Error(`${dimension} ${JSON.stringify(filters)}: ${text}`)
  return (JSON.parse(text) as { results: readonly Row[] }).results
}

/** v1 names some dimensions otherwise and refuses others: undefined. */
async function byV1(domain: string, dimension: string): Promise<Counts | undefined> {
  const search = new URLSearchParams({ site_id: domain, period: 'day', date: day, property: dimension, limit: '1000' })
  const response = await fetch(`${app.url}/api/v1/stats/breakdown?${search}`, {
    headers: { authorization: `Bearer ${sites.get(domain)!.key}` },
  })
  if (response.status === 400) return undefined
  const { results } = (await response.json()) as { results: readonly Record<string, unknown>[] }
  const key = dimension.replace(/^(event|visit):/, '').replace(/^props:/, '')
  return sorted(
    domain,
    results.map((row) => [String(row[key]), Number(row['visitors'])] as const),
  )
}

async function byBatch(domain: string, dimension: string): Promise<Counts> {
  const question = { id: 'q', metrics: ['visitors'], dimensions: [dimension], date_range: [day, day] }
  const response = await fetch(`${app.url}/api/v2/query/batch`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ site_id: domain, queries: [question] }),
  })
  const [line = ''] = (await response.text()).split('\n')
  return countsOf(domain, (JSON.parse(line) as { body: { results: readonly Row[] } }).body.results)
}

const entries = ['Unique entrances', 'Unique exits']

const linesOf = (domain: string, text: string): Counts => {
  const [head = [], ...lines] = parse(text) as string[][]
  const at = head.findIndex((word) => ['Visitors', 'Uniques', ...entries].includes(word))
  return sorted(
    domain,
    lines.map((line) => [line[0]!, Number(line[at])] as const),
  )
}

async function archiveOf(domain: string): Promise<ReadonlyMap<string, string>> {
  const response = await fetch(`${app.url}/api/v1/stats/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sites.get(domain)!.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ site_id: domain, date_range: [day, day], format: 'zip' }),
  })
  const path = join(folder, `${domain}.zip`)
  await writeFile(path, Buffer.from(await response.arrayBuffer()))
  return await unzip(path)
}

const events = `(select domain, visitor, hostname, path from tidemark.pageviews union all
  select domain, visitor, hostname, path from tidemark.custom_events)`
const ofEnds = '(select * from tidemark.visits where entry_page is not null)'
const visited = 'tidemark.visits'

/** Columns of the views by dimension, with the name that the API gives to an empty value. */
const columns: Readonly<Record<string, readonly [from: string, column: string, empty: string]>> = {
  'event:page': [events, 'path', ''],
  'event:hostname': [events, 'hostname', ''],
  'visit:source': [visited, 'source', 'Direct / None'],
  'visit:channel': [visited, 'channel', 'Direct'],
  'visit:referrer': [visited, 'referrer', 'Direct / None'],
  'visit:utm_source': [visited, 'utm_source', '(not set)'],
  'visit:utm_medium': [visited, 'utm_medium', '(not set)'],
  'visit:utm_campaign': [visited, 'utm_campaign', '(not set)'],
  'visit:country': [visited, 'country', ''],
  'visit:device': [visited, 'device', '(not set)'],
  'visit:browser': [visited, 'browser', '(not set)'],
  'visit:os': [visited, 'os', '(not set)'],
  'visit:entry_page': [ofEnds, 'entry_page', ''],
  'visit:exit_page': [ofEnds, 'exit_page', ''],
}

async function bySql(domain: string, dimension: string): Promise<Counts | undefined> {
  const found = columns[dimension]
  if (!found) return undefined
  const [from, column, empty] = found
  const rows = await db.write.query<{ value: string | null; visitors: number }>(
    `select ${column} as value, count(distinct visitor) as visitors from ${from} rows where domain = $1 group by 1`,
    [domain],
  )
  return sorted(
    domain,
    rows.map(({ value, visitors }) => [value ?? empty, visitors] as const),
  )
}

/** The lists of a weekly report, and its text. */
async function mailOf(domain: string) {
  const site = directory.find(domain)!
  const period = { from: '2026-11-16', to: '2026-11-22' }
  const numbers = await countPeriod(stats, { site, siteIds: [site.id] }, period, new AbortController().signal)
  const message = { kind: 'weekly', domain, language: 'en' } as Parameters<typeof writeReport>[0]
  const { text } = writeReport(message, period, numbers, { dashboard: '/', settings: '/', unsubscribe: '/' })
  return { lists: numbers.lists, lines: text.split('\n') }
}

const tabs = panels
  .flatMap((panel): readonly Tab[] => panel.tabs)
  .filter(({ filter }) => dimensionOf(filter) !== undefined)
const dimensions = [...new Set(tabs.map(({ filter }) => dimensionOf(filter)!)), 'event:props:plan']

const expected = new Map<string, Counts>()
for (const dimension of dimensions) expected.set(dimension, countsOf('live.test', await query('live.test', dimension)))

t.test('the traffic holds what the rules are about', async (t) => {
  const of = (dimension: string) => Object.fromEntries(expected.get(dimension)!)
  t.match(of('visit:source'), { Google: 3, Bing: 1, Gmail: 1 })
  t.match(of('event:page'), { '/*': 1, '/=1+1': 1, '/d': 2 })
  t.match(of('visit:utm_campaign'), { '(not set)': visits.length })
  t.match(of('visit:device'), { Tablet: 1 })
  t.match(of('event:props:plan'), { '(none)': visits.length, pro: 1 })
})

for (const domain of names)
  t.test(`${domain}: every home counts alike`, async (t) => {
    const archive = await archiveOf(domain)
    const mail = await mailOf(domain)
    for (const dimension of dimensions) {
      const wanted = expected.get(dimension)!
      t.strictSame(countsOf(domain, await query(domain, dimension)), wanted, `v2 by ${dimension}`)
      t.strictSame(await byBatch(domain, dimension), wanted, `batch by ${dimension}`)
      const v1 = await byV1(domain, dimension)
      // v1 leaves visits without a tag or a place out, as the model product does.
      const isEmpty = (value: string) => ['', '0', '(not set)'].includes(value)
      const isLeftOut = /utm_|country|region|city/.test(dimension)
      if (v1) t.strictSame(v1, isLeftOut ? wanted.filter(([value]) => !isEmpty(value)) : wanted, `v1 by ${dimension}`)
      const sql = await bySql(domain, dimension)
      if (sql) t.strictSame(sql, wanted, `SQL by ${dimension}`)
      const csv = await post(domain, '/api/v1/stats/export', { metrics: ['visitors'], dimensions: [dimension] })
      // Files write the empty value of a page or place as the pages show it, and places by their names.
      const shown = wanted.map(([value]) => (value === '' || value === 'null' ? '(not set)' : value)).sort()
      const lines = linesOf(domain, csv.text)
      t.strictSame(
        lines.map(([, count]) => count).sort(),
        wanted.map(([, count]) => count).sort(),
        `CSV by ${dimension}`,
      )
      if (dimension !== 'visit:country') t.strictSame(lines.map(([value]) => value).sort(), shown)
      const tab = tabs.find(({ filter }) => dimensionOf(filter) === dimension)
      const own = tab && archive.get(`${tab.file ?? tab.key.replaceAll('_', '-')}.csv`)
      // Regions and cities have their names there.
      if (own && !/region|city/.test(dimension)) t.strictSame(linesOf(domain, own), lines, `archive by ${dimension}`)
    }
    for (const { dimension, rows } of mail.lists) {
      const wanted = expected.get(dimension)
      for (const [value, count] of sorted(domain, rows)) {
        if (wanted) t.equal(new Map(wanted).get(value), count, `mail: ${dimension} ${value}`)
        const isLine = (line: string) => line.startsWith(value) && line.endsWith(` ${count}`)
        t.ok(value === '' || mail.lines.some((line) => isLine(line.replaceAll(domain, '~'))), `mail: ${value} ${count}`)
      }
    }
  })

t.test("each row's filter finds the row, and its negation all others", async (t) => {
  const [all] = await query('live.test', '')
  for (const dimension of dimensions.filter((name) => name !== 'event:goal'))
    for (const {
      dimensions: [value],
      metrics: [count],
    } of await query('live.test', dimension)) {
      const what = `${dimension} is ${value}`
      t.strictSame((await query('live.test', '', [['is', dimension, [value]]]))[0]?.metrics, [count], what)
      if (!dimension.startsWith('visit:')) continue
      const rest = (await query('live.test', '', [['is_not', dimension, [value]]]))[0]!.metrics[0]!
      t.equal(rest + count!, all!.metrics[0], `${what}, and what is left`)
    }
})
