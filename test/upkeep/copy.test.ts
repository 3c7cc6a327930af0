// `tidemark copy`: all that a database holds is in one of another engine, and answers the same (docs/scale.md). The
// divided one is of plain tables, where the server has no Citus.
import t, { type Test } from 'tap'
import { migrate } from '../../src/db/migrate.ts'
import { createPools, type Database } from '../../src/db/pool.ts'
import { createLog } from '../../src/log.ts'
import { createStats } from '../../src/stats/stats.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { copyDatabase, parentsFirst } from '../../src/upkeep/copy.ts'
import { verifyRollups } from '../../src/upkeep/rollups.ts'
import { spreadSite } from '../../src/upkeep/spread.ts'
import { startCluster, withoutCluster } from '../../tools/citus/cluster.ts'
import { createDatabase } from '../support/database.ts'
import { leaveOut } from '../support/divided.ts'
import { envelope, siteView, startIngest } from '../support/ingest.ts'
import { createSite, pageview } from './support.ts'

leaveOut('editions')

const source = await createSite('America/Havana', [{ domain: 'y.example', timezone: 'Etc/UTC' }])
t.teardown(() => source.drop())
await source.import(
  Array.from({ length: 400 }, (_, index) =>
    pageview(
      `v${index % 60}`,
      new Date(Date.UTC(2025, index % 3, 1 + (index % 25), index % 24, index % 60)).toISOString(),
      {
        url: `https://x.example/${index % 9}`,
        source: ['Google', 'Bing', null][index % 3],
        ...(index % 4 === 0 ? { country: 'EE', region: 'EE-37', city: 588_409 } : {}),
        props: { plan: String(index % 2) },
      },
    ),
  ),
)
await fillBreakdowns(source.db, new Date(), { visitsMin: 1 })
const live = await startIngest({ databaseUrl: source.url, sites: [siteView({ id: 2, domain: 'y.example' })] })
for (let index = 0; index < 30; index++)
  await live.ingest.accept(
    envelope({ n: 'pageview', u: `https://y.example/${index}`, d: 'y.example' }, { ip: `192.0.2.${index % 9}` }),
  )
await live.stop()
await source.db.write.query(
  `insert into page_requests (site_id, local_day, page, browser, country, import_id, lane, requests, counted_ahead)
   select 1, '2025-01-05'::date + day, '/' || page, 'Chrome', 'EE', import_id, lane, 20 + import_id, 1
   from generate_series(0, 20) as day, generate_series(0, 8) as page, generate_series(0, 1) as import_id,
     generate_series(0, 1) as lane`,
)
await source.db.write.query(`insert into goals (site_id, event_name, display_name) values (1, 'Signup', 'Sign\tup')`)
await source.db.write.query(`update sites set domain = 'new.example', domain_changed_from = 'x.example' where id = 1`)
// An event that waits, after more than there is room for at first.
await source.db.write.query(`select setval('track_queue_seq_seq', 2000000), setval('track_queue_room', 3000000)`)
await source.db.write.query(`select tidemark.track('Purchase', '/', '{"order": 7}', 9.5, 'EUR', site => 'y.example')`)

const dump = async (db: Database) => ({
  sites: await db.write.query('select id, domain, domain_changed_from, home_hostname, timezone from sites order by id'),
  goals: await db.write.query('select * from goals order by id'),
  imports: await db.write.query('select * from imports order by id'),
  queue: await db.write.query('select * from track_queue order by seq'),
  hasRoom: await db.write.query(
    `select pg_sequence_last_value('track_queue_room') > pg_sequence_last_value('track_queue_seq_seq') as yes`,
  ),
})
const answers = async (db: Database) => {
  const stats = createStats({
    db,
    log: createLog('silent'),
    clock: { now: () => new Date() },
    statementTimeoutMs: 10_000,
  })
  const found: unknown[] = []
  for (const [id, timezone] of [
    [1, 'America/Havana'],
    [2, 'Etc/UTC'],
  ] as const) {
    const access = {
      site: siteView({ id, domain: `s${id}.example`, timezone, homeHostname: 'x.example' }),
      siteIds: [id],
    }
    for (const params of [
      'period=12mo&metrics=visitors,visits,pageviews,bounce_rate,visit_duration',
      'period=custom&date=2025-01-05,2025-02-20&metrics=visitors,pageviews&filters=visit:source==Google',
      'period=day&metrics=visitors,visits,pageviews',
    ])
      found.push(await stats.aggregate(access, new URLSearchParams(params)))
    for (const property of ['', '&property=page', '&property=browser']) {
      const days = 'period=custom&date=2025-01-01,2025-03-31'
      found.push(await stats.coverage(access, new URLSearchParams(`${days}${property}`)))
    }
    const by = 'period=custom&date=2025-01-01,2025-03-31&property=event:page&metrics=visitors,pageviews'
    found.push(await stats.breakdown(access, new URLSearchParams(by)))
    found.push(await stats.realtime(access))
  }
  return found
}

