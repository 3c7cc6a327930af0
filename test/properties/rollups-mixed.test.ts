// The promise of the rollups where all comes together (issue 4): two writers with live events, imports whose ids live for weeks, in each of
// fifteen zones. Answers from rollups = answers from raw rows = those of a naive model; every metric, by day, by month, over the range.
import fc from 'fast-check'
import t from 'tap'
import { refreshRollups } from '../../src/db/engine.ts'
import { createLog } from '../../src/log.ts'
import type { SiteView } from '../../src/registry/directory.ts'
import { createStats } from '../../src/stats/stats.ts'
import { endIdleSessions } from '../../src/upkeep/sessions.ts'
import { getSite } from '../../src/upkeep/sites.ts'
import { envelope, siteView, startIngest } from '../support/ingest.ts'
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

const visits = (visitor: fc.Arbitrary<number>, start: fc.Arbitrary<number>, count: { minLength: number; maxLength: number }) =>
  fc.array(fc.record({ visitor, start, gaps, names }), count)

const traffic = fc.constantFrom(...seasons).chain((season) =>
  fc.record({
    season: fc.constant(season),
    imported: visits(
      fc.integer({ min: 0, max: 5 }),
      fc.tuple(fc.constantFrom(...season), fc.integer({ min: -daySeconds, max: 3 * daySeconds })).map(([day, offset]) => day + offset),
      { minLength: 5, maxLength: 30 },
    ),
    pieces: fc.integer({ min: 1, max: 3 }),
    isReversed: fc.boolean(),
    // A live id is that of one UTC day's salt: its visits begin within one.
    live: fc.constantFrom(...season).chain((day) =>
      visits(
        fc.integer({ min: 10, max: 13 }),
        fc.integer({ min: 0, max: daySeconds - 1 }).map((at) => day + at),
        { minLength: 5, maxLength: 15 },
      ),
    ),
    writers: fc.infiniteStream(fc.integer({ min: 0, max: 1 })),
    range: fc.tuple(fc.constantFrom(...season), fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 65 })),
  }),
)

function toEvents(visits: readonly Visit[]): ModelEvent[] {
  const events = visits.flatMap(({ visitor, start, gaps, names }) => {
    let at = start
    return [0, ...gaps].map((gap, index) => {
      at += gap
      return { visitor, at, name: names[index]!, pathname: `/${index}`, hostname: 'x.example', props: null, engagedMs: 1_000, scroll: 10 }
    })
  })
  return events.sort((a, b) => a.at - b.at)
}

/** The sheet's bounce (spec/ingestion 18.3): a second pageview or a later custom event ends it; the model of the statistics takes any second event. */
function withBounces(sessions: readonly ModelSession[]): ModelSession[] {
  return sessions.map((session) => {
    const later = session.rows.filter((row) => row.name !== 'engagement').slice(1)
    return { ...session, isBounce: session.pageviews < 2 && !later.some((row) => row.name !== 'pageview') }
  })
}

/** Files cut where nobody's session runs on: an ended session of an earlier file is never reopened. */
function cut(events: readonly ModelEvent[], pieces: number): ModelEvent[][] {
  const files: ModelEvent[][] = [[]]
  for (const [index, event] of events.entries()) {
    files.at(-1)!.push(event)
    const next = events[index + 1]
    if (next && files.at(-1)!.length >= events.length / pieces && next.at - event.at > 7_200) files.push([])
  }
  return files
}

const questions = [
  ['visitors'],
  ['visits', 'bounce_rate', 'visit_duration', 'views_per_visit'],
  ['visitors', 'visits', 'pageviews', 'events'],
  ['visitors', 'visits', 'pageviews', 'events', 'bounce_rate', 'visit_duration', 'views_per_visit'],
]

t.setTimeout(240_000)

