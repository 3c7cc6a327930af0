// The promise of deletions: the rest is the same as if those visits, or those events, had never come. Two
// sites get the same made-up traffic, one of them without what a plain model says that the deletion takes; then every
// answer, export and view of both is compared, and every row.
import { Writable } from 'node:stream'
import fc from 'fast-check'
import t from 'tap'
import { createErasing, eraseDue } from '../../src/app/erasing.ts'
import type { Database } from '../../src/db/pool.ts'
import { createLog } from '../../src/log.ts'
import { createRegistry } from '../../src/registry/registry.ts'
import { addDays } from '../../src/rules/days.ts'
import type { ErasureScope } from '../../src/rules/erasure.ts'
import { localDayOf } from '../../src/rules/time.ts'
import { createStats } from '../../src/stats/stats.ts'
import { fillBreakdowns } from '../../src/upkeep/breakdowns.ts'
import { exportRows } from '../../src/upkeep/export.ts'
import { getSite } from '../../src/upkeep/sites.ts'
import { exceptOn } from '../support/divided.ts'
import { runs } from '../support/effort.ts'
import { type ModelErasure, type ModelLine, modelFilters, withoutErased } from '../support/erasure-model.ts'
import { siteView } from '../support/ingest.ts'
import { createRandom } from '../support/stats-model-traffic.ts'
import { createSite, type TestSite } from '../upkeep/support.ts'

t.setTimeout(600_000)

/** The newest visits still run then. */
const now = new Date('2025-03-04T12:34:00Z')
const clock = { now: () => now }
const zones = ['Etc/UTC', 'America/Havana', 'Asia/Kathmandu', 'Europe/Berlin']
const days = ['2025-01-30', '2025-01-31', '2025-02-01', '2025-03-01', '2025-03-02', '2025-03-03', '2025-03-04']
const firstDay = '2025-01-29'
const lastDay = '2025-03-05'

/** Lines of a few visitors, oldest first. All events of a visit have the same attributes. */
function makeLines(seed: number): ModelLine[] {
  const random = createRandom(seed)
  const pick = <Value>(items: readonly Value[]): Value => items[Math.floor(random() * items.length)]!
  const lines: ModelLine[] = []
  for (let visitor = 0; visitor < 14; visitor++) {
    const isLong = visitor % 5 === 0
    for (let visit = 0; visit < 1 + Math.floor(random() * 4); visit++) {
      const start = Date.parse(`${isLong ? pick(days) : days[visitor % days.length]}T00:00:00Z`) / 1000
      let at = start + Math.floor(random() * 86_400)
      const attributes = {
        source: pick(['Google', 'Spam', 'Bing']),
        country: pick(['DE', 'FR', 'US']),
        browser: pick(['Firefox', 'Chrome']),
        city: pick([2_950_159, 2_988_507]),
        utm_campaign: pick(['spring', 'autumn']),
      }
      for (let index = 0; index < 1 + Math.floor(random() * 6); index++) {
        const name =
          index === 0
            ? pick(['pageview', 'pageview', 'Signup'])
            : pick(['pageview', 'pageview', 'engagement', 'Signup'])
        const pathname = pick(['/', '/blog/a', '/blog/b', '/price'])
        const props: Record<string, string> = random() < 0.3 ? { plan: pick(['pro', 'free']) } : {}
        lines.push({ visitor: `v${visitor}`, at, name, pathname, attributes, props })
        at += pick([1, 40, 600, 1_500, 1_799])
      }
    }
  }
  const until = now.getTime() / 1000 - 1
  const seen = new Set<string>()
  const fit = lines.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at || (a.visitor < b.visitor ? -1 : 1))
  // Visits that ran into each other would have attributes of two.
  return fit.filter(({ visitor, at }) => {
    const key = `${visitor} ${at}`
    return seen.has(key) ? false : seen.add(key)
  })
}

/** The same attributes for lines of one visit, as the model sees visits. */
function alike(lines: readonly ModelLine[]): ModelLine[] {
  const last = new Map<string, ModelLine>()
  return lines.map((line) => {
    const before = last.get(line.visitor)
    const same = before && line.at - before.at <= 1_800 ? { ...line, attributes: before.attributes } : line
    last.set(line.visitor, same)
    return same
  })
}

const toFile = (lines: readonly ModelLine[]) =>
  lines.map(({ visitor, at, name, pathname, attributes, props }) => ({
    timestamp: new Date(at * 1000).toISOString(),
    name,
    visitor,
    url: `https://shop.example${pathname}`,
    ...attributes,
    ...(Object.keys(props).length > 0 ? { props } : {}),
    ...(name === 'engagement' ? { scroll_depth: 40 + (at % 60), engagement_time: 1_000 + (at % 50) * 100 } : {}),
  }))

