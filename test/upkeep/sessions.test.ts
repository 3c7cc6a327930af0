// Upkeep at rest and at work: sessions end once, visitors are forgotten with their salts, breakdowns equal raw rows.
import t from 'tap'
import { listPartitions } from '../../src/db/partitions.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { applyRetention, purgeDeletedSites, setRetention } from '../../src/upkeep/retention.ts'
import { rebuildRollups } from '../../src/upkeep/rollups.ts'
import { endIdleSessions, forgetVisitors } from '../../src/upkeep/sessions.ts'
import { changeTimezones, startTimezoneChange } from '../../src/upkeep/timezone.ts'
import { own } from '../support/own.ts'
import { createSite, pageview, type TestSite } from './support.ts'

t.setTimeout(120_000)

const minute = 60_000
const hour = 60 * minute

const counts = async (x: TestSite) =>
  (
    await x.db.write.query<{ running: number; ended: number; known: number }>(
      `select (select count(*) from visitors where session_id is not null) as running, (select count(*) from sessions) as ended,
              (select count(*) from visitors) as known`,
    )
  )[0]

t.test('a session ends after 30 minutes, not at them, and once', async (t) => {
  const x = await createSite('Asia/Kathmandu')
  t.teardown(() => x.drop())
  const seen = Math.floor(Date.now() / 1000) * 1000 - 10 * minute
  await x.import([pageview('a', new Date(seen).toISOString())])
  t.equal(await endIdleSessions(x.db, new Date(seen + 30 * minute)), 0)
  t.match(await counts(x), { running: 1, ended: 0 })
  const ended = await Promise.all([1, 2, 3].map(() => endIdleSessions(x.db, new Date(seen + 30 * minute + 1))))
  t.equal(
    ended.reduce((total, count) => total + count, 0),
    1,
    'several processes end it once',
  )
  t.match(await counts(x), { running: 0, ended: 1, known: 1 })
  t.strictSame(await x.verify(), [])
  t.equal(await forgetVisitors(x.db, new Date(seen + 48 * hour)), 0)
  t.equal(await forgetVisitors(x.db, new Date(seen + 48 * hour + 1)), 1)
  t.match(await counts(x), { known: 0 })
})

/** Traffic of eight days around a month's end: visitors that come back, several sources and pages. */
function week(start: string): object[] {
  const from = Date.parse(start)
  const lines: object[] = []
  for (let index = 0; index < 900; index++) {
    const at = from + index * 13 * minute
    lines.push(
      pageview(`v${(index * 7) % 60}`, new Date(at).toISOString(), {
        url: `https://x.example/p${index % 5}`,
        source: ['Google', 'Bing', null][index % 3],
        country: ['DE', 'NP'][index % 2],
      }),
    )
  }
  return lines
}

t.test('daily breakdowns equal raw rows, and late rows are taken in', async (t) => {
  const x = await createSite('America/Havana')
  t.teardown(() => x.drop())
  await x.import(week('2025-10-28T00:00:00Z'))
  t.ok((await fillBreakdowns(x.db, new Date(), { visitsMin: 1 })) >= 8)
  const compare = async (message: string) => {
    const [wrong] = await (await own(x.db, 1)).query<{ pages: number; sources: number; runs: number }>(
      `select
        (select count(*) from
          (select local_day, value, visitors, visits, pageviews from daily_breakdowns where {{at}}dimension = 'event:page') b
          full join (select local_day, pathname as value, count(distinct visitor_id) as visitors, count(distinct session_id) as visits,
                            count(*) as pageviews from events where {{at}}true group by 1, 2) r using (local_day, value)
         where (b.visitors, b.visits, b.pageviews) is distinct from (r.visitors, r.visits, r.pageviews)) as pages,
        (select count(*) from
          (select local_day, value, visitors, visits, bounces, duration from daily_breakdowns where {{at}}dimension = 'visit:source' and visits > 0) b
          full join (select local_day, coalesce(source, '') as value, count(distinct visitor_id) as visitors, count(*) as visits,
                            count(*) filter (where is_bounce) as bounces, sum(duration) as duration from sessions where {{at}}true group by 1, 2) r
            using (local_day, value)
         where (b.visitors, b.visits, b.bounces, b.duration) is distinct from (r.visitors, r.visits, r.bounces, r.duration)) as sources,
        (select count(*) from
          (select value, sum(seen_day_before) as seen from daily_breakdowns where {{at}}dimension = 'event:page' group by 1) b
          full join (select e.pathname as value, count(distinct (e.visitor_id, e.local_day)) as seen from events e
                     where {{at e}}exists (select from events p where {{at p}}p.visitor_id = e.visitor_id and p.pathname = e.pathname
                                   and p.local_day = e.local_day - 1) group by 1) r using (value)
         where b.seen is distinct from r.seen) as runs`,
    )
    t.strictSame(wrong, { pages: 0, sources: 0, runs: 0 }, message)
  }
  await compare('after the first fill')
  await x.import([pageview('late', '2025-10-30T12:00:00Z', { url: 'https://x.example/p1' })])
  await fillBreakdowns(x.db, new Date(), { visitsMin: 1 })
  await compare('after a late row')
  await x.db.write.query(`update breakdown_days set state = 'dirty' where local_day = '2025-10-30'`)
  await fillBreakdowns(x.db, new Date())
  const [small] = await x.db.write.query<{ state: string }>(
    `select state from breakdown_days where local_day = '2025-10-30'`,
  )
  t.equal(small?.state, 'skipped', 'a day of few visits is not worth it')
})

