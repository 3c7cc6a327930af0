// A site that is spread over several parts beside live traffic answers as one with the same traffic that is not
// (docs/scale.md). Of plain tables, where the server has no Citus.
import t from 'tap'
import { endIdleSessions } from '../../src/upkeep/sessions.ts'
import { spreadSite } from '../../src/upkeep/spread.ts'
import { startApp } from '../support/app.ts'
import { until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { envelope, siteView, startIngest } from '../support/ingest.ts'

const database = await createDatabase({ parts: 8 })
t.teardown(() => database.drop())
const service = await startApp({ databaseUrl: database.url, env: { INGEST_LANES: '4' } })
const { db } = service.app
const domains = ['spread.test', 'control.test']
let key = ''
for (const domain of domains) key = (await service.provision({ domain, email: 'a@x.test', plan: 'business' })).api_key

let sent = 0
/** One event of one of 48 visitors for both sites. */
async function send(): Promise<void> {
  const number = sent++
  const response = await fetch(`${service.url}/api/event`, {
    method: 'POST',
    headers: { 'x-forwarded-for': `198.51.100.${number % 48}`, 'user-agent': 'Mozilla/5.0 Chrome/120.0.0.0' },
    body: JSON.stringify({
      n: ['pageview', 'pageview', 'Signup', 'engagement'][number % 4],
      u: `https://spread.test/page-${number % 7}?utm_source=from-${number % 3}`,
      d: domains.join(','),
      ...(number % 4 === 3 ? { sd: number % 100, e: 1_000 + number } : {}),
    }),
  })
  if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`)
}
const sendMany = async (count: number) => {
  for (let index = 0; index < count; index += 8) await Promise.all(Array.from({ length: 8 }, send))
}

const idOf = (domain: string) => service.app.directory.find(domain)!.id
const rowsOf = async (domain: string) => {
  const [row] = await db.write.query<{ count: number }>(
    `select (select count(*) from events where site_id = $1) + (select count(*) from engagements where site_id = $1)
       + (select coalesce(sum(count), 0) from traffic_counts where site_id = $1 and reason <> 'accepted') as count`,
    [idOf(domain)],
  )
  return Number(row!.count)
}
const settled = () =>
  until(async () => (await rowsOf('spread.test')) === sent && (await rowsOf('control.test')) === sent)

const metrics = ['visitors', 'visits', 'pageviews', 'events', 'bounce_rate', 'visit_duration']
const questions: readonly object[] = [
  { metrics },
  { metrics: ['visitors', 'visits', 'pageviews'], dimensions: ['time:hour'] },
  { metrics: ['visitors', 'pageviews', 'time_on_page', 'scroll_depth'], dimensions: ['event:page'] },
  { metrics: ['visitors', 'visits', 'bounce_rate'], dimensions: ['visit:source'] },
  { metrics: ['visitors', 'visits'], dimensions: ['visit:entry_page'], pagination: { limit: 3, offset: 1 } },
  { metrics: ['visitors', 'events'], dimensions: ['event:name'] },
  { metrics: ['visitors'], filters: [['contains', 'event:page', ['page-3']]], dimensions: ['visit:exit_page'] },
]
async function answers(domain: string): Promise<unknown[]> {
  const found: unknown[] = []
  for (const question of questions) {
    const response = await fetch(`${service.url}/api/v2/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ site_id: domain, date_range: 'day', ...question }),
    })
    found.push(((await response.json()) as { results: unknown }).results)
  }
  return found
}
const compare = async (name: string) => t.strictSame(await answers('spread.test'), await answers('control.test'), name)

t.teardown(() => service.stop())

t.test('what it refuses', async (t) => {
  const refused = (parts: number, message: RegExp) =>
    t.rejects(spreadSite(db, 'spread.test', parts, new Date()), message)
  await refused(1, /^parts is from 2 to 8/)
  await refused(17, /^parts is from 2 to 8/)
  await db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('tidemark.import'), $1::integer)`, [idOf('spread.test')])
    await refused(4, /^an import of this site is running/)
  })
})

t.test('beside live traffic, every answer stays that of a site that is not spread', async (t) => {
  await sendMany(400)
  await settled()
  await compare('before')
  let isDone = false
  const spreading = spreadSite(db, 'spread.test', 4, new Date()).finally(() => {
    isDone = true
  })
  while (!isDone) await sendMany(16)
  t.strictSame(await spreading, { domain: 'spread.test', parts: 4 })
  await sendMany(400)
  await settled()
  await compare('while its sessions run')
  await endIdleSessions(db, new Date(Date.now() + 3_600_000))
  await compare('when they are over')
  const [parts] = await db.write.query(`select count(distinct part)::integer as parts from events where site_id = $1`, [
    idOf('spread.test'),
  ])
  t.strictSame(parts, { parts: 4 })
  for (const table of ['events', 'engagements', 'sessions', 'visitors'])
    t.strictSame(
      await db.write.query(
        `select visitor_id from ${table} where site_id = $1 group by 1 having count(distinct part) > 1`,
        [idOf('spread.test')],
      ),
      [],
      `${table}: a visitor is of one part`,
    )
})

t.test('who does not know yet that a stripe moved brings its events in all the same', async (t) => {
  const site = siteView({ id: idOf('control.test'), domain: 'control.test' })
  const sites = [site]
  const stale = await startIngest({ databaseUrl: database.url, sites })
  t.teardown(() => stale.stop())
  const before = await rowsOf('control.test')
  const page = (number: number) =>
    envelope(
      { n: 'pageview', u: `https://control.test/stale-${number}`, d: 'control.test' },
      { ip: `203.0.113.${number}` },
    )
  const send = () => Promise.all(Array.from({ length: 48 }, (_, number) => stale.ingest.accept(page(number))))
  await send()
  await spreadSite(db, 'control.test', 4, new Date())
  const stripes = await db.write.query<{ stripe: number; part: number }>(
    'select stripe, part from site_parts where site_id = $1',
    [site.id],
  )
  // Found by its id as it is now, by its domain as it was.
  sites[0] = { ...site, stripeParts: Object.fromEntries(stripes.map(({ stripe, part }) => [stripe, part])) }
  t.strictSame(new Set((await send()).map(({ status }) => status)), new Set([202]))
  await until(async () => (await rowsOf('control.test')) === before + 96)
  const twice = await db.write.query(
    'select visitor_id from events where site_id = $1 group by 1 having count(distinct part) > 1',
    [site.id],
  )
  t.strictSame(twice, [])
  const [visits] = await db.write.query(
    `select count(*)::integer as events, count(distinct session_id)::integer as visits
     from events where site_id = $1 and pathname like '/stale-%'`,
    [site.id],
  )
  t.strictSame(visits, { events: 96, visits: 48 }, 'their visits went on')
})

t.test('done once, it stays', async (t) => {
  t.strictSame(await spreadSite(db, 'spread.test', 4, new Date()), { domain: 'spread.test', parts: 4 })
  await t.rejects(spreadSite(db, 'spread.test', 8, new Date()), /^the site is spread over another number of parts/)
})
