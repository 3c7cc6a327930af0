// Where statistics are read: on the replica while it can be reached and is near enough, else on the primary
// (docs/operate.md).
import pg from 'pg'
import t from 'tap'
import { createPools, type Database } from '../../src/db/pool.ts'
import { createReplica } from '../../src/db/replica.ts'
import { createDatabase } from '../support/database.ts'

const database = await createDatabase()
t.teardown(() => database.drop())

const withOptions = (options: string) => {
  const url = new URL(database.url)
  url.searchParams.set('options', options)
  return url.href
}
const closed = () => {
  const url = new URL(database.url)
  url.port = '1'
  return url.href
}
const nameOf = async (db: Database) =>
  (await db.read.query<{ name: string }>(`select current_setting('application_name') as name`))[0]?.name
const inTransaction = (db: Database) =>
  db.readOnly(
    async (tx) => (await tx.query<{ name: string }>(`select current_setting('application_name') as name`))[0]?.name,
    5_000,
  )

t.test('who answers', async (t) => {
  const db = createPools({ databaseUrl: database.url })
  t.teardown(() => db.stop())
  // A standby is made believe by functions of the same names before the server's own.
  await db.write.query(`
    create schema standby;
    create table standby.state (lag integer, is_even boolean);
    insert into standby.state values (5, false);
    create function standby.pg_is_in_recovery() returns boolean language sql as 'select true';
    create function standby.pg_last_wal_receive_lsn() returns pg_lsn language sql as $$select '0/2'::pg_lsn$$;
    create function standby.pg_last_wal_replay_lsn() returns pg_lsn language sql as $$select case when is_even then '0/2' else '0/1' end::pg_lsn from standby.state$$;
    create function standby.pg_last_xact_replay_timestamp() returns timestamptz language sql as $$select now() - make_interval(secs => lag) from standby.state$$;
    create view standby.pg_stat_wal_receiver as select 1 as pid`)
  const lags: [name: string, state: [lag: number | null, isEven: boolean], isUsable: boolean][] = [
    ['a replica 5 seconds behind', [5, false], true],
    ['a replica 31 seconds behind', [31, false], false],
    ['a replica of an idle primary', [3_600, true], true],
    ['a replica that has replayed nothing', [null, false], false],
  ]
  // Pools of the service set their own search_path, so this one is made by hand.
  const standby = new pg.Pool({ connectionString: withOptions('-c search_path=standby,pg_catalog,public') })
  t.teardown(() => standby.end())
  for (const [name, [lag, isEven], isUsable] of lags) {
    await db.write.query('update standby.state set lag = $1, is_even = $2', [lag, isEven])
    const changes: boolean[] = []
    const replica = createReplica(standby, { lagMaxSeconds: 30, onChange: (usable) => changes.push(usable) })
    t.equal(await replica.isUsable(), isUsable, name)
    t.equal(await replica.isUsable(), isUsable, `${name}, asked again`)
    t.strictSame(changes, isUsable ? [] : [false], `${name}: said once`)
  }
  const cases: [name: string, url: string | undefined, answers: string][] = [
    ['no replica', undefined, 'tidemark'],
    ['a second pool on the primary', database.url, 'tidemark read'],
    ['a replica that is away', closed(), 'tidemark'],
  ]
  for (const [name, readDatabaseUrl, answers] of cases) {
    const changes: boolean[] = []
    const pools = createPools({
      databaseUrl: database.url,
      readDatabaseUrl,
      readLagMaxSeconds: 30,
      onReplicaChange: (isUsable) => changes.push(isUsable),
    })
    t.equal(await nameOf(pools), answers, name)
    t.equal(await inTransaction(pools), answers, `${name}, in a transaction`)
    t.strictSame(changes, readDatabaseUrl && answers === 'tidemark' ? [false] : [], `${name}: said once`)
    await pools.stop()
  }
})

t.test('a replica that goes away under a query is replaced at once', async (t) => {
  const pools = createPools({ databaseUrl: database.url, readDatabaseUrl: database.url })
  t.teardown(() => pools.stop())
  t.equal(await nameOf(pools), 'tidemark read')
  const asked: (string | undefined)[] = []
  const answer = await pools.readOnly(async (tx) => {
    const [row] = await tx.query<{ name: string; pid: number }>(
      `select current_setting('application_name') as name, pg_backend_pid() as pid`,
    )
    asked.push(row?.name)
    if (row?.name === 'tidemark read')
      await pools.write.query('select pg_terminate_backend($1::integer, 5000::bigint)', [row.pid])
    const [again] = await tx.query<{ sum: number }>('select 1 + 1 as sum')
    return again?.sum
  }, 5_000)
  t.equal(answer, 2)
  t.strictSame(asked, ['tidemark read', 'tidemark'])
  t.equal(await nameOf(pools), 'tidemark', 'and is not asked again for a moment')
})

t.test('a mistake in a query is no reason to ask twice', async (t) => {
  const pools = createPools({ databaseUrl: database.url, readDatabaseUrl: database.url })
  t.teardown(() => pools.stop())
  let asked = 0
  const mistake = pools.readOnly(async (tx) => {
    asked += 1
    await tx.query('select nothing from nowhere')
  }, 5_000)
  await t.rejects(mistake, { code: '42P01' })
  t.equal(asked, 1)
  await t.rejects(
    pools.readOnly((tx) => tx.query('select pg_sleep(5)'), 50),
    /took too long/,
  )
})
