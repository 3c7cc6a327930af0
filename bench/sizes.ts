// What a site of a size costs: disk, memory, the time of each kind of answer, of an export, and of a backup with its
// restore (docs/sizes.md). The rows are made in the database.
// DATABASE_URL=… node bench/sizes.ts --events 1000000,10000000 [--engine postgres] [--before FOLDER] [--repeats 5]
// --kept KEY measures the database of DATABASE_URL, which bench/set-in-database.ts made, and leaves it there.
// --parts disk,answers measures only those parts of disk, answers, export and backup: a large set takes an hour.
// --before names a checkout of an earlier version: the database begins as that version makes it, and the time in which
// this one migrates it is measured.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { build } from '../scripts/build.ts'
import { projectPath } from '../src/paths.ts'
import { addDays } from '../src/rules/days.ts'
import { measureView, signIn, withPage } from './dashboard.ts'
import { siteDomain } from './data-set.ts'
import { type BenchDatabase, createBenchDatabase, openBenchDatabase } from './database.ts'
import { privateMb, runNode } from './processes.ts'
import { median } from './query.ts'
import { provision, runTidemark, type Service, startService } from './service.ts'
import { makeSet, settle } from './set-in-database.ts'

/** One line of the table: what, and how much of which unit. */
type Figure = readonly [name: string, amount: number, unit: 'MB' | 'ms' | 's' | 'bytes' | '']

const program = (folder: string) => join(folder, 'bin', 'tidemark.js')
const environment = (url: string) => ({ DATABASE_URL: url, SECRET_KEY: 'bench-secret-key', LOG_LEVEL: 'error' })

const yesterday = () => addDays(new Date().toISOString().slice(0, 10), -1)
const days = 365

/** Seconds that some work takes, and its result. */
async function timed<Result>(work: () => Promise<Result>): Promise<{ seconds: number; result: Result }> {
  const begin = performance.now()
  const result = await work()
  return { seconds: (performance.now() - begin) / 1_000, result }
}

/** The dashboard's views: a name, and the address behind that of the site. */
const ranges = [
  ['28 days', ''],
  ['12 months', '&period=12mo'],
] as const
const filters = [
  ['', ''],
  [', one browser', '&f=is,browser,Firefox'],
  [', browser and country', '&f=is,browser,Firefox&f=is,country,DE'],
  [', pages that contain a text', '&f=contains,page,/blog/2024/'],
] as const
const views = ranges.flatMap(([range, period]) =>
  filters.map(([filter, search]) => ({ name: `dashboard, ${range}${filter}`, path: `?${period}${search}` })),
)

/** Megabytes on disk: rows, indexes, sums of days, sequences of visits, and all of the database. */
async function measureDisk(database: BenchDatabase, events: number): Promise<Figure[]> {
  const [row] = await database.query<Record<'total' | 'indexes' | 'sums' | 'sequences', string>>(
    `select pg_database_size(current_database()) as total,
            sum(pg_relation_size(oid)) filter (where relkind = 'i' and not is_sum and not is_sequence) as indexes,
            sum(pg_relation_size(oid)) filter (where is_sum) as sums,
            sum(pg_relation_size(oid)) filter (where is_sequence) as sequences
     from (
       select c.oid, c.relkind, coalesce(t.relname, c.relname) ~ '^(daily_breakdowns|breakdown_days|day_)' as is_sum,
              coalesce(t.relname, c.relname) ~ '^(visit_sequences|sequence_)' as is_sequence
       from pg_class c
       left join pg_index i on i.indexrelid = c.oid
       left join pg_class t on t.oid = i.indrelid
       where c.relkind in ('r', 'i')
     ) relations`,
  )
  const mb = (bytes: string | undefined) => Number(bytes ?? 0) / 1e6
  return [
    ['disk', mb(row?.total), 'MB'],
    ['of it indexes of rows', mb(row?.indexes), 'MB'],
    ['of it sums of days', mb(row?.sums), 'MB'],
    ['of it sequences of visits', mb(row?.sequences), 'MB'],
    ['disk for an event', Number(row?.total ?? 0) / events, 'bytes'],
  ]
}

/** The dashboard in Chromium: until all panels stand, medians. */
async function measureViews(service: Service, cookie: string, { repeats, log }: Options): Promise<Figure[]> {
  return await withPage(service, cookie, async (page) => {
    const figures: Figure[] = []
    for (const { name, path } of views) {
      const { panelsMs, refused } = await measureView(page, service, cookie, { name, path }, repeats)
      log(`  ${name}: ${panelsMs.toFixed(0)} ms`)
      figures.push([name, panelsMs, 'ms'])
      if (refused > 0) figures.push([`${name}: answers refused`, refused, ''])
    }
    return figures
  })
}