interface Pair {
  readonly x: TestSite
  readonly timezone: string
}

const domains = ['x.example', 'y.example'] as const

async function bring(x: TestSite, domain: string, lines: readonly ModelLine[]): Promise<void> {
  if (lines.length === 0) return
  await x.import(toFile(lines), { site: await getSite(x.db.write, domain), now: () => now })
}

/** A deletion through its confirmation, up to its end. */
async function erase(db: Database, siteId: number, scope: ErasureScope, run = db): Promise<number> {
  const registry = createRegistry({ db, config: { secretKey: 'secret' }, clock })
  const erasing = createErasing({ db, clock, statementTimeoutMs: 20_000 })
  const count = await erasing.count(siteId, scope, { until: undefined, userId: null })
  if (count.confirm === 0) return 0
  await erasing.begin(registry, siteId, scope, {
    until: count.until,
    confirm: count.confirm,
    userId: null,
    isImmediate: true,
  })
  t.equal(await eraseDue(run, now), 1)
  return count.confirm
}

const wholeRange = [firstDay, lastDay]
const visitMetrics = ['visitors', 'visits', 'pageviews', 'events', 'bounce_rate', 'visit_duration', 'views_per_visit']
const eventMetrics = ['visitors', 'visits', 'pageviews', 'events']
const dimensions: readonly (readonly [name: string, metrics: readonly string[]])[] = [
  ...['source', 'country', 'city', 'browser', 'utm_campaign', 'channel', 'entry_page', 'exit_page'].map(
    (name) => [`visit:${name}`, visitMetrics.filter((metric) => metric !== 'events')] as const,
  ),
  ['event:page', ['visitors', 'visits', 'pageviews', 'bounce_rate', 'time_on_page', 'scroll_depth']],
  ['event:name', eventMetrics],
  ['event:hostname', eventMetrics],
  ['event:goal', ['visitors', 'events', 'conversion_rate']],
  ['event:props:plan', ['visitors', 'events', 'percentage']],
]
const filterLists = [[], [['is', 'visit:source', ['Google']]], [['is', 'event:page', ['/', '/blog/b']]]]

/** The questions of pages and of the API. */
function questions(id: number): Record<string, unknown>[] {
  const asked: Record<string, unknown>[] = []
  for (const filters of filterLists) {
    for (const interval of ['time:day', 'time:month'])
      asked.push({ metrics: visitMetrics, dimensions: [interval], date_range: wholeRange, filters })
    asked.push({ metrics: visitMetrics, date_range: wholeRange, filters })
    for (const [name, metrics] of dimensions)
      asked.push({ metrics, dimensions: [name], date_range: wholeRange, filters })
    asked.push({ metrics: ['visitors', 'visits'], dimensions: [`funnel:${id}`], date_range: wholeRange, filters })
  }
  asked.push({ metrics: visitMetrics, date_range: 'all' })
  asked.push({ metrics: visitMetrics, date_range: ['2025-03-01', '2025-03-04'], dimensions: ['time:hour'] })
  for (const date_range of [['2025-01-31', '2025-02-01'], ['2025-03-02', '2025-03-03'], 'day'])
    asked.push({ metrics: visitMetrics, date_range })
  asked.push({ metrics: ['time_on_page', 'scroll_depth'], filters: filterLists[2], date_range: wholeRange })
  return asked
}

/** All answers of a site. */
async function answersOf({ x, timezone }: Pair, id: number): Promise<unknown[]> {
  const stats = createStats({ db: x.db, log: createLog('silent'), statementTimeoutMs: 20_000, clock })
  const row = await getSite(x.db.write, domains[id - 1]!)
  const site = siteView({
    ...{ id, domain: row.domain, timezone, homeHostname: row.home_hostname },
    features: new Set(['props', 'funnels', 'revenue_goals']),
    ...{ longLivedFrom: row.long_lived_from, longLivedTo: row.long_lived_to },
  })
  const access = { site, siteIds: [id] }
  const answers: unknown[] = []
  for (const body of questions(id)) {
    const ask = async (metrics: unknown) =>
      (await stats.query(access, { site_id: row.domain, ...body, metrics })).results
    // Some metrics do not go with some filters: each by itself then.
    const results = await ask(body['metrics']).catch(() =>
      Promise.all((body['metrics'] as string[]).map((metric) => ask([metric]).catch((error: Error) => error.message))),
    )
    answers.push({ ...body, dimensions: JSON.stringify(body['dimensions'])?.replace(/funnel:\d+/, 'funnel'), results })
  }
  for (const direction of ['after', 'before']) {
    const body = { site_id: row.domain, date_range: wholeRange, filters: [], direction, steps: [{ page: '/' }] }
    const { meta: _, query: __, ...journey } = await stats.journey(access, body)
    answers.push(journey)
  }
  answers.push(await stats.realtime(access))
  const params = new URLSearchParams({
    period: '30d',
    date: '2025-03-05',
    metrics: 'visitors,visits,pageviews,bounce_rate',
  })
  answers.push(await stats.timeseries(access, params), await stats.aggregate(access, params))
  return answers
}

