// One machine, one load: TimescaleDB, plain PostgreSQL of the same layout in parts, Citus as its own worker, Citus with two
// workers (docs/scale.md). All on the same cores, so that only the ratios say something.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { migrate } from '../src/db/migrate.ts'
import { projectPath } from '../src/paths.ts'
import { ask, type CitusCluster, startCluster, withoutCluster } from '../tools/citus/cluster.ts'
import { siteDomain } from './data-set.ts'
import { addSites, type BenchDatabase, createBenchDatabase } from './database.ts'
import type { LoadOptions, LoadResult } from './load.ts'
import { runNode } from './processes.ts'
import { fill, loadSet, median } from './query.ts'
import { queryClasses, requestOf } from './query-classes.ts'
import { provision, startService } from './service.ts'

export interface ScaleRow {
  readonly layout: string
  /** Events a second in the closed loop, the median of the rounds; all of them stored. */
  readonly perSecond: number
  readonly p99: number
  /** Milliseconds at the API, by question. */
  readonly questions: Readonly<Record<string, number>>
}

export interface ScaleReport {
  readonly rows: readonly ScaleRow[]
}

const rounds = 3

/** A database as the benchmark knows it, on a server that is there already. */
async function databaseOf(cluster: CitusCluster, name: string, isPlain: boolean): Promise<BenchDatabase> {
  const url = isPlain ? cluster.url.replace(/tidemark$/, name) : cluster.url
  if (isPlain) await ask(cluster.url, `create database ${name}`)
  await migrate(url, { parts: 32, engine: isPlain ? 'citus' : undefined })
  return {
    url,
    server: cluster.url,
    postmaster: undefined,
    version: isPlain ? 'PostgreSQL, parts' : 'Citus',
    query: (text, values) => ask(url, text, [...(values ?? [])]),
    stop: async () => {},
  }
}

/** TimescaleDB, and a database of each layout on its cluster. */
async function databasesOf(clusters: readonly CitusCluster[]): Promise<NamedDatabase[]> {
  const [plain, single, cluster] = clusters as readonly [CitusCluster, CitusCluster, CitusCluster]
  return [
    ['TimescaleDB', await createBenchDatabase('scale')],
    ['PostgreSQL, parts', await databaseOf(plain, 'plain', true)],
    ['Citus, one node', await databaseOf(single, '', false)],
    ['Citus, two workers', await databaseOf(cluster, '', false)],
  ]
}

/** Runs every layout, the load in turns; throws where no cluster can be made. */
export async function benchScale(options: Omit<CompareOptions, 'sites' | 'lanes'>): Promise<ScaleReport> {
  if (withoutCluster) throw new Error(withoutCluster)
  const clusters: CitusCluster[] = []
  try {
    for (const workers of [0, 0, 2]) clusters.push(await startCluster({ workers, isDurable: true }))
    return await compare(await databasesOf(clusters), { ...options, sites: 16, lanes: 4 })
  } finally {
    for (const cluster of clusters) await cluster.stop()
  }
}

/** A database to compare, by the name of its layout in the report. */
export type NamedDatabase = readonly [layout: string, database: BenchDatabase]

export interface CompareOptions {
  /** Of one turn of the load. */
  readonly seconds: number
  /** In the site that is asked; 0 or more. */
  readonly events: number
  readonly connections: number
  /** Sites that the load is spread over. */
  readonly sites: number
  readonly lanes: number
  readonly log: (line: string) => void
}

/**
 * Sends the same load to each database and asks each the same questions, both in turns. Stops the databases, the first
 * last: others may stand on its server.
 */
