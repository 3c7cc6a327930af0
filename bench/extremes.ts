// Sites that are unlike others, for docs/sizes.md: one event with hundreds of property values, one visitor with a
// hundred thousand events, and thousands of sites of which one in a hundred has traffic.
// DATABASE_URL=… node bench/extremes.ts [properties] [visitor] [sites]; all of them unless some are named.
import { performance } from 'node:perf_hooks'
import { createPools } from '../src/db/pool.ts'
import { addDays } from '../src/rules/days.ts'
import { fillBreakdowns } from '../src/upkeep/breakdowns.ts'
import { analyzeChunks, coverChunks } from '../src/upkeep/chunks.ts'
import { housekeep } from '../src/upkeep/housekeeping.ts'
import { applyRetention } from '../src/upkeep/retention.ts'
import { endIdleSessions, forgetVisitors } from '../src/upkeep/sessions.ts'
import { signIn } from './dashboard.ts'
import { siteDomain } from './data-set.ts'
import { addSites, type BenchDatabase, createBenchDatabase } from './database.ts'
import { median } from './query.ts'
import { makeSendingKey, provision, type Service, startService } from './service.ts'
import { makeSet, settle } from './set-in-database.ts'

const repeats = 5
const today = new Date().toISOString().slice(0, 10)
const yesterday = addDays(today, -1)
const server = process.env.DATABASE_URL
const given = server === undefined ? undefined : { url: server }
const row = (name: string, amount: number, unit: string) =>
  console.log(`| ${name} | ${amount >= 100 ? amount.toFixed(0) : amount.toPrecision(3)} | ${unit} |`)

/** Milliseconds of the median of warm runs. */
async function medianMs(work: () => Promise<unknown>, times = repeats): Promise<number> {
  const all: number[] = []
  for (let repeat = 0; repeat <= times; repeat++) {
    const begin = performance.now()
    await work()
    if (repeat > 0) all.push(performance.now() - begin)
  }
  return median(all) ?? 0
}

type Ask = (path: string, init?: { method?: string; body?: unknown }) => Promise<unknown>

const asker =
  (service: Service, headers: Record<string, string>): Ask =>
  async (path, { method = 'GET', body } = {}) => {
    const response = await fetch(service.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`)
    return text === '' ? undefined : JSON.parse(text)
  }

/** A database with one site, its service, and a question of its key. */
async function withSite<T>(
  label: string,
  prepare: (database: BenchDatabase, siteId: number) => Promise<unknown>,
  measure: (ask: Ask, database: BenchDatabase, service: Service) => Promise<T>,
): Promise<T> {
  const database = await createBenchDatabase(label, given)
  try {
    const key = await provision(database, siteDomain(0))
    const [site] = await database.query<{ id: number }>('select id from sites where domain = $1', [siteDomain(0)])
    await prepare(database, Number(site?.id))
    const service = await startService(database, { env: { RUN_TASKS: 'false' } })
    try {
      return await measure(asker(service, { authorization: `Bearer ${key}` }), database, service)
    } finally {
      await service.stop()
    }
  } finally {
    await database.stop()
  }
}

/** 200 properties of one event, over a year of a million events: 30 on each event, of 50 values each. */
async function measureProperties(): Promise<void> {
  console.log('\n| one event with 200 properties | amount | unit |\n|---|--:|---|')
  const prepare = async (database: BenchDatabase, siteId: number) => {
    await makeSet(database, { events: 1e6, lastDay: yesterday, days: 365, siteId, seed: 1 })
    await database.query(`update events set name = 'Signup', props = (
        select jsonb_object_agg('p' || (position::integer * 30 + number * 7 + extract(epoch from recorded_at)::bigint) % 200,
                                'value ' || (number + visitor_id % 20) % 50)
        from generate_series(1, 30) as number)
      where name <> 'pageview'`)
    await settle(database)
  }
  await withSite('properties', prepare, async (ask) => {
    for (const [label, range] of [
      ['28 days', [addDays(yesterday, -27), yesterday]],
      ['12 months', [addDays(yesterday, -364), yesterday]],
    ] as const) {
      const about = { site_id: siteDomain(0), date_range: range }
      const filters = [['is', 'event:name', ['Signup']]]
      const post = (more: object) => ask('/api/v2/query', { method: 'POST', body: { ...about, ...more } })
      const metrics = ['visitors', 'events']
      row(
        `values of one property, ${label}`,
        await medianMs(() => post({ metrics, filters, dimensions: ['event:props:p7'] })),
        'ms',
      )
      row(
        `events with one value, ${label}`,
        await medianMs(() => post({ metrics, filters: [...filters, ['is', 'event:props:p7', ['value 3']]] })),
        'ms',
      )
    }
  })
}

const batchMax = 1_000

/** 100,000 events of one visitor in one visit, as a program sends them. */
async function measureVisitor(): Promise<void> {
  console.log('\n| one visitor of 100,000 events | amount | unit |\n|---|--:|---|')
  await withSite(
    'visitor',
    async () => {},
    async (ask, database, service) => {
      const send = asker(service, { authorization: `Bearer ${await makeSendingKey(database)}` })
      const times: number[] = []
      for (let batch = 0; batch < 100; batch++) {
        const events = Array.from({ length: batchMax }, (_, index) => ({
          id: `${batch} ${index}`,
          site_id: siteDomain(0),
          name: index % 2 ? 'pageview' : 'Heartbeat',
          url: `https://${siteDomain(0)}/page/${(batch * 7 + index) % 500}`,
          ip: '192.0.2.7',
          user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        }))
        const begin = performance.now()
        await send('/api/v1/events', { method: 'POST', body: events })
        times.push(performance.now() - begin)
      }
      row('batches of 1,000, the first ten', median(times.slice(0, 10)) ?? 0, 'ms')
      row('batches of 1,000, the last ten', median(times.slice(-10)) ?? 0, 'ms')
      const [visit] = await database.query<{ events: number }>('select events from visitors')
      row('events of its visit', Number(visit?.events), '')
      const journey = { site_id: siteDomain(0), date_range: [yesterday, today] }
      row(
        'journeys, starting points',
        await medianMs(() => ask('/api/v2/journeys', { method: 'POST', body: { ...journey, steps: [] } })),
        'ms',
      )
      row(
        'journeys, behind one step',
        await medianMs(() =>
          ask('/api/v2/journeys', { method: 'POST', body: { ...journey, steps: [{ page: '/page/1' }] } }),
        ),
        'ms',
      )
      const pages = { ...journey, metrics: ['visitors', 'pageviews'], dimensions: ['event:page'] }
      row('top pages', await medianMs(() => ask('/api/v2/query', { method: 'POST', body: pages })), 'ms')
    },
  )
}

