// A process while it runs: what its parts share.
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/pool.ts'
import type { SchemaWatch } from '../db/schema-watch.ts'
import type { UploadFiles } from '../imports/upload-files.ts'
import type { Ingest } from '../ingest/accept.ts'
import type { Log } from '../log.ts'
import type { Directory } from '../registry/directory.ts'
import type { Registry } from '../registry/registry.ts'
import type { Mailer } from '../reports/mailer.ts'
import type { Operator } from '../reports/operator.ts'
import type { Reports } from '../reports/reports.ts'
import type { Stats } from '../stats/stats.ts'
import type { Telemetry } from '../telemetry.ts'

/**
 * A process from its start to its end: the objects that every part needs, and the functions that stop the parts, last
 * first.
 */
export interface Running {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly telemetry: Telemetry
  readonly db: Database
  readonly uploadFiles: UploadFiles
  readonly releasers: (() => Promise<void>)[]
  isStopping: boolean
  areTasksRunning: boolean
  /** Why the database is reached through a pooler that cannot be used; undefined: it is not. */
  pooler: string | undefined
  /** Undefined until the process takes events. */
  ingest: Ingest | undefined
  reports: Reports | undefined
  /** Tells the operator of troubles; undefined: nobody is to be told. */
  operator: Operator | undefined
}

/** Parts on top of the database that pages, statistics and tasks share. */
export interface Planes {
  readonly schema: SchemaWatch
  readonly directory: Directory
  readonly registry: Registry
  readonly stats: Stats
  readonly mailer: Mailer | undefined
}

export interface Parts {
  /** Answer HTTP; without it the tasks answer health and metrics on WORK_PORT, if that is set. */
  readonly http: boolean
  /** Run background tasks. */
  readonly tasks: boolean
}