async function compare(
  layouts: readonly NamedDatabase[],
  { seconds, events, connections, sites, lanes, log }: CompareOptions,
): Promise<ScaleReport> {
  // The first site is the one that is asked.
  const domains = Array.from({ length: sites }, (_, index) => siteDomain(index + 1))
  const loads = new Map<string, LoadResult[]>(layouts.map(([layout]) => [layout, []]))
  const keys = new Map<string, string>()
  for (const [layout, database] of layouts) {
    keys.set(layout, await provision(database, siteDomain(0)))
    await addSites(database, domains)
  }
  let addressFrom = 0
  for (let round = 0; round < rounds; round++)
    for (const [layout, database] of layouts) {
      const service = await startService(database, { env: { INGEST_LANES: String(lanes) } })
      const request: LoadOptions = {
        port: service.port,
        connections,
        seconds,
        rate: 0,
        leadSeconds: 2,
        seed: round + 1,
        visits: 20_000,
        domains,
        addressFrom,
      }
      addressFrom += 3_000_000
      const result = JSON.parse(await runNode([projectPath('bench', 'load.ts'), JSON.stringify(request)])) as LoadResult
      await service.stop()
      loads.get(layout)!.push(result)
      const counted = await Promise.all(
        ['events', 'engagements'].map((table) =>
          database.query<{ count: string }>(`select count(*) as count from ${table}`),
        ),
      )
      const stored = counted.reduce((sum, [row]) => sum + Number(row?.count), 0)
      const sent = loads.get(layout)!.reduce((sum, load) => sum + load.accepted - load.dropped, 0)
      log(`${layout}: ${Math.round(result.perSecond)}/s, p99 ${result.p99.toFixed(1)} ms, ${stored} of ${sent} stored`)
      if (stored !== sent) throw new Error(`${layout} stored ${stored} of ${sent}`)
    }
  const questions = await askInTurns(layouts, keys, events)
  const rows: ScaleRow[] = layouts.map(([layout]) => {
    const results = loads.get(layout)!
    return {
      layout,
      perSecond: median(results.map((load) => load.perSecond))!,
      p99: median(results.map((load) => load.p99))!,
      questions: questions.get(layout)!,
    }
  })
  for (const { layout, questions: times } of rows) log(`${layout}: ${JSON.stringify(times)}`)
  for (const [, database] of [...layouts].reverse()) await database.stop()
  return { rows }
}

const repeats = 9

/** Loads the same events into each database, packed and with its sums of days. */
async function loadEach(layouts: readonly NamedDatabase[], events: number): Promise<void> {
  for (const [, database] of layouts) {
    const folder = await mkdtemp(join(tmpdir(), 'tidemark-scale-'))
    await loadSet(database, { events, sites: 1, lastDay: '2026-06-30' }, folder)
    await rm(folder, { recursive: true })
    await fill(database)
    await database.query('analyze')
  }
}

/** Milliseconds of one question at the API; undefined where it is refused. */
async function timeOf(url: string, init: RequestInit): Promise<number | undefined> {
  const begin = performance.now()
  const response = await fetch(url, init)
  await response.arrayBuffer()
  return response.status === 200 ? performance.now() - begin : undefined
}

/**
 * Milliseconds of each class of question by layout, medians of 9 after a first, over a site of its own. The layouts
 * take turns at every question, so that a slower minute of the machine falls on all of them.
 */
async function askInTurns(
  layouts: readonly NamedDatabase[],
  keys: ReadonlyMap<string, string>,
  events: number,
): Promise<Map<string, Record<string, number>>> {
  await loadEach(layouts, events)
  const services = await Promise.all(layouts.map(([, database]) => startService(database)))
  const found = new Map<string, Record<string, number>>(layouts.map(([layout]) => [layout, {}]))
  for (const asked of queryClasses) {
    const { name } = asked
    const times = layouts.map((): number[] => [])
    for (let repeat = 0; repeat <= repeats; repeat++)
      for (const [index, [layout]] of layouts.entries()) {
        const [path, init] = requestOf(asked, siteDomain(0), keys.get(layout)!)
        const time = await timeOf(services[index]!.url + path, init)
        if (time !== undefined && repeat > 0) times[index]!.push(time)
      }
    for (const [index, [layout]] of layouts.entries())
      if (times[index]!.length > 0) found.get(layout)![name] = Math.round(median(times[index]!)! * 10) / 10
  }
  for (const service of services) await service.stop()
  return found
}

/** TimescaleDB and plain PostgreSQL, two databases of one server: the same load and the same questions, in turns. */
export async function benchEngines(options: Omit<CompareOptions, 'sites' | 'lanes'>): Promise<ScaleReport> {
  const timescale = await createBenchDatabase('timescale')
  const postgres = await createBenchDatabase('postgres', { url: timescale.server, engine: 'postgres' })
  const layouts: readonly NamedDatabase[] = [
    ['TimescaleDB', timescale],
    ['PostgreSQL', postgres],
  ]
  return await compare(layouts, { ...options, sites: 1, lanes: 1 })
}
