// Makes every connection of Tidemark: pools, lanes, tasks, commands, imports. The settings that texts, times, rights,
// durability and plans depend on are made here (session-settings.ts) and not on the server, which may be out of the
// operator's reach.
import pg from 'pg'
import { poolerSentence, sharesBackends } from './pooler.ts'
import {
  driverOptions,
  mayTryOthers,
  onFirstWay,
  requireKind,
  type Server,
  type SessionState,
  serverOf,
} from './server.ts'
import { sessionText, transactionText } from './session-settings.ts'

/** A pool or connection before it is opened; the address is the operator's, as PostgreSQL's programs read it. */
export type Connecting<Config> = Omit<Config, 'connectionString'> & { readonly connectionString: string }

const connectMs = 5_000

/** The session of a connection as the driver keeps it. */
interface Wire {
  readonly processID: number | null
  readonly connection: {
    readonly stream: { destroy(error?: Error): void }
    on(event: string, listener: (message: { code?: string; mechanisms?: string[] }) => void): void
  }
}
const wireOf = (client: pg.ClientBase): Wire => client as unknown as Wire

const readOnlyTransaction = '25006'

/**
 * The owner of a connection learns from its own statement that it broke. An error without a listener ends the process.
 * A connection that may not write is closed: the database may take writes again, and only a new session is told.
 */
function guard(client: pg.ClientBase): void {
  client.on('error', () => {})
  const { connection } = wireOf(client)
  connection.on('errorMessage', ({ code }) => {
    if (code === readOnlyTransaction) setImmediate(() => connection.stream.destroy())
  })
}

/** Ends a connection whose server does not prove itself, before it gets the password (channel_binding=require). */
function requireBinding(client: pg.ClientBase): void {
  const { connection } = wireOf(client)
  const refuse = () =>
    connection.stream.destroy(new Error('channel_binding=require: the server offers no channel binding'))
  for (const event of ['authenticationOk', 'authenticationCleartextPassword', 'authenticationMD5Password'])
    connection.on(event, () => hasBound || refuse())
  let hasBound = false
  connection.on('authenticationSASL', ({ mechanisms = [] }) => {
    hasBound = mechanisms.includes('SCRAM-SHA-256-PLUS')
    if (!hasBound) refuse()
  })
}

/** Connections whose backend is another one in each transaction. */
const shared = new WeakSet<pg.ClientBase>()

/**
 * The statements behind a transaction's `begin`: none, or the settings, behind a pooler in transaction mode. A
 * `set` of the session would be lost there, or be found by others who share the backend.
 */
export const transactionSettings = (client: pg.ClientBase): string => (shared.has(client) ? `;${transactionText}` : '')

/** The number of a connection's backend; undefined behind a pooler, which makes numbers up. */
export const backendOf = (client: pg.ClientBase): number | undefined => backends.get(client)
const backends = new WeakMap<pg.ClientBase, number>()

type State = SessionState & { readonly pid: number }
const stateText = `select pg_backend_pid() as pid, pg_is_in_recovery() as standby,
       current_setting('transaction_read_only') = 'on' as read_only`

/** True for a pooler in transaction mode; asked once for a server. */
async function asksPooler(server: Server): Promise<boolean> {
  server.sharesBackends ??= withBare(server, (first) => withBare(server, (second) => sharesBackends(first, second)))
  try {
    return await server.sharesBackends
  } catch (error) {
    server.sharesBackends = undefined
    throw error
  }
}

/**
 * A connection's own settings, before anybody has it: one round trip, in which a backend that is not the session's own
 * sets nothing.
 */
async function setUp(client: pg.ClientBase, server: Server, isLastResort = true): Promise<void> {
  const { processID } = wireOf(client)
  const results = (await client.query(
    `${sessionText(processID ?? 0)};${stateText}`,
  )) as unknown as pg.QueryResult<State>[]
  const state = results.at(-1)!.rows[0]!
  requireKind(server, state, isLastResort)
  server.isPooled = state.pid !== processID
  if (!server.isPooled) backends.set(client, state.pid)
  else if (await asksPooler(server)) shared.add(client)
  else await client.query(sessionText(undefined))
}

/** Makes the settings of a session anew, after a statement that reset some: the script of an extension may. */
export const settleSession = (client: pg.Client): Promise<unknown> => client.query(sessionText(backendOf(client)))

