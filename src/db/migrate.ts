// Brings a database to this version's schema: node-pg-migrate over sql/migrations, graphile-worker's own migrations,
// then the relations of the engine (engine/).
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { projectPath } from '../paths.ts'
import { openClient, openPool, settleSession } from './connection.ts'
import type { Engine } from './engine/engine.ts'
import { chooseEngine, engineNamed, findHeld, findOffer } from './engine/find.ts'
import { asQueryable, type Queryable } from './pool.ts'
import { requireUsable } from './usable.ts'

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

/** Statements of a file with parts between lines of `--;`, each run on its own. */
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

/**
 * The engine of a database: the one whose relations it holds, or the one the server offers, whose extension is created
 * then. Throws if the server cannot use the database.
 */
async function ensureEngine(client: pg.Client): Promise<Engine> {
  const db = asQueryable(client)
  const held = await findHeld(db)
  const offer = await findOffer(db)
  const { toMake } = offer
  let engine = chooseEngine(held, offer)
  if (typeof engine !== 'string' && toMake !== undefined && engine.extension === toMake) {
    await client.query(`create extension if not exists ${toMake.name}`)
    // The script of Citus resets search_path: for a role called tidemark the schema of that name would come first.
    await settleSession(client)
    // Its settings are known once it is loaded in the session.
    await client.query('select extversion from pg_extension')
    engine = chooseEngine(held, await findOffer(db))
  }
  if (typeof engine === 'string') throw new Error(engine)
  return engine
}

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

const namesIn = async (db: Queryable): Promise<string[]> =>
  (await db.query<{ name: string }>(`select name from public.${table} order by name`)).map(({ name }) => name)

const baseline = '0029_baseline'
/** The migrations that the baseline stands for: the first and the last, of 27. */
const squashed = { count: 27, last: '0029_parts' }
/** True for the name of a migration that the baseline stands for. */
const isSquashed = (name: string): boolean => name <= squashed.last && name !== baseline

/**
 * Writes down that a database with all migrations of the baseline has run it. Throws for one that has only some: the
 * statements of the others are gone.
 */
async function takeOver(client: pg.Client): Promise<void> {
  const old = (await namesIn(asQueryable(client))).filter(isSquashed)
  if (old.length === 0) return
  if (old.length < squashed.count)
    throw new Error(
      `the database has the schema of an early version (${old.at(-1)}), which this version does not bring up to ` +
        `date: run tidemark migrate of version 0.1.0 first`,
    )
  await client.query('begin')
  await client.query(`update ${table} set name = $1 where name = $2`, [baseline, squashed.last])
  await client.query(`delete from ${table} where name < $1`, [baseline])
  await client.query('commit')
}

async function applyMigrations(client: pg.Client, engine: Engine): Promise<string[]> {
  const known = await client.query<{ known: boolean }>(`select to_regclass('public.${table}') is not null as known`)
  if (known.rows[0]?.known) await takeOver(client)
  const done = known.rows[0]?.known ? await namesIn(asQueryable(client)) : []
  if (migrationNames().every((name) => done.includes(name))) return []
  if (done.length === 0) for (const statement of splitStatements(engine.tablesSql())) await client.query(statement)
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
  const pool = openPool({ connectionString: url, application_name: 'tidemark migrate', max: 2 })
  // A connection that breaks fails the statement that waits for it.
  pool.on('error', () => {})
  try {
    await runMigrations({ pgPool: pool, schema: queueSchema, logger: new Logger(() => () => undefined) })
  } finally {
    await pool.end()
  }
  const after = await findQueueVersion(asQueryable(client))
  return after > before ? after : undefined
}

