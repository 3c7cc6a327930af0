// Roles and databases with odd settings: no connection has them, and nothing that people see differs.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pg from 'pg'
import t from 'tap'
import { runCommand } from '../../src/commands/index.ts'
import { openClient, openPool, settleSession } from '../../src/db/connection.ts'
import { createPools, type Database } from '../../src/db/pool.ts'
import { sessionSettings } from '../../src/db/session-settings.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { exportRows } from '../../src/upkeep/export.ts'
import { getSite } from '../../src/upkeep/sites.ts'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { createDatabase } from '../support/database.ts'

/** A value of each setting that would change what is read or written. Undefined: the server has one alone. */
const odd: Readonly<Record<string, string | undefined>> = {
  client_encoding: 'LATIN1',
  datestyle: 'German',
  timezone_abbreviations: 'India',
  intervalstyle: 'sql_standard',
  timezone: 'Asia/Kathmandu',
  bytea_output: 'escape',
  array_nulls: 'off',
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  backslash_quote: 'on',
  escape_string_warning: 'off',
  transform_null_equals: 'on',
  quote_all_identifiers: 'on',
  lc_numeric: 'POSIX',
  lc_monetary: 'POSIX',
  lc_time: 'POSIX',
  xmlbinary: 'hex',
  xmloption: 'document',
  gin_fuzzy_search_limit: '1',
  search_path: 'app',
  default_table_access_method: 'columns',
  default_transaction_isolation: 'serializable',
  default_transaction_deferrable: 'on',
  row_security: 'off',
  createrole_self_grant: 'set',
  restrict_nonsystem_relation_kind: 'view',
  session_replication_role: 'replica',
  synchronous_commit: 'off',
  exit_on_error: 'on',
  // Not less: the statement that sets it must end.
  statement_timeout: '250ms',
  lock_timeout: '1ms',
  transaction_timeout: '400ms',
  idle_in_transaction_session_timeout: '100ms',
  idle_session_timeout: '200ms',
  client_min_messages: 'error',
  jit: 'on',
  random_page_cost: '9',
}

/**
 * Other settings of the same chapters, and why a role or database may have its own. A new version of PostgreSQL with a
 * setting that is in neither list fails the test below.
 */
const left: Readonly<Record<string, string>> = {
  default_transaction_read_only: 'read, not set: src/db/usable.ts',
  transaction_read_only: 'of a transaction',
  transaction_isolation: 'of a transaction',
  transaction_deferrable: 'of a transaction',
  default_text_search_config: 'no text search',
  lc_messages: 'words of errors, which are told apart by their codes',
  icu_validation_level: 'no collations are made',
  dynamic_library_path: 'where the server finds its libraries',
  extension_control_path: 'where the server finds its libraries',
  local_preload_libraries: 'loaded before a session can ask',
  session_preload_libraries: 'loaded before a session can ask',
  check_function_bodies: 'a check, not a meaning',
  default_tablespace: 'where tables lie is up to the operator',
  temp_tablespaces: 'where tables lie is up to the operator',
  default_toast_compression: 'space, not meaning',
  gin_pending_list_limit: 'speed',
  event_triggers: 'those of the operator',
  lo_compat_privileges: 'no large objects',
  synchronize_seqscans: 'the order of rows without an order',
  password_encryption: 'passwords of roles are sent as verifiers',
  scram_iterations: 'passwords of roles are sent as verifiers',
  md5_password_warnings: 'a warning',
  commit_delay: 'speed',
  commit_siblings: 'speed',
  wal_compression: 'space',
  wal_init_zero: 'speed',
  wal_recycle: 'speed',
  wal_skip_threshold: 'speed',
}

const chapters = `^(Client Connection Defaults|Version and Platform Compatibility|Write-Ahead Log / Settings|Error Handling|
Connections and Authentication / Authentication)`

/** A database whose own settings are odd, and so are those of the role in it. */
async function makeOdd(): Promise<{ url: string; drop(): Promise<void>; given: Map<string, string> }> {
  const database = await createDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const given = new Map<string, string>()
  try {
    const { rows } = await client.query<{ name: string }>('select lower(name) as name from pg_settings')
    const known = new Set(rows.map(({ name }) => name))
    const name = client.escapeIdentifier(new URL(database.url).pathname.slice(1))
    await client.query('create access method columns type table handler heap_tableam_handler')
    for (const [setting, value] of Object.entries(odd)) {
      if (value === undefined || !known.has(setting)) continue
      await client.query(`alter database ${name} set ${setting} = '${value}'`)
      await client.query(`alter role current_user in database ${name} set ${setting} = '${value}'`)
      given.set(setting, value)
    }
  } finally {
    await client.end()
  }
  return { url: database.url, drop: database.drop, given }
}

