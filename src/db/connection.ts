// How every connection of ours is made, whoever makes it: pools, lanes, tasks, commands, imports. What our plans depend
// on is set here and not on the server, which nobody can configure where it is somebody else's.
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

/** Whoever has a connection hears from their own statement that it broke; an error nobody hears ends the process. */
const guard = (client: pg.ClientBase): unknown => client.on('error', () => {})

/** A connection's own settings, before anybody has it. */
const setUp = (client: pg.ClientBase): Promise<unknown> => client.query(settings)

const connectMs = 5_000

/** Opens a pool; connections are made on first use. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: connectMs, onConnect: setUp, ...config })
  pool.on('connect', guard)
  return pool
}

/** Opens one connection. */
export async function openClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: connectMs, keepAlive: true, ...config })
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
