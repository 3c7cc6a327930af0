// Migrations as operators meet them: twice, by several at once, on another edition. Upgrades and kills:
// upgrade.test.ts.
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import t from 'tap'
import { isMigrated, migrate, migrationNames } from '../../src/db/migrate.ts'
import { createPools } from '../../src/db/pool.ts'
import { createDatabase } from '../support/database.ts'
import { exceptOn } from '../support/divided.ts'

const database = await createDatabase()
t.teardown(database.drop)

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** An empty database beside the migrated one, which has nothing of ours in it. */
async function createEmpty(name: string): Promise<string> {
  const empty = `${new URL(database.url).pathname.slice(1)}_${name}`
  await query(database.url, `create database ${empty} template template0`)
  t.teardown(() => query(database.url, `drop database if exists ${empty} with (force)`))
  return Object.assign(new URL(database.url), { pathname: `/${empty}` }).href
}

t.test('a migrated database is left alone', async (t) => {
  t.same(await migrate(database.url), { applied: [] })
  const pools = createPools({ databaseUrl: database.url })
  t.equal(await isMigrated(pools.read), true)
  await pools.stop()
})

t.test('the table that changes fastest is analyzed by a tenth of the usual sample, every column of it', async (t) => {
  const columns = await query(
    database.url,
    "select attname from pg_attribute where attrelid = 'visitors'::regclass and attnum > 0 and not attisdropped and attstattarget is distinct from 10",
  )
  t.same(columns, [])
})

t.test('two that start at once do not collide: one migrates, the others find it done', async (t) => {
  const url = await createEmpty('together')
  const outcomes = await Promise.all([migrate(url), migrate(url), migrate(url)])
  const working = outcomes.map(({ applied }) => applied).filter((applied) => applied.length > 0)
  t.equal(working.length, 1)
  t.same(working[0]?.slice(0, -2), migrationNames())
  t.match(working[0]?.slice(-2), [/^task queue \d+$/, /^engine (community|apache|postgres|citus)$/])
})

t.test(
  'a database made for the other edition gets the relations of this one',
  { skip: exceptOn('editions') },
  async (t) => {
    const url = await createEmpty('edition')
    const applied = (await migrate(url)).applied.at(-1)
    await query(url, `update schema_engine set edition = 'another'`)
    t.same(await migrate(url), { applied: [applied] })
  },
)

t.test('the queue of an older graphile-worker is brought up, its waiting jobs stay', async (t) => {
  const url = await createEmpty('queue')
  const sql = new URL('../sql/', import.meta.resolve('graphile-worker'))
  const files = readdirSync(sql).sort()
  await query(
    url,
    'create schema graphile_worker; create table graphile_worker.migrations (id int primary key, ' +
      'ts timestamptz not null default now(), breaking boolean not null default false)',
  )
  for (const file of files.slice(0, -1)) {
    await query(url, readFileSync(new URL(file, sql), 'utf8').replaceAll(':GRAPHILE_WORKER_SCHEMA', 'graphile_worker'))
    await query(url, `insert into graphile_worker.migrations (id) values (${Number.parseInt(file, 10)})`)
  }
  await query(url, `select from graphile_worker.add_job('housekeeping', job_key => 'waits')`)
  t.match((await migrate(url)).applied.at(-2), `task queue ${files.length}`)
  t.same(await query(url, 'select key from graphile_worker.jobs'), [{ key: 'waits' }])

  const pools = createPools({ databaseUrl: url })
  t.equal(await isMigrated(pools.read), true)
  await query(url, `delete from graphile_worker.migrations where id = ${files.length}`)
  t.equal(await isMigrated(pools.read), false, 'a queue that is behind is a migration that is missing')
  await pools.stop()
})

t.test('an empty database is not ready', async (t) => {
  const pools = createPools({ databaseUrl: await createEmpty('unready') })
  t.equal(await isMigrated(pools.read), false)
  await pools.stop()
})
