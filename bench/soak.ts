// The soak: hours of production in minutes. A steady load well below the maximum, memory of service and database
// sampled on the way, and at the end the question whether anything grew, failed or went missing.
import { setTimeout as delay } from 'node:timers/promises'
import { projectPath } from '../src/paths.ts'
import { createBenchDatabase } from './database.ts'
import { countRows } from './ingest.ts'
import type { LoadOptions, LoadResult } from './load.ts'
import { privateMb, runNode } from './processes.ts'
import { provision, runTidemark, startService } from './service.ts'

export interface SoakOptions {
  readonly minutes: number
  /** Events a second; half of what a short closed-loop run reaches when absent. */
  readonly rate: number | undefined
  readonly connections: number
  readonly env?: Record<string, string>
  readonly log: (line: string) => void
}

export interface SoakSample {
  readonly seconds: number
  readonly serviceMb: number
  readonly databaseMb: number | undefined
}

/** Mean of the last quarter of a run against that of the second quarter. */
export interface Growth {
  readonly mb: number
  /** 0.02 is 2 % more. */
  readonly share: number
}

export interface SoakReport {
  readonly database: string
  readonly minutes: number
  readonly rate: number
  readonly load: LoadResult
  readonly samples: readonly SoakSample[]
  readonly stored: number
  /** Whether the rollups hold exactly what the raw rows say. */
  readonly areSumsExact: boolean
  readonly serviceGrowth: Growth
  readonly databaseGrowth: Growth | undefined
  /** What is wrong; empty when the soak is passed. */
  readonly problems: readonly string[]
}

/**
 * More than both is not noise of a garbage collector or of catalogue caches: memory that would fill a machine in days.
 */
const growthMax = { share: 0.1, mb: 32 }
const samplesWanted = 60

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** The first quarter is start-up: caches fill, the heap finds its size. */
function growthOf(values: readonly number[]): Growth {
  const quarter = Math.max(1, Math.floor(values.length / 4))
  const early = mean(values.slice(quarter, 2 * quarter))
  const mb = mean(values.slice(-quarter)) - early
  return { mb, share: early === 0 ? 0 : mb / early }
}

const isGrowing = (growth: Growth | undefined): boolean =>
  growth !== undefined && growth.share > growthMax.share && growth.mb > growthMax.mb

/** The load generator's run, in a process of its own. */
export const runLoad = async (options: LoadOptions): Promise<LoadResult> =>
  JSON.parse(await runNode([projectPath('bench', 'load.ts'), JSON.stringify(options)])) as LoadResult

/** Runs the soak on a database of its own. */
export async function benchSoak(options: SoakOptions): Promise<SoakReport> {
  const database = await createBenchDatabase('soak')
  try {
    const domain = 'bench.example'
    await provision(database, domain)
    const service = await startService(database, options.env ? { env: options.env } : {})
    try {
      const common = { port: service.port, connections: options.connections, visits: 20_000, domains: [domain] }
      const warm = await runLoad({ ...common, seconds: 10, rate: 0, seed: 1, addressFrom: 0 })
      const rate = options.rate ?? Math.round(warm.perSecond / 2)
      const before = await countRows(database)
      options.log(`  ${rate.toLocaleString('en')} events/s for ${options.minutes} minutes`)

      const seconds = options.minutes * 60
      const samples: SoakSample[] = []
      const begin = performance.now()
      let isOver = false
      const sampling = (async () => {
        while (!isOver) {
          const databaseMb = database.postmaster ? privateMb(database.postmaster) : undefined
          samples.push({
            seconds: Math.round((performance.now() - begin) / 1_000),
            serviceMb: privateMb(service.pid),
            databaseMb,
          })
          await delay(Math.max(1_000, (seconds * 1_000) / samplesWanted))
        }
      })()
      // Other addresses than the warm-up's: both are new visitors.
      const load = await runLoad({ ...common, seconds, rate, seed: 2, addressFrom: 3_000_000 }).finally(() => {
        isOver = true
      })
      await sampling
      const expected = load.accepted - load.dropped
      let stored = 0
      for (const deadline = Date.now() + 2_000; ; await delay(100)) {
        stored = (await countRows(database)) - before
        if (stored >= expected || Date.now() > deadline) break
      }
      const areSumsExact = await runTidemark(database, ['rollup', 'verify']).then(
        () => true,
        () => false,
      )
      const serviceGrowth = growthOf(samples.map(({ serviceMb }) => serviceMb))
      const databaseGrowth = database.postmaster
        ? growthOf(samples.map(({ databaseMb }) => databaseMb ?? 0))
        : undefined
      const refused = Object.entries(load.refused).map(([status, count]) => `${count} answered ${status}`)
      const problems = [
        ...refused,
        ...(load.broken > 0 ? [`${load.broken} without an answer`] : []),
        ...(stored === expected ? [] : [`${stored} stored of ${expected} acknowledged`]),
        ...(areSumsExact ? [] : ['the rollups differ from the raw rows']),
        ...(isGrowing(serviceGrowth) ? [`the service grew by ${Math.round(serviceGrowth.mb)} MB`] : []),
        ...(isGrowing(databaseGrowth) ? [`the database grew by ${Math.round(databaseGrowth?.mb ?? 0)} MB`] : []),
      ]
      return {
        database: database.version,
        minutes: options.minutes,
        rate,
        load,
        samples,
        stored,
        areSumsExact,
        serviceGrowth,
        databaseGrowth,
        problems,
      }
    } finally {
      await service.stop()
    }
  } finally {
    await database.stop()
  }
}
