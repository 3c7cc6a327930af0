// The ingest benchmark: Tidemark beside a bare polka server, closed and open loop, and the proof that what was
// acknowledged is stored, once.
import { setTimeout as delay } from 'node:timers/promises'
import { projectPath } from '../src/paths.ts'
import { benchCommits, type CommitReport } from './commits.ts'
import { addSites, type BenchDatabase, createBenchDatabase } from './database.ts'
import type { LoadOptions, LoadResult } from './load.ts'
import { runNode, usageOf } from './processes.ts'
import { provision, type Service, startBarePolka, startService } from './service.ts'

/** An open-loop rate: events a second, or a share of what bare polka answers in the closed loop of the same run. */
export type Rate = { readonly perSecond: number } | { readonly ofPolka: number }

/** `5000` or `10.4%`. Throws when it is neither. */
export function parseRate(text: string): Rate {
  const value = Number(text.replace(/%$/, ''))
  if (!(value > 0)) throw new Error(`a rate is a number of events a second or a share such as 10.4%, not ${text}`)
  return text.endsWith('%') ? { ofPolka: value / 100 } : { perSecond: value }
}

export interface IngestOptions {
  readonly seconds: number
  readonly warmSeconds: number
  readonly connections: number
  readonly rates: readonly Rate[]
  readonly sites: number
  readonly env?: Record<string, string>
  readonly nodeArgs?: readonly string[]
  readonly log: (line: string) => void
}

export interface IngestRow {
  readonly target: 'bare polka' | 'tidemark'
  readonly mode: string
  readonly load: LoadResult
  readonly serviceCpuUs: number
  readonly databaseCpuUs: number | undefined
  readonly generatorCpuUs: number
  readonly serviceMb: number
  readonly databaseMb: number | undefined
  /** Rows found within two seconds of the last answer; undefined for polka. */
  readonly stored: number | undefined
  readonly isComplete: boolean | undefined
  /** Means over the run, from the service's own metrics. */
  readonly batchSize: number | undefined
  readonly batchMs: number | undefined
}

export interface IngestReport {
  readonly database: string
  readonly rows: readonly IngestRow[]
  /** Requests a second that bare polka answers in the closed loop. */
  readonly barePerSecond: number
  /** Tidemark's closed-loop rate as a share of bare polka's in this run. */
  readonly ratio: number
  /** CPU of service and database for an event, closed loop, as a multiple of what bare polka spends on a request. */
  readonly cpuRatio: number | undefined
  /** The same database's bare commits. */
  readonly commits: CommitReport
  readonly bytesPerEvent: number
  /** Bytes of each traffic table with its indexes, per event. */
  readonly bytesByTable: Record<string, number>
  readonly eventsStored: number
}

/** Events and engagements that are stored. */
export const countRows = async (database: BenchDatabase): Promise<number> => {
  const [row] = await database.query<{ count: string }>(
    'select (select count(*) from events) + (select count(*) from engagements) as count',
  )
  return Number(row?.count ?? 0)
}

/** Bytes of the traffic tables with their indexes, by table. */
export async function trafficBytes(database: BenchDatabase): Promise<Record<string, number>> {
  const [row] = await database.query<Record<string, string>>(
    `select coalesce(hypertable_size('events'), 0) as events, coalesce(hypertable_size('engagements'), 0) as engagements,
            coalesce(hypertable_size('sessions'), 0) as sessions, pg_total_relation_size('visitors') as visitors`,
  )
  return Object.fromEntries(Object.entries(row ?? {}).map(([table, bytes]) => [table, Number(bytes)]))
}

export const sumOf = (values: Record<string, number>): number =>
  Object.values(values).reduce((sum, value) => sum + value, 0)

/** Sums and counts of the service's batch metrics; nothing for polka. */
async function readBatches(service: Service): Promise<{ size: number; seconds: number; count: number } | undefined> {
  const response = await fetch(`${service.url}/metrics`)
  if (!response.ok) return undefined
  const text = await response.text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
  const batch = 'tidemark_ingest_batch'
  return {
    size: value(`${batch}_size_sum`),
    seconds: value(`${batch}_seconds_sum`),
    count: value(`${batch}_size_count`),
  }
}

