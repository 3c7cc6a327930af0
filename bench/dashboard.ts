// The dashboard's benchmark: how fast its pages are in Chromium on a large site, the list of a thousand sites, and what
// two hundred open dashboards cost the ingest (spec/dashboard 7 and 9).
import { performance } from 'node:perf_hooks'
import type { Page } from 'playwright-core'
import { systemClock } from '../src/clock.ts'
import { loadConfig } from '../src/config.ts'
import { createPools } from '../src/db/pool.ts'
import { projectPath } from '../src/paths.ts'
import { createRegistry } from '../src/registry/registry.ts'
import { dayMs } from '../src/rules/durations.ts'
import { launchChromium } from '../test/support/chromium.ts'
import { siteDomain } from './data-set.ts'
import { addSites, type BenchDatabase, createBenchDatabase } from './database.ts'
import type { LoadOptions, LoadResult } from './load.ts'
import { privateMb, runNode } from './processes.ts'
import { median } from './query.ts'
import { provision, type Service, startService } from './service.ts'
import { makeSet, settle } from './set-in-database.ts'

export interface DashboardOptions {
  readonly events: number
  readonly repeats: number
  /** Length of each run of the load, with and without the open dashboards. */
  readonly seconds: number
  readonly log: (line: string) => void
}

export interface ViewRow {
  readonly name: string
  /** What spec/dashboard 7 wants; undefined where it names nothing. */
  readonly wantedMs: number | undefined
  /** Medians, since navigation began or the press that changed something. */
  readonly frameMs: number | undefined
  readonly totalsMs: number | undefined
  readonly panelsMs: number
  readonly requests: number
  readonly kilobytes: number
  readonly shift: number
  /** Of the last batch, asked once more. */
  readonly slowestQueryMs: number
  /** How many answers of that batch were refused, because they take longer than the service allows. */
  readonly refused: number
}

export interface LiveRow {
  readonly dashboards: number
  /** Batches that the dashboards asked for anew, and how many of them were refused or broke off. */
  readonly refreshes: { readonly asked: number; readonly failed: number }
  readonly load: LoadResult
  readonly serviceMb: number
}

export interface DashboardReport {
  readonly database: string
  readonly events: number
  readonly views: readonly ViewRow[]
  readonly sites: { readonly count: number; readonly medianMs: number; readonly slowestMs: number }
  readonly live: readonly LiveRow[]
}

const sitesCount = 1_000
const dashboardsCount = 200
const streamsASession = 20
const liveRate = 1_000
const cookieName = 'tidemark'

/** Sessions of the owner of the benchmark's sites, as their cookies hold them. */
export async function signIn(database: BenchDatabase, count: number): Promise<string[]> {
  const config = loadConfig({ DATABASE_URL: database.url, SECRET_KEY: 'bench-secret-key' })
  const db = createPools({ databaseUrl: database.url })
  try {
    const registry = createRegistry({ db, config, clock: systemClock })
    const operator = await registry.users.findOperator()
    if (!operator) throw new Error('the sites of the benchmark have no owner')
    const one = { userId: operator.id, method: 'signin', agent: 'Bench', country: null } as const
    const values: string[] = []
    while (values.length < count) values.push(await registry.sessions.begin(one))
    return values
  } finally {
    await db.stop()
  }
}

interface Measured {
  readonly frame: number | null
  readonly totals: number | null
  readonly panels: number
  readonly requests: number
  readonly bytes: number
  readonly shift: number
}

/** What the page marked since `since`, a time of its own clock, and what it fetched. */
const readMarks = (page: Page, since: number): Promise<Measured> =>
  page.evaluate(`(() => {
    const since = ${since}
    const last = (name) => performance.getEntriesByName(name).map((one) => one.startTime).filter((at) => at >= since).at(-1)
    const first = (name) => performance.getEntriesByName(name).map((one) => one.startTime).find((at) => at >= since) ?? null
    const files = performance.getEntriesByType('resource').filter((one) => one.startTime >= since)
    const page = since === 0 ? performance.getEntriesByType('navigation') : []
    const all = [...page, ...files].filter((one) => !one.name.includes('/api/live'))
    return {
      frame: first('tidemark:frame') === null ? null : first('tidemark:frame') - since,
      totals: first('tidemark:totals') === null ? null : first('tidemark:totals') - since,
      panels: last('tidemark:panels') - since,
      requests: all.length,
      bytes: all.reduce((sum, one) => sum + one.transferSize, 0),
      shift: globalThis.benchShift ?? 0,
    }
  })()`)

const site = `/sites/${siteDomain(0)}`

interface View {
  readonly name: string
  readonly path: string
  readonly wantedMs?: number
  /** Pressed once all is there; the clock begins with it. */
  readonly press?: (page: Page) => Promise<unknown>
}

