// A Citus cluster of the test's or benchmark's own, on loopback, made with the PostgreSQL that TIDEMARK_TEST_CITUS_BIN
// names (a folder with initdb and postgres, Citus installed). A worker can be killed and started.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../ports.ts'

const run = promisify(execFile)

const citusBin = process.env['TIDEMARK_TEST_CITUS_BIN'] || undefined

/** Why tests of a cluster are left out; false where one can be made. */
export const withoutCluster: string | false = citusBin
  ? false
  : 'left out: TIDEMARK_TEST_CITUS_BIN names no PostgreSQL with Citus'

/** The server refuses to run as root: as this user then. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const environment = { LC_ALL: 'C', PATH: process.env['PATH'] ?? '' }
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_preload_libraries=citus',
  'wal_level=logical',
  'max_connections=200',
  'max_prepared_transactions=200',
  'citus.max_cached_conns_per_worker=16',
  'citus.enable_statistics_collection=off',
]

export interface CitusNode {
  readonly port: number
  readonly url: string
  kill(): Promise<void>
  start(): Promise<void>
}

async function startNode(home: string, isDurable: boolean): Promise<CitusNode> {
  const port = await freePort()
  const data = join(home, String(port))
  const url = `postgres://tidemark@127.0.0.1:${port}/tidemark`
  const options = { cwd: '/', env: environment, ...nobody }
  const how = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  await run(
    join(citusBin!, 'initdb'),
    ['-D', data, '--username=tidemark', '--auth=trust', '--no-sync', ...how],
    options,
  )
  let child: ChildProcess
  const start = async () => {
    const own = isDurable ? ['shared_buffers=256MB', 'max_wal_size=2GB'] : ['fsync=off']
    const words = [...settings, ...own].flatMap((setting) => ['-c', setting])
    child = spawn(join(citusBin!, 'postgres'), ['-D', data, '-c', `port=${port}`, ...words], {
      ...options,
      detached: true,
      stdio: 'ignore',
    })
    const isReady = () =>
      ask(`${url.slice(0, -'tidemark'.length)}postgres`, 'select').then(
        () => true,
        () => false,
      )
    while (!(await isReady())) {
      if (child.exitCode !== null) throw new Error(`a node ended with ${child.exitCode}`)
      await delay(20)
    }
  }
  await start()
  await ask(`${url.slice(0, -'tidemark'.length)}postgres`, 'create database tidemark')
  await ask(url, 'create extension citus')
  return {
    port,
    url,
    start,
    async kill() {
      const gone = once(child, 'exit')
      process.kill(-child.pid!, 'SIGKILL')
      await gone
    },
  }
}

/** Runs one statement on a connection of its own. */
export async function ask<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

export interface CitusCluster {
  /** The coordinator's; the only node's where there are no workers. */
  readonly url: string
  readonly workers: readonly CitusNode[]
  stop(): Promise<void>
}

/** Starts a coordinator and its workers; without any it holds the traffic itself. */
export async function startCluster({ workers: count = 2, isDurable = false } = {}): Promise<CitusCluster> {
  const home = await mkdtemp(join(tmpdir(), 'tidemark-citus-'))
  if (nobody.uid) await chown(home, nobody.uid, nobody.gid)
  const nodes = Array.from({ length: count + 1 }, () => startNode(home, isDurable))
  const [coordinator, ...workers] = (await Promise.all(nodes)) as [CitusNode, ...CitusNode[]]
  // A node alone becomes its own worker by itself.
  if (count > 0) await ask(coordinator.url, `select citus_set_coordinator_host('127.0.0.1', $1)`, [coordinator.port])
  for (const { port } of workers) await ask(coordinator.url, `select citus_add_node('127.0.0.1', $1)`, [port])
  return {
    url: coordinator.url,
    workers,
    async stop() {
      for (const node of [coordinator, ...workers]) await node.kill().catch(() => undefined)
      await rm(home, { recursive: true, force: true })
    },
  }
}
