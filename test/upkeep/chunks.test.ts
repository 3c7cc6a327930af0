// Chunks that changed are analyzed. Closed ones get their indexes: those that answer without rows are made once, beside
// writers. All are packed: once, by one of several processes, again after many late rows; only on Apache.
import pg from 'pg'
import t from 'tap'
import { isPackable } from '../../src/db/partitions.ts'
import { analyzeChunks, coverChunks, rebuildChunks } from '../../src/upkeep/chunks.ts'
import { until } from '../support/cut.ts'
import { leaveOut } from '../support/divided.ts'
import { createSite, pageview, type TestSite } from './support.ts'

leaveOut('chunks')

t.setTimeout(120_000)

const dayMs = 86_400_000
const monday = Date.parse('2025-03-06T00:00:00Z')
const x = await createSite()
t.teardown(() => x.drop())
const isApache = await isPackable(x.db.write)
/** What this edition answers where the Apache edition rebuilds so many chunks. */
const chunks = (count: number) => (isApache ? count : 0)

/** A week of visits in any order of their pages. */
const visits = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    pageview(`${from}-${index}`, new Date(from + index * 40_000).toISOString(), {
      url: `https://x.example/${(index * 7919) % 997}`,
    }),
  )

interface Index {
  readonly name: string
  readonly bytes: number
  readonly options: string | null
}

/** The indexes of the chunk of `events` that holds an instant. */
const indexesAt = (site: TestSite, at: number) =>
  site.db.write.query<Index>(
    `select i.indexrelid::regclass::text as name, pg_relation_size(i.indexrelid) as bytes, array_to_string(x.reloptions, ',') as options
     from timescaledb_information.chunks c
     join pg_index i on i.indrelid = format('%I.%I', c.chunk_schema, c.chunk_name)::regclass
     join pg_class x on x.oid = i.indexrelid
     where c.hypertable_name = 'events' and c.range_start <= $1 and c.range_end > $1
     order by 1`,
    [new Date(at)],
  )

const sizeOf = (indexes: readonly Index[]) => indexes.reduce((sum, { bytes }) => sum + bytes, 0)
const unfinished = async () =>
  await x.db.write.query(`select indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid or c.relname ~ '_cc(new|old)'`)

const coverOf = (indexes: readonly Index[]) =>
  indexes.flatMap(({ name }) => /_chunk_(pageviews|custom_page|custom)$/.exec(name)?.[1] ?? []).sort()

t.test('chunks are analyzed when a tenth of them is new, and not again', async (t) => {
  const y = await createSite()
  t.teardown(() => y.drop())
  const add = async (count: number, at = monday) => {
    await y.db.write.query(
      `insert into events (site_id, recorded_at, visitor_id, session_id, local_day, first_of_visitor_day, first_of_visitor_month,
         first_of_visit_day, first_of_visit_month, seen_day_before, name, hostname, pathname)
       select 1, $1::timestamptz, n, n, $1::timestamptz::date, true, true, true, true, false, 'pageview', 'x.example', '/' || n
       from generate_series(1, $2::int) n, pg_stat_force_next_flush()`,
      [new Date(at), count],
    )
    added += count
    // Without the flush the server counts changes when it finds the time, ten or twenty seconds after their commit.
    const counted = (await known()).reduce((sum, { rows, changes }) => sum + rows + changes, 0)
    t.equal(counted, added)
  }
  let added = 0
  const known = () =>
    y.db.write.query<{ rows: number; changes: number; options: string }>(
      `select greatest(r.reltuples, 0)::int as rows, pg_stat_get_mod_since_analyze(r.oid)::int as changes, r.reloptions::text as options
       from timescaledb_information.chunks c
       join pg_class r on r.oid = format('%I.%I', c.chunk_schema, c.chunk_name)::regclass
       where c.hypertable_name = 'events' order by c.range_start`,
    )
  await add(50)
  t.equal(await analyzeChunks(y.db), 0, 'fifty rows are nothing')
  await add(1)
  t.equal(await analyzeChunks(y.db), 1)
  t.match(await known(), [{ rows: 51, changes: 0 }])
  await add(949)
  await add(60, monday + 8 * dayMs)
  t.equal(await analyzeChunks(y.db), 2)
  t.match(await known(), [
    { rows: 1000, changes: 0 },
    { rows: 60, changes: 0 },
  ])
  await add(150)
  t.equal(await analyzeChunks(y.db), 0, 'a tenth and fifty rows')
  const isLeft = /autovacuum_analyze_threshold=1000000/
  t.match(await known(), [{ options: isLeft }, { options: isLeft }], 'and autovacuum leaves them alone')
  await add(1)
  const other = new pg.Client({ connectionString: y.url })
  await other.connect()
  t.teardown(() => other.end())
  await other.query('begin; lock table _timescaledb_internal._hyper_1_1_chunk in share update exclusive mode')
  t.equal(await analyzeChunks(y.db), 0, 'not a chunk in use')
  await other.query('rollback')
  t.equal(await analyzeChunks(y.db), 1)
  for (const name of ['events', 'visitors', "x'y"])
    await t.rejects(y.db.write.query('select analyze_chunk($1)', [name]), { code: '22023' }, name)
})