const views: readonly View[] = [
  { name: 'last 28 days', path: '', wantedMs: 600 },
  { name: 'last 12 months', path: '?period=12mo', wantedMs: 1_500 },
  { name: 'last 28 days, one source', path: '?f=is,source,Google', wantedMs: 600 },
  { name: 'last 12 months, one source', path: '?period=12mo&f=is,source,Google', wantedMs: 1_500 },
  {
    name: 'a browser pressed, 28 days',
    path: '',
    press: (page) => page.getByRole('button', { name: 'Firefox', exact: true }).click(),
  },
  { name: 'another range, 91 days', path: '', press: (page) => page.keyboard.press('n') },
]

/** A session's headers, as the pages of the service send them. */
const headersOf = (cookie: string | undefined) => ({
  cookie: `${cookieName}=${cookie}`,
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
})

const askBatch = (service: Service, cookie: string | undefined, body: string, signal?: AbortSignal): Promise<string> =>
  fetch(`${service.url}/api/v2/query/batch`, { method: 'POST', headers: headersOf(cookie), body, signal }).then(
    (response) => response.text(),
  )

export async function measureView(
  page: Page,
  service: Service,
  cookie: string,
  view: View,
  repeats: number,
): Promise<ViewRow> {
  const runs: Measured[] = []
  let questions = ''
  for (let repeat = 0; repeat <= repeats; repeat += 1) {
    // As from a link of another page: the process of the browser is there, and nothing of the page before is asked for.
    await page.goto(`${service.url}/account`, { waitUntil: 'networkidle' })
    const asks = () => page.waitForRequest(/query\/batch/)
    const asked = asks()
    await page.goto(service.url + site + view.path)
    const settled = () => page.locator('main[aria-busy=false] [role=radio]').first().waitFor()
    let request = await asked
    await settled()
    let since = 0
    if (view.press) {
      await page.evaluate(`for (const name of ['pointerdown', 'keydown'])
        addEventListener(name, () => { globalThis.benchPressed = performance.now() }, { capture: true, once: true })`)
      const again = asks()
      await view.press(page)
      request = await again
      await settled()
      since = await page.evaluate('globalThis.benchPressed')
    }
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    // The first run is the cold one.
    if (repeat === 0) continue
    runs.push(await readMarks(page, since))
    questions = request.postData() ?? ''
  }
  const answers = (await askBatch(service, cookie, questions))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { ms?: number; status?: number })
  const middle = (pick: (run: Measured) => number | null) =>
    median(runs.map(pick).filter((value): value is number => value !== null))
  return {
    name: view.name,
    wantedMs: view.wantedMs,
    frameMs: middle(({ frame }) => frame),
    totalsMs: middle(({ totals }) => totals),
    panelsMs: middle(({ panels }) => panels) ?? 0,
    requests: middle(({ requests }) => requests) ?? 0,
    kilobytes: (middle(({ bytes }) => bytes) ?? 0) / 1_000,
    shift: middle(({ shift }) => shift) ?? 0,
    slowestQueryMs: Math.max(...answers.map(({ ms = 0 }) => ms)),
    refused: answers.filter(({ status = 200 }) => status >= 400).length,
  }
}

/** Longer than any answer may take: the page of a large site waits for several. */
const waitMs = 180_000

/** Gives `measure` a page of the operator's that counts layout shifts. */
export async function withPage<T>(service: Service, cookie: string, measure: (page: Page) => Promise<T>): Promise<T> {
  const browser = await launchChromium()
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
    context.setDefaultTimeout(waitMs)
    await context.addCookies([{ name: cookieName, value: cookie, url: service.url }])
    await context.addInitScript(`new PerformanceObserver((list) => {
      for (const one of list.getEntries())
        if (!one.hadRecentInput) globalThis.benchShift = (globalThis.benchShift ?? 0) + one.value
    }).observe({ type: 'layout-shift', buffered: true })`)
    return await measure(await context.newPage())
  } finally {
    await browser.close()
  }
}

async function measureViews(
  page: Page,
  service: Service,
  cookie: string,
  options: DashboardOptions,
): Promise<ViewRow[]> {
  const rows: ViewRow[] = []
  for (const view of views) {
    options.log(`  ${view.name}`)
    rows.push(await measureView(page, service, cookie, view, options.repeats))
  }
  return rows
}

/** What a dashboard of today asks, and asks again whenever its stream tells of new events. */
async function questionsOfToday(page: Page, service: Service): Promise<string> {
  const asked = page.waitForRequest(/query\/batch/)
  await page.goto(`${service.url}${site}?period=day`)
  return (await asked).postData() ?? ''
}

