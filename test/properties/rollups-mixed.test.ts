// The promise of the rollups where all comes together: two services that take live events in turn, and
// imports with ids that live for weeks, each in a process of its own, on one database, in each of fifteen zones. The clock
// of all of them is the test's: it goes through the year of the events. Answers from rollups = answers from raw rows =
// those of a naive model; every metric, by day, month and range.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { refreshRollups } from '../../src/db/rollups.ts'
import { createLog } from '../../src/log.ts'
import type { SiteView } from '../../src/registry/directory.ts'
import { createStats } from '../../src/stats/stats.ts'
import { endIdleSessions } from '../../src/upkeep/sessions.ts'
import { getSite } from '../../src/upkeep/sites.ts'
import { siteView } from '../support/ingest.ts'
import { createSharedClock, postEvent, startCommands, startService } from '../support/process.ts'
import { answer, localDay, type ModelEvent, type ModelSession, sessionsOf } from '../support/stats-model.ts'
import { createSite } from '../upkeep/support.ts'

const zones = [
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'America/Havana',
  'America/Santiago',
  'Pacific/Apia',
  'Etc/UTC',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'America/Sao_Paulo',
  'Africa/Casablanca',
]

const daySeconds = 86_400
const toSeconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000
/** Seasons of a few weeks with month ends and days on which some of those clocks change. */
const seasons = [
  ['2024-02-28', '2024-03-10', '2024-03-31', '2024-04-07'],
  ['2024-09-07', '2024-09-29', '2024-10-06', '2024-10-26'],
  ['2024-10-27', '2024-11-03', '2024-11-30'],
  ['2024-12-30', '2025-01-01', '2025-01-31'],
].map((days) => days.map(toSeconds))

const gaps = fc.array(fc.constantFrom(0, 1, 60, 900, 1_799, 1_800, 1_801, 3_600), { maxLength: 6 })
const names = fc.array(fc.constantFrom('pageview', 'pageview', 'signup', 'engagement'), { minLength: 7, maxLength: 7 })

interface Visit {
  readonly visitor: number
  readonly start: number
  readonly gaps: readonly number[]
  readonly names: readonly string[]
}

const visits = (
  visitor: fc.Arbitrary<number>,
  start: fc.Arbitrary<number>,
  count: { minLength: number; maxLength: number },
) => fc.array(fc.record({ visitor, start, gaps, names }), count)

const traffic = fc.constantFrom(...seasons).chain((season) =>
  fc.record({
    season: fc.constant(season),
    imported: visits(
      fc.integer({ min: 0, max: 5 }),
      fc
        .tuple(fc.constantFrom(...season), fc.integer({ min: -daySeconds, max: 3 * daySeconds }))
        .map(([day, offset]) => day + offset),
      { minLength: 5, maxLength: 30 },
    ),
    pieces: fc.integer({ min: 1, max: 3 }),
    // Imports as soon as their events are past, or not before the site's own live events.
    isEarly: fc.boolean(),
    order: fc.constantFrom([0, 1, 2], [0, 1, 2], [0, 2, 1], [2, 0, 1], [2, 1, 0]),
    live: fc.constantFrom(...season).chain((day) =>
      visits(
        fc.integer({ min: 10, max: 13 }),
        fc.integer({ min: 0, max: daySeconds - 1 }).map((at) => day + at),
        { minLength: 4, maxLength: 10 },
      ),
    ),
    range: fc.tuple(fc.constantFrom(...season), fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 65 })),
  }),
)

function toEvents(visits: readonly Visit[]): ModelEvent[] {
  const events = visits.flatMap(({ visitor, start, gaps, names }) => {
    let at = start
    return [0, ...gaps].map((gap, index) => {
      at += gap
      return {
        visitor,
        at,
        name: names[index]!,
        pathname: `/${index}`,
        hostname: 'x.example',
        props: null,
        engagedMs: 1_000,
        scroll: 10,
      }
    })
  })
  return events.sort((a, b) => a.at - b.at)
}

/**
 * The sheet's bounce (spec/ingestion 18.3): a second pageview or a later custom event ends it; the model of the
 * statistics takes any second event.
 */
function withBounces(sessions: readonly ModelSession[]): ModelSession[] {
  return sessions.map((session) => {
    const later = session.rows.filter((row) => row.name !== 'engagement').slice(1)
    return { ...session, isBounce: session.pageviews < 2 && !later.some((row) => row.name !== 'pageview') }
  })
}

/**
 * Files of about the same size; those that do not come in their order are cut where no session goes on
 * (docs/operate.md).
 */
function toFiles(events: readonly ModelEvent[], pieces: number, order: readonly number[]): ModelEvent[][] {
  const gapMin = order.every((place, index) => place === index) ? 0 : 7_200
  const files: ModelEvent[][] = [[]]
  for (const [index, event] of events.entries()) {
    files.at(-1)!.push(event)
    const next = events[index + 1]
    if (next && files.length < pieces && files.at(-1)!.length >= events.length / pieces && next.at - event.at > gapMin)
      files.push([])
  }
  return order.flatMap((index) => (files[index] ? [files[index]] : []))
}

