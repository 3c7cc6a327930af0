// `tidemark serve`: the HTTP service with its background tasks, in one process or several.
import cluster from 'node:cluster'
import { keepRequestsYoung } from '../app/heap.ts'
import type { Parts } from '../app/running.ts'
import { createApp } from '../app.ts'
import { type Config, closeStateFolder, loadConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { isDatabaseAway } from '../db/pool.ts'
import { createLog, type Log } from '../log.ts'
import { releaseStart } from '../machine.ts'
import { gatherClusterMetrics } from '../telemetry.ts'
import type { Command } from './command.ts'
import { requirePort } from './port.ts'

/** Hears where the service listens, as soon as it does. */
type OnReady = (url: string | undefined) => void

/** After this a process that does not stop by itself is ended. */
const stopMs = 9_500

/** Exit code of a process that met the schema of a newer version: starting it again would not help. */
const outdatedExitCode = 3

/**
 * Resolves when SIGTERM or SIGINT arrives. Later signals change nothing: of several processes each gets one from the
 * first process and maybe another from the sender to the group (systemd, a terminal), which must not cut its last
 * requests short.
 */
const signalled = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    process.on('SIGTERM', resolve)
    process.on('SIGINT', resolve)
  })

/** Runs one process until it is signalled; returns the exit code. */
export async function runProcess(config: Config, parts: Parts, onReady?: OnReady): Promise<number> {
  keepRequestsYoung()
  closeStateFolder()
  const app = await createApp(config, parts, { onMade: releaseStart })
  onReady?.(app.url)
  const signal = await Promise.race([signalled(), app.outdated])
  app.log.info({ signal: signal ?? 'newer schema' }, 'stopping')
  setTimeout(() => process.exit(1), stopMs).unref()
  await app.stop()
  return signal ? 0 : outdatedExitCode
}

/** Migrates once for all processes; false while the database is away. */
async function migrateNow(config: Config, log: Log): Promise<boolean> {
  try {
    await migrate(config.databaseUrl, { parts: config.citusParts })
    return true
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    log.warn({ err: error }, 'the database cannot be reached; the first process migrates it')
    return false
  }
}

/** Forks the HTTP processes; the first one also runs the tasks. A process that dies is replaced. */
async function runCluster(config: Config, onReady?: OnReady): Promise<number> {
  const log = createLog(config.logLevel)
  // Without a database the first process starts as a single one does: it migrates when the database is there.
  const isMigrated = !config.migrateOnStart || (await migrateNow(config, log))
  gatherClusterMetrics()
  cluster.once('listening', (_, { port }) => onReady?.(`http://localhost:${port}`))
  const roles = new Map<number, string>()
  let stopping = false
  let outdated = () => {}
  const isOutdated = new Promise<void>((resolve) => {
    outdated = resolve
  })
  const fork = (role: string) => {
    const worker = cluster.fork({ TIDEMARK_ROLE: role, MIGRATE_ON_START: String(!isMigrated && role === 'first') })
    roles.set(worker.id, role)
  }
  for (let index = 0; index < config.webConcurrency; index++) fork(index === 0 ? 'first' : 'other')
  cluster.on('exit', (worker, code) => {
    const role = roles.get(worker.id) ?? 'other'
    roles.delete(worker.id)
    if (stopping) return
    if (code === outdatedExitCode) return outdated()
    log.error({ code }, 'a process ended and is replaced')
    // A process that cannot start would otherwise be forked as fast as it fails.
    setTimeout(() => !stopping && fork(role), 1_000)
  })
  const signal = await Promise.race([signalled(), isOutdated])
  stopping = true
  const ended = new Promise<void>((resolve) => {
    const check = () => Object.keys(cluster.workers ?? {}).length === 0 && resolve()
    cluster.on('exit', check)
    check()
  })
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
  setTimeout(() => process.exit(1), stopMs).unref()
  await ended
  return signal ? 0 : outdatedExitCode
}

/** Serves with a configuration already made; `run` uses it after it has provisioned. */
export async function serve(config: Config, onReady?: OnReady): Promise<number> {
  if (cluster.isPrimary) await requirePort(config)
  if (cluster.isPrimary && config.webConcurrency > 1) return await runCluster(config, onReady)
  const isFirst = process.env['TIDEMARK_ROLE'] !== 'other'
  return await runProcess(config, { http: true, tasks: config.runTasks && isFirst }, onReady)
}

export const command: Command = {
  name: 'serve',
  summary: 'Run the service: HTTP and background tasks',
  json: 'refusals in JSON; nothing else changes',
  help: `Answers HTTP on HOST:PORT and runs the background tasks (RUN_TASKS=false leaves those
to \`tidemark work\`). Migrates the database first unless MIGRATE_ON_START=false.
WEB_CONCURRENCY starts several HTTP processes on the same port.

If the port is in use, it says by which program, and changes nothing.

On SIGTERM or SIGINT it stops accepting connections, finishes open requests and batches,
and exits with code 0 within 10 seconds. If the database gets the schema of a newer
version, it stops in the same way with code 3. Start the newer version then.`,
  run: async () => await serve(loadConfig()),
}
