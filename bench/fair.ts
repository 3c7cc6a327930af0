// Fair shares: what one public link that asks the dearest questions it may costs everybody else. Events at a fixed rate
// and another site's dashboard, without the link and with it, in turns; readiness all the while (docs/security.md, S5).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '../src/clock.ts'
import { loadConfig } from '../src/config.ts'
import { createPools } from '../src/db/pool.ts'
import { projectPath } from '../src/paths.ts'
import { createRegistry } from '../src/registry/registry.ts'
import { signIn } from './dashboard.ts'
import { siteDomain } from './data-set.ts'
import { addSites, type BenchDatabase, createBenchDatabase } from './database.ts'
import type { LoadOptions, LoadResult } from './load.ts'
import { runNode } from './processes.ts'
import { fill, loadSet, median } from './query.ts'
import { provision, type Service, startService } from './service.ts'

export interface FairOptions {
  readonly events: number
  /** Length of each turn. */
  readonly seconds: number
  readonly log: (line: string) => void
}

export interface FairRow {
  readonly isHogged: boolean
  readonly load: LoadResult
  /** Another site's dashboard: its batches, in milliseconds. */
  readonly dashboardMs: { readonly median: number; readonly p95: number; readonly count: number }
  /** Answers of readiness other than 200. */
  readonly notReady: number
  /** Questions of the link: answered, and told to come again. */
  readonly link: { readonly answered: number; readonly refused: number }
}

export interface FairReport {
  readonly database: string
  readonly events: number
  readonly rows: readonly FairRow[]
}

const eventsPerSecond = 500
const batchesAtOnce = 30
const questionsOfBatch = 24

/** Questions that no sums of days answer: each reads a year of rows. */
const dearQuestions = (batch: number) =>
  Array.from({ length: questionsOfBatch }, (_, index) => ({
    id: `${index}`,
    metrics: ['visitors', 'visits', 'bounce_rate', 'visit_duration'],
    date_range: '12mo',
    dimensions: ['visit:source', 'visit:country'],
    filters: [['contains', 'event:page', [`${batch % 10}${index}`]]],
  }))

/** The questions of a dashboard of 28 days as it opens. */
export const dashboardQuestions = [
  { id: 'totals', metrics: ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration'], date_range: '28d' },
  { id: 'graph', metrics: ['visitors'], dimensions: ['time:day'], date_range: '28d' },
  ...['visit:source', 'event:page', 'visit:country', 'visit:browser'].map((dimension) => ({
    id: dimension,
    metrics: ['visitors'],
    dimensions: [dimension],
    date_range: '28d',
  })),
]

const postBatch = (service: Service, search: string, body: object, options: RequestInit) =>
  fetch(`${service.url}/api/v2/query/batch${search}`, {
    method: 'POST',
    body: JSON.stringify(body),
    ...options,
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...options.headers },
  })

/** Asks again and again until it is told to stop; answers what became of it. */
function startHog(service: Service, slug: string) {
  const leaving = new AbortController()
  const link = { answered: 0, refused: 0 }
  const ask = async (batch: number) => {
    while (!leaving.signal.aborted) {
      const body = { site_id: siteDomain(1), queries: dearQuestions(batch) }
      const text = await postBatch(service, `?auth=${slug}`, body, { signal: leaving.signal })
        .then((answer) => answer.text())
        .catch(() => '')
      link.answered += text.split('"status":200').length - 1
      link.refused += text.split('"status":429').length - 1
    }
  }
  const asking = Array.from({ length: batchesAtOnce }, (_, batch) => ask(batch))
  return async () => {
    leaving.abort()
    await Promise.all(asking)
    return link
  }
}

/** Opens the dashboard every quarter of a second, and asks readiness every tenth of one. */
function startOthers(service: Service, cookie: string) {
  let isOver = false
  const times: number[] = []
  let notReady = 0
  const dashboards = async () => {
    while (!isOver) {
      const begin = performance.now()
      const body = { site_id: siteDomain(0), queries: dashboardQuestions }
      await (await postBatch(service, '', body, { headers: { cookie: `tidemark=${cookie}` } })).text()
      times.push(performance.now() - begin)
      await delay(250)
    }
  }
  const readiness = async () => {
    while (!isOver) {
      if ((await fetch(`${service.url}/api/health/ready`)).status !== 200) notReady += 1
      await delay(100)
    }
  }
  const both = [dashboards(), readiness()]
  return async () => {
    isOver = true
    await Promise.all(both)
    const sorted = [...times].sort((a, b) => a - b)
    return {
      dashboardMs: {
        median: median(times) ?? 0,
        p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
        count: times.length,
      },
      notReady,
    }
  }
}

async function measure(service: Service, slug: string, cookie: string, options: FairOptions): Promise<FairRow[]> {
  const rows: FairRow[] = []
  for (const [turn, isHogged] of [false, true, false, true].entries()) {
    options.log(`  ${eventsPerSecond} events/s ${isHogged ? 'beside' : 'without'} the link`)
    const stopHog = isHogged ? startHog(service, slug) : async () => ({ answered: 0, refused: 0 })
    await delay(2_000)
    const stopOthers = startOthers(service, cookie)
    const load: LoadOptions = {
      port: service.port,
      connections: 64,
      seconds: options.seconds,
      rate: eventsPerSecond,
      leadSeconds: 2,
      seed: turn + 1,
      visits: 20_000,
      domains: [siteDomain(0)],
      addressFrom: turn * 100_000,
    }
    const result = JSON.parse(await runNode([projectPath('bench', 'load.ts'), JSON.stringify(load)])) as LoadResult
    rows.push({ isHogged, load: result, ...(await stopOthers()), link: await stopHog() })
  }
  return rows
}

async function makeLink(database: BenchDatabase): Promise<string> {
  const config = loadConfig({ DATABASE_URL: database.url, SECRET_KEY: 'bench-secret-key' })
  const db = createPools({ databaseUrl: database.url })
  try {
    const registry = createRegistry({ db, config, clock: systemClock })
    const site = await registry.sites.find(siteDomain(1))
    return (await registry.sharedLinks.findOrCreate(site!.id, 'public')).slug
  } finally {
    await db.stop()
  }
}

/** Loads two sites into a database of its own and measures all turns. */
export async function benchFair(options: FairOptions): Promise<FairReport> {
  const database = await createBenchDatabase('fair')
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-bench-'))
  try {
    await provision(database, siteDomain(0))
    await addSites(database, [siteDomain(1)])
    const lastDay = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await loadSet(database, { events: options.events, sites: 2, lastDay }, folder)
    await fill(database)
    await database.query('vacuum analyze')
    const service = await startService(database)
    try {
      const [cookie = ''] = await signIn(database, 1)
      const rows = await measure(service, await makeLink(database), cookie, options)
      return { database: database.version, events: options.events, rows }
    } finally {
      await service.stop()
    }
  } finally {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