const oddly = await makeOdd()
t.teardown(oddly.drop)

const shown = `select lower(name) as name, current_setting(name) as value from pg_settings where lower(name) = any ($1)`
type Shown = { name: string; value: string }[]

t.test('every connection has the values of the table, whatever role and database say', async (t) => {
  const names = [...oddly.given.keys()]
  t.strictSame(
    sessionSettings.filter(({ name }) => !(name in odd)).map(({ name }) => name),
    [],
    'each has an odd value',
  )
  const wanted = sessionSettings
    .filter(({ name }) => oddly.given.has(name))
    .map(({ name, value }) => ({ name, value }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const sorted = (rows: Shown) => [...rows].sort((a, b) => (a.name < b.name ? -1 : 1))

  const bare = new pg.Client({ connectionString: oddly.url })
  await bare.connect()
  const without = (await bare.query<Shown[number]>(shown, [names])).rows
  await bare.end()
  const same = sorted(without).filter(({ value }, index) => value === wanted[index]!.value)
  t.strictSame(
    same.map(({ name }) => name),
    ['client_encoding'],
    'without the table all but the driver’s own are odd',
  )

  const client = await openClient({ connectionString: oddly.url })
  t.strictSame(sorted((await client.query<Shown[number]>(shown, [names])).rows), wanted, 'a connection')
  await client.end()
  const settled = await openClient({ connectionString: oddly.url })
  await settled.query('reset all')
  await settleSession(settled)
  t.strictSame(sorted((await settled.query<Shown[number]>(shown, [names])).rows), wanted, 'settings made anew')
  await settled.end()
  const pool = openPool({ connectionString: oddly.url })
  t.strictSame(sorted((await pool.query<Shown[number]>(shown, [names])).rows), wanted, 'a pool')
  await pool.end()
  const db = createPools({ databaseUrl: oddly.url, readDatabaseUrl: oddly.url, statisticsConnections: 2 })
  t.strictSame(sorted(await db.write.query(shown, [names])), wanted, 'the write side')
  t.strictSame(sorted(await db.read.query(shown, [names])), wanted, 'the read side')
  const inReading = await db.readOnly((tx) => tx.query<Shown[number]>(shown, [names]), 60_000)
  const but = (rows: Shown) => sorted(rows).filter(({ name }) => name !== 'statement_timeout')
  t.strictSame(but(inReading), but(wanted), 'statistics')
  await db.stop()
})

t.test('durability that is more than usual stays', async (t) => {
  for (const [said, is] of [
    ['remote_apply', 'remote_apply'],
    ['local', 'local'],
    ['off', 'on'],
  ] as const) {
    const client = await openClient({ connectionString: `${oddly.url}?options=-c%20synchronous_commit%3D${said}` })
    t.strictSame((await client.query('show synchronous_commit')).rows, [{ synchronous_commit: is }], said)
    await client.end()
  }
})

t.test('each setting of PostgreSQL that changes a meaning is in one of the two lists', async (t) => {
  const client = await openClient({ connectionString: oddly.url })
  const { rows } = await client.query<{ name: string }>(
    `select lower(name) as name from pg_settings
     where context in ('user', 'superuser') and category ~ $1 and name !~ '^vacuum_' order by 1`,
    [chapters.replace('\n', '')],
  )
  await client.end()
  const listed = new Set([...sessionSettings.map(({ name }) => name), ...Object.keys(left)])
  t.ok(rows.length > 40)
  t.strictSame(
    rows.map(({ name }) => name).filter((name) => !listed.has(name)),
    [],
  )
})

const folder = await mkdtemp(join(tmpdir(), 'tidemark-odd-'))
t.teardown(() => rm(folder, { recursive: true, force: true }))
const file = join(folder, 'history.ndjson')

const history = [
  { timestamp: '2025-01-30T23:30:00Z', visitor: 'a', name: 'pageview', props: { plan: 'a "b" \\c', none: 'NULL' } },
  { timestamp: '2025-01-31T00:10:00Z', visitor: 'b', name: 'pageview', source: 'Google', country: 'DE' },
  { timestamp: '2025-02-01T12:00:00Z', visitor: 'c', name: 'pageview', utm_campaign: 'é\\n' },
  { timestamp: '2025-02-01T12:00:09Z', visitor: 'c', name: 'Buy', revenue_amount: 0.1, revenue_currency: 'EUR' },
].map((event) => ({ hostname: 'odd.test', pathname: '/a', ...event }))

/** Runs a command of the operator tool on a database; its exit code and its lines. */
async function run(databaseUrl: string, ...words: string[]) {
  process.env['DATABASE_URL'] = databaseUrl
  const lines: string[] = []
  const write = (line: string) => lines.push(line)
  return { code: await runCommand(words, { out: write, err: write }), lines }
}

/** Sends a pageview; status and how many were dropped. */
async function send(url: string, path: string, agent: string): Promise<number[]> {
  const response = await fetch(`${url}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': agent, 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.7' },
    body: JSON.stringify({
      ...{ domain: 'odd.test', name: 'pageview', url: `https://odd.test${path}` },
      props: { plan: "it's \\" },
    }),
  })
  return [response.status, Number(response.headers.get('x-service-dropped') ?? 0)]
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15'

