// A fresh, migrated database for each test file: a copy of a template that is migrated once for each state of sql/.
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { migrate, schemaDigest } from '../../src/db/migrate.ts'
import { projectPath } from '../../src/paths.ts'
import { type PrivateDatabase, startPrivate } from '../../tools/private-db/private.ts'

/** A database of the caller's own. */
export type TestDatabase = { url: string; drop(): Promise<void> }

interface Layout {
  readonly parts?: number
  /** An engine that is not the server's own. */
  readonly engine?: string | undefined
}

/**
 * Where traffic is divided: by a server that has Citus, or with TIDEMARK_TEST_PARTS by plain tables of the same form.
 */
const usual: Layout = {
  parts: Number(process.env.TIDEMARK_TEST_PARTS || 8),
  engine: process.env.TIDEMARK_TEST_PARTS ? 'citus' : undefined,
}

const lockId = 7_438_104_922
const abandonedAfterSeconds = 1800
const templateAfterSeconds = 86_400

let privateServer: Promise<PrivateDatabase> | undefined
let open = 0

// Only when a file is run on its own, without `make test`: a server shared by all such runs, ended by the last of them.
function startShared(): Promise<PrivateDatabase> {
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    shared_buffers: '256MB',
    max_wal_size: '1GB',
  }
  return startPrivate({
    home: projectPath('.tidemark', 'test'),
    purpose: 'run',
    kind: process.env.PRIVATE_DATABASE,
    log: (message) => console.error(`# ${message}`),
    aptMirror: process.env.TIDEMARK_APT_MIRROR,
    cacheHome: process.env.XDG_CACHE_HOME,
    settings,
  })
}

async function adminUrl(): Promise<string> {
  const { TIDEMARK_TEST_CITUS_URL: citus, TIDEMARK_TEST_DATABASE_URL: other, DATABASE_URL: named } = process.env
  const given = citus || other || named
  if (given) return given
  privateServer ??= startShared()
  return (await privateServer).url
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

async function asAdmin<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'tidemark test' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function makeTemplate(client: pg.Client, url: string, name: string, layout: Layout): Promise<void> {
  const making = `${name}_making`
  await client.query(`drop database if exists ${making} with (force)`)
  await client.query(`create database ${making}`)
  await migrate(withDatabase(url, making), layout)
  // The Community edition has a worker in every database. Here it would block the copies, and its jobs would run at
  // random.
  await asAdmin(withDatabase(url, making), async (inside) => {
    const { rows } = await inside.query(
      `select exists (select from pg_extension where extname = 'timescaledb')
         and current_setting('timescaledb.license', true) = 'timescale' as community`,
    )
    if (!rows[0]?.community) return
    await inside.query(
      'select alter_job(job_id, scheduled => false) from timescaledb_information.jobs where job_id >= 1000',
    )
    await inside.query('select _timescaledb_functions.stop_background_workers()')
  })
  await client.query(`alter database ${making} allow_connections false`)
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [making])
  for (;;) {
    const { rows } = await client.query('select count(*)::int as count from pg_stat_activity where datname = $1', [
      making,
    ])
    if (rows[0]?.count === 0) break
    await delay(20)
  }
  await client.query(`comment on database ${making} is '${Math.floor(Date.now() / 1000)}'`)
  await client.query(`alter database ${making} rename to ${name}`)
}

/** What killed runs left behind, and templates of schemas that are gone. */
async function removeAbandoned(client: pg.Client, current: string): Promise<void> {
  const { rows } = await client.query<{ name: string; note: string | null }>(
    `select datname as name, shobj_description(oid, 'pg_database') as note from pg_database where datname ~ '^tidemark_(test|template)_'`,
  )
  const now = Date.now() / 1000
  for (const { name, note } of rows) {
    const bornAt = Number(/^tidemark_test_(?:\d+x\d+_)?(\d+)_/.exec(name)?.[1] ?? note ?? 0)
    const limit = name.startsWith('tidemark_test_') ? abandonedAfterSeconds : templateAfterSeconds
    if (name === current || (name.endsWith('_making') && !note) || now - bornAt < limit) continue
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`).catch(() => undefined)
  }
}

async function copyTemplate(client: pg.Client, template: string, name: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await client.query(`create database ${name} template ${template} strategy file_copy`)
      // Settings of a role in a database are not copied; `migrate` makes this one.
      await client.query(`alter role current_user in database ${name} set search_path = public`)
      return
    } catch (error) {
      const objectInUse = (error as { code?: string }).code === '55006'
      if (!objectInUse || attempt === 100) throw error
      await delay(50)
    }
  }
}

/**
 * Waits, not for long, until there is no connection: one that is on its way out, and is thrown out meanwhile, has no
 * listener left for the error.
 */
async function lastClients(client: pg.Client, name: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
      [name],
    )
    if (rowCount === 0) return
    await delay(25)
  }
}

/**
 * Makes a migrated, empty database: of so many parts on plain tables, or of an engine that is not the server's own, if
 * it is said. Call `drop` when done: `t.teardown(database.drop)`.
 */
export async function createDatabase({ parts, engine }: Layout = {}): Promise<TestDatabase> {
  const layout: Layout = parts !== undefined ? { parts, engine: 'citus' } : engine ? { engine } : usual
  open += 1
  const url = await adminUrl()
  const template = `tidemark_template_${schemaDigest().slice(0, 12)}${layout.engine ? `_${layout.engine}_${layout.parts ?? 0}` : ''}`
  // The run of the suite finds by its mark what a file forgot to drop.
  const mark = process.env.TIDEMARK_TEST_MARK ?? ''
  const name = `tidemark_test_${mark}${Math.floor(Date.now() / 1000)}_${randomBytes(4).toString('hex')}`
  await asAdmin(url, async (client) => {
    const exists = async () =>
      Boolean((await client.query('select from pg_database where datname = $1', [template])).rowCount)
    if (!(await exists())) {
      for (;;) {
        const { rows } = await client.query('select pg_try_advisory_lock($1) as got', [lockId])
        if (rows[0]?.got) break
        await delay(50)
      }
      if (!(await exists())) await makeTemplate(client, url, template, layout)
      await removeAbandoned(client, template)
      await client.query('select pg_advisory_unlock($1)', [lockId])
    }
    await copyTemplate(client, template, name)
  })
  let dropped = false
  const drop = async () => {
    if (dropped) return
    dropped = true
    open -= 1
    await asAdmin(url, async (client) => {
      await lastClients(client, name)
      await client.query(`drop database if exists ${name} with (force)`)
    })
    if (open > 0 || !privateServer) return
    const server = await privateServer
    privateServer = undefined
    await server.stop()
  }
  return { url: withDatabase(url, name), drop }
}