let addressFrom = 0

/**
 * A fresh generator spends a core for a second on compiling its own code: what is late meanwhile, bare polka's too, is
 * not the service's.
 */
const leadSeconds = 2

interface Run {
  readonly seconds: number
  /** Events a second; 0: as many as are answered. */
  readonly rate: number
  /** What the rate is a share of, for the report. */
  readonly share?: string
}

async function measure(
  target: IngestRow['target'],
  service: Service,
  database: BenchDatabase | undefined,
  options: IngestOptions,
  { share, ...load }: Run & { domains: readonly string[]; seed: number },
): Promise<IngestRow> {
  const before = usageOf(service.pid)
  const databaseBefore = database?.postmaster ? usageOf(database.postmaster) : undefined
  const batchesBefore = database ? await readBatches(service) : undefined
  const storedBefore = database ? await countRows(database) : 0
  const request: LoadOptions = {
    port: service.port,
    connections: options.connections,
    visits: 20_000,
    addressFrom,
    leadSeconds,
    ...load,
  }
  addressFrom += 3_000_000
  const result = JSON.parse(await runNode([projectPath('bench', 'load.ts'), JSON.stringify(request)])) as LoadResult
  const after = usageOf(service.pid)
  const databaseAfter = database?.postmaster ? usageOf(database.postmaster) : undefined
  const batchesAfter = database ? await readBatches(service) : undefined
  const batches = batchesBefore && batchesAfter ? batchesAfter.count - batchesBefore.count : 0
  const expected = result.accepted - result.dropped
  let stored: number | undefined
  if (database) {
    const deadline = Date.now() + 2_000
    do {
      stored = (await countRows(database)) - storedBefore
    } while (stored < expected && Date.now() < deadline && (await delay(100, true)))
  }
  const perEvent = (seconds: number) => (seconds * 1e6) / Math.max(1, result.accepted)
  return {
    target,
    mode:
      load.rate === 0
        ? `closed, ${options.connections} connections`
        : `open, ${share ?? ''}${load.rate.toLocaleString('en')}/s`,
    load: result,
    serviceCpuUs: perEvent(after.cpuSeconds - before.cpuSeconds),
    databaseCpuUs:
      databaseBefore && databaseAfter ? perEvent(databaseAfter.cpuSeconds - databaseBefore.cpuSeconds) : undefined,
    generatorCpuUs: perEvent(result.cpuSeconds),
    serviceMb: after.memoryMb,
    databaseMb: databaseAfter?.memoryMb,
    stored,
    isComplete: stored === undefined ? undefined : stored === expected,
    batchSize:
      batchesBefore && batchesAfter && batches > 0 ? (batchesAfter.size - batchesBefore.size) / batches : undefined,
    batchMs:
      batchesBefore && batchesAfter && batches > 0
        ? ((batchesAfter.seconds - batchesBefore.seconds) * 1_000) / batches
        : undefined,
  }
}

const targets = ['bare polka', 'tidemark'] as const
/** Machines are faster and slower by the minute: in the closed loop both targets take turns. */
const rounds = 4

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Several runs of one target as one: sums, means by event, and of latencies the (upper) median of the runs. */
function merge(rows: readonly IngestRow[]): IngestRow {
  const loads = rows.map(({ load }) => load)
  const sum = (of: (load: LoadResult) => number) => loads.reduce((total, load) => total + of(load), 0)
  const accepted = sum((load) => load.accepted)
  const mean = (of: (row: IngestRow) => number | undefined): number | undefined =>
    rows.some((row) => of(row) === undefined)
      ? undefined
      : rows.reduce((total, row) => total + of(row)! * row.load.accepted, 0) / Math.max(1, accepted)
  const refused: Record<string, number> = {}
  for (const load of loads)
    for (const [status, count] of Object.entries(load.refused)) refused[status] = (refused[status] ?? 0) + count
  const seconds = sum((load) => load.seconds)
  const last = rows.at(-1)!
  return {
    ...last,
    load: {
      seconds,
      sent: sum((load) => load.sent),
      accepted,
      dropped: sum((load) => load.dropped),
      refused,
      broken: sum((load) => load.broken),
      perSecond: accepted / seconds,
      p50: middle(loads.map((load) => load.p50)),
      p99: middle(loads.map((load) => load.p99)),
      p999: middle(loads.map((load) => load.p999)),
      cpuSeconds: sum((load) => load.cpuSeconds),
    },
    serviceCpuUs: mean((row) => row.serviceCpuUs)!,
    databaseCpuUs: mean((row) => row.databaseCpuUs),
    generatorCpuUs: mean((row) => row.generatorCpuUs)!,
    stored: rows.some((row) => row.stored === undefined)
      ? undefined
      : rows.reduce((total, row) => total + row.stored!, 0),
    isComplete: last.isComplete === undefined ? undefined : rows.every((row) => row.isComplete),
    batchSize: mean((row) => row.batchSize),
    batchMs: mean((row) => row.batchMs),
  }
}

