// A change of edition, beside live traffic: the sums stay, nothing acknowledged is lost, and a killed change goes on. A
// Community server can hold the Apache form, so it is changed there and back; an Apache server cannot hold the other
// one.
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { type Engine, findEngine, findServerEdition } from '../../src/db/engine.ts'
import { migrate } from '../../src/db/migrate.ts'
import { applyRetention, setRetention } from '../../src/upkeep/retention.ts'
import { switchEdition } from '../../src/upkeep/rollups.ts'
import { endIdleSessions } from '../../src/upkeep/sessions.ts'
import { envelope, siteView, startIngest } from '../support/ingest.ts'
import { createSite, pageview, type TestSite } from './support.ts'

t.setTimeout(120_000)

const total = `select 'events' as kind, sum(events)::bigint as a, sum(first_of_visitor_day)::bigint as b, sum(first_of_visit_month)::bigint as c,
                      min(local_day) as first from event_hours where site_id = 1
               union all
               select 'sessions', sum(visits), sum(duration), sum(first_of_visitor_month), min(local_day) from session_hours where site_id = 1`

/** Twelve weeks of history of which retention dropped the raw rows of the first ones. */
async function createHistory(): Promise<TestSite> {
  const x = await createSite('Asia/Kathmandu', [{ domain: 'live.example', timezone: 'Asia/Kathmandu' }])
  const start = Date.parse('2025-01-01T00:00:00Z')
  await x.import(
    Array.from({ length: 2_000 }, (_, index) =>
      pageview(index % 97, new Date(start + index * 3_600_000 - (index % 3) * 3_500_000).toISOString()),
    ),
  )
  await setRetention(x.db, 'x.example', 1)
  await applyRetention(x.db, new Date('2025-03-10T00:00:00Z'))
  return x
}

const change = (x: TestSite, to: Engine) =>
  switchEdition(x.db, { to, now: new Date(), applyEngine: async (edition) => void (await migrate(x.url, { edition })) })

t.test('a change to the other edition and back', async (t) => {
  const x = await createHistory()
  const live = siteView({ id: 2, domain: 'live.example', timezone: 'Asia/Kathmandu' })
  const service = await startIngest({ databaseUrl: x.url, sites: [live], lanes: 2 })
  t.teardown(async () => {
    await service.stop()
    await x.drop()
  })
  const server = await findServerEdition(x.db.write)
  const before = await x.db.write.query(total)
  const compressed = async () =>
    (
      await x.db.write.query(
        `select from timescaledb_information.chunks where hypertable_schema = 'public' and is_compressed`,
      )
    ).length
  if (server === 'community') {
    await x.db.write.query(`select compress_chunk(c) from show_chunks('events', older_than => interval '14 days') c`)
    t.ok((await compressed()) > 0, 'old chunks are in the columnstore')
  } else {
    await t.rejects(change(x, 'community'), { message: 'the server has the apache edition' })
  }
  t.ok((await x.db.write.query('select from events where site_id = 1 limit 1')).length > 0, 'raw rows are left')

  let sent = 0
  let isOver = false
  const traffic = (async () => {
    while (!isOver) {
      const answer = await service.ingest.accept(
        envelope(
          { n: 'pageview', u: `https://live.example/${sent}`, d: 'live.example' },
          { ip: `192.0.2.${sent % 200}` },
        ),
      )
      if (answer.status === 202) sent++
      await delay(5)
    }
  })()
  const others: readonly Engine[] = server === 'community' ? ['apache', 'community'] : ['apache']
  for (const to of others) {
    const from = await findEngine(x.db.write)
    t.match(await change(x, to), { from, to, changed: from !== to })
    t.equal(await findEngine(x.db.write), to)
    // The policies of the Community edition are new then, and may have begun.
    if (to === 'apache')
      t.equal(await compressed(), 0, 'nothing is in the columnstore, which an Apache-2 server cannot read')
    t.strictSame(await x.db.write.query(total), before, `the sums, in the form of ${to}`)
    const reached = sent + 20
    while (sent < reached) await delay(10)
    t.strictSame(await change(x, to), { from: to, to, changed: false })
  }
  isOver = true
  await traffic
  for (;;) {
    const [row] = await x.db.write.query<{ count: number }>('select count(*) as count from events where site_id = 2')
    if (row!.count === sent) break
    if (row!.count > sent) throw new Error(`${row!.count} rows of ${sent} events`)
    await delay(20)
  }
  await endIdleSessions(x.db, new Date(Date.now() + 3_600_000))
  t.strictSame(await x.verify(), [], `also with ${sent} live events`)
})

t.test('a killed change goes on', async (t) => {
  const x = await createHistory()
  t.teardown(() => x.drop())
  const server = await findServerEdition(x.db.write)
  const before = await x.db.write.query(total)
  const stop = new Error('killed')
  // On Community: the former edition's objects are gone, the new ones are not there yet. An Apache server comes to
  // where it only has to fill the new ones.
  if (server === 'community') {
    const applyEngine = () => {
      throw stop
    }
    await t.rejects(switchEdition(x.db, { to: 'apache', now: new Date(), applyEngine }), stop)
    t.equal(await findEngine(x.db.write), undefined)
  } else {
    for (const name of ['event_hours', 'session_hours'])
      await x.db.write.query(
        `create table ${name}_carried as select r.* from ${name} r join sites s on s.id = r.site_id where r.local_day < s.dropped_before`,
      )
    await x.db.write.query('truncate event_hours_parts, session_hours_parts')
  }
  await t.rejects(migrate(x.url), { message: /interrupted/ }, 'no service starts on it')
  t.match(await change(x, server), { to: server, changed: true })
  t.strictSame(await x.db.write.query(total), before)
  t.strictSame(await x.verify(), [])
  t.strictSame(await change(x, server), { from: server, to: server, changed: false })
})