const toLine = ({ visitor, at, name, pathname }: ModelEvent): string =>
  JSON.stringify({
    timestamp: new Date(at * 1000).toISOString(),
    name,
    visitor,
    url: `https://x.example${pathname}`,
    ...(name === 'engagement' ? { engagement_time: 1_000 } : {}),
  })

/**
 * Whom the service sees: a live visitor is another one each UTC day, unless a session goes on over midnight
 * (spec/ingestion 18.2).
 */
function liveSessions(events: readonly ModelEvent[]): ModelSession[] {
  return sessionsOf(events, () => ({})).map((session) => {
    const visitor = 1_000_000 * session.visitor + Math.floor(session.start / daySeconds)
    return { ...session, id: -session.id, visitor, rows: session.rows.map((row) => ({ ...row, visitor })) }
  })
}

function lastOfMonth(day: string): string {
  const [year, month] = day.split('-').map(Number)
  return new Date(Date.UTC(year!, month!, 0)).toISOString().slice(0, 10)
}

const questions = [
  ['visitors'],
  ['visits', 'bounce_rate', 'visit_duration', 'views_per_visit'],
  ['visitors', 'visits', 'pageviews', 'events'],
  ['visitors', 'visits', 'pageviews', 'events', 'bounce_rate', 'visit_duration', 'views_per_visit'],
]

t.setTimeout(240_000)

const folder = await mkdtemp(join(tmpdir(), 'tidemark-mixed-'))
const sites = zones.map((timezone, index) => ({ id: index + 2, domain: `s${index + 2}.example`, timezone }))
const x = await createSite('Etc/UTC', sites)
const clock = createSharedClock(join(folder, 'clock'), toSeconds('2024-01-01'))
// The salts of all days, as if midnight had come: the services look for new ones by their timers, which know nothing of
// the clock.
await x.db.write.query(
  `insert into salts (day, salt) select day::date, decode(md5(day::text), 'hex')
   from generate_series('2024-01-01'::date, '2025-03-01', interval '1 day') as day`,
)
const commands = startCommands({ databaseUrl: x.url, clock })
const services = await Promise.all(
  [1, 2].map(async (lanes) => {
    const spoolDir = join(folder, `spool-${lanes}`)
    await mkdir(spoolDir)
    return await startService({
      databaseUrl: x.url,
      spoolDir,
      clock,
      env: { INGEST_LANES: String(lanes), INGEST_BATCH_INTERVAL_MS: '0' },
    })
  }),
)
const agent = new Agent({ keepAlive: true })
t.teardown(async () => {
  agent.destroy()
  for (const { child } of services) child.kill('SIGTERM')
  await Promise.all(services.map(({ exited }) => exited))
  await commands.stop()
  clock.close()
  await x.drop()
  await rm(folder, { recursive: true, force: true })
})

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0'
let sent = 0

/** Sends one event to the service that has its turn. */
async function send(domain: string, { visitor, name, pathname }: ModelEvent): Promise<void> {
  const { port } = services[sent++ % services.length]!
  const body = JSON.stringify({ n: name, u: `https://x.example${pathname}`, d: domain, sd: 10, e: 1_000 })
  const headers = { 'x-forwarded-for': `192.0.2.${visitor}`, 'user-agent': userAgent }
  const answered = await postEvent({ agent, port, body, headers })
  if (answered.status !== 202) throw new Error(`answered ${answered.status} ${answered.error ?? ''}`)
}

interface Plan {
  readonly site: (typeof sites)[number]
  readonly history: readonly ModelEvent[]
  readonly live: readonly ModelEvent[]
  /** Files in the order they come in, none before its last event. */
  readonly files: readonly { readonly path: string; readonly due: number }[]
}

/** What happens at one instant. */
interface Step {
  readonly imports: string[][]
  readonly visitors: Map<string, (() => Promise<void>)[]>
}

/** Moves the clock from event to event; imports start when they are due, and run beside what follows. */
async function play(plans: readonly Plan[]): Promise<void> {
  const steps = new Map<number, Step>()
  const stepAt = (at: number) => {
    const step: Step = steps.get(at) ?? { imports: [], visitors: new Map() }
    steps.set(at, step)
    return step
  }
  for (const { site, live, files } of plans) {
    for (const { path, due } of files) stepAt(due).imports.push(['import', '--site', site.domain, path])
    for (const event of live) {
      const { visitors } = stepAt(event.at)
      const key = `${site.domain} ${event.visitor}`
      visitors.set(key, [...(visitors.get(key) ?? []), () => send(site.domain, event)])
    }
  }
  const imports: Promise<void>[] = []
  let endedAt = 0
  for (const [at, { imports: due, visitors }] of [...steps].sort(([a], [b]) => a - b)) {
    clock.set(at)
    if (at - endedAt > 6 * 3_600) {
      await endIdleSessions(x.db, clock.now())
      endedAt = at
    }
    for (const words of due) imports.push(commands.run(...words))
    // Visitors arrive all at once; one visitor's next event goes out when its last one was answered.
    await Promise.all(
      [...visitors.values()].map(async (own) => {
        for (const sendNext of own) await sendNext()
      }),
    )
  }
  await Promise.all(imports)
  clock.set(clock.now().getTime() / 1000 + daySeconds)
  await endIdleSessions(x.db, clock.now())
}