/** Opens one connection without settings, for a question about the server itself. */
async function openBare(server: Server, config: pg.ClientConfig): Promise<pg.Client> {
  return await onFirstWay(server, async (way, isLastResort) => {
    const options = driverOptions(server, way)
    const client = new pg.Client({ connectionTimeoutMillis: connectMs, ...config, ...options })
    guard(client)
    if (options.enableChannelBinding) requireBinding(client)
    try {
      await client.connect()
      const wanted = server.address.parameters.get('target_session_attrs') ?? 'any'
      if (wanted !== 'any') requireKind(server, (await client.query<State>(stateText)).rows[0]!, isLastResort)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
  })
}

async function withBare<Result>(server: Server, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await openBare(server, { application_name: 'tidemark pooler' })
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The sentence about a pooler that keeps no session, with the address to use; undefined if sessions stay sessions. */
export async function findPooler(databaseUrl: string): Promise<string | undefined> {
  const server = serverOf(databaseUrl)
  const isDirect = await withBare(server, async (client) => {
    const { rows } = await client.query<State>(stateText)
    return rows[0]!.pid === wireOf(client).processID
  })
  return !isDirect && (await asksPooler(server)) ? poolerSentence(server.address) : undefined
}

/** A connection that needs a session, behind a pooler that has none. The database counts as away: events wait. */
class NoSession extends Error {
  readonly code = '08000'
}

/** True for the error of a pooler that keeps no session, whose message says which address to use. */
export const isNoSession = (error: unknown): error is Error => error instanceof NoSession

/**
 * Opens one connection, which is a session of its own. Throws a sentence behind a pooler in transaction mode.
 */
export async function openClient({ connectionString, ...config }: Connecting<pg.ClientConfig>): Promise<pg.Client> {
  const server = serverOf(connectionString)
  const client = await openBare(server, config)
  try {
    await setUp(client, server)
    if (shared.has(client)) throw new NoSession(poolerSentence(server.address))
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** A pool that finds another host, or TLS, when the way it knows does not work any more. */
class Pool extends pg.Pool {
  private readonly server: Server
  private readonly config: pg.PoolConfig

  constructor(server: Server, config: pg.PoolConfig) {
    class Client extends pg.Client {
      constructor(options?: pg.ClientConfig) {
        const own = driverOptions(server, server.ways()[0]!)
        super({ ...options, ...own })
        if (own.enableChannelBinding) requireBinding(this)
      }
    }
    super({
      ...config,
      Client: Client as unknown as new () => pg.ClientBase,
      onConnect: (client) => setUp(client, server) as unknown as undefined,
    })
    this.server = server
    this.config = config
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined {
    const connecting = this.server.needsLook() ? this.look().then(() => super.connect()) : this.connectOrLook()
    if (callback === undefined) return connecting
    connecting.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => {}),
    )
    return undefined
  }

  /** A connection of its own goes the ways in turn, and the pool the one that works from then on. */
  private async look(): Promise<void> {
    await (await openBare(this.server, this.config)).end()
  }

  private async connectOrLook(): Promise<pg.PoolClient> {
    try {
      return await super.connect()
    } catch (error) {
      const isOfPool = /^(timeout exceeded when|Cannot use a pool)/.test((error as Error).message)
      if (isOfPool || !mayTryOthers(this.server, error)) throw error
      await this.look()
      return await super.connect()
    }
  }
}

/** Opens a pool; connections are made on first use. */
export function openPool({ connectionString, ...config }: Connecting<pg.PoolConfig>): pg.Pool {
  const pool = new Pool(serverOf(connectionString), { connectionTimeoutMillis: connectMs, ...config })
  pool.on('connect', guard)
  return pool
}

/** Statements of a pool, each by itself; behind a pooler in transaction mode with the settings, in a transaction. */
export const statementsOf = (pool: pg.Pool) => ({
  async query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    const { server } = pool as unknown as { server: Server }
    if (server.isPooled === false) return await pool.query(text, values)
    const client = await pool.connect()
    if (!shared.has(client)) {
      client.release()
      return await pool.query(text, values)
    }
    try {
      await client.query(`begin${transactionSettings(client)}`)
      const result = await client.query(text, values)
      await client.query('commit')
      client.release()
      return result
    } catch (error) {
      // It is closed, and its transaction with it.
      client.release(error as Error)
      throw error
    }
  },
})