async function exportOf({ x }: Pair, id: number): Promise<string[]> {
  let text = ''
  for (const what of ['events', 'sessions'] as const) {
    const sink = new Writable({
      write(chunk, _, done) {
        text += String(chunk)
        done()
      },
    })
    const site = await getSite(x.db.write, domains[id - 1]!)
    await exportRows({ db: x.db, databaseUrl: x.url, site, what, format: 'ndjson', sink })
  }
  // Ids are drawn by the site and by chance.
  return text
    .split('\n')
    .map((line) => line.replace(/"(visitor_id|session_id)":"[-\d]+",?/g, ''))
    .sort()
}

/** Columns of the views without ids. */
const views: Readonly<Record<string, string>> = {
  pageviews: 'at, day, hostname, path, properties, place',
  custom_events: 'at, day, hostname, path, name, properties, place',
  visits:
    'started_at, ended_at, day, seconds, is_running, is_bounce, pageviews, events, entry_page, exit_page, hostname, source, country, city, browser',
  days: 'day, visitors, visits, pageviews, bounces, events, ended_visits',
  conversions: 'at, day, goal, hostname, path, properties',
}

/** All rows of a site, without ids that are drawn, and without which of several rows has a flag. */
const rows: Readonly<Record<string, string>> = {
  sessions: `select started_at, ended_at, local_day, duration, is_bounce, pageviews, events, entry_page, exit_page, entry_hostname,
      exit_hostname, source, country, city, browser, utm_campaign
    from sessions where site_id = $1 order by 1, 2, 8, 9, 12, 13, 15`,
  ends: `select local_day, count(*) filter (where first_of_visitor_day) as days,
      count(*) filter (where first_of_visitor_month) as months, count(*) filter (where seen_day_before) as seen
    from sessions where site_id = $1 group by 1 order by 1`,
  events: `select recorded_at, name, pathname, props, position, local_day from events where site_id = $1 order by 1, 2, 3, 4, 5`,
  flags: `select local_day, count(*) filter (where first_of_visitor_day) as days,
      count(*) filter (where first_of_visitor_month) as months, count(*) filter (where seen_day_before) as seen,
      count(*) filter (where first_of_visit_day) as visits, count(*) filter (where first_of_visit_month) as visit_months
    from events where site_id = $1 group by 1 order by 1`,
  engagements: `select recorded_at, pathname, scroll_depth, engagement_time_ms from engagements where site_id = $1 order by 1, 2, 3, 4`,
  accepted: `select hour, sum(count) as count from traffic_counts where site_id = $1 and reason = 'accepted' group by 1 order by 1`,
  days: `select local_day, dimension, value, visitors, visits, pageviews, events, bounces, duration, seen_day_before, active_visitors,
      active_day_before, engaged_ms
    from daily_breakdowns where site_id = $1 and dimension <> 'event:goal' and visitors + visits + pageviews + events + active_visitors > 0
    order by 1, 2, 3`,
  memory: `select last_event_at, last_seen_at, last_event_day, last_ended_day, active_days, started_at, pageviews, events, is_bounce,
      entry_page, coalesce(exit_page, entry_page) as exit_page, source, country
    from visitors where site_id = $1 order by 1, 2, 3, 4, 5, 6, 10, 11`,
  lives: 'select long_lived_from, long_lived_to from sites where id = $1',
}

async function rowsOf({ x }: Pair, id: number): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(rows)) state[name] = await x.db.write.query(text, [id])
  if (!exceptOn('roles'))
    for (const [view, columns] of Object.entries(views))
      state[`view ${view}`] = await x.db.write.query(
        `select ${columns} from tidemark.${view} where domain = $1 order by ${columns.split(', ').map((_, at) => at + 1)}`,
        [domains[id - 1]],
      )
  return state
}