type Ask = (path: string, body: object, method?: string) => Promise<unknown>

const asker =
  (service: Service, key: string): Ask =>
  async (path, body, method = 'POST') => {
    const response = await fetch(service.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ site_id: siteDomain(0), ...body }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`)
    return JSON.parse(text)
  }

/** A funnel of three pages; answers its id. */
async function makeFunnel(ask: Ask): Promise<number> {
  const steps: number[] = []
  for (const page of ['/', '/blog/**', '/pricing-1']) {
    const goal = (await ask('/api/v1/sites/goals', { goal_type: 'page', page_path: page }, 'PUT')) as {
      id: string | number
    }
    steps.push(Number(goal.id))
  }
  return Number(((await ask('/api/v1/sites/funnels', { name: 'Three pages', steps }, 'PUT')) as { id: number }).id)
}

/** Journeys and a funnel over 12 months, medians of warm answers. */
async function measureVisits(service: Service, key: string, { repeats, log }: Options): Promise<Figure[]> {
  const ask = asker(service, key)
  const range = { date_range: [addDays(yesterday(), 1 - days), yesterday()] }
  const funnel = await makeFunnel(ask)
  const questions = [
    ['journeys, 12 months, starting points', '/api/v2/journeys', { ...range, steps: [] }],
    [
      'journeys, 12 months, behind two steps',
      '/api/v2/journeys',
      { ...range, steps: [{ page: '/' }, { page: '/blog/**' }] },
    ],
    [
      'funnel of three pages, 12 months',
      '/api/v2/query',
      { ...range, metrics: ['visitors', 'visits'], dimensions: [`funnel:${funnel}`] },
    ],
  ] as const
  const figures: Figure[] = []
  for (const [name, path, body] of questions) {
    const times: number[] = []
    for (let repeat = 0; repeat <= repeats; repeat++) {
      const { seconds } = await timed(() => ask(path, body))
      if (repeat > 0) times.push(seconds * 1_000)
    }
    log(`  ${name}: ${median(times)?.toFixed(0)} ms`)
    figures.push([name, median(times) ?? 0, 'ms'])
  }
  return figures
}

/** Seconds in which `tidemark export` writes all events, and how much that is. */
async function measureExport(database: BenchDatabase): Promise<Figure[]> {
  const child = spawn(
    process.execPath,
    [projectPath('bin', 'tidemark.js'), 'export', '--site', siteDomain(0), '--what', 'events', '--format', 'csv'],
    {
      env: { ...process.env, ...environment(database.url) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let bytes = 0
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  const { seconds, result } = await timed(() => once(child, 'close'))
  if (result[0] !== 0) throw new Error(`tidemark export ended with ${result[0]}`)
  return [
    ['export of all events as CSV', seconds, 's'],
    ['its size', bytes / 1e6, 'MB'],
  ]
}

/** Seconds of `tidemark db --dump`, of its restore into an empty database, and the size of the file. */
async function measureBackup(database: BenchDatabase): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-bench-'))
  const copy = `${new URL(database.url).pathname.slice(1)}_copy`
  try {
    const file = join(folder, 'site.dump')
    const dumped = await timed(() => runTidemark(database, ['db', '--dump', file]))
    await database.query(`create database ${copy} template template0`)
    const url = Object.assign(new URL(database.url), { pathname: `/${copy}` }).href
    const restored = await timed(() => runTidemark({ ...database, url }, ['db', '--restore', file]))
    return [
      ['backup', dumped.seconds, 's'],
      ['size of the backup', (await stat(file)).size / 1e6, 'MB'],
      ['restore', restored.seconds, 's'],
    ]
  } finally {
    await database.query(`drop database if exists ${copy} with (force)`)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Compresses what the Community edition compresses by itself within two weeks. */
async function compress(database: BenchDatabase): Promise<void> {
  if (!database.version.includes('(timescale)')) return
  await database.query(
    `select compress_chunk(format('%I.%I', chunk_schema, chunk_name), true) from timescaledb_information.chunks
     where range_end < now() - interval '14 days' and (hypertable_schema, hypertable_name) in (
       select hypertable_schema, hypertable_name from timescaledb_information.hypertables where compression_enabled)`,
  )
}

/** The migrations of a checkout of another version. */
const migrateBy = (folder: string) => (url: string) => runNode([program(folder), 'migrate'], environment(url))

/** The first site, made by a checkout of another version; answers its key. */
const provisionBy = async (folder: string, { url }: BenchDatabase): Promise<string> =>
  (
    JSON.parse(
      await runNode([program(folder), 'provision', '--domain', siteDomain(0), '--json'], environment(url)),
    ) as { api_key: string }
  ).api_key

/** What people wait for, and the memory that it takes. */
async function measureAnswers(database: BenchDatabase, key: string, options: Options): Promise<Figure[]> {
  const figures: Figure[] = []
  const service = await startService(database, { env: { RUN_TASKS: 'false' } })
  try {
    const [cookie = ''] = await signIn(database, 1)
    figures.push(...(await measureViews(service, cookie, options)))
    figures.push(...(await measureVisits(service, key, options)))
    figures.push(['memory of the service after all that', privateMb(service.pid), 'MB'])
    if (database.postmaster)
      figures.push(['memory of the database, without its buffers', privateMb(database.postmaster), 'MB'])
  } finally {
    await service.stop()
  }
  return figures
}

const parts = ['disk', 'answers', 'export', 'backup'] as const

/** Figures of a set whose upkeep is done. */
async function measureSet(database: BenchDatabase, key: string, events: number, options: Options): Promise<Figure[]> {
  await compress(database)
  const measures: Readonly<Record<(typeof parts)[number], () => Promise<Figure[]>>> = {
    disk: () => measureDisk(database, events),
    answers: () => measureAnswers(database, key, options),
    export: () => measureExport(database),
    backup: () => measureBackup(database),
  }
  const figures: Figure[] = []
  for (const part of parts) if (options.parts.includes(part)) figures.push(...(await measures[part]()))
  return figures
}

async function measureSize(events: number, options: Options): Promise<Figure[]> {
  const { before } = options
  const database = await createBenchDatabase(
    'sizes',
    options.given,
    before === undefined ? undefined : migrateBy(before),
  )
  try {
    // The site is made by the version that made the tables.
    const key = before === undefined ? await provision(database, siteDomain(0)) : await provisionBy(before, database)
    const [site] = await database.query<{ id: number }>('select id from sites where domain = $1', [siteDomain(0)])
    const set = { events, lastDay: yesterday(), days, siteId: Number(site?.id), seed: 1 }
    const made = await timed(() => makeSet(database, set))
    options.log(`  ${made.result} events in ${made.seconds.toFixed(0)} s`)
    const figures: Figure[] = [['events', made.result, '']]
    if (before !== undefined) {
      const migrated = await timed(() => runTidemark(database, ['migrate']))
      figures.push(['migration from the version before', migrated.seconds, 's'])
    }
    const settled = await timed(() => settle(database))
    figures.push(['sums, indexes and planner facts of all days', settled.seconds, 's'])
    figures.push(...(await measureSet(database, key, made.result, options)))
    return figures
  } finally {
    await database.stop()
  }
}

interface Options {
  readonly given: { readonly url: string; readonly engine?: string } | undefined
  readonly before: string | undefined
  readonly parts: readonly string[]
  readonly repeats: number
  readonly log: (line: string) => void
}

/** A number with as many digits as mean something. */
const shown = (amount: number): string => (amount >= 100 ? amount.toFixed(0) : amount.toPrecision(3))

const partsOf = (text: string): string[] => {
  const named = text.split(',')
  const unknown = named.find((name) => !parts.some((part) => part === name))
  if (unknown !== undefined) throw new Error(`--parts names ${parts.join(', ')}, not ${unknown}`)
  return named
}

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    engine: { type: 'string' },
    before: { type: 'string' },
    kept: { type: 'string' },
    parts: { type: 'string', default: parts.join(',') },
    repeats: { type: 'string', default: '5' },
  },
})
const server = process.env.DATABASE_URL
const options: Options = {
  given: server === undefined ? undefined : { url: server, ...(values.engine ? { engine: values.engine } : {}) },
  before: values.before,
  parts: partsOf(values.parts),
  repeats: Number(values.repeats),
  log: (line) => console.error(line),
}
function print(figures: readonly Figure[]): void {
  console.log('\n| what | amount | unit |\n|---|--:|---|')
  for (const [name, amount, unit] of figures) console.log(`| ${name} | ${shown(amount)} | ${unit} |`)
}

/** Measures a set that bench/set-in-database.ts made, and leaves it there. */
async function measureKept(key: string): Promise<Figure[]> {
  const database = await openBenchDatabase(server ?? '')
  try {
    const [row] = await database.query<{ events: string }>(
      'select (select count(*) from events) + (select count(*) from engagements) as events',
    )
    return [['events', Number(row?.events), ''], ...(await measureSet(database, key, Number(row?.events), options))]
  } finally {
    await database.stop()
  }
}

await build(options.log)
if (values.kept !== undefined) print(await measureKept(values.kept))
else
  for (const events of values.events.split(',').map(Number)) {
    console.error(`${events} events`)
    print(await measureSize(events, options))
  }
