// How every connection of ours is made, whoever makes it: pools, lanes, tasks, commands, imports. What our plans depend
// on is set here and not on the server, which nobody can configure where it is somebody else's.
import pg from 'pg'

/**
 * Compiling a plan costs seconds where the plan has many chunks, and on PostgreSQL's own price of a random page whole
 * chunks are read in place of a few index entries. Sorts and sums of a day want the memory; who gives more keeps it.
 */
const settings = `set jit = off; set random_page_cost = 1.1;
select set_config('work_mem', '32MB', false) where pg_size_bytes(current_setting('work_mem')) < 32 * 1024 * 1024`

/** Sets a connection up; a failure shows in what it is used for next. */
const setUp = (client: pg.ClientBase): void => {
  client.query(settings).catch(() => {})
}

const connectMs = 5_000

/** Opens a pool; connections are made on first use. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: connectMs, ...config })
  pool.on('connect', (client) => {
    // Whoever has the connection hears from their own statement that it broke; an error nobody hears ends the process.
    client.on('error', () => {})
    setUp(client)
  })
  return pool
}

/** Opens one connection. Its errors are the caller's to hear. */
export async function openClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: connectMs, keepAlive: true, ...config })
  await client.connect()
  setUp(client)
  return client
}
