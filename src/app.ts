// Builds every long-lived object in order and stops them in reverse. This file and its folder alone know all parts.

import { openDatabase, prepareDatabase, prepareNowOrLater } from './app/database.ts'
import { startHttp, startWorkPort } from './app/http.ts'
import { startOperatorNotices } from './app/operator.ts'
import type { Parts, Running } from './app/running.ts'
import { startPlanes } from './app/services.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/pool.ts'
import { watchSchema } from './db/schema-watch.ts'
import { createUploadFiles } from './imports/upload-files.ts'
import type { Ingest } from './ingest/accept.ts'
import { startGeoUpdates } from './ingest/geo-update.ts'
import { createLog, type Log } from './log.ts'
import type { Directory } from './registry/directory.ts'
import type { Cost } from './registry/passwords.ts'
import type { Registry } from './registry/registry.ts'
import { createTelemetry } from './telemetry.ts'

export interface App {
  /** Where the server listens; undefined for an app without one. */
  readonly url: string | undefined
  readonly db: Database
  readonly directory: Directory
  readonly registry: Registry
  readonly ingest: Ingest | undefined
  readonly log: Log
  /** Resolves when the database has the schema of a newer version: this process has to end. */
  readonly outdated: Promise<void>
  stop(): Promise<void>
}

interface Overrides {
  readonly clock?: Clock
  readonly log?: Log
  readonly webFolder?: string
  readonly passwordCost?: Cost
  /** Called when all that answers requests is made, before the process listens. */
  readonly onMade?: () => void
}

/** Undoes everything that was started, last first. */
async function stopAll(running: Pick<Running, 'releasers' | 'log'> & { isStopping: boolean }): Promise<void> {
  running.isStopping = true
  for (let release = running.releasers.pop(); release; release = running.releasers.pop()) {
    await release().catch((error) => running.log.error({ err: error }, 'stopping a part failed'))
  }
}

/** Starts the parts asked for. When a later part fails, everything that was started is stopped again. */
export async function createApp(config: Config, parts: Parts, overrides: Overrides = {}): Promise<App> {
  const log = overrides.log ?? createLog(config.logLevel)
  const db = openDatabase(config, log)
  const running: Running = {
    config,
    clock: overrides.clock ?? systemClock,
    log,
    telemetry: createTelemetry(),
    db,
    uploadFiles: createUploadFiles(config.dataDir),
    releasers: [() => db.stop()],
    isStopping: false,
    areTasksRunning: false,
    pooler: undefined,
    ingest: undefined,
    reports: undefined,
    operator: undefined,
  }
  const stop = () => stopAll(running)
  try {
    let end = () => {}
    const outdated = new Promise<void>((resolve) => {
      end = resolve
    })
    const schema = watchSchema({ db: db.write, log, onNewer: () => end() })
    running.releasers.push(() => schema.stop())
    const preparing = await prepareNowOrLater(() => prepareDatabase(running, parts), log)
    running.releasers.push(() => preparing.stop())
    const planes = await startPlanes(running, parts, schema, overrides.passwordCost)
    startOperatorNotices(running, parts, planes)
    if (parts.http && config.geoUpdateWeekly) {
      const updates = startGeoUpdates(config, { log, clock: running.clock })
      running.releasers.push(() => updates.stop())
    }
    let url: string | undefined
    let ingest: Ingest | undefined
    if (parts.http) ({ url, ingest } = await startHttp(running, planes, overrides))
    else if (parts.tasks && config.workPort !== undefined) url = await startWorkPort(running, planes, config.workPort)
    return { url, db, directory: planes.directory, registry: planes.registry, ingest, log, outdated, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
