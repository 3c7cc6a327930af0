// The pools of the read and the write side, and the small query interface all other code uses.
import pg from 'pg'
import { commonFailures, type Failure } from '../failure.ts'
import { backendOf, openPool, statementsOf, transactionSettings } from './connection.ts'
import { createEngine } from './engine/find.ts'
import { atPart, createLayout, type OfSites, ofPart, partsOf, type Queryable } from './parts.ts'
import { createReplica } from './replica.ts'
import { isOfNetwork } from './server.ts'
import { createTurns, type Reader, type StatementClass, type TurnCounts, type Turns } from './turns.ts'

const int8 = 20
const date = 1082

/**
 * int8 as number (registry ids and sums stay below 2^53), dates as YYYY-MM-DD text. Visitor ids use their own parser in
 * ingest.
 */
const typeParsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8) return (text: string) => Number(text)
    if (oid === date) return (text: string) => text
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
  },
} as pg.CustomTypesConfig

export type { Queryable } from './parts.ts'

export interface Database {
  /** Stats queries; the replica when one is configured, reachable and near enough. */
  readonly read: Queryable
  readonly write: Queryable
  /** Runs the work in one transaction on the write side: commits when it resolves, rolls back when it throws. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /**
   * Runs the work in a read-only transaction with a statement timeout; a statement over it becomes a 503 Failure. Once
   * the reader's signal fires, what runs is cancelled and its reason thrown.
   */
  readOnly<T>(work: (tx: Queryable) => Promise<T>, timeoutMs: number, reader?: Reader): Promise<T>
  /** The same for each part that may hold rows of these sites: side by side, each in a transaction of its own. */
  readParts<T>(
    siteIds: readonly number[],
    work: (part: OfSites) => Promise<T>,
    timeoutMs: number,
    reader?: Reader,
  ): Promise<T[]>
  /** Statistics statements at work and waiting, by class; undefined where nothing is scheduled. */
  readonly turns?: () => Readonly<Record<StatementClass, TurnCounts>>
  stop(): Promise<void>
}

/** Facts of a database that are read once for all its connections. */
type Facts = Pick<Queryable, 'layout' | 'engine'>

/** A connection or a pool as the rest of the code knows it; without a layout it asks for all parts at once. */
export const asQueryable = (
  client: { query(text: string, values?: unknown[]): Promise<pg.QueryResult> },
  facts: Facts = {},
  signal?: AbortSignal,
): Queryable => ({
  async query<T>(text: string, values?: readonly unknown[]) {
    signal?.throwIfAborted()
    return (await client.query(ofPart(text, null), values as unknown[])).rows as T[]
  },
  ...facts,
})

/**
 * Runs a transaction. One of reads travels as one: `begin` and the first statement behind it in one go, without a wait
 * for its end. One that writes waits for both.
 */
async function inTransaction<T>(
  pool: pg.Pool,
  facts: Facts,
  begin: string,
  work: (tx: Queryable) => Promise<T>,
  kind: 'reads' | 'writes',
  cancelled?: { readonly signal: AbortSignal; cancel(backend: number): Promise<unknown> },
): Promise<T> {
  cancelled?.signal.throwIfAborted()
  const client = await pool.connect()
  let broken: Error | undefined
  // Between two statements the break of a connection has no other listener, and an error without a listener would end
  // the process.
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  const finish = (error?: Error) => {
    client.off('error', onError)
    client.release(error ?? broken)
  }
  // A cancelled connection is closed: a late cancel request must not hit the next statement on it.
  let cancelling: Promise<void> | undefined
  const onAbort = () => {
    broken = new Error('cancelled')
    const backend = backendOf(client)
    // Behind a pooler the statement ends with its own timeout.
    if (backend === undefined) return
    cancelling = cancelled?.cancel(backend).then(
      () => {},
      () => {},
    )
  }
  try {
    cancelled?.signal.throwIfAborted()
    cancelled?.signal.addEventListener('abort', onAbort, { once: true })
    const begun = client.query(`${begin.replace(/^begin[^;]*/, (text) => `${text}${transactionSettings(client)}`)}`)
    if (kind === 'writes') await begun
    const [result] = await Promise.all([work(asQueryable(client, facts, cancelled?.signal)), begun])
    cancelled?.signal.removeEventListener('abort', onAbort)
    cancelled?.signal.throwIfAborted()
    const committed = client.query('commit')
    // The end of reads is not waited for: the next work's statements follow it on the same connection.
    if (kind === 'writes') await committed
    else committed.catch(() => {})
    finish()
    return result
  } catch (error) {
    cancelled?.signal.removeEventListener('abort', onAbort)
    await cancelling
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError
    })
    finish()
    cancelled?.signal.throwIfAborted()
    throw error
  }
}

