// Retention beside everything else that happens to daily sums: what they promise outlives the raw rows.
import pg from 'pg'
import t from 'tap'
import { ofPart } from '../../src/db/parts.ts'
import { statement } from '../../src/db/statements.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { applyRetention, setRetention } from '../../src/upkeep/retention.ts'
import { rebuildRollups } from '../../src/upkeep/rollups.ts'
import { until } from '../support/cut.ts'
import { own } from '../support/own.ts'
import { createSite, pageview, statsOf, type TestSite } from './support.ts'

t.setTimeout(120_000)

const now = new Date('2025-03-10T12:00:00Z')
const dayMs = 86_400_000

/**
 * Ten visits on two of three days, from four weeks before the 10th of February to ten days after: half of them by who
 * was there the day before.
 */
const traffic = Array.from({ length: 38 }, (_, index) => index)
  .filter((index) => index % 3 !== 2)
  .flatMap((index) =>
    Array.from({ length: 10 }, (_, visitor) =>
      pageview(
        visitor < 5 ? `${visitor} ${Math.floor(index / 3)}` : `${visitor} ${index}, once`,
        new Date(Date.UTC(2025, 0, 13 + index, 12)).toISOString(),
        { source: ['Google', 'Bing', null][visitor % 3], props: { plan: 'pro' } },
      ),
    ),
  )

async function createSmallSite(timezone: string): Promise<TestSite> {
  const x = await createSite(timezone, [{ domain: 'behind.example', timezone: 'Etc/UTC' }])
  await x.import(traffic)
  return x
}

/** What is still answered when the raw rows are gone (docs/operate.md, Retention). */
async function answersOf(x: TestSite) {
  const { timeseries, aggregate, breakdown } = await statsOf(x)
  const range = 'period=custom&date=2025-01-13,2025-02-19'
  const longer = 'period=custom&date=2024-12-01,2025-02-19'
  return [
    await aggregate(`${range}&metrics=visitors,visits,pageviews,bounce_rate`),
    await aggregate(`${longer}&metrics=visitors,visits,pageviews,bounce_rate`),
    await breakdown(`${longer}&property=visit:source&metrics=visitors,visits`),
    await aggregate(`${range}&metrics=visitors,pageviews&filters=visit:source==Google`),
    await aggregate(`${range}&metrics=visitors&filters=event:props:plan==pro`),
    await timeseries(`${range}&interval=day&metrics=visitors,pageviews&filters=event:page==/`),
    await breakdown(`${range}&property=visit:source&metrics=visitors,visits`),
  ]
}

const oldRows = `select from events where site_id = 1 and recorded_at < '2025-02-10'`

const kinds: [kind: string, prepare: (x: TestSite) => Promise<unknown>][] = [
  ['days never filled', async () => {}],
  ['unknown days, some of them without traffic', (x) => x.db.write.query('delete from breakdown_days')],
  ['small days', (x) => fillBreakdowns(x.db, now)],
  [
    'small days, some of them to be done again',
    async (x) => {
      await fillBreakdowns(x.db, now)
      await x.db.write.query(
        `update breakdown_days set state = 'dirty' where extract(day from local_day)::integer % 4 = 0`,
      )
    },
  ],
  ['done days', (x) => fillBreakdowns(x.db, now, { visitsMin: 1 })],
]

for (const [kind, prepare] of kinds) {
  t.test(`retention makes the sums of what it deletes: ${kind}`, async (t) => {
    const x = await createSmallSite('America/Havana')
    t.teardown(() => x.drop())
    const before = await answersOf(x)
    t.match(before[0], { results: { visitors: { value: 195 }, visits: { value: 260 }, pageviews: { value: 260 } } })
    t.strictSame(before[1], before[0], 'there was nothing before')
    await prepare(x)
    await setRetention(x.db, 'x.example', 1)
    t.strictSame(await applyRetention(x.db, now), { shortened: ['x.example'], postponed: [] })
    t.strictSame(await x.db.write.query(oldRows), [], 'the rows are gone')
    t.strictSame(await answersOf(x), before, 'the answers are the same, and warn of nothing')
    await fillBreakdowns(x.db, now)
    t.strictSame(await answersOf(x), before, 'also when the days behind them were filled')
    await applyRetention(x.db, new Date(now.getTime() + 3 * dayMs))
    t.strictSame(await answersOf(x), before, 'three days later as well')
    t.strictSame(await x.verify(), [])
  })
}

t.test('what begins and compares with deleted time says so', async (t) => {
  const x = await createSmallSite('Asia/Kathmandu')
  t.teardown(() => x.drop())
  await fillBreakdowns(x.db, now, { visitsMin: 1 })
  await setRetention(x.db, 'x.example', 1)
  await applyRetention(x.db, now)
  const { aggregate, query } = await statsOf(x)
  const all = await query({ metrics: ['pageviews'], date_range: 'all' })
  t.match(
    all,
    { results: [{ metrics: [260] }], query: { date_range: [/^2025-01-13T00:00:00/, String] } },
    'all begins with the first sums',
  )
  const compared = await aggregate(
    'period=custom&date=2025-02-11,2025-02-19&compare=previous_period&metrics=pageviews&filters=visit:channel==Organic Search;event:page==/',
  )
  t.match(compared, { warning: /retention time/ }, 'of the period before, deleted rows are missed')
})