/** Everything that can be known of a site. */
const stateOf = async (pair: Pair, id: number) => ({
  rows: await rowsOf(pair, id),
  answers: await answersOf(pair, id),
  exported: await exportOf(pair, id),
})

async function createPair(timezone: string): Promise<Pair> {
  const x = await createSite(timezone, [{ domain: 'y.example', timezone }])
  await x.db.write.query(`update teams set plan = 'business'`)
  await x.db.write.query(`update sites set home_hostname = 'shop.example'`)
  for (const id of [1, 2]) {
    await x.db.write.query(
      `insert into goals (site_id, event_name, path, scroll_threshold, display_name)
       values ($1, 'Signup', null, -1, 'Signup'), ($1, null, '/blog**', -1, 'Visit /blog**'), ($1, null, '/price', 50, 'Half of the price')`,
      [id],
    )
    await x.db.write.query(`insert into funnels (site_id, name) values ($1, 'All')`, [id])
  }
  await x.db.write.query(
    `insert into funnel_steps (funnel_id, position, goal_id)
     select f.id, case g.display_name when 'Visit /blog**' then 1 else 2 end, g.id
     from funnels f join goals g on g.site_id = f.site_id where g.display_name in ('Signup', 'Visit /blog**')`,
  )
  return { x, timezone }
}

const fill = (x: TestSite) => fillBreakdowns(x.db, now, { visitsMin: 0 })
const scopeOf = (scope: Partial<ErasureScope> & Pick<ErasureScope, 'kind'>): ErasureScope => ({
  ...{ from: null, to: null, page: null, event: null, filters: null },
  ...scope,
})

const range = fc.option(
  fc
    .tuple(fc.constantFrom(...days), fc.constantFrom(...days))
    .map((pair) => [...pair].sort() as [string, string])
    .map(([from, to]) => ({ from, to })),
  { nil: {}, freq: 2 },
)
const erasure: fc.Arbitrary<ModelErasure> = fc.oneof(
  fc.constant({ scope: scopeOf({ kind: 'everything' }) }),
  fc
    .tuple(fc.constantFrom(...days), fc.constantFrom(0, 1, 3))
    .map(([from, length]) => ({ scope: scopeOf({ kind: 'days', from, to: addDays(from, length) }) })),
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('/', '/blog/a', '/blog/*', '/**', '/none'), range)
      .map(([page, within]) => ({ scope: scopeOf({ kind: 'page', page, ...within }) })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('Signup', 'pageview'), range)
      .map(([event, within]) => ({ scope: scopeOf({ kind: 'event', event, ...within }) })),
  },
  {
    weight: 5,
    arbitrary: fc.tuple(fc.constantFrom(...modelFilters), range).map(([filter, within]) => ({
      scope: scopeOf({ kind: 'filters', filters: filter.filters, ...within }),
      filter,
    })),
  },
)

t.test('what is left is what there would be', async (t) => {
  let taken = 0
  await fc.assert(
    fc.asyncProperty(
      fc.record({ seed: fc.nat(10_000), timezone: fc.constantFrom(...zones), erasure, isFilled: fc.boolean() }),
      async ({ seed, timezone, erasure, isFilled }) => {
        const pair = await createPair(timezone)
        const { x } = pair
        try {
          const lines = alike(makeLines(seed))
          const left = withoutErased(lines, erasure, (at) => localDayOf(timezone, at * 1000))
          await bring(x, 'x.example', lines)
          await bring(x, 'y.example', left)
          if (isFilled) await fill(x)
          taken += await erase(x.db, 1, erasure.scope)
          const wrong = (state: unknown, other: unknown, when: string) =>
            t.strictSame(state, other, `${when}: ${JSON.stringify({ seed, timezone, scope: erasure.scope })}`)
          const atOnce = async (id: number) => {
            const { rows, ...rest } = await stateOf(pair, id)
            // Sums of closed days follow.
            return { ...rest, rows: { ...rows, days: null } }
          }
          wrong(await atOnce(1), await atOnce(2), 'at once')
          await fill(x)
          t.strictSame(await x.verify(), [], 'sums are those of the rows')
          const { rows, answers } = await stateOf(pair, 1)
          const other = await stateOf(pair, 2)
          wrong({ rows, answers }, { rows: other.rows, answers: other.answers }, 'with sums')
          t.strictSame(await x.db.write.query('select from erasure_days'), [])
          return t.passing()
        } finally {
          await x.drop()
        }
      },
    ),
    { numRuns: runs(10), seed: 7, endOnFailure: true },
  )
  t.ok(taken > 100, `${taken} visits and events were taken`)
})
