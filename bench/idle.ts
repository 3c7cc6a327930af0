// What an idle service costs, and its database: CPU over a while, and memory of its own; what it takes to start; the memory
// at 1,000 events a second. Bare polka stands beside it in the same run: what Node itself holds.
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { compile } from '../scripts/compile.ts'
import { type BenchDatabase, createBenchDatabase } from './database.ts'
import type { LoadResult } from './load.ts'
import { privateMb, usageOf } from './processes.ts'
import { provision, type Service, startBarePolka, startService } from './service.ts'
import { runLoad } from './soak.ts'

/** One program: how long it takes to start, and what it holds for itself. */
export interface IdleRow {
  readonly name: string
  /** From the start of the process to the first answer of readiness. */
  readonly readyMs: number
  /** CPU until then, of all its threads. */
  readonly readyCpuMs: number
  /** Milliseconds of CPU a second without traffic. */
  readonly cpuMs: number
  readonly databaseCpuMs: number | undefined
  /** Memory of its own, without pages of files, in megabytes. */
  readonly idleMb: number
  /** The same with the files of the program, which all processes of a machine share. */
  readonly residentMb: number
  readonly databaseMb: number | undefined
  /** The most while events came. */
  readonly busyMb: number
  readonly busyDatabaseMb: number | undefined
  readonly load: LoadResult
}

export interface IdleReport {
  readonly seconds: number
  readonly eventsPerSecond: number
  readonly rows: readonly IdleRow[]
}

const eventsPerSecond = 1_000
const domain = 'bench.example'
/** A service that has just started still compiles and looks around. */
const settleMs = 10_000

/** CPU of a process in milliseconds for each second of a while. */
function watchCpu(pid: number | undefined): (seconds: number) => number | undefined {
  const before = pid && usageOf(pid).cpuSeconds
  return (seconds) => (pid && before !== undefined ? ((usageOf(pid).cpuSeconds - before) * 1_000) / seconds : undefined)
}

/** The most memory of its own that each process held until it is told to stop. */
function watchMemory(pids: readonly (number | undefined)[]): () => (number | undefined)[] {
  const most = pids.map((pid): number | undefined => (pid ? 0 : undefined))
  const timer = setInterval(() => {
    for (const [index, pid] of pids.entries()) if (pid) most[index] = Math.max(most[index] ?? 0, privateMb(pid))
  }, 250)
  return () => {
    clearInterval(timer)
    return most
  }
}

async function measure(
  name: string,
  start: () => Promise<Service>,
  database: BenchDatabase | undefined,
  seconds: number,
): Promise<IdleRow> {
  const begin = performance.now()
  const service = await start()
  const readyMs = performance.now() - begin
  const readyCpuMs = usageOf(service.pid).cpuSeconds * 1_000
  try {
    const { pid } = service
    const postmaster = database?.postmaster
    await delay(settleMs)
    const cpuOf = [pid, postmaster].map(watchCpu)
    await delay(seconds * 1_000)
    const [cpuMs = 0, databaseCpuMs] = cpuOf.map((end) => end(seconds))
    const [idleMb, databaseMb] = [privateMb(pid), postmaster && privateMb(postmaster)]
    const residentMb = usageOf(pid).memoryMb
    const stop = watchMemory([pid, postmaster])
    const load = await runLoad({
      port: service.port,
      connections: 64,
      seconds: Math.max(20, seconds),
      rate: eventsPerSecond,
      leadSeconds: 2,
      seed: 1,
      visits: 20_000,
      domains: [domain],
      addressFrom: 0,
    })
    const [busyMb = 0, busyDatabaseMb] = stop()
    const start = { name, readyMs, readyCpuMs, cpuMs, databaseCpuMs }
    return { ...start, idleMb, residentMb, databaseMb, busyMb, busyDatabaseMb, load }
  } finally {
    await service.stop()
  }
}

/** Starts the service as the image has it and bare polka, lets each settle, and watches it do nothing, then little. */
export async function benchIdle(seconds: number): Promise<IdleReport> {
  await compile()
  const database = await createBenchDatabase('idle')
  try {
    await provision(database, domain)
    const rows = [
      await measure('tidemark', () => startService(database, { isCompiled: true }), database, seconds),
      await measure('bare polka', startBarePolka, undefined, seconds),
    ]
    return { seconds, eventsPerSecond, rows }
  } finally {
    await database.stop()
  }
}
