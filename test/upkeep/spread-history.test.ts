// History in a site that is spread over several parts: what is imported before, meanwhile and afterwards, exported and
// deleted again, is that of a site with the same files that is not spread (docs/scale.md).
import { Writable } from 'node:stream'
import t from 'tap'
import { createLog } from '../../src/log.ts'
import { createStats } from '../../src/stats/stats.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { exportRows } from '../../src/upkeep/export.ts'
import { deleteImports } from '../../src/upkeep/import-deletion.ts'
import { getSite } from '../../src/upkeep/sites.ts'
import { spreadSite } from '../../src/upkeep/spread.ts'
import { siteView } from '../support/ingest.ts'
import { createSite } from './support.ts'

const timezone = 'America/Havana'
const domains = ['x.example', 'y.example', 'again.example'] as const
const [spread, control, again] = domains
type Domain = (typeof domains)[number]

const x = await createSite(
  timezone,
  [control, again].map((domain) => ({ domain, timezone })),
  process.env['TIDEMARK_TEST_CITUS_URL'] ? {} : { parts: 8 },
)
t.teardown(() => x.drop())
t.setTimeout(180_000)

/** Visits of four events each, of 60 visitors who come back for days. */
const history = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const kind = index % 5 === 2 ? { name: 'engagement', engagement_time: 900 + index, scroll_depth: index % 100 } : {}
    return {
      timestamp: new Date(Date.parse(from) + index * 211_000).toISOString().replace('.000', ''),
      visitor: `v${(index >> 2) % 60}`,
      name: index % 11 === 3 ? 'Signup' : 'pageview',
      url: `https://x.example/${index % 9}`,
      source: `from ${index % 4}`,
      ...kind,
    }
  })
const files = {
  before: history('2025-02-15T00:00:00Z', 900),
  first: history('2025-02-20T00:00:00Z', 2_000),
  meanwhile: history('2025-02-22T00:00:07Z', 5_000),
  after: history('2025-03-05T00:00:03Z', 900),
}

const importInto = async (domain: Domain, lines: readonly object[] | string, options = {}) =>
  x.import(lines, { site: await getSite(x.db.write, domain), ...options })
const importBoth = async (lines: readonly object[]) => {
  const { id, ...other } = await importInto(spread, lines)
  const { id: _, ...own } = await importInto(control, lines)
  t.strictSame(other, own)
}

const { query } = createStats({
  db: x.db,
  log: createLog('silent'),
  statementTimeoutMs: 20_000,
  clock: { now: () => new Date() },
})
const metrics = ['visitors', 'visits', 'pageviews', 'events', 'bounce_rate', 'visit_duration']
const questions: readonly object[] = [
  { metrics },
  { metrics: ['visitors', 'visits'], dimensions: ['time:month'] },
  { metrics: ['visitors', 'visits', 'pageviews'], dimensions: ['time:day'] },
  { metrics: ['visitors', 'pageviews', 'time_on_page', 'scroll_depth'], dimensions: ['event:page'] },
  { metrics: ['visitors', 'bounce_rate'], dimensions: ['visit:source'], filters: [['is', 'event:page', ['/3', '/4']]] },
]
const ranges = ['2025-02-13 2025-03-10', '2025-02-24 2025-03-03'].map((range) => range.split(' '))

async function answersOf(domain: Domain): Promise<unknown[]> {
  const { id, long_lived_from, long_lived_to } = await getSite(x.db.write, domain)
  const site = siteView({ id, domain, timezone, longLivedFrom: long_lived_from, longLivedTo: long_lived_to })
  const found: unknown[] = []
  for (const date_range of ranges)
    for (const question of questions) {
      const body = { site_id: domain, date_range, order_by: undefined, ...question }
      const { results } = await query({ site, siteIds: [id] }, body, new AbortController().signal)
      found.push([...results].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)))
    }
  return found
}

/** Asks of rows, then of the sums of days. */
async function compare(name: string): Promise<void> {
  for (const kind of ['rows', 'days']) {
    if (kind === 'days') await fillBreakdowns(x.db, new Date())
    const [found, wanted] = [await answersOf(spread), await answersOf(control)]
    t.match(found[0], [{ metrics: [60] }])
    t.strictSame(found, wanted, `${name}, ${kind}`)
  }
  t.strictSame(await x.verify(), [], `${name}: sums are those of the rows`)
}

const exported = async (domain: Domain, what: 'events' | 'sessions', format: 'ndjson' | 'csv' = 'ndjson') => {
  let text = ''
  const sink = new Writable({
    write(chunk, _, done) {
      text += chunk
      done()
    },
  })
  await exportRows({ db: x.db, databaseUrl: x.url, site: await getSite(x.db.write, domain), what, format, sink })
  return text
}

t.test('imported before, when it was spread, and afterwards', async (t) => {
  await importBoth(files.first)
  await fillBreakdowns(x.db, new Date())
  // Behind the first batch of each half: one of them has more.
  const onProgress = ({ phase }: { phase: string }) => {
    if (phase === 'importing') throw new Error('cut')
  }
  await t.rejects(importInto(spread, files.meanwhile, { onProgress }), /^cut/)
  await importInto(control, files.meanwhile)
  t.strictSame(await spreadSite(x.db, spread, 4, new Date()), { domain: spread, parts: 4 })
  const resumed = await importInto(spread, files.meanwhile)
  t.ok(resumed.imported > 0 && resumed.imported < files.meanwhile.length, `${resumed.imported} events were left`)
  t.equal((await importInto(spread, files.meanwhile)).already, true)
  await compare('imported meanwhile')
  await importBoth(files.after)
  await importBoth(files.before)
  await compare('imported afterwards')
  const several = await x.db.write.query(
    `select visitor_id from events where site_id = 1 group by 1 having count(distinct part) > 1`,
  )
  t.strictSame(several, [], 'a visitor is of one part')
})

t.test('exported in order, and imported again', async (t) => {
  for (const what of ['events', 'sessions'] as const) {
    const rows = async (domain: Domain) =>
      (await exported(domain, what))
        .trim()
        .split('\n')
        .map((line) => ({ ...JSON.parse(line), visitor_id: '', session_id: '' }))
    t.strictSame(await rows(spread), await rows(control), what)
    const lines = (await exported(spread, what, 'csv')).trim().split('\n')
    t.equal(lines.length, (await rows(spread)).length + 1, `${what} as CSV, with one header`)
  }
  const events = await exported(spread, 'events')
  t.match(await importInto(again, events), { lines: events.split('\n').length - 1, skipped: 0 })
})

t.test('deleted', async (t) => {
  for (const id of [1, 2])
    await x.db.write.query(
      `update imports set state = 'deleting' where id = (
         select id from imports where site_id = $1 and first_day between '2025-02-21' and '2025-02-28')`,
      [id],
    )
  t.equal(await deleteImports(x.db, new Date()), 2)
  await compare('deleted')
})
