// Addresses of databases: sslmode as libpq has it, and poolers that keep no session.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import t, { type Test } from 'tap'
import { findPooler, openClient } from '../../src/db/connection.ts'
import { createPools, isDatabaseAway } from '../../src/db/pool.ts'
import { addressInstead, sharesBackends } from '../../src/db/pooler.ts'
import { driverOptions, serverOf, uncheckedOf } from '../../src/db/server.ts'
import { projectPath } from '../../src/paths.ts'
import { readAddress } from '../../src/rules/postgres-address.ts'
import { freePort } from '../../tools/ports.ts'
import { until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'

/** Any file that can be read does for an authority. */
const root = `&sslrootcert=${projectPath('LICENSE')}`

/** How the driver would connect, way after way: whether it encrypts, checks the certificate, and checks its name. */
function meaningOf(query: string, host = 'db.example') {
  const server = serverOf(`postgres://x@${host}/y${query}`)
  return server.ways().map((way) => {
    const { ssl } = driverOptions(server, way)
    if (!ssl || ssl === true) return 'plain'
    if (ssl.rejectUnauthorized === false) return 'encrypted'
    return ssl.checkServerIdentity ? 'authority' : 'name'
  })
}

t.test('a server that comes back between two ways was away; that it has no TLS is no news', async (t) => {
  let asked = 0
  // The first connection is cut; the second asks for TLS and hears that there is none.
  const server = createServer((socket) => {
    asked += 1
    if (asked === 1) socket.destroy()
    else socket.once('data', () => socket.end('N'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const connectionString = `postgres://x@127.0.0.1:${port}/y`
  const error = await openClient({ connectionString }).catch((thrown: unknown) => thrown)
  t.equal(asked, 2)
  t.ok(isDatabaseAway(error), String(error))
  server.close()
})

t.test('sslmode means what it means to libpq, and doctor says what is not checked', async (t) => {
  const nothing = /certificate is not checked/
  const noName = /the name in the server's certificate is not checked/
  for (const [query, ways, unchecked] of [
    ['', ['encrypted', 'plain'], nothing],
    ['?sslmode=disable', ['plain'], nothing],
    ['?sslmode=allow', ['plain', 'encrypted'], nothing],
    ['?sslmode=prefer', ['encrypted', 'plain'], nothing],
    ['?sslmode=require', ['encrypted'], nothing],
    ['?ssl=true', ['encrypted'], nothing],
    ['?channel_binding=require', ['encrypted'], nothing],
    [`?sslmode=require${root}`, ['authority'], noName],
    [`?sslmode=verify-ca${root}`, ['authority'], noName],
    [`?sslmode=verify-full${root}`, ['name'], undefined],
    ['?sslmode=verify-full', ['name'], undefined],
    ['?sslmode=verify-full&sslrootcert=system', ['name'], undefined],
  ] as const) {
    t.strictSame(meaningOf(query), ways, query)
    const said = uncheckedOf(`postgres://x@db.example/y${query}`)
    if (unchecked === undefined) t.equal(said, undefined, query)
    else t.match(said, unchecked, query)
  }
  t.strictSame(meaningOf('', '127.0.0.1'), ['plain', 'encrypted'], 'on this machine nobody is on the way')
  t.strictSame(meaningOf('?host=/run/postgresql&sslmode=require'), ['plain'], 'a socket has no TLS')
  t.throws(() => meaningOf('?sslmode=verify-ca'), { message: 'sslmode=verify-ca needs sslrootcert=FILE' })
  t.throws(() => meaningOf('?sslmode=verify-full&sslrootcert=/none'), {
    message: 'sslrootcert=/none cannot be read (ENOENT)',
  })
})

t.test('a pooler in transaction mode is told by its backends, and the address to use is named', async (t) => {
  /** A session with transactions that have these backends, one after the other, and the last one from then on. */
  const session = (...backends: number[]) =>
    ({
      query: async (text: string) => ({
        rows: text.includes('pid') ? [{ pid: backends.length > 1 ? backends.shift() : backends[0] }] : [],
      }),
    }) as unknown as Pick<pg.Client, 'query'>
  t.equal(await sharesBackends(session(7, 8), session(7)), true, 'the second has the backend of the first')
  t.equal(await sharesBackends(session(7, 9), session(8)), true, 'the first has another one')
  t.equal(await sharesBackends(session(7), session(8)), false, 'each keeps its own')
  t.equal(await sharesBackends(session(7, 7, 7, 9), session(8)), true, 'each has its own again by chance, at first')
  const instead = (text: string) => addressInstead(readAddress(text))
  t.equal(instead('postgres://x@ep-a-pooler.eu.example/y'), 'ep-a.eu.example:5432')
  t.equal(instead('postgres://x@pooler.example:6543/y'), 'pooler.example:5432')
  t.match(instead('postgres://x@db.example:6432/y'), /the PostgreSQL server itself/)
  const database = await createDatabase()
  t.teardown(database.drop)
  t.equal(await findPooler(database.url), undefined, 'a server is none')
})

/** PgBouncer refuses to run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const isMissing = spawnSync('pgbouncer', ['--version']).error !== undefined

/** Starts PgBouncer in front of a database; the address through it. */
async function startPgBouncer(t: Test, databaseUrl: string, mode: 'transaction' | 'session'): Promise<string> {
  const server = new URL(databaseUrl)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-pgbouncer-'))
  const target = `host=${server.hostname} port=${server.port} dbname=${server.pathname.slice(1)}`
  const login = `user=${decodeURIComponent(server.username)} password=${decodeURIComponent(server.password)}`
  const lines = [
    '[databases]',
    `pooled = ${target} ${login}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'ignore_startup_parameters = extra_float_digits,options',
  ]
  writeFileSync(join(folder, 'pgbouncer.ini'), lines.join('\n'))
  if (nobody.uid) for (const path of [folder, join(folder, 'pgbouncer.ini')]) chownSync(path, nobody.uid, nobody.gid)
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { ...nobody, stdio: 'ignore' })
  const ended = once(child, 'exit')
  t.teardown(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `postgres://tidemark@127.0.0.1:${port}/pooled`
  await until(async () => {
    const client = new pg.Client({ connectionString: url })
    return await client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  })
  return url
}

/** Settings that the database of this test has in its own way, and the value they have on connections of Tidemark. */
const meanings = [
  ['datestyle', "'German, DMY'", 'ISO, YMD'],
  ['array_nulls', 'off', 'on'],
  ['search_path', 'app', 'public'],
  ['standard_conforming_strings', 'off', 'on'],
  ['statement_timeout', "'20s'", '0'],
  ['work_mem', "'4MB'", '32MB'],
] as const
const meaningText = `select ${meanings.map(([name]) => `current_setting('${name}') as ${name}`).join(', ')}`
const wanted = Object.fromEntries(meanings.map(([name, , value]) => [name, value]))

t.test(
  'PgBouncer: session mode is taken for a server, and in transaction mode settings are those of each transaction',
  { skip: isMissing && 'left out: pgbouncer is not installed' },
  async (t) => {
    const database = await createDatabase()
    t.teardown(database.drop)
    const name = new URL(database.url).pathname.slice(1)
    const bare = async (url: string) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query<Record<string, string>>(meaningText)
      await client.end()
      return rows[0]
    }
    const admin = new pg.Client({ connectionString: database.url })
    await admin.connect()
    for (const [setting, value] of meanings) {
      await admin.query(`alter role current_user in database ${name} set ${setting} = ${value}`)
    }
    await admin.end()

    for (const mode of ['transaction', 'session'] as const) {
      const url = await startPgBouncer(t, database.url, mode)
      const untouched = await bare(url)
      t.match(untouched, { array_nulls: 'off', search_path: 'app' }, 'the database has its own way')
      const db = createPools({ databaseUrl: url, readDatabaseUrl: url, statisticsConnections: 2 })
      const counts = await Promise.all(
        Array.from({ length: 12 }, async (_, index) => {
          const side = index % 2 ? db.read : db.write
          return (await side.query<Record<string, string>>(meaningText))[0]
        }),
      )
      for (const read of counts) t.strictSame(read, wanted, `${mode}: statements by themselves`)
      const [inReading] = await db.readOnly((tx) => tx.query<Record<string, string>>(meaningText), 7_000)
      t.strictSame(inReading, { ...wanted, statement_timeout: '7s' }, `${mode}: statistics`)
      const [inWriting] = await db.transaction((tx) => tx.query<Record<string, string>>(meaningText))
      t.strictSame(inWriting, wanted, `${mode}: changes`)
      t.strictSame(await bare(url), untouched, `${mode}: nobody else finds the settings`)
      await db.stop()
      const said = await findPooler(url)
      const opened = await openClient({ connectionString: url }).then(
        (client) => client.end(),
        (error: unknown) => error,
      )
      if (mode === 'session') t.strictSame([said, opened], [undefined, undefined])
      else {
        t.match(said, /^127\.0\.0\.1:\d+ is a pooler in transaction mode, .* let DATABASE_URL name /)
        t.equal((opened as Error).message, said, 'what needs a session says so')
        t.ok(isDatabaseAway(opened), 'and events wait')
      }
    }
  },
)