/** Makes the relations of the engine when it changed, or they did. Returns its name if it made any. */
async function applyEngine(client: pg.Client, { name, relationsSql }: Engine): Promise<string | undefined> {
  const text = relationsSql()
  const digest = createHash('sha256').update(text).digest('hex')
  await client.query(`create table if not exists schema_engine (
    only_row boolean primary key default true constraint schema_engine_only_row_check check (only_row),
    edition text not null,
    digest text not null
  )`)
  const { rows } = await client.query<{ name: string; digest: string }>(
    'select edition as name, digest from schema_engine',
  )
  if (rows[0]?.name === name && rows[0].digest === digest) return undefined
  for (const statement of splitStatements(text)) await client.query(statement)
  await client.query(
    `insert into schema_engine (edition, digest) values ($1, $2)
     on conflict (only_row) do update set edition = excluded.edition, digest = excluded.digest`,
    [name, digest],
  )
  return name
}

/**
 * Migrates the database, or does nothing when it is up to date; returns the migrations it applied. Any number of
 * processes may call it at once: an advisory lock lets one work. Killed midway, the next call continues. A server that
 * changed its edition of TimescaleDB gets the relations of the new one, or is refused with the way out. On Citus the
 * first call sets the number of parts, which cannot change later. `engine` is for tests: it makes a database of that
 * engine on a server that offers another, with the tables of Citus as plain ones.
 */
export async function migrate(
  url: string,
  { parts = 32, engine: wanted }: { parts?: number | undefined; engine?: string | undefined } = {},
): Promise<{ applied: string[] }> {
  const client = await openClient({ connectionString: url, application_name: 'tidemark migrate' })
  try {
    await requireUsable(asQueryable(client))
    await lock(client)
    const newer = await findNewerMigration(asQueryable(client))
    if (newer !== undefined)
      throw new Error(`the database has the schema of a newer version (${newer}); start that version`)
    const engine = wanted ? engineNamed(wanted) : await ensureEngine(client)
    await client.query(`select set_config('tidemark.parts', $1, false)`, [String(parts)])
    const applied = await applyMigrations(client, engine)
    const queue = await applyQueue(client, url)
    if (queue !== undefined) applied.push(`task queue ${queue}`)
    const made = await applyEngine(client, engine)
    await setOwnPath(client)
    if (made !== undefined) applied.push(`engine ${made}`)
    return { applied }
  } catch (error) {
    throw await withGrant(client, error)
  } finally {
    await client.end()
  }
}

const insufficientPrivilege = '42501'

/** A right that is missing as one sentence with the grant that gives it; any other error as it is. */
async function withGrant(client: pg.Client, error: unknown): Promise<unknown> {
  const cause = error instanceof Error ? ((error.cause as { code?: string } | undefined) ?? error) : undefined
  if ((cause as { code?: string } | undefined)?.code !== insufficientPrivilege) return error
  await client.query('rollback')
  const { rows } = await client.query<{ role: string; missing: string | null }>(
    `select current_user as role,
            case when not has_database_privilege(current_database(), 'create')
                   then format('grant create on database %I to %I', current_database(), current_user)
                 when not has_schema_privilege('public', 'create')
                   then format('grant create on schema public to %I', current_user)
                 else (select format('alter schema %I owner to %I', nspname, current_user) from pg_namespace
                       where nspname in ('${queueSchema}', 'tidemark') and not has_schema_privilege(oid, 'create')
                       limit 1) end as missing`,
  )
  const { role = '', missing = null } = rows[0] ?? {}
  const message = (error as Error).message
  if (missing !== null)
    return new Error(`the role ${role} may not make what Tidemark needs: ${missing}`, { cause: error })
  return new Error(`the role ${role} may not change this database, which another role owns: ${message}`, {
    cause: error,
  })
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
  const names = await namesIn(database)
  if (!migrationNames().every((name) => names.includes(name))) return false
  return (await findQueueVersion(database)) >= newestQueueVersion()
}

/** A migration in the database that this version does not have; undefined if there is no such migration. */
export async function findNewerMigration(database: Queryable): Promise<string | undefined> {
  const known = await database.query<{ known: boolean }>(`select to_regclass('public.${table}') is not null as known`)
  if (!known[0]?.known) return undefined
  const own = new Set(migrationNames())
  return (await namesIn(database)).findLast((name) => !own.has(name) && !isSquashed(name))
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