t.test('rollups = raw rows = a naive model, with live writers beside imports, in fifteen zones', async (t) => {
  const sites = zones.map((timezone, index) => ({ domain: `s${index + 2}.example`, timezone }))
  const x = await createSite('Etc/UTC', sites)
  const clock = { now: () => new Date('2025-06-01T12:00:00Z') }
  const views = sites.map(({ domain, timezone }, index) => siteView({ id: index + 2, domain, timezone }))
  const services = await Promise.all([1, 2].map((lanes) => startIngest({ databaseUrl: x.url, sites: views, lanes, now: clock.now })))
  const stats = createStats({ db: x.db, log: createLog('silent'), statementTimeoutMs: 20_000, clock })
  t.teardown(async () => {
    await Promise.all(services.map((service) => service.stop()))
    await x.drop()
  })

  const sendLive = async (events: readonly ModelEvent[], domain: string, writer: () => number) => {
    const byVisitor = new Map<number, ModelEvent[]>()
    for (const event of events) byVisitor.set(event.visitor, [...(byVisitor.get(event.visitor) ?? []), event])
    await Promise.all(
      [...byVisitor.values()].map(async (own) => {
        for (const { visitor, at, name, pathname } of own) {
          const body = { n: name, u: `https://x.example${pathname}`, d: domain, sd: 10, e: 1_000 }
          const answered = await services[writer()]!.ingest.accept(envelope(body, { ip: `192.0.2.${visitor}`, at }))
          if (answered.status !== 202) throw new Error(`answered ${answered.status}`)
        }
      }),
    )
  }

  let used = 0
  await fc.assert(
    fc.asyncProperty(traffic, async ({ season, imported, pieces, isReversed, live, writers, range }) => {
      const site = { ...sites[used]!, id: used + 2 }
      used++
      // Files in the wrong order: an ended session but the visitor's last does not remember that engagement kept it alive.
      const history = toEvents(imported).filter((event) => !isReversed || event.name !== 'engagement')
      const now = toEvents(live)
      const files = cut(history, pieces)
      if (isReversed) files.reverse()
      const importAll = async () => {
        for (const file of files.filter(({ length }) => length > 0))
          await x.import(
            file.map(({ visitor, at, name, pathname }) => ({
              timestamp: new Date(at * 1000).toISOString(),
              name,
              visitor,
              url: `https://x.example${pathname}`,
              ...(name === 'engagement' ? { engagement_time: 1_000 } : {}),
            })),
            { site },
          )
      }
      await Promise.all([importAll(), sendLive(now, site.domain, () => writers.next().value)])
      await endIdleSessions(x.db, new Date())
      // Events of the past land below what is materialized, as those of a replay, which refreshes too.
      const [from, to] = [now[0]!.at - daySeconds, now.at(-1)!.at + daySeconds].map((at) => new Date(at * 1000)) as [Date, Date]
      await refreshRollups(x.db.write, from, to, { now: new Date() })

      const sessions = withBounces(sessionsOf([...history, ...now], () => ({})))
      const { long_lived_from: longLivedFrom, long_lived_to: longLivedTo } = await getSite(x.db.write, site.domain)
      const view: SiteView = siteView({ ...site, features: new Set(['stats_api']), longLivedFrom, longLivedTo })
      const access = { site: view, siteIds: [site.id] }
      const first = localDay(site.timezone, range[0] + range[1] * daySeconds)
      const last = localDay(site.timezone, range[0] + (range[1] + range[2]) * daySeconds)
      const monthly = `${localDay(site.timezone, season[0]!).slice(0, 7)}-01`
      const ask = async (metrics: readonly string[], interval: 'day' | 'month' | null, from: string) => {
        const params = new URLSearchParams({ period: 'custom', metrics: metrics.join(','), date: `${from},${last}` })
        if (interval === null) {
          const { results } = await stats.aggregate(access, params)
          return [Object.fromEntries(Object.entries(results).map(([name, { value }]) => [name, value]))]
        }
        params.set('interval', interval)
        return (await stats.timeseries(access, params)).results.map(({ date: _, ...rest }) => rest)
      }
      const check = async (relation: string) => {
        for (const metrics of questions) {
          for (const [interval, from] of [
            ['day', first],
            ['month', monthly <= last ? monthly : first],
            [null, first],
          ] as const) {
            const expected = answer(sessions, [], { timezone: site.timezone, first: from, last, interval, metrics, filters: [] })
            const found = await ask(metrics, interval, from)
            if (JSON.stringify(found) !== JSON.stringify(expected))
              throw new Error(
                `${relation}: ${site.timezone} ${metrics} by ${interval} ${from}..${last}\n${JSON.stringify(found)}\n${JSON.stringify(expected)}`,
              )
          }
        }
      }
      await check('rollups')
      // While its zone changes, a site's questions are answered from raw rows.
      await x.db.write.query('insert into timezone_changes (site_id, timezone) values ($1, $2)', [site.id, site.timezone])
      await check('raw rows')
      await x.db.write.query('delete from timezone_changes where site_id = $1', [site.id])
      const differences = await x.verify({ site: site.domain })
      if (differences.length > 0) throw new Error(JSON.stringify(differences))
    }),
    { numRuns: zones.length, endOnFailure: true },
  )
  t.equal(used, zones.length)
})
