// The thread pool of the write path: one thread a lane, and one more for the spool's replay.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { Task, TaskResult } from './wire.ts'

export interface Threads {
  run(task: Task): Promise<TaskResult>
  /** Whether every lane has its thread. */
  areThere(): boolean
  stop(): Promise<void>
}

/** The thread's entry beside the running code: the sources under tsx, the output in production. */
function entryUrl(): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const inSources = new URL(`../../workers/thread.${extension}`, import.meta.url)
  return existsSync(fileURLToPath(inSources))
    ? inSources.href
    : new URL(`../workers/thread.${extension}`, import.meta.url).href
}

/** Starts the pool. Atomics are off: a waiting worker would block its own database socket (storage.md section 2). */
export function createThreads(options: { databaseUrl: string; lanes: number }): Threads {
  const pool = new Piscina({
    filename: entryUrl(),
    minThreads: options.lanes,
    maxThreads: options.lanes + 1,
    idleTimeout: 60_000,
    concurrentTasksPerWorker: 1,
    atomics: 'disabled',
    workerData: { databaseUrl: options.databaseUrl, name: 'tidemark lane' },
    recordTiming: false,
  })
  return {
    run: (task) => pool.run(task),
    areThere: () => pool.threads.length >= options.lanes,
    stop: () => pool.close({ force: false }).catch(() => pool.destroy()),
  }
}