t.test('a table is copied after the tables that it refers to', async (t) => {
  const order = (tables: Readonly<Record<string, string[]>>) =>
    parentsFirst(Object.entries(tables).map(([name, parents]) => ({ name, parents }))).map(({ name }) => name)
  t.strictSame(order({ a: [], b: ['a'], c: ['b'] }), ['a', 'b', 'c'], 'as they were made')
  t.strictSame(order({ a: ['c'], b: ['a'], c: [] }), ['c', 'a', 'b'])
  t.strictSame(order({ a: ['a', 'missing'], b: ['a', 'a'] }), ['a', 'b'])
  t.strictSame(order({ a: ['b'], b: ['a'] }), ['b', 'a'], 'a circle ends')
})

t.test('a copy that was interrupted is gone on with, and is the same', async (t) => {
  const copy = await createDatabase({ parts: 4 })
  t.teardown(() => copy.drop())
  await copyTo(t, copy)
})

t.test('from one engine to another, back to the first, and together again from parts', async (t) => {
  const expected = { registry: await dump(source.db), answers: await answers(source.db) }
  const chain = [
    await createDatabase({ engine: 'postgres' }),
    await createDatabase(),
    await createDatabase({ parts: 4 }),
    await createDatabase({ engine: 'postgres' }),
  ]
  let from = source.url
  for (const [place, copy] of chain.entries()) {
    const db = createPools({ databaseUrl: copy.url })
    t.teardown(async () => {
      await db.stop()
      await copy.drop()
    })
    const { rows } = await copyDatabase({ from, to: copy.url })
    t.ok(rows > 430)
    t.strictSame(await dump(db), expected.registry, `registry of copy ${place}`)
    // Days of which parts have not all the same sums are summed again.
    await fillBreakdowns(db, new Date(), { visitsMin: 1 })
    t.strictSame(await answers(db), expected.answers, `answers of copy ${place}`)
    for await (const difference of verifyRollups(db, {})) t.fail('a sum differs', difference)
    if (place === 2) {
      await spreadSite(db, 'new.example', 3, new Date())
      await fillBreakdowns(db, new Date(), { visitsMin: 1 })
      t.strictSame(await answers(db), expected.answers, 'spread over parts')
    }
    from = copy.url
  }
})

t.test('and so it is over the nodes of a cluster', { skip: withoutCluster, timeout: 120_000 }, async (t) => {
  const cluster = await startCluster()
  t.teardown(() => cluster.stop())
  await migrate(cluster.url, { parts: 4 })
  await copyTo(t, cluster)
})

async function copyTo(t: Test, copy: { readonly url: string }): Promise<void> {
  const db = createPools({ databaseUrl: copy.url })
  t.teardown(() => db.stop())
  const options = { from: source.url, to: copy.url }
  const tables: string[] = []
  const stop = ({ table }: { table: string }) => {
    tables.push(table)
    if (tables.length === 6) throw new Error('interrupted')
  }
  await t.rejects(copyDatabase({ ...options, onProgress: stop }), /^interrupted/)
  const { sites, rows } = await copyDatabase({ ...options, onProgress: ({ table }) => tables.push(table) })
  t.equal(sites, 2)
  t.ok(rows > 430)
  t.equal(tables.filter((table) => table === 'visitors').length, 3, 'nothing is copied twice')
  t.strictSame(await dump(db), await dump(source.db))
  t.strictSame(await answers(db), await answers(source.db))
  for await (const difference of verifyRollups(db, {})) t.fail('a sum differs', difference)
  const [next] = await db.write.query<{ id: number }>(
    `insert into goals (site_id, event_name, display_name) values (2, 'Later', 'Later') returning id`,
  )
  t.equal(next?.id, 2, 'ids go on')
  await t.rejects(copyDatabase(options), /is not empty/)
}

t.test('what it refuses, and what it finds', async (t) => {
  await t.rejects(copyDatabase({ from: source.url, to: source.url }), /is not empty/)
  const copy = await createDatabase({ parts: 4 })
  const db = createPools({ databaseUrl: copy.url })
  t.teardown(async () => {
    await db.stop()
    await copy.drop()
  })
  const busy = await startIngest({ databaseUrl: source.url, sites: [siteView({ id: 2, domain: 'y.example' })] })
  await busy.ingest.accept(envelope({ n: 'pageview', u: 'https://y.example/z', d: 'y.example' }))
  await t.rejects(copyDatabase({ from: source.url, to: copy.url }), /stop it first/)
  await busy.stop()
  const options = { from: source.url, to: copy.url }
  const stop = ({ table, site }: { table: string; site: number }) => {
    if (table === 'sessions' && site === 1) throw new Error('interrupted')
  }
  await t.rejects(copyDatabase({ ...options, onProgress: stop }), /^interrupted/)
  await db.write.query(`update events set pathname = '/other' where pathname = '/1'`)
  await t.rejects(copyDatabase(options), /^events of site 1 differs/)
})
