// What an idle service costs, and its database: CPU over a while, memory at the end of it.
import { setTimeout as delay } from 'node:timers/promises'
import { createBenchDatabase } from './database.ts'
import { usageOf } from './processes.ts'
import { provision, startService } from './service.ts'

export interface IdleReport {
  readonly seconds: number
  /** Milliseconds of CPU a second. */
  readonly serviceCpuMs: number
  readonly databaseCpuMs: number | undefined
  readonly serviceMb: number
  readonly databaseMb: number | undefined
}

/** Starts the service, lets it settle, and watches it do nothing. */
export async function benchIdle(seconds: number): Promise<IdleReport> {
  const database = await createBenchDatabase('idle')
  try {
    await provision(database, 'bench.example')
    const service = await startService(database)
    try {
      await delay(5_000)
      const before = usageOf(service.pid)
      const databaseBefore = database.postmaster ? usageOf(database.postmaster) : undefined
      await delay(seconds * 1_000)
      const after = usageOf(service.pid)
      const databaseAfter = database.postmaster ? usageOf(database.postmaster) : undefined
      return {
        seconds,
        serviceCpuMs: ((after.cpuSeconds - before.cpuSeconds) * 1_000) / seconds,
        databaseCpuMs:
          databaseBefore && databaseAfter
            ? ((databaseAfter.cpuSeconds - databaseBefore.cpuSeconds) * 1_000) / seconds
            : undefined,
        serviceMb: after.memoryMb,
        databaseMb: databaseAfter?.memoryMb,
      }
    } finally {
      await service.stop()
    }
  } finally {
    await database.stop()
  }
}
