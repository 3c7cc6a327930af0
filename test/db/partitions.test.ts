// Partitions where traffic is divided (docs/scale.md): making them holds up no statement for longer than a table takes.
import pg from 'pg'
import t from 'tap'
import { preparePartitions } from '../../src/db/partitions.ts'
import { createPools } from '../../src/db/pool.ts'
import { until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'

t.test('partitions are made a table at a time, also while the last of them is read', async (t) => {
  const database = await createDatabase(process.env['TIDEMARK_TEST_CITUS_URL'] ? {} : { parts: 4 })
  const db = createPools({ databaseUrl: database.url })
  const reader = new pg.Client({ connectionString: database.url })
  await reader.connect()
  t.teardown(async () => {
    await reader.end()
    await db.stop()
    await database.drop()
  })
  await reader.query('begin')
  await reader.query('select count(*) from sessions')
  const made = preparePartitions(db.write, new Date('2011-01-30T00:00:00Z'), new Date('2011-02-02T00:00:00Z'))
  const waiting = () =>
    db.write.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and query like 'select prepare_partitions%' and wait_event_type = 'Lock'`,
    )
  await until(async () => (await waiting()).length > 0)
  t.strictSame(
    await db.write.query(
      `select relation::regclass::text as held from pg_locks
       where pid = $1 and granted and relation::regclass::text ~ '^(events|engagements)'`,
      [(await waiting())[0]!.pid],
    ),
    [],
    'of the other tables nothing is held while one is waited for',
  )
  await reader.query('select count(*) from events')
  await reader.query('commit')
  await made
  t.strictSame(
    await db.write.query(
      `select relname as name from pg_class where relname ~ '_2011_\\d\\d$' and relispartition order by 1`,
    ),
    ['engagements', 'events', 'sessions'].flatMap((table) => [
      { name: `${table}_2011_01` },
      { name: `${table}_2011_02` },
    ]),
  )
  await t.rejects(db.write.query(`select prepare_partitions('sites', now(), now())`), { code: '22023' })
})
