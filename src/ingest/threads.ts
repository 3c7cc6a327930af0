// The thread pool of the write path: one thread a lane, and one more for the spool's replay.
import { Piscina } from 'piscina'
import { minuteMs } from '../rules/durations.ts'
import type { Task, TaskResult } from './wire.ts'

export interface Threads {
  run(task: Task): Promise<TaskResult>
  /** True when every lane has its thread. */
  areThere(): boolean
  stop(): Promise<void>
}

/** Starts the pool. Atomics are off: a waiting worker would block its own database socket. */
export function createThreads(options: { databaseUrl: string; isDirect: boolean; lanes: number }): Threads {
  const pool = new Piscina({
    filename: new URL('../../workers/thread.cts', import.meta.url).href,
    minThreads: options.lanes,
    maxThreads: options.lanes + 1,
    idleTimeout: minuteMs,
    concurrentTasksPerWorker: 1,
    atomics: 'disabled',
    workerData: { databaseUrl: options.databaseUrl, isDirect: options.isDirect, name: 'tidemark lane' },
    recordTiming: false,
  })
  return {
    run: (task) => pool.run(task),
    areThere: () => pool.threads.length >= options.lanes,
    stop: () => pool.close({ force: false }).catch(() => pool.destroy()),
  }
}
