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
import { queryClasses } from './query-classes.ts'
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
const lanes = 4
const sites = 16

/** A database as the benchmark knows it, on a server that is there already. */
async function databaseOf(cluster: CitusCluster, name: string, isPlain: boolean): Promise<BenchDatabase> {
  const url = isPlain ? cluster.url.replace(/tidemark$/, name) : cluster.url
  if (isPlain) await ask(cluster.url, `create database ${name}`)
  await migrate(url, { parts: 32, engine: isPlain ? 'citus' : undefined })
  return {
    url,
    postmaster: undefined,
    version: isPlain ? 'PostgreSQL, parts' : 'Citus',
    query: (text, values) => ask(url, text, [...(values ?? [])]),
    stop: async () => {},
  }
}

/** Runs every layout, the load in turns; throws where no cluster can be made. */
export async function benchScale(options: {
  seconds: number
  events: number
  connections: number
  log: (line: string) => void
}): Promise<ScaleReport> {
  if (withoutCluster) throw new Error(withoutCluster)
  const clusters: CitusCluster[] = []
  try {
    for (const workers of [0, 0, 2]) clusters.push(await startCluster({ workers, isDurable: true }))
    return await compare(clusters as [CitusCluster, CitusCluster, CitusCluster], options)
  } finally {
    for (const cluster of clusters) await cluster.stop()
  }
}

async function compare(
  [plain, single, cluster]: readonly [CitusCluster, CitusCluster, CitusCluster],
  options: Parameters<typeof benchScale>[0],
): Promise<ScaleReport> {
  const { log } = options
  const layouts = [
    ['TimescaleDB', await createBenchDatabase('scale')],
    ['PostgreSQL, parts', await databaseOf(plain, 'plain', true)],
    ['Citus, one node', await databaseOf(single, '', false)],
    ['Citus, two workers', await databaseOf(cluster, '', false)],
  ] as const
  const domains = Array.from({ length: sites }, (_, index) => siteDomain(index))
  const loads = new Map<string, LoadResult[]>(layouts.map(([layout]) => [layout, []]))
  const keys = new Map<string, string>()
  for (const [layout, database] of layouts) {
    keys.set(layout, await provision(database, domains[0]!))
    await addSites(database, domains.slice(1))
  }
  let addressFrom = 0
  for (let round = 0; round < rounds; round++)
    for (const [layout, database] of layouts) {
      const service = await startService(database, { env: { INGEST_LANES: String(lanes) } })
      const request: LoadOptions = {
        port: service.port,
        connections: options.connections,
        seconds: options.seconds,
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
  const rows: ScaleRow[] = []
  for (const [layout, database] of layouts) {
    const results = loads.get(layout)!
    rows.push({
      layout,
      perSecond: median(results.map((load) => load.perSecond))!,
      p99: median(results.map((load) => load.p99))!,
      questions: await askAll(database, keys.get(layout)!, options.events),
    })
    log(`${layout}: ${JSON.stringify(rows.at(-1)!.questions)}`)
  }
  for (const [, database] of layouts) await database.stop()
  return { rows }
}

/** Milliseconds of each class of question, medians of 9, over a site of its own. */
async function askAll(database: BenchDatabase, key: string, events: number): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-scale-'))
  const found: Record<string, number> = {}
  await loadSet(database, { events, sites: 1, lastDay: '2026-06-30' }, folder)
  await rm(folder, { recursive: true })
  await fill(database)
  await database.query('analyze')
  const service = await startService(database)
  for (const { name, path } of queryClasses) {
    const times: number[] = []
    for (let index = 0; index < 10; index++) {
      const begin = performance.now()
      const response = await fetch(`${service.url}${path}&site_id=${siteDomain(0)}`, {
        headers: { authorization: `Bearer ${key}` },
      })
      await response.arrayBuffer()
      if (response.status === 200 && index > 0) times.push(performance.now() - begin)
    }
    if (times.length > 0) found[name] = Math.round(median(times)! * 10) / 10
  }
  await service.stop()
  return found
}
