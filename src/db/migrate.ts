// Brings a database to this version's schema: node-pg-migrate over sql/migrations, graphile-worker's own migrations,
// then the file of sql/engines that fits the server's edition of TimescaleDB (docs/architecture.md,
// "The tree").
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { projectPath } from '../paths.ts'
import { openClient } from './connection.ts'
import {
  type Edition,
  engineFirstSql,
  engineSql,
  findEdition,
  findExtension,
  findServerEdition,
  refuseEdition,
} from './engine.ts'
import { asQueryable, type Queryable } from './pool.ts'

const lockId = 7_438_104_921
const table = 'schema_migrations'
const folder = projectPath('sql', 'migrations')
const queueSchema = 'graphile_worker'

/** Names of the migrations of this version, in order. */
export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort()

/** Statements of a file whose parts stand between lines of `--;`, each run on its own. */
const splitStatements = (text: string): string[] =>
  text.split(/^--;[ \t]*$/m).filter((part) => part.replace(/^\s*--.*$/gm, '').trim() !== '')

// Polled, not waited for: a session that waits inside a statement holds a snapshot, for which the lock's holder may
// wait in turn (create index concurrently).
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockId])
    if (rows[0]?.got) return
    await delay(50)
  }
}

/** Ensures the extension, whose settings are known once it is loaded in the session, and says what that makes of it. */
async function ensureExtension(client: pg.Client): Promise<Edition> {
  const extension = await findExtension(asQueryable(client))
  const found = await client.query('select from pg_extension where extname = $1', [extension])
  if (!found.rowCount) await client.query(`create extension if not exists ${extension}`)
  if (extension === 'citus') return 'citus'
  await client.query("select current_setting('timescaledb.license')")
  return await findServerEdition(asQueryable(client))
}

/** Whether a database was made as for Citus, but without it: it stays so, whatever the server offers. */
const isPlain = async (client: pg.Client, held: Edition | undefined): Promise<boolean> =>
  held === 'citus' && !(await client.query(`select from pg_extension where extname = 'citus'`)).rowCount

async function loadSql(paths: string[]) {
  const load = async (path: string) => {
    const text = await readFile(path, 'utf8')
    const outside = /^-- no-transaction\b/.test(text)
    const up = (pgm: { sql(text: string): void; noTransaction(): void }) => {
      if (outside) pgm.noTransaction()
      for (const part of outside ? splitStatements(text) : [text]) pgm.sql(part)
    }
    return { id: path, filePaths: [path], actions: { up, down: false as const } }
  }
  return Promise.all(paths.map(load))
}

async function applyMigrations(client: pg.Client, edition: Edition): Promise<string[]> {
  const known = await client.query<{ known: boolean }>(`select to_regclass('public.${table}') is not null as known`)
  const done = known.rows[0]?.known
    ? (await client.query<{ name: string }>(`select name from ${table}`)).rows.map((row) => row.name)
    : []
  if (migrationNames().every((name) => done.includes(name))) return []
  if (done.length === 0) for (const statement of splitStatements(engineFirstSql(edition))) await client.query(statement)
  // Loaded only when there is work: it brings a compiler along, and a second start is to be quick.
  const { runner } = await import('node-pg-migrate')
  let details = ''
  const error = (message: string) => {
    details += message
  }
  const silent = { debug() {}, info() {}, warn() {}, error }
  try {
    const applied = await runner({
      dbClient: client,
      dir: folder,
      direction: 'up',
      migrationsTable: table,
      noLock: true,
      checkOrder: true,
      singleTransaction: false,
      logger: silent,
      migrationLoaderStrategies: [{ extensions: ['.sql'], loader: loadSql }],
    })
    return applied.map((migration) => migration.name)
  } catch (cause) {
    throw new Error(`migration failed: ${cause instanceof Error ? cause.message : cause}\n${details.trim()}`, { cause })
  }
}

/** The newest migration of graphile-worker that the database has; 0 before the first. */
async function findQueueVersion(database: Queryable): Promise<number> {
  const known = await database.query<{ known: boolean }>(
    `select to_regclass('${queueSchema}.migrations') is not null as known`,
  )
  if (!known[0]?.known) return 0
  return (
    (await database.query<{ id: number | null }>(`select max(id) as id from ${queueSchema}.migrations`))[0]?.id ?? 0
  )
}

/** The newest migration of the graphile-worker that is installed; its files are numbered. */
function newestQueueVersion(): number {
  const sql = new URL('../sql/', import.meta.resolve('graphile-worker'))
  return Math.max(...readdirSync(sql).map((file) => Number.parseInt(file, 10)))
}

/**
 * Makes the queue of background tasks here and not when a task runner first starts: that one may be a role which owns
 * nothing (docs/roles.sql). Returns the version it brought the queue to, or undefined when there was nothing to do.
 */
