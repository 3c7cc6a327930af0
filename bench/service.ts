// Tidemark as the benchmark starts it: `node bin/tidemark.js serve`, on a database of the benchmark's
// own.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectPath } from '../src/paths.ts'
import type { BenchDatabase } from './database.ts'
import { answers, findFreePort, type Running, runNode, startNode } from './processes.ts'

const program = projectPath('bin', 'tidemark.js')
/** As the image and the package have it (scripts/compile.ts). */
const compiled = projectPath('dist', 'service', 'src', 'main.js')

/** Runs one command of the operator tool on a database and returns its standard output. */
export const runTidemark = (database: BenchDatabase, args: readonly string[]): Promise<string> =>
  runNode([program, ...args], { DATABASE_URL: database.url, SECRET_KEY: 'bench-secret-key', LOG_LEVEL: 'error' })

/** Makes the first site with its key; returns the key. */
export async function provision(database: BenchDatabase, domain: string): Promise<string> {
  const made = JSON.parse(await runTidemark(database, ['provision', '--domain', domain, '--json'])) as {
    api_key: string
  }
  return made.api_key
}

/** Makes a key that may send events of every site of the first user; returns it. */
export async function makeSendingKey(database: BenchDatabase): Promise<string> {
  const [user] = await database.query<{ email: string }>('select email from users limit 1')
  const scopes = ['--scopes', 'events:send:*']
  const made = await runTidemark(database, ['key', 'create', '--user', user!.email, ...scopes, '--json'])
  return (JSON.parse(made) as { key: string }).key
}

export interface Service extends Running {
  readonly port: number
  readonly url: string
}

/**
 * Starts the service as the image does and waits until it is ready. `nodeArgs` go to node itself, `--cpu-prof` for
 * instance.
 */
export async function startService(
  database: BenchDatabase,
  options: { env?: Record<string, string>; nodeArgs?: readonly string[]; isCompiled?: boolean } = {},
): Promise<Service> {
  const port = await findFreePort()
  const spool = await mkdtemp(join(tmpdir(), 'tidemark-bench-'))
  const url = `http://127.0.0.1:${port}`
  const running = await startNode(
    [...(options.nodeArgs ?? []), options.isCompiled ? compiled : program, 'serve'],
    {
      DATABASE_URL: database.url,
      PORT: String(port),
      HOST: '127.0.0.1',
      SECRET_KEY: 'bench-secret-key',
      SPOOL_DIR: spool,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      ...options.env,
    },
    () => answers(`${url}/api/health/ready`),
  )
  return {
    pid: running.pid,
    port,
    url,
    async stop() {
      await running.stop()
      await rm(spool, { recursive: true, force: true })
    },
  }
}

/** Starts the bare polka server. */
export async function startBarePolka(): Promise<Service> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const answersAtAll = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  const running = await startNode([projectPath('bench', 'bare-polka.ts')], { PORT: String(port) }, answersAtAll)
  return { ...running, port, url }
}