/** The tasks that look at every site, by their names in workers/tasks.ts. */
const tasks = {
  end_sessions: endIdleSessions,
  forget_visitors: forgetVisitors,
  fill_breakdowns: fillBreakdowns,
  analyze_chunks: analyzeChunks,
  cover_chunks: coverChunks,
  housekeeping: housekeep,
  retention: applyRetention,
} as const

/** Sites of which one in a hundred has traffic: 2,000 events in the last 28 days. */
async function measureSites(count: number): Promise<void> {
  console.log(`\n| ${count} sites, ${count / 100} with traffic | amount | unit |\n|---|--:|---|`)
  const database = await createBenchDatabase('many', given)
  try {
    await provision(database, siteDomain(0))
    await addSites(
      database,
      Array.from({ length: count - 1 }, (_, index) => siteDomain(index + 1)),
    )
    const sites = await database.query<{ id: number }>('select id from sites where id % 100 = 1 order by id')
    for (const { id } of sites)
      await makeSet(database, { events: 2_000, lastDay: yesterday, days: 28, siteId: Number(id), seed: Number(id) })
    const db = createPools({ databaseUrl: database.url })
    try {
      for (const [name, task] of Object.entries(tasks)) {
        const begin = performance.now()
        await task(db, new Date())
        row(`task ${name}, first time`, performance.now() - begin, 'ms')
        row(`task ${name}, nothing new`, await medianMs(() => task(db, new Date()), 3), 'ms')
      }
    } finally {
      await db.stop()
    }
    await database.query('vacuum analyze')
    const starting = performance.now()
    const service = await startService(database, { env: { RUN_TASKS: 'false' } })
    row('start until ready', performance.now() - starting, 'ms')
    try {
      const [cookie = ''] = await signIn(database, 1)
      const ask = asker(service, { cookie: `tidemark=${cookie}`, 'sec-fetch-site': 'same-origin' })
      row('list of all sites with their visitors', await medianMs(() => ask('/api/v1/sites/overview')), 'ms')
    } finally {
      await service.stop()
    }
  } finally {
    await database.stop()
  }
}

const all: Readonly<Record<string, () => Promise<void>>> = {
  properties: measureProperties,
  visitor: measureVisitor,
  sites: async () => {
    await measureSites(1_000)
    await measureSites(10_000)
  },
}
const named = process.argv.slice(2)
for (const name of named.length > 0 ? named : Object.keys(all)) await all[name]?.()