t.test('closed chunks get the indexes that answer without rows, open ones do not', async (t) => {
  await x.import(visits(monday, 12_000))
  const open = Date.now() - dayMs
  await x.import(visits(open, 10))
  const [range] = await x.db.write.query<{ ends: Date }>(
    `select range_end as ends from timescaledb_information.chunks where hypertable_name = 'events' order by range_start limit 1`,
  )
  const ends = range!.ends.getTime()
  t.equal(await coverChunks(x.db, new Date(ends + dayMs)), 0, 'not before a day after its end')
  t.strictSame(coverOf(await indexesAt(x, monday)), [])
  const now = new Date(ends + dayMs + 1)
  await x.db.write.query(`insert into imports (site_id, fingerprint, lines_done) values (1, 'still running', '{0,0}')`)
  t.equal(await coverChunks(x.db, now), 0, 'not while an import runs')
  await x.db.write.query(`delete from imports where fingerprint = 'still running'`)
  // No task may wait long for a chunk that another one holds: it is left to the next run.
  const writer = new pg.Client({ connectionString: x.url })
  await writer.connect()
  t.teardown(() => writer.end())
  await writer.query('begin')
  await writer.query(`update events set interactive = interactive where recorded_at < $1`, [new Date(ends)])
  t.equal(await coverChunks(x.db, now), 0, 'not a chunk in use')
  await writer.query('commit')
  await Promise.all([1, 2, 3].map(() => coverChunks(x.db, now)))
  t.strictSame(coverOf(await indexesAt(x, monday)), ['custom', 'custom_page', 'pageviews'])
  t.strictSame(coverOf(await indexesAt(x, open)), [])
  t.equal(await coverChunks(x.db, now), 0, 'not again')
  const refused = (chunk: string) => t.rejects(x.db.write.query('select cover_chunk($1)', [chunk]), { code: '22023' })
  await refused('events')
  const [sessions] = await x.db.write.query<{ name: string }>(
    `select chunk_name as name from timescaledb_information.chunks where hypertable_name = 'sessions' limit 1`,
  )
  await refused(sessions!.name)
})