const questions = [
  { metrics: ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration', 'events'] },
  { metrics: ['visitors', 'pageviews'], dimensions: ['event:props:plan'] },
  { metrics: ['visitors'], dimensions: ['event:props:none'] },
  { metrics: ['visitors', 'events'], dimensions: ['time:month'] },
  { metrics: ['visitors'], dimensions: ['time:day'], date_range: ['2025-01-29', '2025-02-02'] },
  { metrics: ['visitors'], dimensions: ['visit:utm_campaign'] },
  { metrics: ['visitors'], dimensions: ['visit:browser'], filters: [['contains', 'event:page', ['b']]] },
]

/** The rows of an export as they are written, without ids. */
async function exportOf(db: Database, databaseUrl: string, what: 'events' | 'sessions'): Promise<string[]> {
  const texts: string[] = []
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      texts.push(chunk.toString('utf8'))
      done()
    },
  })
  await exportRows({ db, databaseUrl, site: await getSite(db.write, 'odd.test'), what, format: 'ndjson', sink })
  return texts
    .join('')
    .replaceAll(/"[a-z_]*id":"-?\d+"/g, '"id"')
    .split('\n')
    .sort()
}

/** What a site goes through: events, questions, sums, exports, views. All that comes out of it, without ids. */
async function liveThrough(databaseUrl: string): Promise<Record<string, unknown>> {
  const now = new Date('2026-02-03T10:20:30Z')
  const service = await startApp({ databaseUrl, clock: { now: () => now }, env: { SPOOL_BYTES_MAX: '1' } })
  try {
    const { db } = service.app
    const site = await service.provision({ domain: 'odd.test', timezone: 'America/Santiago', props: ['plan', 'none'] })
    const call = createCall(service.url, site.api_key)
    const imported = await run(databaseUrl, 'import', file, '--site', 'odd.test')
    const sent = [await send(service.url, '/', firefox), await send(service.url, '/b?utm_source=x', safari)]
    const filled = await fillBreakdowns(db, now, { visitsMin: 1 })
    const answers: unknown[] = []
    for (const question of questions) {
      const { body } = await call('POST', '/api/v2/query', { site_id: 'odd.test', date_range: 'all', ...question })
      answers.push(body.results)
    }
    const goal = { site_id: 'odd.test', goal_type: 'event', event_name: 'Buy' }
    const doctor = JSON.parse((await run(databaseUrl, 'doctor', '--json')).lines.join('\n'))
    return {
      ...{ imported: imported.code, sent, filled, answers },
      goal: (await call('PUT', '/api/v1/sites/goals', goal)).status,
      exported: [await exportOf(db, databaseUrl, 'events'), await exportOf(db, databaseUrl, 'sessions')],
      views: await db.write.query('select at, day, path, properties from tidemark.pageviews order by at, path'),
      sums: await run(databaseUrl, 'rollup', 'verify', '--json'),
      doctor: doctor.checks.map(({ check, ok }: { check: string; ok: boolean }) => `${check} ${ok}`),
      site: (await call('GET', '/api/v1/sites/odd.test')).body.timezone,
    }
  } finally {
    await service.stop()
  }
}

t.test('events, questions, sums, exports, views and commands are the same as without odd settings', async (t) => {
  await writeFile(file, history.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const plainly = await createDatabase()
  t.teardown(plainly.drop)
  const plain = await liveThrough(plainly.url)
  t.match(plain, {
    imported: 0,
    sent: [
      [202, 0],
      [202, 0],
    ],
    goal: 200,
    sums: { code: 0 },
    site: 'America/Santiago',
  })
  t.equal((plain['views'] as unknown[]).length, 5)
  t.strictSame(await liveThrough(oddly.url), plain)
})
