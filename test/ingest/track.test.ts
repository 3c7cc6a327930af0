// tidemark.track through the whole service: a committed order is in the statistics, in the visit whose token it carries;
// one that was rolled back is not; tokens that are forged, old or of another site join no visit; a kill of the service
// in mid-batch loses nothing and counts nothing twice (docs/events-in-sql.md).
import pg from 'pg'
import t from 'tap'
import { createPools } from '../../src/db/pool.ts'
import { readTrackQueue } from '../../src/db/track-queue.ts'
import { sealVisit } from '../../src/rules/visit-token.ts'
import { startApp } from '../support/app.ts'
import { createWire, until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { startService } from '../support/process.ts'

t.setTimeout(240_000)

const service = await startApp()
const { db, directory } = service.app
const { domain, api_key: key } = await service.provision({ domain: 'shop.test', plan: 'business' })
await service.provision({ domain: 'other.test' })
await db.write.query(
  `insert into goals (site_id, event_name, currency, display_name) values ($1, 'Purchase', 'EUR', 'Purchase')`,
  [directory.find(domain)!.id],
)
await directory.refresh()
const client = new pg.Client({ connectionString: service.databaseUrl })
await client.connect()
t.teardown(async () => {
  await client.end()
  await service.stop()
})

const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'
const marks = { address: '198.51.100.77', agent }
const headers = { 'user-agent': marks.agent, 'x-forwarded-for': marks.address }
const post = async (path: string, body: unknown) =>
  await fetch(`${service.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
const view = (path: string) => post('/api/event', { n: 'pageview', u: `https://shop.test${path}`, d: domain })
const visitOf = async (site: string) =>
  ((await (await post('/api/visit', { d: site })).json()) as { visit: string }).visit
const ask = async (metrics: string[], more: Record<string, unknown> = {}) => {
  const response = await fetch(`${service.url}/api/v2/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ site_id: domain, metrics, date_range: 'day', ...more }),
  })
  return ((await response.json()) as { results: { dimensions: string[]; metrics: unknown[] }[] }).results
}
const isMoved = async () => (await readTrackQueue(db.write)).waiting === 0
interface EventRow {
  readonly name: string
  readonly visitor: string | null
  readonly session: string | null
  readonly plan: string | null
}
const eventsOf = (names: string) =>
  db.write.query<EventRow>(
    `select name, visitor_id::text as visitor, session_id::text as session, props ->> 'plan' as plan
     from events where name ~ $1 order by name`,
    [names],
  )

t.test('a committed order is in the statistics, in the visit of its token; one rolled back is not', async (t) => {
  t.equal((await view('/cart')).status, 202)
  const visit = await visitOf(domain)
  const began = Date.now()
  const track = (plan: string, token: string | null) =>
    client.query('select tidemark.track($1, $2, $3, $4, $5, $6, $7)', [
      ...['Purchase', 'https://shop.test/thanks', { plan }, '19.90', 'EUR', token, domain],
    ])
  await client.query('begin')
  await track('undone', visit)
  await client.query('rollback')
  await client.query('begin')
  await track('with a visit', visit)
  await track('without one', null)
  await client.query('commit')
  await until(isMoved)
  t.ok(Date.now() - began < 2_000, 'within two seconds')
  const found = await eventsOf('^Purchase$')
  t.strictSame(found.map(({ plan }) => plan).sort(), ['with a visit', 'without one'])
  const [pageview] = await eventsOf('^pageview$')
  t.match(
    found.find(({ plan }) => plan === 'with a visit'),
    { visitor: pageview!.visitor, session: pageview!.session },
  )
  t.match(
    found.find(({ plan }) => plan === 'without one'),
    { visitor: null, session: null },
  )
  t.strictSame(await ask(['visitors', 'visits', 'events']), [{ metrics: [1, 1, 3], dimensions: [] }])
  const [goal] = await ask(['events', 'total_revenue'], { dimensions: ['event:goal'] })
  t.match(goal, { dimensions: ['Purchase'], metrics: [2, { value: 39.8 }] })
})

t.test('tokens that are forged, of another site or of yesterday join no visit', async (t) => {
  const [salt] = await db.write.query<{ day: string; salt: string }>('select * from salts order by 1 desc limit 1')
  const yesterday = sealVisit('ab'.repeat(16), {
    ...{ siteId: directory.find(domain)!.id, id: '1', previousId: null, stripe: 0 },
  })
  t.ok(salt)
  const tokens = {
    other: await visitOf('other.test'),
    unknown: await visitOf('nowhere.test'),
    forged: (await visitOf(domain)).replace(/^.{6}/, 'AAAAAA'),
    yesterday,
    empty: '',
    odd: `'; drop table events --`,
  }
  for (const [name, token] of Object.entries(tokens))
    await client.query('select tidemark.track($1, $2, visit => $3, site => $4)', [`token ${name}`, '/', token, domain])
  await until(isMoved)
  const found = await eventsOf('^token ')
  t.equal(found.length, Object.keys(tokens).length, 'each counts')
  for (const { name, visitor, session } of found) t.strictSame([visitor, session], [null, null], name)
})

t.test('a token is in the queue until the row is moved, and nowhere afterwards', async (t) => {
  const visit = await visitOf(domain)
  await client.query('select tidemark.track($1, $2, visit => $3, site => $4)', ['Signup', '/', visit, domain])
  await until(isMoved)
  const tables = await db.write.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  for (const { name } of tables)
    for (const mark of [visit, marks.address, 'Chrome/120.0.0.0'])
      t.strictSame(await db.write.query(`select from ${name} r where r::text like $1`, [`%${mark}%`]), [], name)
})

t.test('events of a deleted site are dropped, and counted as such', async (t) => {
  await service.provision({ domain: 'gone.test' })
  await client.query('begin')
  await client.query(`select tidemark.track('Signup', '/', site => 'gone.test')`)
  await db.write.query(`delete from sites where domain = 'gone.test'`)
  await directory.refresh()
  await client.query('commit')
  await until(isMoved)
  t.match(await (await fetch(`${service.url}/metrics`)).text(), /tidemark_track_events_total\{outcome="dropped"\} 1/)
})

t.test('a shield drops an event with its reason', async (t) => {
  await db.write.query(`insert into shields (site_id, type, value) values ($1, 'page', '/internal**')`, [
    directory.find(domain)!.id,
  ])
  await directory.refresh()
  await client.query(`select tidemark.track('Signup', 'https://shop.test/internal/a', site => 'shop.test')`)
  await until(isMoved)
  const dropped = await db.write.query<{ reason: string }>(
    `select reason from traffic_counts where site_id = $1 and reason = 'site_page_blocklist'`,
    [directory.find(domain)!.id],
  )
  t.equal(dropped.length, 1)
})

/** A database with a site and events that wait, each with a name of its own. */
async function createWaiting(t: Tap, wanted: number) {
  const database = await createDatabase()
  const own = createPools({ databaseUrl: database.url })
  t.teardown(async () => {
    await own.stop()
    await database.drop()
  })
  await own.write.query(
    `with team as (insert into teams (name) values ('t') returning id) insert into sites (team_id, domain) select id, 'kill.test' from team`,
  )
  await own.write.query(
    `select tidemark.track('n' || n, '/', site => 'kill.test') from generate_series(1, $1::int) n`,
    [wanted],
  )
  const [stored, names] = ['count(*)', 'count(distinct name)'].map((what) => async () => {
    const [row] = await own.write.query<{ count: number }>(`select ${what} as count from events where name ~ '^n'`)
    return row!.count
  })
  return { url: database.url, own, stored: stored!, names: names! }
}
type Tap = Pick<typeof t, 'teardown' | 'testdir' | 'strictSame'>

t.test('the database is cut off in mid-batch, also behind a commit: nothing lost, nothing twice', async (t) => {
  const wanted = 6_000
  const { url, own, stored, names } = await createWaiting(t, wanted)
  const wire = await createWire(url)
  t.teardown(() => wire.stop())
  const { child, exited } = await startService({ databaseUrl: wire.url, spoolDir: t.testdir() })
  t.teardown(() => child.kill('SIGKILL'))
  await until(async () => (await stored()) >= 1)
  wire.cut()
  wire.mend()
  await until(async () => (await stored()) >= 1_000)
  wire.cutAfterCommit()
  // The cut comes with the next commit, of a lane or of the mover.
  await until(async () => {
    wire.mend()
    return (await readTrackQueue(own.write)).waiting === 0 && (await names()) === wanted
  }, 60_000)
  child.kill('SIGTERM')
  await exited
  t.strictSame([await stored(), await names()], [wanted, wanted])
})

t.test('the service is killed in mid-batch, again and again: nothing lost, nothing twice', async (t) => {
  const wanted = 6_000
  const { url, own, stored, names } = await createWaiting(t, wanted)
  const spoolDir = t.testdir()
  for (const kill of [1, 1_500, 3_500]) {
    const { child, exited } = await startService({ databaseUrl: url, spoolDir })
    await until(async () => (await stored()) >= kill, 60_000)
    child.kill('SIGKILL')
    await exited
  }
  const last = await startService({ databaseUrl: url, spoolDir })
  await until(async () => (await readTrackQueue(own.write)).waiting === 0, 60_000)
  last.child.kill('SIGTERM')
  await last.exited
  t.strictSame([await stored(), await names()], [wanted, wanted])
})
