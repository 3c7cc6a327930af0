// The mover of tidemark.track: order, bounds, two movers, refusals, rows that cannot be taken, and connections that are
// cut. Ingestion is played by a function here; test/ingest/track.test.ts has the real one.
import pg from 'pg'
import t from 'tap'
import { createPools } from '../../src/db/pool.ts'
import { readTrackQueue } from '../../src/db/track-queue.ts'
import type { BatchItem, BatchResult } from '../../src/ingest/batch.ts'
import { createTrackQueue, type TrackQueueOptions } from '../../src/ingest/track-queue.ts'
import { createLog } from '../../src/log.ts'
import { hourMs } from '../../src/rules/durations.ts'
import { createTelemetry } from '../../src/telemetry.ts'
import { housekeep } from '../../src/upkeep/housekeeping.ts'
import { until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { own } from '../support/own.ts'

t.setTimeout(120_000)

const database = await createDatabase()
const db = createPools({ databaseUrl: database.url, connectionsMax: 10 })
const clients: pg.Client[] = []
t.teardown(async () => {
  for (const client of clients) await client.end()
  await db.stop()
  await database.drop()
})
await db.write.query(
  `with team as (insert into teams (name) values ('t') returning id) insert into sites (team_id, domain) select id, 'queue.test' from team`,
)

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => undefined)
  await client.connect()
  clients.push(client)
  return client
}

const track = (client: Pick<pg.Client, 'query'>, ...names: string[]) =>
  client.query(`select tidemark.track(name, '/', site => 'queue.test') from unnest($1::text[]) as name`, [names])

const log = createLog('silent')
const counted: BatchResult = { status: 'counted' }
const nameOf = ({ text }: BatchItem) => (JSON.parse(text) as { n: string }).n

/** A mover that keeps the names of what ingestion settled, in their order. */
function move(
  takes: (items: readonly BatchItem[]) => Promise<'taken' | 'refused'>,
  more: Partial<TrackQueueOptions> = {},
) {
  const names: string[] = []
  const ids: string[] = []
  const takeBatch = async (items: readonly BatchItem[]) => {
    if ((await takes(items)) === 'refused') return 'refused'
    names.push(...items.map(nameOf))
    ids.push(...items.map(({ id }) => id))
    return items.map(() => counted)
  }
  const queue = createTrackQueue({ db, takeBatch, queueMax: 1_000_000, log, ...more })
  return { names, ids, stop: () => queue.stop() }
}
const takesAll = async () => 'taken' as const
const state = () => readTrackQueue(db.write)
const isEmpty = async () => (await state()).waiting === 0

t.test('events come in the order of their transactions, and one that ends late is not missed', async (t) => {
  const [first, second, third] = [await connect(), await connect(), await connect()]
  await first.query('begin')
  await track(first, 'first a')
  await second.query('begin')
  await track(second, 'second a')
  await track(first, 'first b')
  await track(third, 'third')
  const { names, stop } = move(takesAll)
  await until(() => names.length === 1)
  await second.query('commit')
  await until(() => names.length === 2)
  await track(third, 'fourth')
  await until(() => names.length === 3)
  await first.query('commit')
  await until(() => names.length === 5)
  t.strictSame(names, ['third', 'second a', 'fourth', 'first a', 'first b'])
  await stop()
  await first.query('begin')
  await track(first, 'open first')
  await track(second, 'then')
  await track(first, 'open last')
  await first.query('commit')
  const all = move(takesAll)
  await until(() => all.names.length === 3)
  t.strictSame(all.names, ['open first', 'open last', 'then'])
  await all.stop()
})

t.test('what ingestion cannot take waits, and comes under the same id', async (t) => {
  const client = await connect()
  let isOpen = false
  const seen = new Set<string>()
  const { ids, stop } = move(async (items) => {
    for (const { id } of items) seen.add(id)
    return isOpen ? 'taken' : 'refused'
  })
  await track(client, 'one', 'two')
  await until(() => seen.size === 2)
  t.equal((await state()).waiting, 2)
  isOpen = true
  await until(isEmpty)
  t.strictSame(ids, [...seen])
  await stop()
})

