// What the statements of statistics read, as the database plans them: rollups instead of raw rows, indexes instead of
// tables.
import t from 'tap'
import type { Database } from '../../src/db/pool.ts'
import { createLog } from '../../src/log.ts'
import { createStats } from '../../src/stats/stats.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { coverChunks } from '../../src/upkeep/chunks.ts'
import { until } from '../support/cut.ts'
import { leaveOut } from '../support/divided.ts'
import { siteView } from '../support/ingest.ts'
import { own } from '../support/own.ts'
import { createSite, pageview } from '../upkeep/support.ts'

leaveOut('plans')

const dayMs = 86_400_000
const first = Date.parse('2025-07-01T00:00:00Z')
const rangeEnd = Date.parse('2026-07-01T00:00:00Z')
const year = 'period=12mo&date=2026-06-30&interval=month'

/** A year of traffic, and some days after it: visits with a source, a place, a page and now and then a goal. */
function traffic(): object[] {
  const lines: object[] = []
  for (let index = 0; index < 6_000; index++) {
    const at = first + index * 0.0625 * dayMs + 3_600_000
    const more = { source: ['Google', 'Bing', null][index % 3], country: ['DE', 'US'][index % 2] }
    lines.push(
      pageview(`v${index}`, new Date(at).toISOString(), { ...more, url: `https://x.example/blog/${index % 7}` }),
    )
    if (index % 5 === 0)
      lines.push(
        pageview(`v${index}`, new Date(at + 30_000).toISOString(), {
          name: 'engagement',
          engagement_time: 20_000,
          url: `https://x.example/blog/${index % 7}`,
        }),
      )
    if (index % 4 === 0)
      lines.push(
        pageview(`v${index}`, new Date(at + 60_000).toISOString(), {
          ...more,
          name: 'Signup',
          props: { plan: index % 8 === 0 ? 'pro' : 'free' },
        }),
      )
  }
  return lines
}

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly Node[]
}

/** Every scan of a plan. */
function scansOf(node: Node): Node[] {
  const own = node['Relation Name'] ? [node] : []
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)]
}

/** The statements a question runs: what the database was asked while it was answered. */
function recording(db: Database, statements: { text: string; values: readonly unknown[] }[]): Database {
  return {
    ...db,
    readOnly: (work, timeoutMs) =>
      db.readOnly(
        (tx) =>
          work({
            query: (text, values = []) => {
              statements.push({ text, values })
              return tx.query(text, values)
            },
          }),
        timeoutMs,
      ),
  }
}

// A year of days is filled, one transaction each.
t.setTimeout(300_000)