/**
 * Settings of a transaction of reads. Rows sorted by bucket, and the ids of each bucket by themselves, are counted
 * faster than rows sorted by both: an id alone is compared without looking into its row (docs/performance.md). The
 * setting is of PostgreSQL 16; before it, nothing is sorted that way. The version is asked once: a question in each
 * transaction would cost it a plan.
 */
function createReadSettings(db: Queryable): () => Promise<string> {
  let reading: Promise<string> | undefined
  return () => {
    reading ??= db
      .query<{ version: number }>("select current_setting('server_version_num')::integer as version")
      .then(([row]) => (row!.version >= 160_000 ? '; set local enable_presorted_aggregate = off' : ''))
    reading.catch(() => {
      reading = undefined
    })
    return reading
  }
}

const queryCanceled = '57014'
/** A replica stops a query on rows that the primary has removed. */
const recoveryConflict = '40001'

/** True for errors that mean the database is away: refused or broken connections, shutting down, too many clients. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: unknown }
  return /^(08...|57P0[1-5]|53300)$/.test(String(code)) || isOfNetwork(error)
}

/** True for the refusal of a write by a database that is read-only for now. */
export const isReadOnlyError = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === '25006'

/** A database that is away, or takes no writes for now, as an answer to a client; undefined for any other error. */
export function databaseFailure(error: unknown): Failure | undefined {
  if (isDatabaseAway(error)) return commonFailures.databaseAway(error)
  return isReadOnlyError(error) ? commonFailures.databaseReadOnly(error) : undefined
}

export interface PoolsOptions {
  readonly databaseUrl: string
  readonly readDatabaseUrl?: string | undefined
  /** How far behind the replica may be; 30 when it is not said. */
  readonly readLagMaxSeconds?: number
  readonly connectionsMax?: number
  /** Name of these connections at the server; `tidemark` unless told. */
  readonly applicationName?: string
  /** Statistics share these connections by turns (turns.ts), beside the connections of everything else. */
  readonly statisticsConnections?: number
  readonly onReplicaChange?: (isUsable: boolean, reason: string) => void
  readonly onError?: (error: Error) => void
}

/** The pools of a process by their use, and those that cancel statements of each. */
interface Pools {
  readonly write: pg.Pool
  readonly statistics: pg.Pool
  readonly replica: pg.Pool | undefined
  readonly cancels: ReadonlyMap<pg.Pool, pg.Pool>
}

function openPools(options: PoolsOptions, isStopping: () => boolean): Pools {
  const open = (connectionString: string, name: string, max = options.connectionsMax ?? 10) => {
    const pool = openPool({
      connectionString,
      application_name: name,
      max,
      types: typeParsers,
      // Statements that do not wait for each other's rows are sent together.
      pipeline: true,
      idleTimeoutMillis: 30_000,
    })
    pool.on('error', (error) => {
      // A connection that is closing anyway may still hear of the server's own end.
      if (!isStopping()) options.onError?.(error)
    })
    return pool
  }
  const { databaseUrl, readDatabaseUrl, statisticsConnections } = options
  const write = open(databaseUrl, options.applicationName ?? 'tidemark')
  // Statistics have connections of their own, so that sign-in, directory, readiness and pages never wait for them.
  const statistics = statisticsConnections ? open(databaseUrl, 'tidemark statistics', statisticsConnections) : write
  const replica = readDatabaseUrl ? open(readDatabaseUrl, 'tidemark read') : undefined
  // A separate connection: a cancel request must not queue behind the statement it cancels.
  const cancels = new Map(
    [...new Set([write, statistics, ...(replica ? [replica] : [])])].map((pool) => {
      const url = pool === replica ? (readDatabaseUrl ?? '') : databaseUrl
      return [pool, open(url, 'tidemark cancel', 1)]
    }),
  )
  return { write, statistics, replica, cancels }
}

