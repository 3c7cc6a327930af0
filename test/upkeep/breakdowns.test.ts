// Filling daily_breakdowns at length: years of days in one run, at once after an import, and ended by a service that
// stops.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import t from 'tap'
import { createPools } from '../../src/db/pool.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { applyRetention, setRetention } from '../../src/upkeep/retention.ts'
import { until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { exceptOn } from '../support/divided.ts'
import { patience } from '../support/effort.ts'
import { own } from '../support/own.ts'
import { startCommands, startService } from '../support/process.ts'
import { createSite, pageview, statsOf } from './support.ts'

const dirtyDays = `insert into breakdown_days ({{part,}}site_id, local_day, state)
                   select {{=part,}}1, day::date, 'dirty' from generate_series(date '2020-01-01', '2021-06-30', '1 day') as day`
const stillDirty = `select count(*)::integer as days from breakdown_days where state = 'dirty'`

t.test('one run fills years of days, and ends when it is told to', async (t) => {
  const x = await createSite('Etc/UTC')
  t.teardown(() => x.drop())
  await (await own(x.db, 1)).query(dirtyDays)
  const stop = new AbortController()
  stop.abort()
  t.equal(await fillBreakdowns(x.db, new Date(), { signal: stop.signal }), 0)
  t.strictSame(
    await x.db.write.query('select task_identifier as task from graphile_worker.jobs'),
    [{ task: 'fill_breakdowns' }],
    'the rest is asked for',
  )
  const runs = await Promise.all([fillBreakdowns(x.db, new Date()), fillBreakdowns(x.db, new Date())])
  t.strictSame(runs.sort(), [0, 547], 'one of two at once')
  t.strictSame(await x.db.write.query(stillDirty), [{ days: 0 }])
})

t.test('days that fail keep neither the others nor other sites from theirs', async (t) => {
  const x = await createSite('Etc/UTC', [{ domain: 'behind.example', timezone: 'Etc/UTC' }])
  t.teardown(() => x.drop())
  // Every day gets a row of a goal, with or without traffic. More of them fail than one look finds.
  await x.db.write.query(`insert into goals (site_id, event_name, display_name) values (1, 'Signup', 'Signup')`)
  await x.db.write.query(
    `alter table daily_breakdowns add constraint is_refused check (site_id <> 1 or local_day >= '2021-06-01')`,
  )
  await (await own(x.db, 1)).query(dirtyDays)
  await (await own(x.db, 2)).query(
    `insert into breakdown_days ({{part,}}site_id, local_day, state) values ({{=part,}}2, '2021-01-01', 'dirty')`,
  )
  const error = /^the sums of site 1 on 2020-01-01: .*is_refused/
  await t.rejects(fillBreakdowns(x.db, new Date(), { visitsMin: 0 }), { message: error }, 'the first error is told')
  t.strictSame(
    await x.db.write.query(
      'select site_id, state, count(*)::integer as days from breakdown_days group by 1, 2 order by 1, 2',
    ),
    [
      { site_id: 1, state: 'dirty', days: 517 },
      { site_id: 1, state: 'done', days: 30 },
      { site_id: 2, state: 'done', days: 1 },
    ],
    'the others are done, those stay due',
  )
  await x.db.write.query('alter table daily_breakdowns drop constraint is_refused')
  t.equal(await fillBreakdowns(x.db, new Date(), { visitsMin: 0 }), 517)
})

t.test('the busiest day of a week decides whether its days are worth it', async (t) => {
  const x = await createSite('Etc/UTC')
  t.teardown(() => x.drop())
  // Four visits on a Wednesday, one on each other day of a fortnight, none on one Sunday.
  const visits = (day: number) => (day === 8 ? 4 : day === 12 ? 0 : 1)
  const lines = Array.from({ length: 14 }, (_, index) => index + 1).flatMap((day) =>
    Array.from({ length: visits(day) }, (_, visitor) =>
      pageview(`${day}-${visitor}`, new Date(Date.UTC(2025, 0, day, 12)).toISOString()),
    ),
  )
  await x.import(lines)
  await fillBreakdowns(x.db, new Date(), { visitsMin: 4 })
  const states = await x.db.write.query<{ day: string; state: string }>(
    `select extract(day from local_day)::text as day, state from breakdown_days order by local_day`,
  )
  const days = (wanted: string) => states.filter(({ state }) => state === wanted).map(({ day }) => Number(day))
  t.strictSame(days('skipped'), [1, 2, 3, 4, 5, 6, 7])
  t.strictSame(days('done'), [8, 9, 10, 11, 12, 13, 14])
})

t.test(
  'a source with enough visits on a day of the week has sums of its own by all that is known of visits',
  async (t) => {
    const x = await createSite('Etc/UTC')
    t.teardown(() => x.drop())
    const visits = (source: string, day: number, count: number) =>
      Array.from({ length: count }, (_, visitor) => [
        pageview(`${source} ${day} ${visitor}`, new Date(Date.UTC(2025, 0, day, 12)).toISOString(), { source }),
        {
          ...pageview(`${source} ${day} ${visitor}`, new Date(Date.UTC(2025, 0, day, 12, 1)).toISOString()),
          name: 'engagement',
          engagement_time: 5_000,
        },
      ]).flat()
    // Yahoo has 8 of the 114 visits of the second day: less than a tenth, though as many as asked.
    const second = [
      ...visits('Google', 2, 50),
      ...visits('Bing', 2, 12),
      ...visits('Yahoo', 2, 8),
      ...visits('Ecosia', 2, 44),
    ]
    const others = [1, 3, 9].flatMap((day) => [...visits('Google', day, 4), ...visits('Bing', day, 1)])
    await x.import([...second, ...others])
    await fillBreakdowns(x.db, new Date(), { visitsMin: 4 })
    const held = await x.db.write.query<{ day: number; sources: string[] }>(
      `select extract(day from local_day)::integer as day, array_agg(value order by value) as sources
     from daily_breakdowns where dimension = 'source' group by 1 order by 1`,
    )
    t.strictSame(held, [
      { day: 1, sources: ['Google'] },
      { day: 2, sources: ['Bing', 'Ecosia', 'Google'] },
      { day: 3, sources: ['Bing', 'Ecosia', 'Google'] },
      ...[4, 5, 6, 7, 8].map((day) => ({ day, sources: ['Bing', 'Ecosia', 'Google'] })),
      { day: 9, sources: ['Google'] },
    ])
    t.strictSame(
      await x.db.write.query(
        `select dimension, value, visitors, active_visits, engaged_visits from daily_breakdowns
       where local_day = '2025-01-02' and dimension in ('source:Bing event:page', 'source:Bing visit:channel')`,
      ),
      [
        { dimension: 'source:Bing event:page', value: '/', visitors: 12, active_visits: 12, engaged_visits: 12 },
        {
          dimension: 'source:Bing visit:channel',
          value: 'Organic Search',
          visitors: 12,
          active_visits: 12,
          engaged_visits: null,
        },
      ],
    )
    t.strictSame(await x.verify(), [])
    await x.db.write.query(`update daily_breakdowns set visits = 13 where dimension = 'source:Bing visit:os'`)
    const [difference] = await x.verify()
    t.match(difference, { dimension: 'source:Bing visit:os', column: 'visits', raw: 12, rolled_up: 13 })
  },
)

t.test(
  'a running service fills the days of an import without waiting for the hour',
  { timeout: 120_000 * patience() },
  async (t) => {
    const database = await createDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'tidemark-fill-'))
    const db = createPools({ databaseUrl: database.url })
    const commands = startCommands({ databaseUrl: database.url })
    await commands.run('provision', '--domain', 'x.example')
    const service = await startService({
      databaseUrl: database.url,
      spoolDir: join(folder, 'spool'),
      env: { RUN_TASKS: 'true' },
    })
    t.teardown(async () => {
      service.child.kill('SIGKILL')
      await Promise.all([service.exited, commands.stop()])
      await db.stop()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    })
    const lines = Array.from({ length: 40 }, (_, index) =>
      pageview(`v${index % 3}`, new Date(Date.UTC(2025, 0, 1 + index)).toISOString()),
    )
    await writeFile(join(folder, 'lines'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    await commands.run('import', '--site', 'x.example', join(folder, 'lines'))
    const [chunks] = exceptOn('chunks')
      ? []
      : await db.write.query<{ all: number; covered: number }>(
          `select count(*)::integer as all, count(i.indexname)::integer as covered
     from timescaledb_information.chunks c left join pg_indexes i on i.indexname = c.chunk_name || '_pageviews' where c.hypertable_name = 'events'`,
        )
    if (chunks) t.ok(chunks.all > 4)
    t.equal(chunks?.covered, chunks?.all, 'closed weeks are covered when the import is done')
    const states = () =>
      db.write.query<{ state: string; days: number }>(
        'select state, count(*)::integer as days from breakdown_days group by 1',
      )
    await until(async () => (await states()).every(({ state }) => state !== 'dirty'))
    t.strictSame(await states(), [{ state: 'skipped', days: 40 }])
  },
)

t.test('an imported visit of nine days counts on each of them', async (t) => {
  const x = await createSite('Etc/UTC')
  t.teardown(() => x.drop())
  const begin = Date.parse('2021-07-10T13:00:00Z')
  const instants = Array.from({ length: 519 }, (_, index) => new Date(begin + index * 1_500_000).toISOString())
  await x.import([
    ...instants.map((at) => pageview('long', at, { source: 'Google' })),
    ...instants
      .filter((_, index) => index % 40 === 0)
      .map((at, index) => pageview(`short ${index}`, at, { source: 'Bing' })),
  ])
  const days = Array.from({ length: 13 }, (_, index) => `2021-07-${String(9 + index).padStart(2, '0')}`)
  const isOn = (day: string) => (at: string) => at.startsWith(day)
  const long = days.map((day) => instants.filter(isOn(day)).length)
  const all = days.map(
    (day, index) => long[index]! + instants.filter((_, at) => at % 40 === 0).filter(isOn(day)).length,
  )
  const range = 'period=custom&date=2021-07-09,2021-07-21'
  const check = async (state: string) => {
    const { timeseries, aggregate, breakdown } = await statsOf(x)
    const pageviews = async (filters: string) =>
      (await timeseries(`${range}&interval=day&metrics=pageviews${filters}`)).results.map((row) => row.pageviews)
    t.strictSame(await pageviews(''), all, `${state}: by day`)
    t.strictSame(await pageviews('&filters=event:page==**'), all, `${state}: by page`)
    t.strictSame(await pageviews('&filters=visit:source==Google'), long, `${state}: by source`)
    t.strictSame(await pageviews('&filters=visit:source==Google;event:page==/'), long, `${state}: by source and page`)
    const second = 'period=day&date=2021-07-11'
    t.match(
      await aggregate(`${second}&metrics=visitors,pageviews`),
      { results: { pageviews: { value: all[2] } } },
      `${state}: one day`,
    )
    t.match(
      await breakdown(`${second}&property=visit:source&metrics=pageviews`),
      { results: [{ source: 'Google', pageviews: long[2] }, { source: 'Bing' }] },
      `${state}: sources of one day`,
    )
    const hours = (await timeseries(`${second}&metrics=visitors&filters=visit:source==Google`)).results
    t.strictSame(new Set(hours.map((row) => row.visitors)), new Set([1]), `${state}: in every hour`)
    t.strictSame(await x.verify(), [], `${state}: verified`)
  }
  await check('raw')
  await fillBreakdowns(x.db, new Date(), { visitsMin: 1 })
  await check('filled')
})

t.test('a visit that goes on after its days were filled takes its new exit page back to all of them', async (t) => {
  const x = await createSite('Etc/UTC')
  t.teardown(() => x.drop())
  const begin = Date.parse('2022-05-01T10:00:00Z')
  const perDay = 50
  const ofFile = (file: number) =>
    Array.from({ length: perDay }, (_, index) =>
      pageview('w', new Date(begin + (file * perDay + index) * 29 * 60_000).toISOString(), {
        url: `https://x.example/w${file}`,
      }),
    )
  const instants = [0, 1, 2, 3, 4].flatMap(ofFile).map(({ timestamp }) => Date.parse(timestamp))
  const range = 'period=custom&date=2022-05-01,2022-05-07'
  const days = Array.from({ length: 7 }, (_, index) => Date.UTC(2022, 4, 1 + index))
  for (const file of [0, 1, 2, 3, 4]) {
    await x.import(ofFile(file))
    await fillBreakdowns(x.db, new Date(), { visitsMin: 0 })
    t.strictSame(await x.verify(), [], `file ${file}: verified`)
    const { timeseries } = await statsOf(x)
    const here = instants.slice(0, (file + 1) * perDay)
    const { results } = await timeseries(`${range}&interval=day&metrics=pageviews&filters=visit:exit_page==/w${file}`)
    t.strictSame(
      results.map((row) => row.pageviews),
      days.map((start) => here.filter((at) => at >= start && at < start + 86_400_000).length),
      `file ${file}: on each day`,
    )
  }
})

t.test('verify names each daily sum that is not that of the raw rows', async (t) => {
  const x = await createSite('Etc/UTC')
  t.teardown(() => x.drop())
  await x.db.write.query(`insert into goals (site_id, event_name, display_name) values (1, 'Signup', 'Signup')`)
  await x.import(
    [1, 2, 3].flatMap((day) => [
      pageview('a', `2025-01-0${day}T10:00:00Z`, { source: 'Google', props: { plan: 'pro' } }),
      { ...pageview('a', `2025-01-0${day}T10:01:00Z`), name: 'Signup' },
    ]),
  )
  await fillBreakdowns(x.db, new Date(), { visitsMin: 1 })
  t.strictSame(await x.verify(), [])
  await x.db.write.query(`insert into goals (site_id, event_name, display_name) values (1, 'Later', 'Later')`)
  t.strictSame(await x.verify(), [], 'a goal made after the day was filled is no difference')
  const tampered = `where local_day = '2025-01-02' and`
  await x.db.write.query(`update daily_breakdowns set visitors = visitors + 1 ${tampered} dimension = 'visit:source'`)
  await x.db.write.query(`update daily_breakdowns set events = 0 ${tampered} dimension = 'event:goal'`)
  await x.db.write.query(`delete from daily_breakdowns ${tampered} dimension = 'event:props:plan'`)
  const columns = 'visitors, seen_day_before, visits, pageviews, events, bounces, duration'
  await (await own(x.db, 1)).query(
    `insert into daily_breakdowns ({{part,}}site_id, local_day, dimension, value, ${columns})
     select {{part,}}site_id, local_day, dimension, 'nowhere', 0, 0, 0, 0, 0, 0, 0
     from daily_breakdowns ${tampered} {{at}}dimension = 'event:page'`,
  )
  const found = await x.verify()
  const common = { rollup: 'daily_breakdowns', site: 'x.example', local_day: '2025-01-02' }
  const of = (wanted: string) => found.filter(({ dimension }) => dimension === wanted)
  t.match(of('visit:source'), [{ ...common, value: 'Google', column: 'visitors', raw: 1, rolled_up: 2 }])
  t.match(of('event:goal'), [{ ...common, column: 'events', raw: 1, rolled_up: 0 }])
  t.strictSame(
    new Set(found.map(({ dimension }) => dimension)),
    new Set(['visit:source', 'event:goal', 'event:props:plan', 'event:page']),
  )
  t.ok(of('event:props:plan').some(({ raw, rolled_up }) => raw === 1 && rolled_up === null))
  t.ok(found.some(({ value, raw, rolled_up }) => value === 'nowhere' && raw === null && rolled_up === 0))
  await x.db.write.query(`update breakdown_days set state = 'dirty' where local_day = '2025-01-02'`)
  t.strictSame(await x.verify(), [], 'a day that is to be done again answers nothing')
  await fillBreakdowns(x.db, new Date(), { visitsMin: 1 })
  t.strictSame(await x.verify(), [])
})

t.test('days without raw rows, after retention, answer from their sums, and all processes hear of it', async (t) => {
  const x = await createSite('Etc/UTC')
  const listener = new pg.Client({ connectionString: x.url })
  t.teardown(async () => {
    await listener.end()
    await x.drop()
  })
  const visits = (month: string) =>
    ['10', '11'].flatMap((day) =>
      ['Google', 'Bing', 'Google'].map((source, index) =>
        pageview(`${month} ${day} ${index}`, `2025-${month}-${day}T10:00:00Z`, { source, country: 'DE' }),
      ),
    )
  await x.import([...visits('01'), ...visits('04')])
  await fillBreakdowns(x.db, new Date(), { visitsMin: 1 })
  const january = 'period=custom&date=2025-01-10,2025-01-11'
  const questions: [kind: 'timeseries' | 'aggregate' | 'breakdown', params: string][] = [
    ['aggregate', `${january}&metrics=visitors,visits,pageviews,events`],
    ['aggregate', `${january}&metrics=visits,pageviews`],
    ['aggregate', `${january}&metrics=visitors&filters=visit:source==Google`],
    ['aggregate', `${january}&metrics=visitors&filters=visit:source==Google;visit:country==DE`],
    ['breakdown', `${january}&property=visit:source&metrics=visitors,visits`],
    ['breakdown', `${january}&property=event:page&metrics=visitors&filters=visit:source==Google`],
    ['breakdown', `${january}&property=event:page&metrics=visitors,pageviews`],
    ['timeseries', `${january}&interval=day&metrics=visitors,pageviews,bounce_rate`],
  ]
  const answers = async () => {
    const stats = await statsOf(x)
    return Promise.all(questions.map(([kind, params]) => stats[kind](params)))
  }
  const before = await answers()
  t.match(before[0], { results: { visitors: { value: 6 }, visits: { value: 6 }, pageviews: { value: 6 } } })
  await listener.connect()
  await listener.query('listen tidemark')
  const heard = new Promise((resolve) => listener.once('notification', ({ payload }) => resolve(payload)))
  await setRetention(x.db, 'x.example', 2)
  await applyRetention(x.db, new Date('2025-05-05T12:00:00Z'))
  t.equal(await heard, '{"site":1}')
  t.strictSame(await x.db.write.query(`select from events where recorded_at < '2025-03-05'`), [])
  t.strictSame(await answers(), before, 'the same, and no warning')
  t.strictSame(await x.verify(), [])
  const stats = await statsOf(x)
  const warning = /older than the retention time/
  t.match(
    await stats.aggregate(`${january}&metrics=visitors&filters=visit:channel==Direct;visit:country==DE`),
    { warning },
    'two filters',
  )
  t.match(await stats.timeseries('period=day&date=2025-01-10&metrics=visitors'), { warning }, 'hours')
  await x.db.write.query(`update breakdown_days set state = 'dirty' where local_day = '2025-01-10'`)
  t.match(await stats.aggregate(`${january}&metrics=visits,pageviews`), { warning }, 'unfiltered, but not from sums')
})

t.test('days that lose their raw rows while a fill is under way are not filled from what is left', async (t) => {
  const x = await createSite('Etc/UTC')
  const retention = new pg.Client({ connectionString: x.url })
  t.teardown(async () => {
    await retention.end()
    await x.drop()
  })
  await x.import(
    Array.from({ length: 20 }, (_, index) => pageview(index, new Date(Date.UTC(2025, 0, 1 + index)).toISOString())),
  )
  await retention.connect()
  await retention.query(`begin; select pg_advisory_xact_lock(hashtext('tidemark.days'), 1)`)
  const filled = fillBreakdowns(x.db, new Date(), { visitsMin: 1 })
  const waiting =
    'select from pg_locks join pg_database d on d.oid = database where d.datname = current_database() and not granted'
  await until(async () => (await x.db.write.query(waiting)).length > 0)
  await retention.query(`update sites set dropped_before = '2025-01-11'; delete from events; commit`)
  t.equal(await filled, 10)
  t.strictSame(
    await x.db.write.query(
      `select state, min(local_day) as first, max(local_day) as last from breakdown_days group by 1 order by 2`,
    ),
    [
      { state: 'dirty', first: '2025-01-01', last: '2025-01-10' },
      { state: 'done', first: '2025-01-11', last: '2025-01-20' },
    ],
    'they are not done, with no row',
  )
})

t.test('what sums there are of deleted days answers, whatever is missing before and behind', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  const noon = (index: number) => new Date(Date.UTC(2025, 0, 1 + index, 12)).toISOString()
  await x.import(Array.from({ length: 31 }, (_, index) => pageview(index, noon(index), { source: 'Google' })))
  await fillBreakdowns(x.db, new Date(), { visitsMin: 1 })
  for (const [table, column] of [
    ['events', 'recorded_at'],
    ['sessions', 'ended_at'],
  ])
    await x.db.write.query(`delete from ${table} where ${column} < '2025-01-21'`)
  await x.db.write.query(`update sites set dropped_before = '2025-01-21'`)
  // More gaps than raw rows are read for otherwise, on both sides.
  await x.db.write.query(
    `update breakdown_days set state = 'skipped' where extract(day from local_day)::integer % 2 = 0`,
  )
  const { timeseries, aggregate } = await statsOf(x)
  const ask = 'metrics=visitors&filters=visit:source==Google&period=custom&date'
  const days = await timeseries(`${ask}=2025-01-01,2025-01-31&interval=day`)
  t.strictSame(
    days.results.map(({ visitors }) => visitors),
    [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  )
  const warning = /older than the retention time/
  t.match(days, { warning }, 'half of the deleted days are missing')
  t.match(await aggregate(`${ask}=2025-01-01,2025-01-31`), { results: { visitors: { value: 21 } }, warning })
  t.strictSame(await aggregate(`${ask}=2025-01-19,2025-01-19`), { results: { visitors: { value: 1 } } })
  t.match(
    await aggregate('metrics=visits&period=custom&date=2025-01-01,2025-01-31'),
    { results: { visits: { value: 31 } } },
    'the totals',
  )
})
