// The write path beyond plain answers: salts across midnight, a poisoned event, exact counters, and nothing personal
// anywhere.
import { Writable } from 'node:stream'
import t from 'tap'
import { refreshRollups } from '../../src/db/rollups.ts'
import { sortError } from '../../src/ingest/record.ts'
import { createLog } from '../../src/log.ts'
import { ensureSalts } from '../../src/registry/salts.ts'
import { createWire } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { envelope, siteView, startIngest } from '../support/ingest.ts'
import { checkSums } from '../support/session-sums.ts'

const database = await createDatabase()
t.teardown(() => database.drop())
let siteId = 0
const nextSite = () => siteView({ id: ++siteId, domain: `s${siteId}.test` })
const page = (site: { domain: string }, path: string, from: Parameters<typeof envelope>[1] = {}) =>
  envelope({ n: 'pageview', u: `https://example.com${path}`, d: site.domain }, from)

t.test('a visit across midnight keeps its visitor id; a new one gets the new salt’s', async (t) => {
  const site = nextSite()
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400
  let now = midnight - 1800
  const one = await startIngest({ databaseUrl: database.url, sites: [site], now: () => new Date(now * 1000) })
  await one.ingest.accept(page(site, '/1', { at: midnight - 600 }))
  await one.ingest.accept(page(site, '/1', { at: midnight - 600, ip: '192.0.2.2' }))
  now = midnight + 600
  await one.salts.refresh()
  await one.ingest.accept(page(site, '/2', { at: midnight + 600 }))
  await one.ingest.accept(page(site, '/2', { at: midnight + 1201, ip: '192.0.2.2' }))
  const rows = await one.db.write.query(
    'select count(distinct visitor_id) as visitors, count(distinct session_id) as visits from events where site_id = $1',
    [site.id],
  )
  t.strictSame(rows, [{ visitors: 3, visits: 3 }], 'one goes on, the other one is somebody new')
  await checkSums(t, one.db, site.id, site.timezone)
  await one.stop()
})

t.test('without its threads the write path is not well', async (t) => {
  const one = await startIngest({ databaseUrl: database.url, sites: [], lanes: 2 })
  t.equal(one.ingest.health(), undefined)
  await one.stop()
  t.equal(one.ingest.health(), 'ingest threads are missing')
})

t.test('a visitor’s row leaves out what it would repeat, and visits have it all the same', async (t) => {
  const site = nextSite()
  const at = Math.floor(Date.now() / 86_400_000) * 86_400 + 3600
  const one = await startIngest({ databaseUrl: database.url, sites: [site], now: () => new Date((at + 10) * 1000) })
  const rows = async () => [
    ...(await one.db.write.query(
      'select active_days, entry_page, exit_page, entry_hostname, exit_hostname from visitors where site_id = $1',
      [site.id],
    )),
    ...(await one.db.write.query(
      'select entry_page, exit_page, entry_hostname, exit_hostname from visits where site_id = $1',
      [site.id],
    )),
  ]
  const asVisit = { entry_page: '/a', entry_hostname: 'example.com', exit_hostname: 'example.com' }
  const asRow = { ...asVisit, active_days: null, exit_hostname: null }
  await one.ingest.accept(page(site, '/a', { at }))
  t.strictSame(await rows(), [
    { ...asRow, exit_page: null },
    { ...asVisit, exit_page: '/a' },
  ])
  await one.ingest.accept(page(site, '/b', { at: at + 1 }))
  t.strictSame(await rows(), [
    { ...asRow, exit_page: '/b' },
    { ...asVisit, exit_page: '/b' },
  ])
  await one.ingest.accept(page(site, '/a', { at: at + 2 }))
  t.strictSame(await rows(), [
    { ...asRow, exit_page: null },
    { ...asVisit, exit_page: '/a' },
  ])
  // A row as the version before wrote it.
  await one.db.write.query(
    'update visitors set active_days = array[last_event_day], exit_page = entry_page, exit_hostname = entry_hostname where site_id = $1',
    [site.id],
  )
  await one.ingest.accept(page(site, '/c', { at: at + 3 }))
  t.strictSame((await rows())[1], { ...asVisit, exit_page: '/c' })
  await checkSums(t, one.db, site.id, site.timezone)
  await one.stop()
})

t.test('hours between what was refreshed and a later range are not passed over', async (t) => {
  const site = nextSite()
  const start = Math.floor(Date.now() / 3_600_000) * 3_600 - 86_400
  const one = await startIngest({ databaseUrl: database.url, sites: [site] })
  const refreshAt = async (at: number) =>
    await refreshRollups(one.db.write, new Date(at * 1000), new Date(at * 1000), { now: new Date() })
  await one.ingest.accept(page(site, '/first', { at: start }))
  await refreshAt(start)
  await one.ingest.accept(page(site, '/between', { at: start + 5 * 3_600 }))
  await one.ingest.accept(page(site, '/last', { at: start + 9 * 3_600 }))
  await refreshAt(start + 9 * 3_600)
  await checkSums(t, one.db, site.id, site.timezone)
  await one.stop()
})