type Reading = <T>(primary: pg.Pool, work: (pool: pg.Pool) => Promise<T>) => Promise<T>

/** Work that only reads: on the replica while it may answer, and once more on the primary when it fails there. */
function createReading(pool: pg.Pool | undefined, { readLagMaxSeconds, onReplicaChange }: PoolsOptions): Reading {
  if (!pool) return (primary, work) => work(primary)
  const replica = createReplica(pool, {
    lagMaxSeconds: readLagMaxSeconds ?? 30,
    ...(onReplicaChange ? { onChange: onReplicaChange } : {}),
  })
  return async (primary, work) => {
    if (!(await replica.isUsable())) return await work(primary)
    try {
      return await work(pool)
    } catch (error) {
      if (isDatabaseAway(error)) replica.markAway(error)
      else if ((error as { code?: unknown }).code !== recoveryConflict) throw error
      return await work(primary)
    }
  }
}

/** Transactions of statistics, by turns if the pool has turns. */
function createReadOnly(
  { write, statistics, cancels }: Pools,
  reading: Reading,
  facts: Facts,
  turns: Turns | undefined,
): Database['readOnly'] {
  const readSettings = createReadSettings(asQueryable(statementsOf(write)))
  return async (work, timeoutMs, reader) => {
    const signal = reader?.signal
    const ask = () =>
      reading(statistics, async (pool) => {
        const settings = await readSettings()
        const begin = `begin read only; set local statement_timeout = ${Math.trunc(timeoutMs)}${settings}`
        const cancel = (backend: number) =>
          cancels.get(pool)?.query('select pg_cancel_backend($1::integer)', [backend]) ?? Promise.resolve()
        return await inTransaction(pool, facts, begin, work, 'reads', signal && { signal, cancel })
      })
    try {
      return await (turns ? turns.take(ask, reader) : ask())
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === queryCanceled)
        throw commonFailures.statementTimeout(error)
      throw error
    }
  }
}

/** Opens the pools. Connections are made on first use, so an absent database is no error here. */
export function createPools(options: PoolsOptions): Database {
  let isStopping = false
  const pools = openPools(options, () => isStopping)
  const { write, statistics } = pools
  const turns = options.statisticsConnections ? createTurns(options.statisticsConnections) : undefined
  const reading = createReading(pools.replica, options)
  const statements = asQueryable(statementsOf(write))
  const facts = { layout: createLayout(statements), engine: createEngine(statements) }
  const read: Queryable = {
    query: (text, values) => reading(write, (pool) => asQueryable(statementsOf(pool)).query(text, values)),
    ...facts,
  }
  const readOnly = createReadOnly(pools, reading, facts, turns)
  return {
    write: asQueryable(statementsOf(write), facts),
    read,
    transaction: (work) => inTransaction(write, facts, 'begin', work, 'writes'),
    readOnly,
    async readParts(siteIds, work, timeoutMs, reader) {
      const parts = await partsOf(read, siteIds)
      return await Promise.all(
        parts.map((of) => readOnly((tx) => work({ ...of, db: atPart(tx, of.part) }), timeoutMs, reader)),
      )
    },
    ...(turns ? { turns: turns.counts } : {}),
    async stop() {
      isStopping = true
      turns?.stop()
      await Promise.all([
        write.end(),
        statistics === write ? undefined : statistics.end(),
        pools.replica?.end(),
        ...Array.from(pools.cancels.values(), (pool) => pool.end()),
      ])
    },
  }
}

/** The rows of a statement in every part that may hold rows of these sites, its first parameter. */
export const readRows = async <Row>(
  db: Database,
  siteIds: readonly number[],
  text: string,
  values: readonly unknown[],
  timeoutMs: number,
  reader?: Reader,
): Promise<Row[]> =>
  (await db.readParts(siteIds, (of) => of.db.query<Row>(text, [of.siteIds, ...values]), timeoutMs, reader)).flat()
