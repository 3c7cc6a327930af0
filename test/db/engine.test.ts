// PostgreSQL without extensions, on whatever server the suite runs: made by a role that owns its database and nothing
// else, asked as any other. A right that is missing is one sentence with its grant.
import pg from 'pg'
import t from 'tap'
import { engineOf } from '../../src/db/engine/find.ts'
import { isMigrated, migrate } from '../../src/db/migrate.ts'
import { dropPartition, listPartitions, preparePartitions } from '../../src/db/partitions.ts'
import { createPools } from '../../src/db/pool.ts'
import { createDatabase } from '../support/database.ts'

const database = await createDatabase({ engine: 'postgres' })
t.teardown(database.drop)
const name = new URL(database.url).pathname.slice(1)
const role = `${name}_role`

async function query(url: string, ...texts: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const text of texts) await client.query(text)
  } finally {
    await client.end()
  }
}

const asRole = (databaseName: string): string =>
  Object.assign(new URL(database.url), { pathname: `/${databaseName}`, username: role, password: 'x' }).href

t.test('a role that owns its database and nothing else has a service there', async (t) => {
  const own = `${name}_own`
  await query(database.url, `create role ${role} login password 'x'`, `create database ${own} template template0`)
  t.teardown(() => query(database.url, `drop database ${own} with (force)`, `drop role ${role}`))
  const missing = async (grant: RegExp) => t.rejects(migrate(asRole(own), { engine: 'postgres' }), { message: grant })
  await missing(new RegExp(`^the role ${role} may not .*: grant create on database ${own} to ${role}$`))
  await query(database.url, `grant create on database ${own} to ${role}`)
  await missing(new RegExp(`grant create on schema public to ${role}$`))
  await query(database.url, `alter database ${own} owner to ${role}`)
  t.match((await migrate(asRole(own), { engine: 'postgres' })).applied.at(-1), 'engine postgres')
  t.same(await migrate(asRole(own), { engine: 'postgres' }), { applied: [] })
})

t.test('traffic is in months, and rows carry no part', async (t) => {
  const db = createPools({ databaseUrl: database.url, connectionsMax: 2 })
  t.teardown(() => db.stop())
  const engine = await engineOf(db.write)
  t.equal(engine.name, 'postgres')
  t.equal(await isMigrated(db.write), true)
  const [row] = await db.write.query(
    `select from pg_attribute where attname = 'part' and attrelid = 'events'::regclass`,
  )
  t.equal(row, undefined)
  await preparePartitions(db.write, new Date('2024-11-30T00:00:00Z'), new Date('2024-12-01T00:00:00Z'))
  const before = new Date('2025-01-02T00:00:00Z')
  const found = await listPartitions(db.write, before)
  t.same(
    found.filter(({ table }) => table === 'events').map(({ name: of, from }) => [of, from.toISOString()]),
    [
      ['events_2024_12', '2024-12-01T00:00:00.000Z'],
      ['events_2024_11', '2024-11-01T00:00:00.000Z'],
    ],
  )
  for (const partition of found) await db.transaction((tx) => dropPartition(tx, partition))
  t.same(await listPartitions(db.write, before), [])
})

t.test('letters of any case are folded as on other engines', async (t) => {
  const db = createPools({ databaseUrl: database.url, connectionsMax: 1 })
  t.teardown(() => db.stop())
  const [row] = await db.write.query(`select lower('ÄÉŁЖΔ' collate fold) as text, 'B' collate fold < 'a' as is_by_code`)
  t.same(row, { text: 'äéłжδ', is_by_code: true })
})