async function measureSites(service: Service, cookie: string, repeats: number): Promise<DashboardReport['sites']> {
  const times: number[] = []
  for (let repeat = 0; repeat <= repeats; repeat += 1) {
    const begin = performance.now()
    const response = await fetch(`${service.url}/api/v1/sites/overview`, {
      headers: headersOf(cookie),
    })
    const { sites } = (await response.json()) as { sites?: unknown[] }
    if (!sites?.length) throw new Error(`the overview answered ${response.status}`)
    if (repeat > 0) times.push(performance.now() - begin)
  }
  return { count: sitesCount, medianMs: median([...times]) ?? 0, slowestMs: Math.max(...times) }
}

/**
 * Dashboards of today, but for the drawing: each reads its stream and asks its questions again when new events are
 * told of. Closing them gives what they asked.
 */
async function openDashboards(service: Service, cookies: readonly string[], questions: string) {
  const controller = new AbortController()
  const refreshes = { asked: 0, failed: 0 }
  const open = async (index: number) => {
    const cookie = cookies[Math.floor(index / streamsASession)]
    const { signal } = controller
    const address = `${service.url}/api/live?site_id=${siteDomain(0)}`
    const response = await fetch(address, { headers: headersOf(cookie), signal })
    if (response.status !== 200 || !response.body) throw new Error(`a stream answered ${response.status}`)
    let isAsking = false
    const refresh = async (activity: string) => {
      isAsking = true
      refreshes.asked += 1
      const body = JSON.stringify({ ...(JSON.parse(questions) as object), activity })
      const text = await askBatch(service, cookie, body, signal)
      if (!text.trimEnd().endsWith('{"done":true}')) refreshes.failed += 1
      isAsking = false
    }
    const read = async () => {
      for await (const bytes of response.body!) {
        const [, activity] = /event: activity\n.*\nid: (.*)\n/.exec(Buffer.from(bytes).toString()) ?? []
        if (!isAsking && activity !== undefined) void refresh(activity).catch(failed)
      }
    }
    const failed = () => {
      isAsking = false
      if (!signal.aborted) refreshes.failed += 1
    }
    void read().catch(failed)
  }
  await Promise.all(Array.from({ length: dashboardsCount }, (_, index) => open(index)))
  return () => {
    controller.abort()
    return refreshes
  }
}

/** Without and with the open dashboards, in turns: machines are faster and slower by the minute. */
async function measureLive(
  service: Service,
  cookies: readonly string[],
  questions: string,
  options: DashboardOptions,
): Promise<LiveRow[]> {
  const rows: LiveRow[] = []
  for (const [turn, dashboards] of [0, dashboardsCount, 0, dashboardsCount].entries()) {
    options.log(`  ${liveRate} events/s, ${dashboards} dashboards`)
    const close = dashboards > 0 ? await openDashboards(service, cookies, questions) : () => ({ asked: 0, failed: 0 })
    const load: LoadOptions = {
      port: service.port,
      connections: 64,
      seconds: options.seconds,
      rate: liveRate,
      leadSeconds: 2,
      seed: turn + 1,
      visits: 20_000,
      domains: [siteDomain(0)],
      addressFrom: turn * 100_000,
    }
    const result = JSON.parse(await runNode([projectPath('bench', 'load.ts'), JSON.stringify(load)])) as LoadResult
    const serviceMb = privateMb(service.pid)
    rows.push({ dashboards, load: result, refreshes: close(), serviceMb })
  }
  return rows
}

/** Loads the set into a database of its own and measures all three. */
export async function benchDashboard(options: DashboardOptions): Promise<DashboardReport> {
  const database = await createBenchDatabase('dashboard')
  try {
    await provision(database, siteDomain(0))
    const lastDay = new Date(Date.now() - dayMs).toISOString().slice(0, 10)
    await makeSet(database, { events: options.events, lastDay, days: 365, siteId: 1, seed: 1 })
    await addSites(
      database,
      Array.from({ length: sitesCount - 1 }, (_, index) => siteDomain(index + 1)),
    )
    await settle(database)
    const service = await startService(database)
    try {
      const cookies = await signIn(database, Math.ceil(dashboardsCount / streamsASession))
      const cookie = cookies[0] ?? ''
      const { views, questions } = await withPage(service, cookie, async (page) => ({
        views: await measureViews(page, service, cookie, options),
        questions: await questionsOfToday(page, service),
      }))
      const sites = await measureSites(service, cookie, options.repeats)
      const live = await measureLive(service, cookies, questions, options)
      return { database: database.version, events: options.events, views, sites, live }
    } finally {
      await service.stop()
    }
  } finally {
    await database.stop()
  }
}
