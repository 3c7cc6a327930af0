// The query benchmark: a data set loaded by `tidemark import`, every class of question at the API, cold and warm, with
// the database's own share, beside DuckDB on the same rows.
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { pipeline } from 'node:stream/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { createPools } from '../src/db/pool.ts'
import { fillBreakdowns } from '../src/upkeep/breakdowns.ts'
import { type DataSetOptions, lines, siteDomain } from './data-set.ts'
import { addSites, type BenchDatabase, createBenchDatabase } from './database.ts'
import { sumOf, trafficBytes } from './ingest.ts'
import { funnelPages, type QueryClass, queryClasses, requestOf } from './query-classes.ts'
import { provision, runTidemark, type Service, startService } from './service.ts'

export interface QueryOptions {
  readonly events: number
  readonly sites: number
  readonly repeats: number
  readonly log: (line: string) => void
}

export interface QueryRow {
  readonly name: string
  /** First time in a fresh service; undefined when the question was refused. */
  readonly coldMs: number | undefined
  readonly warmMs: number | undefined
  readonly slowestMs: number | undefined
  /** Mean time inside the statistics functions, from the service's own metric. */
  readonly databaseMs: number | undefined
  readonly duckdbMs: number | undefined
  readonly failure?: string
}

export interface QueryReport {
  readonly database: string
  readonly events: number
  readonly sites: number
  readonly importSeconds: number
  readonly bytesPerEvent: number
  readonly rows: readonly QueryRow[]
}

export const median = (values: number[]): number | undefined =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)]

const lastDay = '2026-06-30'

/** Writes each site's lines to a file and imports it. */
export async function loadSet(database: BenchDatabase, set: DataSetOptions, folder: string): Promise<number> {
  let seconds = 0
  for (let site = 0; site < set.sites; site++) {
    const file = join(folder, `site-${site}.ndjson`)
    await pipeline(function* blocks() {
      let block = ''
      for (const line of lines(set, site)) {
        block += `${line}\n`
        if (block.length < 1 << 16) continue
        yield block
        block = ''
      }
      yield block
    }, createWriteStream(file))
    const begin = performance.now()
    await runTidemark(database, ['import', '--site', siteDomain(site), file])
    seconds += (performance.now() - begin) / 1_000
    await rm(file)
  }
  return seconds
}

/** Fills daily_breakdowns, as the task of that name does every hour. */
export async function fill(database: BenchDatabase): Promise<void> {
  const db = createPools({ databaseUrl: database.url })
  try {
    while ((await fillBreakdowns(db, new Date())) > 0);
  } finally {
    await db.stop()
  }
}

async function copyOut(database: Pick<BenchDatabase, 'url'>, query: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query("set timezone to 'UTC'")
    await pipeline(client.query(copyTo(`copy (${query}) to stdout with (format csv, header)`)), createWriteStream(file))
  } finally {
    await client.end()
  }
}

/**
 * Median of warm runs of each class in DuckDB, on the rows that the database stored; with files that are there, on
 * those.
 */
