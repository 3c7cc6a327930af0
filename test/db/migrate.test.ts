// Migrations as operators meet them: twice, by two processes at once, and after a kill in the middle.
import pg from 'pg'
import t from 'tap'
import { isMigrated, migrate, migrationNames } from '../../src/db/migrate.ts'
import { createPools } from '../../src/db/pool.ts'
import { createDatabase } from '../support/database.ts'

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

t.test('two that start at once do not collide: one migrates, the others find it done', async (t) => {
  const url = await createEmpty('together')
  const outcomes = await Promise.all([migrate(url), migrate(url), migrate(url)])
  const working = outcomes.map(({ applied }) => applied).filter((applied) => applied.length > 0)
  t.equal(working.length, 1)
  t.same(working[0]?.slice(0, -1), migrationNames())
  t.match(working[0]?.at(-1), /^engine (community|apache)$/)
})

t.test('killed midway, the next start continues', async (t) => {
  const url = await createEmpty('killed')
  const pools = createPools({ databaseUrl: url })
  const last = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'tidemark migrate'`
  const first = migrate(url).then(
    () => 'done',
    () => 'killed',
  )
  while ((await query(url, `${last} and query like 'create %'`)).length === 0) {
    if ((await query(url, "select from pg_class where relname = 'schema_engine'")).length > 0) break
  }
  t.match(await first, /done|killed/)
  await migrate(url)
  t.equal(await isMigrated(pools.read), true)
  t.same(await migrate(url), { applied: [] })
  await pools.stop()
})

t.test('a database of the other edition is refused with the way out', async (t) => {
  const url = await createEmpty('edition')
  await migrate(url)
  await query(url, `update schema_engine set edition = case edition when 'apache' then 'community' else 'apache' end`)
  await t.rejects(migrate(url), { message: /made on the (apache|community) edition/ })
})

t.test('an empty database is not ready', async (t) => {
  const pools = createPools({ databaseUrl: await createEmpty('unready') })
  t.equal(await isMigrated(pools.read), false)
  await pools.stop()
})
