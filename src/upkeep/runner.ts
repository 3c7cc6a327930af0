// Runs the tasks on graphile-worker, in the same database as everything else. Any number of processes may: a task runs
// once.
import { Logger, parseCrontab, run, type TaskList } from 'graphile-worker'
import { openPool } from '../db/connection.ts'
import { type Log, withoutAddresses } from '../log.ts'
import type { Telemetry } from '../telemetry.ts'

/** Tasks at the same time in one process. All but an import are short, and each of those takes a connection. */
const concurrency = 3

/** graphile-worker's own levels are chatty: its info is our debug. */
function workerLogger(log: Log): Logger {
  return new Logger(() => (level, said) => {
    const message = withoutAddresses(said)
    if (level === 'error') log.error({ part: 'tasks' }, message)
    else if (level === 'warning') log.warn({ part: 'tasks' }, message)
    else log.debug({ part: 'tasks' }, message)
  })
}

export interface TaskRunner {
  stop(): Promise<void>
}

/** Starts the runner; `crontab` is graphile-worker's text form, in UTC. Counts each task's outcome. */
export async function createTaskRunner(options: {
  databaseUrl: string
  taskList: TaskList
  crontab: string
  log: Log
  telemetry: Telemetry
}): Promise<TaskRunner> {
  const { log, telemetry } = options
  const pool = openPool({
    connectionString: options.databaseUrl,
    application_name: 'tidemark tasks',
    max: concurrency + 2,
    // graphile-worker waits for one as long as it takes, and ends the process where waiting is refused.
    connectionTimeoutMillis: 0,
  })
  pool.on('error', (error) => log.debug({ part: 'tasks', err: error }, 'a connection broke'))
  const runner = await run({
    pgPool: pool,
    taskList: options.taskList,
    parsedCronItems: parseCrontab(options.crontab),
    concurrency,
    pollInterval: 2_000,
    noHandleSignals: true,
    logger: workerLogger(log),
  })
  runner.events.on('job:success', ({ job }) => telemetry.taskRuns.inc({ task: job.task_identifier, outcome: 'done' }))
  runner.events.on('job:error', ({ job, error }) => {
    telemetry.taskRuns.inc({ task: job.task_identifier, outcome: 'failed' })
    log.warn({ err: error, task: job.task_identifier }, 'a task failed; it will be tried again')
  })
  // A runner that gives up (its database is gone for good) must not take the service down: HTTP and the spool go on.
  runner.promise.catch((error) => log.error({ err: error }, 'the task runner stopped'))
  return {
    async stop() {
      await runner.stop().catch(() => {})
      await pool.end()
    },
  }
}