export async function runDuckdb(
  database: Pick<BenchDatabase, 'url'> | null,
  repeats: number,
  folder: string,
): Promise<Map<string, number>> {
  const [eventsFile, engagementsFile, visitsFile] = ['events.csv', 'engagements.csv', 'visits.csv'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const at = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as ${column}`
  if (database) {
    await copyOut(
      database,
      `select site_id as site, ${at('recorded_at')}, visitor_id, session_id, name, pathname, props, coalesce(position, seq) as place from events`,
      eventsFile,
    )
    await copyOut(
      database,
      `select site_id as site, ${at('recorded_at')}, session_id, pathname, engagement_time_ms from engagements`,
      engagementsFile,
    )
    await copyOut(
      database,
      `select site_id as site, ${at('ended_at')}, session_id, visitor_id, duration, is_bounce, source, country from visits`,
      visitsFile,
    )
  }
  const instance = await DuckDBInstance.create(join(folder, 'bench.duckdb'), { threads: '2' })
  const connection = await instance.connect()
  const results = new Map<string, number>()
  try {
    const read = (file: string, types: string) => `read_csv('${file}', header = true, types = {${types}})`
    const ids = `'visitor_id': 'bigint', 'session_id': 'bigint'`
    const big = (column: string) => `order by site, ${column}`
    await connection.run(
      `create table if not exists events as select * from ${read(eventsFile, `'recorded_at': 'timestamp', ${ids}, 'props': 'json'`)} ${big('recorded_at')}`,
    )
    await connection.run(
      `create table if not exists engagements as select * from ${read(engagementsFile, `'recorded_at': 'timestamp', 'session_id': 'bigint'`)} ${big('recorded_at')}`,
    )
    await connection.run(
      `create table if not exists visits as select * from ${read(visitsFile, `'ended_at': 'timestamp', ${ids}`)} ${big('ended_at')}`,
    )
    for (const { name, duckdb } of queryClasses) {
      if (!duckdb) continue
      const times: number[] = []
      for (let repeat = 0; repeat <= repeats; repeat++) {
        const begin = performance.now()
        await connection.runAndReadAll(duckdb)
        if (repeat > 0) times.push(performance.now() - begin)
      }
      results.set(name, median(times) ?? 0)
    }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
  return results
}

/** Sum and count of the statistics timer over all its labels. */
async function readTimer(service: Pick<Service, 'url'>): Promise<{ seconds: number; count: number }> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  let [seconds, count] = [0, 0]
  for (const [, kind, value] of text.matchAll(/^tidemark_stats_query_seconds_(sum|count)(?:\{[^}]*\})? (\S+)$/gm)) {
    if (kind === 'sum') seconds += Number(value)
    else count += Number(value)
  }
  return { seconds, count }
}

async function ask(
  service: Pick<Service, 'url'>,
  key: string,
  asked: QueryClass,
): Promise<{ ms: number; failure?: string }> {
  const [path, init] = requestOf(asked, siteDomain(0), key)
  const begin = performance.now()
  const response = await fetch(service.url + path, init)
  const body = await response.text()
  const ms = performance.now() - begin
  return response.ok ? { ms } : { ms, failure: `${response.status} ${body.slice(0, 120)}` }
}

/** Asks every class once cold, then warm. */
export async function askClasses(
  service: Pick<Service, 'url'>,
  key: string,
  repeats: number,
): Promise<Omit<QueryRow, 'duckdbMs'>[]> {
  const answers: Omit<QueryRow, 'duckdbMs'>[] = []
  for (const asked of queryClasses) {
    const { name } = asked
    const cold = await ask(service, key, asked)
    if (cold.failure) {
      answers.push({
        name,
        coldMs: undefined,
        warmMs: undefined,
        slowestMs: undefined,
        databaseMs: undefined,
        failure: cold.failure,
      })
      continue
    }
    const before = await readTimer(service)
    const times: number[] = []
    for (let repeat = 0; repeat < repeats; repeat++) times.push((await ask(service, key, asked)).ms)
    const after = await readTimer(service)
    answers.push({
      name,
      coldMs: cold.ms,
      warmMs: median(times),
      slowestMs: Math.max(...times),
      databaseMs: after.count > before.count ? ((after.seconds - before.seconds) * 1_000) / repeats : undefined,
    })
  }
  return answers
}

/** Makes the goals that the questions are about, and the funnel. */
export async function addGoals(database: Pick<BenchDatabase, 'query'>): Promise<void> {
  const domain = siteDomain(0)
  await database.query(
    `insert into goals (site_id, event_name, display_name) select s.id, name, name from sites s, unnest(array['Signup', 'Purchase']) as name where s.domain = $1`,
    [domain],
  )
  await database.query(
    `insert into goals (site_id, path, display_name) select s.id, path, path from sites s, unnest($2::text[]) as path where s.domain = $1`,
    [domain, funnelPages],
  )
  await database.query(
    `with made as (insert into funnels (site_id, name) select id, 'Three pages' from sites where domain = $1 returning id, site_id)
     insert into funnel_steps (funnel_id, position, goal_id)
     select m.id, p.position, g.id
     from made m cross join unnest($2::text[]) with ordinality as p (path, position)
     join goals g on g.site_id = m.site_id and g.path = p.path`,
    [domain, funnelPages],
  )
}

/** Loads and asks. */
export async function benchQuery(options: QueryOptions): Promise<QueryReport> {
  const database = await createBenchDatabase('query')
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-bench-'))
  try {
    const key = await provision(database, siteDomain(0))
    await addSites(
      database,
      Array.from({ length: options.sites - 1 }, (_, index) => siteDomain(index + 1)),
    )
    await addGoals(database)
    const importSeconds = await loadSet(database, { events: options.events, sites: options.sites, lastDay }, folder)
    options.log(`  imported ${options.events} events in ${importSeconds.toFixed(1)} s`)
    await fill(database)
    await database.query('vacuum analyze')
    const service = await startService(database)
    const rows: QueryRow[] = []
    let duckdb: Map<string, number>
    try {
      const answers = await askClasses(service, key, options.repeats)
      duckdb = await runDuckdb(database, options.repeats, folder)
      rows.push(...answers.map((row) => ({ ...row, duckdbMs: duckdb.get(row.name) })))
    } finally {
      await service.stop()
    }
    const bytes = sumOf(await trafficBytes(database))
    return {
      database: database.version,
      events: options.events,
      sites: options.sites,
      importSeconds,
      bytesPerEvent: bytes / options.events,
      rows,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
    await database.stop()
  }
}