t.test('rollups = raw rows = a naive model, with two services beside imports, in fifteen zones', async (t) => {
  const stats = createStats({ db: x.db, log: createLog('silent'), statementTimeoutMs: 20_000, clock })
  const everySite = fc.array(traffic, { minLength: sites.length, maxLength: sites.length })
  let asked = 0
  const property = fc.asyncProperty(everySite, async (drawn) => {
    const plans = await Promise.all(
      drawn.map(async ({ imported, pieces, isEarly, order, live: visits }, index): Promise<Plan> => {
        const site = sites[index]!
        const [history, live] = [toEvents(imported), toEvents(visits)]
        let due = isEarly ? 0 : live[0]!.at
        const files = await Promise.all(
          toFiles(history, pieces, order).map(async (file, nth) => {
            due = Math.max(due, file.at(-1)!.at)
            const entry = { path: join(folder, `${site.id}-${nth}.ndjson`), due }
            await writeFile(entry.path, file.map(toLine).join('\n'))
            return entry
          }),
        )
        return { site, history, live, files }
      }),
    )
    await play(plans)
    for (const [index, { site, history, live }] of plans.entries()) {
      const { season, range } = drawn[index]!
      // What a session's next event ended lands below what an import has materialized; the engine's policy refreshes
      // that.
      const [from, to] = [live[0]!.at - daySeconds, live.at(-1)!.at + daySeconds].map((at) => new Date(at * 1000)) as [
        Date,
        Date,
      ]
      await refreshRollups(x.db.write, from, to, { now: clock.now() })
      const sessions = withBounces([...sessionsOf(history, () => ({})), ...liveSessions(live)])
      const { long_lived_from: longLivedFrom, long_lived_to: longLivedTo } = await getSite(x.db.write, site.domain)
      const view: SiteView = siteView({ ...site, features: new Set(['stats_api']), longLivedFrom, longLivedTo })
      const access = { site: view, siteIds: [site.id] }
      const first = localDay(site.timezone, range[0] + range[1] * daySeconds)
      const last = localDay(site.timezone, range[0] + (range[1] + range[2]) * daySeconds)
      // Whole months: those are sums of flags also where ids live long.
      const monthly = `${localDay(site.timezone, season[0]!).slice(0, 7)}-01`
      const monthEnd = lastOfMonth(last < monthly ? monthly : last)
      const ask = async (metrics: readonly string[], interval: 'day' | 'month' | null, from: string, to: string) => {
        const params = new URLSearchParams({ period: 'custom', metrics: metrics.join(','), date: `${from},${to}` })
        if (interval === null) {
          const { results } = await stats.aggregate(access, params)
          return [Object.fromEntries(Object.entries(results).map(([name, { value }]) => [name, value]))]
        }
        params.set('interval', interval)
        return (await stats.timeseries(access, params)).results.map(({ date: _, ...rest }) => rest)
      }
      const check = async (relation: string) => {
        for (const metrics of questions) {
          for (const [interval, from, to] of [
            ['day', first, last],
            ['month', monthly, monthEnd],
            [null, first, last],
          ] as const) {
            const expected = answer(sessions, [], {
              timezone: site.timezone,
              first: from,
              last: to,
              interval,
              metrics,
              filters: [],
            })
            const found = await ask(metrics, interval, from, to)
            asked += 1
            if (JSON.stringify(found) !== JSON.stringify(expected))
              throw new Error(
                `${relation}: ${site.timezone} ${metrics} by ${interval} ${from}..${to}\n${JSON.stringify(found)}\n${JSON.stringify(expected)}`,
              )
          }
        }
      }
      await check('rollups')
      // While its zone changes, a site's questions are answered from raw rows.
      await x.db.write.query('insert into timezone_changes (site_id, timezone) values ($1, $2)', [
        site.id,
        site.timezone,
      ])
      await check('raw rows')
      await x.db.write.query('delete from timezone_changes where site_id = $1', [site.id])
      const differences = await x.verify({ site: site.domain })
      if (differences.length > 0) throw new Error(JSON.stringify(differences))
    }
  })
  await fc.assert(property, { numRuns: 1, endOnFailure: true })
  t.equal(asked, zones.length * questions.length * 3 * 2)
})
