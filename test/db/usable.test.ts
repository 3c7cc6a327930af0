// Databases that cannot be used say what to do; schemas of roles do not matter.
import { randomBytes } from 'node:crypto'
import t, { type Test } from 'tap'
import { runCommand } from '../../src/commands/index.ts'
import { openClient } from '../../src/db/connection.ts'
import { isMigrated, migrate } from '../../src/db/migrate.ts'
import { createPools } from '../../src/db/pool.ts'
import { findReadOnly } from '../../src/db/usable.ts'
import { readAddress, writeAddress } from '../../src/rules/postgres-address.ts'
import { startApp } from '../support/app.ts'
import { createDatabase } from '../support/database.ts'

const base = await createDatabase()
t.teardown(base.drop)
const engine = process.env['TIDEMARK_TEST_PARTS'] ? 'citus' : undefined

/** Makes an empty database; `how` is the end of its statement. */
async function makeDatabase(t: Test, how = 'template template0'): Promise<{ url: string; name: string }> {
  const name = `tidemark_test_${Math.floor(Date.now() / 1000)}_${randomBytes(4).toString('hex')}`
  const admin = await openClient({ connectionString: base.url })
  await admin.query(`create database ${name} ${how}`)
  t.teardown(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return { name, url: writeAddress({ ...readAddress(base.url), database: name }) }
}

async function query(url: string, text: string): Promise<void> {
  const client = await openClient({ connectionString: url })
  await client.query(text)
  await client.end()
}

/** Runs a command on a database; its exit code and all its lines. */
async function run(databaseUrl: string, ...words: string[]) {
  process.env['DATABASE_URL'] = databaseUrl
  const lines: string[] = []
  const write = (line: string) => lines.push(line)
  return { code: await runCommand(words, { out: write, err: write }), text: lines.join('\n') }
}

t.test('a database of another encoding, or without the schema, is refused in one sentence by every part', async (t) => {
  for (const [how, change, detail, fix] of [
    [
      `encoding 'LATIN1' locale 'C' template template0`,
      '',
      'the database must be UTF8 (it is LATIN1)',
      'createdb --template template0 --encoding UTF8 --locale C NAME_utf8',
    ],
    [
      `encoding 'SQL_ASCII' locale 'C' template template0`,
      '',
      'the database must be UTF8 (it is SQL_ASCII)',
      '--encoding UTF8',
    ],
    [
      'template template0',
      'drop schema public',
      'the database has no schema public, in which Tidemark keeps its tables',
      'create schema public authorization ',
    ],
  ] as const) {
    const { url, name } = await makeDatabase(t, how)
    if (change) await query(url, change)
    const mended = fix.replace('NAME', name)
    const messageOf = (work: Promise<unknown>) => work.then(String, (error: Error) => error.message)
    for (const message of [
      await messageOf(migrate(url)),
      await messageOf(startApp({ databaseUrl: url, env: { LOG_LEVEL: 'silent' } })),
    ])
      t.ok(message.startsWith(`${detail}; `) && message.includes(mended), message)
    const migrated = await run(url, 'migrate')
    t.equal(migrated.code, 1)
    t.ok(migrated.text.startsWith(`tidemark: ${detail}; `), migrated.text)
    const inspected = await run(url, 'doctor', '--json')
    t.equal(inspected.code, 4)
    const { checks } = JSON.parse(inspected.text)
    t.match(
      checks.find(({ check }: { check: string }) => check === 'database'),
      { ok: false, detail },
    )
  }
})

t.test('the sentence about the schema says what makes it', async (t) => {
  const { url } = await makeDatabase(t)
  await query(url, 'drop schema public')
  const { text } = await run(url, 'migrate')
  const [, made = ''] = /make it: (create schema public .*)$/.exec(text) ?? []
  await query(url, made)
  t.equal((await run(url, 'migrate')).code, 0)
})

t.test('a path of the role, the database or the address does not matter: every part finds public', async (t) => {
  for (const [where, query_] of [
    ['role', ''],
    ['database', ''],
    ['address', '?options=-c%20search_path%3Dapp'],
  ] as const) {
    const { url, name } = await makeDatabase(t)
    await query(url, 'create schema app')
    if (where === 'role') await query(url, `alter role current_user in database ${name} set search_path = app`)
    if (where === 'database') await query(url, `alter database ${name} set search_path = app`)
    const address = `${url}${query_}`
    await migrate(address, { parts: 8, engine })
    const db = createPools({ databaseUrl: address, connectionsMax: 1 })
    t.ok(await isMigrated(db.write), where)
    t.strictSame(await db.write.query('select count(*) as sites from sites'), [{ sites: 0 }], where)
    t.strictSame(
      await db.write.query(`select relname from pg_class where relnamespace = 'app'::regnamespace`),
      [],
      `${where}: nothing is in the other schema`,
    )
    t.strictSame((await migrate(address, { parts: 8, engine })).applied, [], where)
    await db.stop()
  }
})

t.test('what new sessions are told counts, in the order of PostgreSQL', async (t) => {
  const { url, name } = await makeDatabase(t)
  const db = createPools({ databaseUrl: url, connectionsMax: 1 })
  // The session of the pool is older than every change.
  t.equal(await findReadOnly(db.write), undefined)
  const client = await openClient({ connectionString: `${url}?options=-c%20default_transaction_read_only%3Doff` })
  for (const [text, isReadOnly] of [
    [`alter database ${name} set default_transaction_read_only = true`, true],
    [`alter role current_user in database ${name} set default_transaction_read_only = off`, false],
    [`alter role current_user in database ${name} set default_transaction_read_only = on`, true],
    [`alter database ${name} reset default_transaction_read_only`, true],
    [`alter role current_user in database ${name} reset default_transaction_read_only`, false],
  ] as const) {
    await client.query(text)
    const said = await findReadOnly(db.write)
    if (isReadOnly) t.match(said, /^the database is read-only: events wait in the spool/, text)
    else t.equal(said, undefined, text)
  }
  await client.end()
  await db.stop()
})
