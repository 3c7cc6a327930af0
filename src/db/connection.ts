// Makes every connection of ours: pools, lanes, tasks, commands, imports. Settings that our plans depend on are made
// here and not on the server, which may be out of the operator's reach.
import pg from 'pg'

/**
 * The default path looks into the schema of the role's own name first, and to a role called `tidemark` that is the
 * schema of views for SQL (sql/views). A path that the operator chose, in the URL or for the role, stays.
 *
 * Compiling a plan costs seconds where the plan has many chunks, and on PostgreSQL's own price of a random page whole
 * chunks are read in place of a few index entries. Sorts and sums of a day want the memory; who gives more keeps it.
 */
const settings = `set jit = off; set random_page_cost = 1.1;
select set_config('search_path', 'public', false) where current_setting('search_path') = '"$user", public';
select set_config('work_mem', '32MB', false) where pg_size_bytes(current_setting('work_mem')) < 32 * 1024 * 1024`

/**
 * An address as the driver has to read it for libpq's meaning of `sslmode`: `require` and `prefer` encrypt without a
 * look at the certificate, `verify-ca` and `verify-full` check it, `sslrootcert` names the authority, and makes a check
 * of `require`. By itself the driver checks for all of them.
 */
export function driverUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  const mode = url.searchParams.get('sslmode')
  if (mode === null) return databaseUrl
  // The authorities that this machine trusts, which are those of Node.
  if (url.searchParams.get('sslrootcert') === 'system') {
    url.searchParams.delete('sslrootcert')
    url.searchParams.set('sslmode', 'verify-full')
  } else if (mode === 'allow') url.searchParams.set('sslmode', 'disable')
  url.searchParams.set('uselibpqcompat', 'true')
  return url.href
}

/** The part of a connection's safety that nothing checks, in words; undefined where all is checked, or TLS unasked. */
export function uncheckedOf(databaseUrl: string): string | undefined {
  const { searchParams } = new URL(databaseUrl)
  const [mode, hasRoot] = [searchParams.get('sslmode'), searchParams.get('sslrootcert') !== null]
  if (mode === 'verify-ca' || (mode === 'require' && hasRoot))
    return `the name in the server's certificate is not checked (sslmode=${mode}; verify-full checks it)`
  if (mode === 'require' || mode === 'prefer')
    return `the server's certificate is not checked (sslmode=${mode}; verify-full with sslrootcert checks it)`
  return undefined
}

const readable = <T extends { connectionString?: string | undefined }>(config: T): T =>
  config.connectionString === undefined ? config : { ...config, connectionString: driverUrl(config.connectionString) }

/**
 * The owner of a connection learns from its own statement that it broke. An error without a listener ends the process.
 */
const guard = (client: pg.ClientBase): unknown => client.on('error', () => {})

/** A connection's own settings, before anybody has it. */
const setUp = (client: pg.ClientBase): Promise<unknown> => client.query(settings)

const connectMs = 5_000

/** Opens a pool; connections are made on first use. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: connectMs, onConnect: setUp, ...readable(config) })
  pool.on('connect', guard)
  return pool
}

/** Opens one connection. */
export async function openClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: connectMs, keepAlive: true, ...readable(config) })
  guard(client)
  try {
    await client.connect()
    await setUp(client)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}