async function applyQueue(client: pg.Client, url: string): Promise<number | undefined> {
  const before = await findQueueVersion(asQueryable(client))
  const { Logger, runMigrations } = await import('graphile-worker')
  await runMigrations({ connectionString: url, schema: queueSchema, logger: new Logger(() => () => undefined) })
  const after = await findQueueVersion(asQueryable(client))
  return after > before ? after : undefined
}

/** Runs the edition's file when it changed, the edition or the file. Returns which edition's it ran, if any. */
async function applyEngine(client: pg.Client, edition: Edition): Promise<Edition | undefined> {
  const text = engineSql(edition)
  const digest = createHash('sha256').update(text).digest('hex')
  await client.query(`create table if not exists schema_engine (
    only_row boolean primary key default true constraint schema_engine_only_row_check check (only_row),
    edition text not null,
    digest text not null
  )`)
  const { rows } = await client.query<{ edition: string; digest: string }>('select edition, digest from schema_engine')
  if (rows[0]?.edition === edition && rows[0].digest === digest) return undefined
  for (const statement of splitStatements(text)) await client.query(statement)
  await client.query(
    `insert into schema_engine (edition, digest) values ($1, $2)
     on conflict (only_row) do update set edition = excluded.edition, digest = excluded.digest`,
    [edition, digest],
  )
  return edition
}

/**
 * Migrates the database, or does nothing when it is up to date; returns what was applied.
 * Any number of processes may call it at once: an advisory lock lets one work. Killed midway, the next call continues.
 * A server that changed its edition of TimescaleDB gets the relations of the new one, or is refused with the way out.
 * On Citus the first call says into how many parts traffic is divided, for good; `withoutCitus` makes the same tables
 * of plain PostgreSQL.
 */
export async function migrate(
  url: string,
  { parts = 32, withoutCitus = false }: { parts?: number | undefined; withoutCitus?: boolean } = {},
): Promise<{ applied: string[] }> {
  const client = await openClient({ connectionString: url, application_name: 'tidemark migrate' })
  try {
    await client.query("set client_min_messages = warning; set search_path = public; set timezone = 'UTC'")
    await lock(client)
    const held = await findEdition(asQueryable(client))
    const edition = withoutCitus || (await isPlain(client, held)) ? 'citus' : await ensureExtension(client)
    const refusal = refuseEdition(held, edition)
    if (refusal !== undefined) throw new Error(refusal)
    await client.query(`select set_config('tidemark.parts', $1, false)`, [String(parts)])
    const newer = await findNewerMigration(asQueryable(client))
    if (newer !== undefined)
      throw new Error(`the database has the schema of a newer version (${newer}); start that version`)
    const applied = await applyMigrations(client, edition)
    const queue = await applyQueue(client, url)
    if (queue !== undefined) applied.push(`task queue ${queue}`)
    const made = await applyEngine(client, edition)
    await setOwnPath(client)
    if (made !== undefined) applied.push(`engine ${made}`)
    return { applied }
  } finally {
    await client.end()
  }
}

/**
 * Lets psql find the tables before the views of the same names: the default path of a role called `tidemark` begins
 * with the schema of that name (sql/views).
 */
const setOwnPath = (client: pg.Client): Promise<unknown> =>
  client.query(`do $$
    begin
      if current_user = 'tidemark' and not exists (
        select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
        where d.datname = current_database() and s.setrole = current_user::regrole
          and s.setconfig::text like '%search_path=%'
      ) then
        execute format('alter role current_user in database %I set search_path = public', current_database());
      end if;
    end
  $$`)

/** Tells if the database has every migration of this version, and of the task queue. */
export async function isMigrated(database: Queryable): Promise<boolean> {
  const known = await database.query<{ known: boolean }>(`select to_regclass('public.${table}') is not null as known`)
  if (!known[0]?.known) return false
  const names = (await database.query<{ name: string }>(`select name from public.${table}`)).map((row) => row.name)
  if (!migrationNames().every((name) => names.includes(name))) return false
  return (await findQueueVersion(database)) >= newestQueueVersion()
}

/** A migration in the database that this version does not have; undefined where there is none. */
export async function findNewerMigration(database: Queryable): Promise<string | undefined> {
  const known = await database.query<{ known: boolean }>(`select to_regclass('public.${table}') is not null as known`)
  if (!known[0]?.known) return undefined
  const names = await database.query<{ name: string }>(`select name from public.${table} order by name`)
  const own = new Set(migrationNames())
  return names.map(({ name }) => name).findLast((name) => !own.has(name))
}

/** A digest of all that `migrate` would run; names the templates of the tests. */
export function schemaDigest(): string {
  const hash = createHash('sha256').update(`task queue ${newestQueueVersion()}`)
  for (const part of ['migrations', 'engines', 'rollups', 'views']) {
    for (const file of readdirSync(projectPath('sql', part)).sort())
      hash.update(file).update(readFileSync(join(projectPath('sql', part), file)))
  }
  return hash.digest('hex')
}