t.test('a mover whose connection ends in mid-batch brings the batch again', async (t) => {
  const client = await connect()
  let cuts = 2
  const seen: string[] = []
  const { ids, stop } = move(async (items) => {
    seen.push(...items.map(({ id }) => id))
    if (cuts-- > 0)
      await db.write.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and state = 'idle in transaction' and query like '%track_queue%'`,
      )
    return 'taken'
  })
  await track(client, 'cut')
  await until(isEmpty)
  await until(() => ids.length === 3)
  t.equal(new Set(seen).size, 1, 'its id is the same each time, so ingestion counts it once')
  t.equal(seen.length, 3)
  await stop()
})

t.test('the id of a row that counted and still waits is kept past its 48 hours', async (t) => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs)
  const sent = async () => (await db.write.query('select from sent_events')).length
  const client = await connect()
  await track(client, 'counted, not removed')
  await db.write.query('update track_queue set at = $1', [hoursAgo(60)])
  for (const [count, hours] of [59, 61].entries())
    await (await own(db, 1)).query(
      `insert into sent_events ({{part,}}site_id, sent_id, stripe, sent_at)
       values ({{=part,}}$1, gen_random_uuid(), $2, $3)`,
      [1, count, hoursAgo(hours)],
    )
  await housekeep(db, new Date())
  t.equal(await sent(), 1, 'the id since the row')
  const { stop } = move(takesAll)
  await until(isEmpty)
  await stop()
  await housekeep(db, new Date())
  t.equal(await sent(), 0, 'no row waits')
})

t.test('two movers take each row once', async (t) => {
  const movers = [move(takesAll), move(takesAll)]
  const wanted = 5_000
  const [one, other] = [await connect(), await connect()]
  const names = Array.from({ length: wanted }, (_, index) => `n${index}`)
  for (let from = 0; from < wanted; from += 500)
    await Promise.all([
      track(one, ...names.slice(from, from + 250)),
      track(other, ...names.slice(from + 250, from + 500)),
    ])
  await until(isEmpty)
  for (const { stop } of movers) await stop()
  t.strictSame(movers.flatMap((mover) => mover.names).sort(), names.sort())
})

t.test('a row that cannot be taken holds up nobody, and goes once others are taken', async (t) => {
  const client = await connect()
  const telemetry = createTelemetry()
  let tries = 0
  const { names, stop } = move(
    async (items) => {
      if (items.some((item) => nameOf(item) === 'bad')) {
        tries += 1
        throw new Error('ingestion fails at it')
      }
      return 'taken'
    },
    { telemetry },
  )
  await track(client, 'bad')
  await until(() => tries > 20)
  t.equal((await state()).waiting, 1, 'alone it waits: ingestion may be at fault')
  await track(client, 'good', 'better')
  await until(isEmpty)
  t.strictSame(names, ['good', 'better'])
  await stop()
  t.match(await telemetry.render(), /tidemark_track_events_total\{outcome="failed"\} 1/)
})

t.test('while ingestion fails at everything, nothing is given up', async (t) => {
  const client = await connect()
  let tries = 0
  let isBroken = true
  const { names, stop } = move(async () => {
    tries += 1
    if (isBroken) throw new Error('broken')
    return 'taken'
  })
  await track(client, 'a', 'b', 'c')
  await until(() => tries > 20)
  t.equal((await state()).waiting, 3)
  isBroken = false
  await until(isEmpty)
  t.strictSame(names, ['a', 'b', 'c'])
  await stop()
})

t.test('at the bound events are dropped with a count, and the caller goes on', async (t) => {
  const client = await connect()
  const { dropped: before } = await state()
  const queueMax = 5
  const settled = move(takesAll, { queueMax })
  await track(client, 'settles')
  await until(() => settled.names.length === 1)
  // The look behind it finds the queue empty.
  await until(async () => {
    const [row] = await db.write.query<{ room: number }>(
      `select pg_sequence_last_value('track_queue_room') - pg_sequence_last_value('track_queue_seq_seq') as room`,
    )
    return row!.room === queueMax
  })
  await settled.stop()
  await client.query('begin')
  await track(client, ...Array.from({ length: 8 }, (_, index) => `n${index}`))
  await client.query('commit')
  t.match(await state(), { waiting: 5, dropped: before + 3 })
  const { names, stop } = move(takesAll, { queueMax })
  await until(isEmpty)
  t.strictSame(names, ['n0', 'n1', 'n2', 'n3', 'n4'])
  for (let count = 0; count < 3; count += 1) {
    await client.query('begin')
    await track(client, 'a', 'b', 'c', 'd', 'e')
    await client.query('rollback')
    // Room of calls that were undone comes back.
    await until(async () => {
      await track(client, 'again')
      return names.includes('again')
    })
    names.length = 0
  }
  t.ok((await state()).seconds < 5)
  await stop()
  const wide = move(takesAll)
  await until(async () => {
    const [row] = await db.write.query<{ room: number }>(
      `select pg_sequence_last_value('track_queue_room') - pg_sequence_last_value('track_queue_seq_seq') as room`,
    )
    return row!.room >= 999_000
  })
  await wide.stop()
})