t.test('plans of statistics', async (t) => {
  const x = await createSite()
  t.teardown(() => x.drop())
  await x.import(traffic())
  await coverChunks(x.db, new Date(rangeEnd + 30 * dayMs))
  await x.db.write.query(`insert into goals (site_id, event_name, display_name) values (1, 'Signup', 'Signup')`)
  await x.db.write.query('analyze')
  const chunks = new Map(
    (
      await x.db.write.query<{ name: string; table: string; ends: Date; starts: Date }>(
        `select chunk_name as name, hypertable_name as table, range_start as starts, range_end as ends
         from timescaledb_information.chunks where hypertable_name in ('events', 'sessions', 'engagements')`,
      )
    ).map((chunk) => [chunk.name, chunk]),
  )
  const access = { site: siteView({ id: 1, domain: 'x.example', features: new Set(['props']) }), siteIds: [1] }

  /**
   * Tables that the database opened to plan the question asked last: each costs time, also when it is left out of the
   * plan.
   */
  let opened: string[] = []
  /** What the database was told to leave, for the statements of the question asked last. */
  let settings: string[] = []
  /** Those statements that add up sums of days. */
  let ofDays: string[] = []
  /**
   * The scans of all statements of a question. Tables of a test are small: without this the database would read them
   * whole.
   */
  const ask = async (kind: 'timeseries' | 'aggregate' | 'breakdown', params: string): Promise<Node[]> => {
    const statements: { text: string; values: readonly unknown[] }[] = []
    const db = recording(x.db, statements)
    const stats = createStats({
      db,
      log: createLog('silent'),
      statementTimeoutMs: 20_000,
      clock: { now: () => new Date() },
    })
    await stats[kind](access, new URLSearchParams(params))
    ofDays = statements.map(({ text }) => text).filter((text) => /^from daily_breakdowns$/m.test(text))
    settings = statements.map(({ text }) => text).filter((text) => text.startsWith('set local enable_nestloop = off'))
    return x.db.transaction(async (tx) => {
      await tx.query(
        'set local enable_seqscan = off; set local enable_bitmapscan = off; set local max_parallel_workers_per_gather = 0',
      )
      const scans: Node[] = []
      for (const { text, values } of statements) {
        // What the statement behind it is kept from, as loops.
        if (text.startsWith('set local')) await tx.query(text)
        if (!text.startsWith('select') && !text.startsWith('with')) continue
        const [row] = await tx.query<{ 'QUERY PLAN': { Plan: Node }[] }>(`explain (format json) ${text}`, values)
        scans.push(...scansOf(row!['QUERY PLAN'][0]!.Plan))
      }
      const locks = await tx.query<{ name: string }>(
        'select distinct c.relname as name from pg_locks l join pg_class c on c.oid = l.relation where l.pid = pg_backend_pid()',
      )
      opened = locks.map((lock) => lock.name)
      return scans
    })
  }
  /**
   * Scans of raw rows of the range itself: not of the days after it, where sessions that straddle its end are looked
   * for.
   */
  const rawOf = (scans: readonly Node[], table?: string) =>
    scans.filter((scan) => {
      const chunk = chunks.get(scan['Relation Name']!)
      return chunk && (!table || chunk.table === table) && chunk.starts.getTime() < rangeEnd - 7 * dayMs
    })
  const allMetrics = 'visitors,visits,pageviews,events,bounce_rate,visit_duration,views_per_visit'

  await (await own(x.db, 1)).query(
    `insert into breakdown_days ({{part,}}site_id, local_day, state)
     select {{=part,}}1, day::date, 'dirty' from generate_series('2025-07-01'::date, '2026-07-10', interval '1 day') as day
     on conflict ({{part,}}site_id, local_day) do update set state = 'dirty'`,
  )
  await fillBreakdowns(x.db, new Date(), { visitsMin: 1 })
  // Scans of an index alone are chosen where pages are marked as visible to all: not one that was added for a row that
  // went elsewhere, which a quarter of a small chunk can be, and none while anybody, as autovacuum, has an older
  // snapshot.
  for (const table of ['events', 'sessions', 'engagements']) await x.db.write.query(`vacuum (full) ${table}`)
  await until(async () => {
    await x.db.write.query('vacuum (analyze)')
    const [pages] = await x.db.write.query<{ visible: boolean }>(
      `select bool_and(c.relallvisible = c.relpages) as visible
       from timescaledb_information.chunks k join pg_class c on c.oid = format('%I.%I', k.chunk_schema, k.chunk_name)::regclass
       where k.hypertable_name in ('events', 'sessions', 'engagements')`,
    )
    return pages!.visible
  }, 60_000)

  const held: [name: string, kind: 'timeseries' | 'aggregate' | 'breakdown', params: string][] = [
    ['unfiltered, all metrics', 'timeseries', `${year}&metrics=${allMetrics}`],
    ['unfiltered total', 'aggregate', `${year}&metrics=${allMetrics}`],
    ['one source', 'timeseries', `${year}&metrics=visitors,visits&filters=visit:source==Google`],
    [
      'one source, both grains',
      'timeseries',
      `${year}&metrics=visitors,pageviews,bounce_rate&filters=visit:source==Google`,
    ],
    [
      'a big source and a country',
      'aggregate',
      `${year}&metrics=${allMetrics}&filters=visit:source==Google;visit:country==DE`,
    ],
    [
      'pages of a big source',
      'breakdown',
      'period=12mo&date=2026-06-30&property=event:page&metrics=visitors,time_on_page&filters=visit:source==Google',
    ],
    ['one page', 'timeseries', `${year}&metrics=visitors,pageviews&filters=event:page==/blog/1`],
    [
      'a goal with its conversion rate',
      'timeseries',
      `${year}&metrics=visitors,conversion_rate&filters=event:goal==Signup`,
    ],
    ['time on one page', 'timeseries', `${year}&metrics=time_on_page&filters=event:page==/blog/1`],
    [
      'pages with their time',
      'breakdown',
      'period=12mo&date=2026-06-30&property=event:page&metrics=visitors,time_on_page',
    ],
    ['one property', 'timeseries', `${year}&metrics=visitors,events&filters=event:props:plan==pro`],
    ['top pages', 'breakdown', 'period=12mo&date=2026-06-30&property=event:page&metrics=visitors,pageviews'],
    ['top sources', 'breakdown', 'period=12mo&date=2026-06-30&property=visit:source&metrics=visitors,bounce_rate'],
    ['goals', 'breakdown', 'period=12mo&date=2026-06-30&property=event:goal&metrics=visitors,events'],
  ]
  // The first rows of a list: by the first values of each day, then by value.
  const top = await ask(
    'breakdown',
    'period=12mo&date=2026-06-30&property=event:page&metrics=visitors,pageviews&limit=3',
  )
  t.strictSame(
    top.filter((scan) => scan['Relation Name'] === 'daily_breakdowns').map((scan) => scan['Index Name']),
    ['daily_breakdowns_top', 'daily_breakdowns_value'],
    'first pages: no list is read',
  )
  for (const [name, kind, params] of held) {
    const scans = await ask(kind, params)
    t.ok(
      scans.some((scan) => scan['Relation Name'] === 'daily_breakdowns' && /Index/.test(scan['Node Type'])),
      `${name}: daily_breakdowns by an index`,
    )
    t.strictSame(rawOf(scans), [], `${name}: no raw chunk`)
    const early = opened.filter((table) => (chunks.get(table)?.starts.getTime() ?? rangeEnd) < rangeEnd - 14 * dayMs)
    t.strictSame(early, [], `${name}: not even opened`)
  }

  const indexed = (scans: readonly Node[], table: string, indexes: RegExp) => {
    const raw = rawOf(scans, table)
    return (
      raw.length > 0 &&
      raw.every((scan) => scan['Node Type'] === 'Index Only Scan' && indexes.test(scan['Index Name'] ?? ''))
    )
  }
  const wildcard = await ask('timeseries', `${year}&metrics=visitors,pageviews&filters=event:page==/blog/3**`)
  t.ok(indexed(wildcard, 'events', /chunk_(pageviews|custom_page)$/), 'page wildcard: index-only scans')
  const two = await ask(
    'timeseries',
    `${year}&metrics=visitors,visits,pageviews&filters=visit:source==Google;visit:country==DE|FR`,
  )
  const bySource = new Set(
    rawOf(two, 'sessions')
      .filter((scan) => scan['Node Type'] === 'Index Only Scan' && /sessions_source$/.test(scan['Index Name'] ?? ''))
      .map((scan) => scan['Relation Name']),
  )
  const inRange = [...chunks.values()].filter(
    (chunk) => chunk.table === 'sessions' && chunk.starts.getTime() < rangeEnd - 7 * dayMs,
  )
  t.equal(bySource.size, inRange.length, 'source and two countries: the visits of every week by index-only scans')
  const days = await ask(
    'timeseries',
    'period=30d&date=2026-06-30&metrics=visitors,pageviews&filters=visit:source==Google;visit:country==DE|FR',
  )
  for (const [name, scans] of Object.entries({ months: two, days }))
    t.equal(scans.filter((scan) => scan['Relation Name'] === 'visitors').length, 1, `${name}: running visits read once`)
  const both = await ask(
    'timeseries',
    `${year}&metrics=visitors,pageviews&filters=event:page==/blog/3**;visit:source==Google`,
  )
  t.ok(
    indexed(both, 'events', /chunk_(pageviews|custom_page)$/),
    'page wildcard and source: events by index-only scans',
  )
  t.ok(indexed(both, 'sessions', /sessions_source$/), 'page wildcard and source: visits by index-only scans')
  const time = await ask('timeseries', `${year}&metrics=time_on_page&filters=event:page==/blog/1**`)
  const engaged = rawOf(time, 'engagements')
  t.ok(
    engaged.length > 0 && engaged.every((scan) => /engagements_pathname$/.test(scan['Index Name'] ?? '')),
    'time on pages of a pattern: rows found by their page',
  )

  const ofBing = (filter: string) =>
    ask('timeseries', `${year}&metrics=visitors,pageviews&filters=visit:source==Bing;${filter}`)
  for (const filter of ['visit:country==US', 'event:page==/blog/1']) {
    await ofBing(filter)
    t.equal(ofDays.length, 1, `${filter} of a big source: sums of its days`)
  }
  await x.db.write.query(
    `delete from daily_breakdowns where dimension = 'source' and value = 'Bing' and local_day > '2025-08-01'`,
  )
  await ofBing('visit:country==US')
  t.equal(ofDays.length, 0, 'a source that was big on a few days: visits of all days')
  await ofBing('event:page==/blog/1')
  t.match(ofDays, [/ as b, count\(distinct/], 'where events are asked of: rows of the other days, month by month')
  t.equal(settings.length, 1, 'joined by hashes')

  const done = (name: string) => ['has_done', ['is', 'event:name', [name]]]
  const joins: [name: string, metrics: string, filters: unknown[], count: number][] = [
    [
      'events of visits that did two things',
      'pageviews',
      [done('pageview'), ['has_done', ['not', ['is', 'event:name', ['Signup']]]]],
      1,
    ],
    [
      'events of visits that did not',
      'pageviews',
      [['not', ['or', [done('Signup'), ['is', 'event:page', ['/blog/1']]]]]],
      1,
    ],
    ['visits that did, and their events', 'visits,bounce_rate,pageviews', [done('Signup')], 2],
    ['events alone', 'pageviews', [['not', ['is', 'event:name', ['Signup']]]], 0],
  ]
  for (const [name, metrics, filters, count] of joins) {
    await ask('aggregate', `${year}&metrics=${metrics}&filters=${encodeURIComponent(JSON.stringify(filters))}`)
    t.equal(settings.length, count, `${name}: ${count === 0 ? 'no setting' : 'joined by hashes'}`)
  }
})