t.test('one salt a day however many ask; none older than 48 hours', async (t) => {
  const one = await startIngest({ databaseUrl: database.url, sites: [] })
  const { db } = one
  const day = Date.UTC(2031, 0, 10)
  const asked = await Promise.all(Array.from({ length: 8 }, () => ensureSalts(db.write, new Date(day + 3_600_000))))
  t.equal(new Set(asked.map((salts) => JSON.stringify(salts))).size, 1)
  t.equal(asked[0]?.length, 1)
  const nextDay = await ensureSalts(db.write, new Date(day + 86_400_000 + 1000))
  t.strictSame(nextDay[0], asked[0]?.[0], 'yesterday’s stays')
  t.equal(nextDay.length, 2)
  const evening = await ensureSalts(db.write, new Date(day + 2 * 86_400_000 - 60_000))
  t.equal(evening.length, 3, 'tomorrow’s is made ahead')
  const dayAfter = await ensureSalts(db.write, new Date(day + 2 * 86_400_000))
  t.strictSame(dayAfter, evening.slice(1), 'the oldest went after 48 hours')
  await db.write.query(`delete from salts where day > '2030-01-01'`)
  await one.stop()
})

t.test('an error is the data’s only if the database says so, or the connection still works', (t) => {
  const plain = (message: string, code?: string) =>
    Object.assign(new Error(message), code === undefined ? {} : { code })
  const told = (code: string, constraint?: string) => Object.assign(plain('', code), { severity: 'ERROR', constraint })
  const works = { isUsable: () => true }
  const broke = { isUsable: () => false }
  for (const [error, client, trouble] of [
    [told('22003'), works, 'data'],
    [told('23514'), works, 'data'],
    [told('23505', 'ingested_batches_pkey'), works, 'repeated'],
    [told('40P01'), works, 'again'],
    [told('53100'), works, 'away'],
    [told('57P01'), works, 'away'],
    [new TypeError('x is undefined'), works, 'data'],
    // Errors of the driver and of the network have no SQLSTATE. None of them says anything about an event.
    [plain('The server does not support SSL connections'), undefined, 'away'],
    [plain('There was an error establishing an SSL connection'), undefined, 'away'],
    [plain('timeout expired'), undefined, 'away'],
    [plain('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'), undefined, 'away'],
    [plain('too many open files', 'EMFILE'), undefined, 'away'],
    [plain('Client was closed and is not queryable'), works, 'away'],
    [plain('Cannot call write after a stream was destroyed', 'ERR_STREAM_DESTROYED'), works, 'away'],
    [plain('write EPROTO', 'EPROTO'), broke, 'away'],
    [plain('Received unexpected commandComplete message from backend.'), broke, 'away'],
  ] as const)
    t.equal(sortError(error, client), trouble, `${error.message} ${(error as { code?: string }).code ?? ''}`)
  t.end()
})

t.test('a poisoned event goes alone', async (t) => {
  const site = nextSite()
  const one = await startIngest({ databaseUrl: database.url, sites: [site] })
  await one.db.write.query(`alter table events add constraint events_poison_check check (pathname <> '/poison')`)
  const answers = await Promise.all(
    Array.from({ length: 37 }, (_, index) =>
      one.ingest.accept(page(site, index === 20 ? '/poison' : `/${index}`, { ip: `10.1.0.${index}` })),
    ),
  )
  t.strictSame(
    answers.map((answer) => (answer.status === 202 ? answer.dropped : -1)),
    answers.map((_, index) => (index === 20 ? 1 : 0)),
  )
  const counts = await one.db.write.query(
    `select reason, sum(count)::integer as count from traffic_counts where site_id = $1 group by 1 order by 1`,
    [site.id],
  )
  t.strictSame(counts, [
    { reason: 'accepted', count: 36 },
    { reason: 'invalid', count: 1 },
  ])
  await checkSums(t, one.db, site.id, site.timezone)
  await one.db.write.query('alter table events drop constraint events_poison_check')
  await one.stop()
})

t.test('no address and no user agent in any table, log line or spool', async (t) => {
  const marks = { ip: '198.51.100.123', userAgent: 'MarkedAgent/7.7 (X11; Linux x86_64) Firefox/121.0' }
  let logged = ''
  const log = createLog(
    'trace',
    new Writable({
      write(chunk, _encoding, done) {
        logged += chunk
        done()
      },
    }),
  )
  const site = nextSite()
  const wire = await createWire(database.url)
  const one = await startIngest({ databaseUrl: wire.url, sites: [site], log })
  await one.ingest.accept(page(site, '/1', marks))
  await one.ingest.accept(page({ domain: 'unknown.test' }, '/1', marks))
  wire.cut()
  await one.ingest.accept(page(site, '/2', marks))
  wire.mend()
  await one.ingest.accept(page(site, '/3', marks))
  await one.stop()
  await wire.stop()
  const two = await startIngest({ databaseUrl: database.url, sites: [site] })
  const tables = await two.db.write.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  t.ok(tables.length > 20)
  for (const { name } of tables) {
    const [found] = await two.db.write.query<{ count: number }>(
      `select count(*) as count from ${name} as x where x::text like '%198.51.100.123%' or x::text like '%MarkedAgent%'`,
    )
    t.equal(found?.count, 0, name)
  }
  t.notMatch(logged, /198\.51\.100\.123|MarkedAgent/)
  t.ok(logged.length > 0)
  await two.stop()
})