/** Runs it all on a fresh database. */
export async function benchIngest(options: IngestOptions): Promise<IngestReport> {
  const domains = Array.from({ length: options.sites }, (_, index) =>
    index === 0 ? 'bench.example' : `site-${index}.example`,
  )
  const rows: IngestRow[] = []
  const show = (row: IngestRow) => {
    rows.push(row)
    const check = row.stored === undefined ? '' : `, stored ${row.stored} of ${row.load.accepted - row.load.dropped}`
    options.log(
      `  ${row.target}, ${row.mode}: ${Math.round(row.load.perSecond)}/s, p99 ${row.load.p99.toFixed(1)} ms${check}`,
    )
  }

  const database = await createBenchDatabase('ingest')
  let commits: CommitReport
  try {
    await provision(database, domains[0]!)
    await addSites(database, domains.slice(1))
    commits = await benchCommits(database, options.seconds / 2)
    const polka = await startBarePolka()
    const service = await startService(database, options).catch(async (error) => {
      await polka.stop()
      throw error
    })
    try {
      let seed = 1
      const run = (target: IngestRow['target'], load: Run) =>
        target === 'tidemark'
          ? measure(target, service, database, options, { ...load, domains, seed: seed++ })
          : measure(target, polka, undefined, options, { ...load, domains, seed: seed++ })
      for (const target of targets) await run(target, { seconds: options.warmSeconds, rate: 0 })
      const closed: Record<IngestRow['target'], IngestRow[]> = { 'bare polka': [], tidemark: [] }
      for (let round = 0; round < rounds; round++)
        for (const target of targets)
          closed[target].push(await run(target, { seconds: options.seconds / rounds, rate: 0 }))
      for (const target of targets) show(merge(closed[target]))
      const bare = rows[0]!.load.perSecond
      for (const rate of options.rates) {
        const open =
          'perSecond' in rate
            ? { rate: rate.perSecond }
            : { rate: Math.round(bare * rate.ofPolka), share: `${(rate.ofPolka * 100).toFixed(1)} % of polka, ` }
        // Bare polka is nowhere near its limit here: half the time shows as much.
        for (const target of targets)
          show(await run(target, { seconds: target === 'tidemark' ? options.seconds : options.seconds / 2, ...open }))
      }
    } finally {
      await service.stop()
      await polka.stop()
    }
    const eventsStored = await countRows(database)
    const bytes = await trafficBytes(database)
    const bytesByTable = Object.fromEntries(
      Object.entries(bytes).map(([table, size]) => [table, size / Math.max(1, eventsStored)]),
    )
    const bytesPerEvent = sumOf(bytesByTable)
    const [bare, own] = targets.map((target) => rows.find((row) => row.target === target)!)
    const barePerSecond = bare!.load.perSecond
    const ratio = own!.load.perSecond / barePerSecond
    const cpuRatio =
      own!.databaseCpuUs === undefined ? undefined : (own!.serviceCpuUs + own!.databaseCpuUs) / bare!.serviceCpuUs
    return {
      database: database.version,
      rows,
      barePerSecond,
      ratio,
      cpuRatio,
      commits,
      bytesPerEvent,
      bytesByTable,
      eventsStored,
    }
  } finally {
    await database.stop()
  }
}