t.test('retention beside a fill, and beside itself, loses nothing', async (t) => {
  const x = await createSmallSite('Etc/UTC')
  const blocker = new pg.Client({ connectionString: x.url })
  t.teardown(async () => {
    await blocker.end()
    await x.drop()
  })
  const before = await answersOf(x)
  await setRetention(x.db, 'x.example', 1)
  await blocker.connect()
  const { part = null } = await own(x.db, 1)
  const day = `select from breakdown_days where {{at}}local_day = '2025-01-13' for update`
  await blocker.query(`begin; ${ofPart(day, part)}`)
  const runs = [fillBreakdowns(x.db, now, { visitsMin: 1 }), applyRetention(x.db, now), applyRetention(x.db, now)]
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => (await x.db.write.query(waiting)).length === 3)
  await blocker.query('commit')
  t.match(await Promise.all(runs.slice(1)), [{ postponed: [] }, { postponed: [] }])
  await runs[0]
  t.strictSame(await x.db.write.query(oldRows), [])
  t.strictSame(await answersOf(x), before)
})

t.test('retention waits where sums cannot be made yet', async (t) => {
  const x = await createSmallSite('Etc/UTC')
  t.teardown(() => x.drop())
  const before = await answersOf(x)
  await setRetention(x.db, 'x.example', 1)
  const waits: [reason: string, begin: string, end: string][] = [
    ['an import', `update imports set state = 'running'`, `update imports set state = 'done'`],
    [
      'a change of time zone',
      `insert into timezone_changes (site_id, timezone) values (1, 'Etc/UTC')`,
      'delete from timezone_changes',
    ],
    [
      'a visit that is not over',
      `insert into visitors ({{part,}}site_id, visitor_id, stripe, last_event_at, last_seen_at, last_event_day, session_id, started_at)
       values ({{=part,}}1, 1, 1, '2025-01-20', '2025-01-20', '2025-01-20', 1, '2025-01-20')`,
      'delete from visitors',
    ],
  ]
  for (const [reason, begin, end] of waits) {
    await (await own(x.db, 1)).query(begin)
    t.strictSame(await applyRetention(x.db, now), { shortened: [], postponed: ['x.example'] }, reason)
    await x.db.write.query(end)
    t.strictSame(await answersOf(x), before, `${reason}: nothing is gone`)
  }
  t.strictSame(await applyRetention(x.db, now), { shortened: ['x.example'], postponed: [] })
  t.strictSame(await answersOf(x), before)
})

t.test('a site with sums that fail keeps its rows, and no other site does', async (t) => {
  const x = await createSmallSite('Etc/UTC')
  t.teardown(() => x.drop())
  await x.import([pageview('k', '2025-01-02T10:00:00Z')], {
    site: { id: 2, domain: 'behind.example', timezone: 'Etc/UTC' },
  })
  await x.db.write.query('update sites set retention_months = 1')
  await x.db.write.query(
    `alter table daily_breakdowns add constraint is_refused check (site_id <> 1 or local_day <> '2025-01-20')`,
  )
  const rows = (await x.db.write.query(oldRows)).length
  await t.rejects(applyRetention(x.db, now), { message: /^the retention of site 1: .*is_refused/ })
  t.equal((await x.db.write.query(oldRows)).length, rows)
  t.strictSame(await x.db.write.query('select from events where site_id = 2'), [])
})

t.test('days behind the deleted ones still know who was there before when they are filled again', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  // Each on two neighbouring days around the 10th of February, where raw rows begin.
  const at = (day: number) => new Date(Date.UTC(2025, 1, day, 12)).toISOString()
  const days: [visitor: string, day: number][] = [
    ['a', 8],
    ['a', 9],
    ['b', 9],
    ['b', 10],
    ['c', 10],
    ['c', 11],
    ['d', 11],
    ['d', 12],
  ]
  await x.import(days.map(([visitor, day]) => pageview(visitor, at(day), { source: 'Google' })))
  const ask = async (filters = '') => {
    const { aggregate } = await statsOf(x)
    return await aggregate(`period=custom&date=2025-02-08,2025-02-12&metrics=visitors${filters}`)
  }
  const filters = '&filters=event:page==/'
  await setRetention(x.db, 'x.example', 1)
  await applyRetention(x.db, now)
  await fillBreakdowns(x.db, now)
  t.strictSame(await ask(filters), { results: { visitors: { value: 4 } } })
  await rebuildRollups(x.db, {}, now)
  await fillBreakdowns(x.db, now)
  t.strictSame(await ask(filters), { results: { visitors: { value: 4 } } }, 'rebuilt')
  await x.import([pageview('late', at(10), { source: 'Google' }), pageview('late', at(11), { source: 'Google' })])
  await fillBreakdowns(x.db, now)
  t.strictSame(await ask(filters), { results: { visitors: { value: 5 } } }, 'with late rows')
  t.strictSame(await ask(), { results: { visitors: { value: 5 } } })
})

t.test('rows that come late to a deleted day leave its sums alone', async (t) => {
  const x = await createSmallSite('Etc/UTC')
  t.teardown(() => x.drop())
  const before = await answersOf(x)
  await setRetention(x.db, 'x.example', 1)
  await applyRetention(x.db, now)
  await fillBreakdowns(x.db, now)
  const states = 'select state, count(*)::integer as days from breakdown_days group by 1 order by 1'
  const done = await x.db.write.query(states)
  // As an import marks them that began before the rows were deleted, and a spool that was away for as long.
  await (await own(x.db, 1)).query(statement('import.mark-dirty'), [1, '2025-01-20', '2025-02-09'])
  await (await own(x.db, 1)).query(statement('transaction.mark-days'), [[1], ['2025-02-01']])
  t.strictSame(await x.db.write.query(states), done)
  t.strictSame(await answersOf(x), before)
  await (await own(x.db, 1)).query(statement('transaction.mark-days'), [[1], ['2025-02-10']])
  await (await own(x.db, 1)).query(statement('import.mark-dirty'), [1, '2025-02-09', '2025-02-11'])
  t.match(await x.db.write.query(states), [{ state: 'dirty', days: 2 }, { state: 'done' }])
})