t.test('indexes of closed chunks are packed once, those of open ones never', async (t) => {
  const open = Date.now() - dayMs
  const before = await indexesAt(x, monday)
  const openBefore = await indexesAt(x, open)
  const range = await x.db.write.query<{ ends: Date }>(
    `select range_end as ends from timescaledb_information.chunks where hypertable_name = 'events' order by range_start limit 1`,
  )
  const ends = range[0]!.ends.getTime()
  t.equal(await rebuildChunks(x.db, new Date(ends + dayMs)), 0, 'not before a day after its end')
  // Events, engagement and sessions each have chunks of their own; there is no engagement here.
  const done = await Promise.all([1, 2, 3].map(() => rebuildChunks(x.db, new Date(ends + dayMs + 1))))
  t.equal(
    done.reduce((sum, count) => sum + count, 0),
    chunks(2),
    'of three processes one works',
  )
  const after = await indexesAt(x, monday)
  t.strictSame(
    after.map(({ name }) => name),
    before.map(({ name }) => name),
  )
  if (isApache) {
    t.ok(sizeOf(after) < sizeOf(before) * 0.8, `${sizeOf(before)} bytes became ${sizeOf(after)}`)
    t.ok(after.every(({ options }) => options === 'fillfactor=100'))
  } else {
    t.strictSame(after, before, 'the columnstore will take them')
  }
  t.strictSame(await indexesAt(x, open), openBefore)
  t.equal(await rebuildChunks(x.db, new Date(ends + dayMs + 1)), 0, 'not again')
  t.strictSame(await unfinished(), [])
})

t.test('again when late rows made them larger, but not while an import brings them', async (t) => {
  const now = new Date(monday + 15 * dayMs)
  await x.import(visits(monday + 1_000, 12_000))
  await x.db.write.query(`insert into imports (site_id, fingerprint, lines_done) values (1, 'still running', '{0,0}')`)
  t.equal(await rebuildChunks(x.db, now), 0)
  await x.db.write.query(`delete from imports where fingerprint = 'still running'`)
  const before = await indexesAt(x, monday)
  t.equal(await rebuildChunks(x.db, now), chunks(2))
  if (isApache) t.ok(sizeOf(await indexesAt(x, monday)) < sizeOf(before) * 0.8)
  t.equal(await rebuildChunks(x.db, now), 0)
  t.strictSame(await x.verify(), [])
})

t.test('rows that come while it works are in, and a run that is killed leaves nothing behind', async (t) => {
  const now = new Date(monday + 15 * dayMs)
  const other = new pg.Client({ connectionString: x.url })
  await other.connect()
  t.teardown(() => other.end())
  await x.db.write.query('delete from rebuilt_chunks')
  // A snapshot from before: the rebuilding has to wait for it.
  await other.query('begin isolation level repeatable read')
  await other.query('select count(*) from events')
  const run = rebuildChunks(x.db, now)
  const waiting = async () =>
    await x.db.write.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and query like 'reindex index%' and wait_event_type = 'Lock'`,
    )
  const insert = (at: number) =>
    x.db.write.query(
      `insert into events (site_id, recorded_at, visitor_id, session_id, local_day, first_of_visitor_day, first_of_visitor_month,
         first_of_visit_day, first_of_visit_month, seen_day_before, name, hostname, pathname)
       values (2, $1::timestamptz, 1, 1, $1::timestamptz::date, true, true, true, true, false, 'pageview', 'late.example', '/late')`,
      [new Date(at)],
    )
  if (isApache) {
    await until(async () => (await waiting()).length > 0)
    await insert(monday + dayMs)
    const [busy] = await waiting()
    // Listened to before the kill: its failure may be here before the answer of the kill is.
    const refused = t.rejects(run)
    await x.db.write.query('select pg_terminate_backend($1)', [busy!.pid])
    await refused
    t.not((await unfinished()).length, 0, 'the killed run left an index behind')
  } else {
    t.equal(await run, 0)
    await insert(monday + dayMs)
  }
  await other.query('commit')
  t.equal(await rebuildChunks(x.db, now), chunks(2))
  t.strictSame(await unfinished(), [])
  const [late] = await x.db.write.query(
    `select count(*) as count from events where site_id = 2 and pathname = '/late' and name = 'pageview' and recorded_at < $1`,
    [now],
  )
  t.strictSame(late, { count: 1 })
})

t.test('what is remembered of chunks goes with them', async (t) => {
  await x.db.write.query(`select drop_chunks('events', older_than => timestamptz '2025-04-01')`)
  await rebuildChunks(x.db, new Date(monday + 15 * dayMs))
  const left = await x.db.write.query('select chunk from rebuilt_chunks')
  t.equal(left.length, chunks(1), 'that of the sessions')
})
