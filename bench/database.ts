// A database of the benchmark's own: a fresh one on DATABASE_URL's server, or on a private server with durable
// settings.
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '../src/db/migrate.ts'
import { projectPath } from '../src/paths.ts'
import { startPrivate } from '../tools/private-db/private.ts'
import { findPostmaster } from './processes.ts'

export interface BenchDatabase {
  readonly url: string
  /** The server's own address, for another database on it. */
  readonly server: string
  /** The server's process, when it runs on this machine. */
  readonly postmaster: number | undefined
  readonly version: string
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Drops it, and stops the private server. */
  stop(): Promise<void>
}

/** Settings of the private server: as durable as production, with the memory a small machine has. */
const settings = {
  shared_buffers: '512MB',
  max_wal_size: '2GB',
  max_connections: '100',
  effective_cache_size: '2GB',
  work_mem: '32MB',
}

async function findServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  return await startPrivate({
    home: projectPath('.tidemark', 'bench'),
    purpose: 'run',
    log: (message) => console.error(message),
    aptMirror: process.env.TIDEMARK_APT_MIRROR,
    cacheHome: process.env.XDG_CACHE_HOME,
    settings,
  })
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const migrateHere = (url: string, engine: string | undefined): Promise<unknown> => migrate(url, { engine })

/**
 * Makes a migrated, empty database; on a server that is given, for the engine that is named. `bring` replaces the
 * migrations, for another version's.
 */
export async function createBenchDatabase(
  label: string,
  given?: { readonly url: string; readonly engine?: string },
  bring: (url: string, engine: string | undefined) => Promise<unknown> = migrateHere,
): Promise<BenchDatabase> {
  const server = given ? { url: given.url, stop: async () => {} } : await findServer()
  const name = `tidemark_bench_${label}_${process.pid}`
  const address = new URL(server.url)
  address.pathname = `/${name}`
  const url = address.href
  await execute(server.url, `drop database if exists ${name} with (force)`)
  await execute(server.url, `create database ${name}`)
  await bring(url, given?.engine)
  return await openBenchDatabase(url, server.url, async () => {
    await delay(200)
    await execute(server.url, `drop database if exists ${name} with (force)`)
    await server.stop()
  })
}

/** A database that is there. `end` comes after the last of its connections. */
export async function openBenchDatabase(
  url: string,
  server = url,
  end: () => Promise<void> = async () => {},
): Promise<BenchDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => undefined)
  const version = await pool.query<{ version: string }>(
    `select 'PostgreSQL ' || current_setting('server_version') || ', TimescaleDB ' || extversion || ' (' || current_setting('timescaledb.license') || ')' as version
     from pg_extension where extname = 'timescaledb'`,
  )
  return {
    url,
    server,
    postmaster: await findPostmaster(url),
    version: version.rows[0]?.version ?? 'PostgreSQL alone',
    query: async (text, values) => (await pool.query(text, values as unknown[])).rows,
    async stop() {
      await pool.end()
      await end()
    },
  }
}

/** Makes sites 2 to n in one statement; the first comes from `tidemark provision`. */
export async function addSites(database: BenchDatabase, domains: readonly string[]): Promise<void> {
  if (domains.length === 0) return
  await database.query(
    `with made as (
       insert into sites (team_id, domain) select (select min(team_id) from sites), unnest($1::text[]) returning id, domain)
     insert into tracker_configs (site_id, public_id) select id, 'bench-' || id from made`,
    [domains],
  )
}
