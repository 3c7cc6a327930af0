// `tidemark serve`: the HTTP service with its background tasks, in one process or several.
import cluster from 'node:cluster'
import { createApp, type Parts } from '../app.ts'
import { type Config, loadConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { createLog } from '../log.ts'
import { gatherClusterMetrics } from '../telemetry.ts'
import type { Command } from './command.ts'

/** After this a process that does not stop by itself is ended. */
const stopMs = 9_500

/**
 * Resolves when SIGTERM or SIGINT arrives. Later ones change nothing: of several processes each gets one from the first process and maybe
 * another from whoever stops the group (systemd, a terminal), which must not cut its last requests short.
 */
const signalled = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    process.on('SIGTERM', resolve)
    process.on('SIGINT', resolve)
  })

/** Runs one process until it is signalled; returns the exit code. */
export async function runProcess(config: Config, parts: Parts, onReady?: (url: string | undefined) => void): Promise<number> {
  const app = await createApp(config, parts)
  onReady?.(app.url)
  const signal = await signalled()
  app.log.info({ signal }, 'stopping')
  setTimeout(() => process.exit(1), stopMs).unref()
  await app.stop()
  return 0
}

/** Forks the HTTP processes; the first one also runs the tasks. A process that dies is replaced. */
async function runCluster(config: Config): Promise<number> {
  const log = createLog(config.logLevel)
  if (config.migrateOnStart) await migrate(config.databaseUrl)
  gatherClusterMetrics()
  const roles = new Map<number, string>()
  let stopping = false
  const fork = (role: string) => {
    const worker = cluster.fork({ TIDEMARK_ROLE: role, MIGRATE_ON_START: 'false' })
    roles.set(worker.id, role)
  }
  for (let index = 0; index < config.webConcurrency; index++) fork(index === 0 ? 'first' : 'other')
  cluster.on('exit', (worker, code) => {
    const role = roles.get(worker.id) ?? 'other'
    roles.delete(worker.id)
    if (stopping) return
    log.error({ code }, 'a process ended and is replaced')
    // A process that cannot start would otherwise be forked as fast as it fails.
    setTimeout(() => !stopping && fork(role), 1_000)
  })
  await signalled()
  stopping = true
  const ended = new Promise<void>((resolve) => {
    const check = () => Object.keys(cluster.workers ?? {}).length === 0 && resolve()
    cluster.on('exit', check)
    check()
  })
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
  setTimeout(() => process.exit(1), stopMs).unref()
  await ended
  return 0
}

/** Serves with a configuration already made; `run` uses it after it has provisioned. */
export async function serve(config: Config, onReady?: (url: string | undefined) => void): Promise<number> {
  if (cluster.isPrimary && config.webConcurrency > 1) return await runCluster(config)
  const isFirst = process.env['TIDEMARK_ROLE'] !== 'other'
  return await runProcess(config, { http: true, tasks: config.runTasks && isFirst }, onReady)
}

export const command: Command = {
  name: 'serve',
  summary: 'Run the service: HTTP and background tasks',
  usage: 'tidemark serve',
  help: `Answers HTTP on HOST:PORT and runs the background tasks (RUN_TASKS=false leaves those
to \`tidemark work\`). Migrates the database first unless MIGRATE_ON_START=false.
WEB_CONCURRENCY starts several HTTP processes on the same port.

SIGTERM or SIGINT: stops accepting, finishes open requests and batches, exits 0
within 10 seconds.`,
  options: {},
  run: async () => await serve(loadConfig()),
}
