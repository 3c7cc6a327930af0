// The database of a process: its connections, the preparation at start and the background tasks.
import { crontab } from '../../workers/crontab.ts'
import { createTasks } from '../../workers/tasks.ts'
import type { Config } from '../config.ts'
import { findPooler } from '../db/connection.ts'
import { migrate } from '../db/migrate.ts'
import { createPools, type Database, isDatabaseAway } from '../db/pool.ts'
import { isTrackWaiting } from '../db/track-queue.ts'
import { requireUsable } from '../db/usable.ts'
import { importLimits, usualPlaces } from '../imports/import-process.ts'
import { createImporter } from '../imports/importer.ts'
import { waitForSpools } from '../ingest/spool-waiting.ts'
import { type Log, reasonOf } from '../log.ts'
import { importBytes, memoryBytes } from '../machine.ts'
import { createRegistry } from '../registry/registry.ts'
import { createTaskRunner } from '../upkeep/runner.ts'
import { eraseDue } from './erasing.ts'
import type { Parts, Running } from './running.ts'

/** How often an absent database is tried again at start. */
const prepareAgainMs = 1_000

/**
 * Runs the work that needs the database. When the database is away the service starts without: it answers 503 where it
 * must, and the work is tried again until it succeeds (issue: unreachable at start). Any other error is thrown.
 */
export async function prepareNowOrLater(work: () => Promise<void>, log: Log): Promise<{ stop(): Promise<void> }> {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  const attempt = async () => {
    try {
      await work()
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      log.warn({ err: error }, 'the database cannot be reached; trying again')
      if (!stopped) timer = setTimeout(again, prepareAgainMs)
    }
  }
  const again = () => {
    running = attempt().catch((error) => log.fatal({ err: error }, 'the database cannot be used'))
  }
  await attempt()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Connections of the tasks of a process, three of which run at once. */
const taskConnections = 6

/** Events of tidemark.track are moved within two seconds: an older one that waits holds up deletions. */
const before = (now: Date): Date => new Date(now.getTime() - 5_000)

/** How the connections of a process are divided: half for statistics, the rest for pages, management and sign-in. */
const sharesOf = (connections: number) => {
  const statisticsConnections = Math.max(2, Math.floor(connections / 2))
  return { statisticsConnections, connectionsMax: connections - statisticsConnections }
}

export const openDatabase = (config: Config, log: Log): Database =>
  createPools({
    databaseUrl: config.databaseUrl,
    readDatabaseUrl: config.readDatabaseUrl,
    readLagMaxSeconds: config.readLagMaxSeconds,
    onReplicaChange: (isUsable, reason) =>
      log.warn(
        { reason },
        isUsable ? 'the read replica answers again' : 'the read replica is not asked; the primary answers',
      ),
    ...sharesOf(config.databaseConnectionsMax),
    onError: (error) => log.warn({ reason: reasonOf(error) }, 'an idle database connection failed'),
  })

/** Runs the background tasks. They have connections of their own, so that pages never wait for a rollup. */
async function startTasks(running: Running): Promise<void> {
  const { config, clock, log, telemetry, releasers } = running
  const { databaseUrl, dataDir, geoDatabase, spamReferrersFile, spoolDir } = config
  const db = createPools({ databaseUrl, connectionsMax: taskConnections, applicationName: 'tidemark work' })
  releasers.push(() => db.stop())
  const { sites, uploads } = createRegistry({ db, config, clock })
  const expiryHours = config.domainExpiryHours
  const expireDomains = expiryHours === undefined ? undefined : () => sites.expireDomains(expiryHours)
  const stopping = new AbortController()
  const context = { dataDir, geoDatabase, spamReferrersFile }
  const limits = { ...importLimits, heapBytesMax: config.importMemoryBytesMax ?? importBytes(memoryBytes()) }
  const importer = createImporter({
    db,
    databaseUrl,
    uploads,
    files: running.uploadFiles,
    context,
    limits,
    places: usualPlaces(),
    log,
  })
  const taskList = createTasks({
    db,
    log,
    clock,
    importer,
    stopping: stopping.signal,
    expireDomains,
    auditLogDays: config.auditLogDays,
    reports: () => running.reports,
    eraseStatistics: (now) =>
      eraseDue(db, now, {
        signal: stopping.signal,
        isSpooled: async () => (await waitForSpools(spoolDir, 0)) > 0 || (await isTrackWaiting(db.write, before(now))),
      }),
  })
  const runner = await createTaskRunner({ databaseUrl, taskList, crontab, log, telemetry })
  running.areTasksRunning = true
  releasers.push(async () => {
    stopping.abort()
    await importer.stop()
    await runner.stop()
  })
}

/** Makes the database ready, then starts the tasks if the process runs them. Behind a pooler it does neither. */
export async function prepareDatabase(running: Running, parts: Parts): Promise<void> {
  const { config, log } = running
  running.pooler = await findPooler(config.databaseUrl)
  if (running.pooler !== undefined) return log.error(running.pooler)
  await requireUsable(running.db.write)
  if (config.migrateOnStart) {
    const { applied } = await migrate(config.databaseUrl, { parts: config.citusParts })
    if (applied.length > 0) log.info({ applied }, 'migrated the database')
  }
  if (parts.tasks) await startTasks(running)
}