t.test('changing the zone gives the same rows as if it had always been so', async (t) => {
  const [x, y] = [await createSite('Etc/UTC'), await createSite('Pacific/Chatham')]
  t.teardown(() => Promise.all([x.drop(), y.drop()]))
  const lines = week('2025-10-28T00:00:00Z')
  await x.import(lines)
  await y.import(lines)
  await startTimezoneChange(x.db, 'x.example', 'Pacific/Chatham')
  t.equal(await changeTimezones(x.db, new Date(Date.now() + 10_000)), 1)
  const sums = `select 'e' as kind, local_day, sum(events)::bigint as a, sum(first_of_visitor_day)::bigint as b, sum(first_of_visitor_month)::bigint as c,
                       sum(first_of_visit_day)::bigint as d, sum(first_of_visit_month)::bigint as f, sum(seen_day_before)::bigint as g
                from event_hours group by 2
                union all
                select 's', local_day, sum(visits), sum(first_of_visitor_day), sum(first_of_visitor_month), sum(bounces), sum(duration), sum(seen_day_before)
                from session_hours group by 2 order by 1, 2`
  t.strictSame(await x.db.write.query(sums), await y.db.write.query(sums))
  t.strictSame(await x.verify(), [])
  t.strictSame(await x.db.write.query('select * from timezone_changes'), [])
})

t.test('retention deletes raw rows and keeps their sums', async (t) => {
  const x = await createSite('Etc/UTC', [{ domain: 'keeps.example', timezone: 'Etc/UTC' }])
  t.teardown(() => x.drop())
  await x.import(week('2025-01-05T00:00:00Z'))
  await x.import([pageview('k', '2025-03-02T10:00:00Z')], {
    site: { id: 2, domain: 'keeps.example', timezone: 'Etc/UTC' },
  })
  await x.import(week('2025-03-01T00:00:00Z'))
  const total = `select sum(events)::bigint as events, sum(visitors)::bigint as visitors from daily_breakdowns where site_id = 1 and dimension = 'all'`
  await fillBreakdowns(x.db, new Date(), { visitsMin: 1 })
  const before = await x.db.write.query(total)
  await setRetention(x.db, 'x.example', 2)
  t.strictSame(await applyRetention(x.db, new Date('2025-05-05T12:00:00Z')), {
    shortened: ['x.example'],
    postponed: [],
  })
  t.strictSame(await x.db.write.query(total), before, 'the sums stay')
  const rows = await x.db.write.query(`select site_id, min(local_day) as first from events group by 1 order by 1`)
  t.strictSame(rows, [
    { site_id: 1, first: '2025-03-05' },
    { site_id: 2, first: '2025-03-02' },
  ])
  const partitions = await listPartitions(x.db.write, new Date('2025-02-27T00:00:01Z'))
  t.equal(partitions.length, 0, 'partitions that are not wanted are gone as a whole')
  t.strictSame(await x.verify(), [], 'nothing to say about days without raw rows')
  await rebuildRollups(x.db, {}, new Date())
  await fillBreakdowns(x.db, new Date())
  t.strictSame(await x.db.write.query(total), before, 'a rebuild leaves them alone')
  t.match(await applyRetention(x.db, new Date('2025-05-05T13:00:00Z')), { shortened: [] }, 'once')
  await t.rejects(
    x.import([pageview('old', '2025-03-04T10:00:00Z')]),
    { message: /before 2025-03-05/ },
    'an import cannot bring back what goes',
  )
  await x.db.write.query(`update sites set dropped_before = '2025-03-07' where id = 1`)
  t.match(
    await applyRetention(x.db, new Date('2025-05-05T14:00:00Z')),
    { shortened: ['x.example'] },
    'a run that died is made up for',
  )
  t.match(await x.db.write.query('select min(local_day) as first from events where site_id = 1'), [
    { first: '2025-03-07' },
  ])
})

t.test('a deleted site leaves no rows', async (t) => {
  const x = await createSite('Etc/UTC', [{ domain: 'keeps.example', timezone: 'Etc/UTC' }])
  t.teardown(() => x.drop())
  await x.import(week('2025-01-05T00:00:00Z'))
  await x.import([pageview('k', '2025-03-02T10:00:00Z')], {
    site: { id: 2, domain: 'keeps.example', timezone: 'Etc/UTC' },
  })
  await x.db.write.query('delete from sites where id = 1')
  await x.db.write.query('insert into deleted_sites (site_id) values (1) on conflict do nothing')
  t.equal(await purgeDeletedSites(x.db, new Date(Date.now() + 2 * minute)), 1)
  for (const table of ['events', 'sessions', 'visitors', 'imports', 'breakdown_days', 'traffic_counts'])
    t.strictSame(await x.db.write.query(`select from ${table} where site_id = 1`), [], table)
  t.equal((await x.db.write.query('select from events where site_id = 2')).length, 1)
  t.strictSame(await x.db.write.query('select * from deleted_sites'), [])
})
