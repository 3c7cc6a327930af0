// The service and a naive model of the sheet agree on random questions about random traffic (issue 5).
import fc from 'fast-check'
import t from 'tap'
import { createPools } from '../../src/db/pool.ts'
import { createLog } from '../../src/log.ts'
import type { SiteView } from '../../src/registry/directory.ts'
import { createStats } from '../../src/stats/stats.ts'
import { rebuildRollups } from '../../src/upkeep/rollups.ts'
import { createDatabase } from '../support/database.ts'
import {
  type Attributes,
  answer,
  insertTraffic,
  localDay,
  type ModelEvent,
  type ModelFilter,
  type ModelGoal,
  sessionsOf,
} from '../support/stats-model.ts'

const questionsPerZone = 300
const zones = ['Etc/UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/Santiago', 'Europe/Berlin', 'Asia/Tokyo']
const origin = Date.parse('2021-03-10T00:00:00Z') / 1000
const days = 60

const goals: ModelGoal[] = [
  { displayName: 'Signup', eventName: 'Signup', path: null, customProps: {} },
  { displayName: 'Purchase', eventName: 'Purchase', path: null, customProps: { plan: 'pro' } },
  { displayName: 'Visit /blog**', eventName: null, path: '/blog**', customProps: {} },
  { displayName: 'Visit /register', eventName: null, path: '/register', customProps: {} },
]

/** Traffic that looks like traffic: visitors of a day, a few sessions each, some across midnight. */
function traffic(random: () => number) {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const events: ModelEvent[] = []
  for (let visitor = 1; visitor <= 400; visitor += 1) {
    let at = origin + Math.floor(random() * days * 86_400)
    const count = 1 + Math.floor(random() * 7)
    for (let index = 0; index < count; index += 1) {
      const name = pick(['pageview', 'pageview', 'pageview', 'Signup', 'Purchase', 'engagement', 'engagement'])
      const props = random() < 0.4 ? { plan: pick(['pro', 'free', 'prime']), ...(random() < 0.5 ? { author: 'a' } : {}) } : null
      const pathname = pick(['/', '/blog', '/blog/a', '/blog/b.c', '/register', '/100%', '/a_b'])
      events.push({
        visitor,
        at,
        name,
        pathname,
        hostname: pick(['a.com', 'b.com']),
        props,
        engagedMs: Math.floor(random() * 90_000),
        scroll: 40,
      })
      at += pick([0, 20, 600, 1500, 1800, 1801, 5000])
    }
  }
  const attributesOf = (): Attributes => ({
    source: pick([null, 'Google', 'Bing', 'Bing Ads']),
    channel: pick(['Direct', 'Organic Search']),
    utm_source: pick([null, 'news', 'n_ws']),
    country: pick([null, 'EE', 'US', 'DE']),
    region: pick([null, 'EE-37']),
    city: pick([null, 588409, 2950159]),
    device: pick([null, 'Desktop', 'Mobile']),
    browser: pick(['Chrome', 'Firefox']),
    os: pick([null, 'Mac']),
  })
  return sessionsOf(events, attributesOf)
}

const values: Record<string, readonly string[]> = {
  'event:page': ['/', '/blog', '/blog**', '*a*', '/b*c', '/100%', '/a_b', '/1*%', '/nowhere'],
  'event:name': ['pageview', 'Signup', 'Pur*'],
  'event:hostname': ['a.com', '*.com', 'c.com'],
  'event:goal': ['Signup', 'Purchase', 'Visit /blog**', 'Visit /register'],
  'event:props:plan': ['pro', 'free', 'pr*', '(none)'],
  'event:props:author': ['a', '(none)', '*'],
  'visit:source': ['Google', 'Bing', 'Bing*', 'Direct / None', 'google', '*'],
  'visit:channel': ['Organic Search'],
  'visit:utm_source': ['news', 'n_ws', 'n?ws', '(not set)'],
  'visit:country': ['EE', 'US', 'E*'],
  'visit:region': ['EE-37', '(not set)'],
  'visit:city': ['588409', 'Tallinn', '2950159'],
  'visit:device': ['Desktop', '(not set)'],
  'visit:browser': ['Chrome', 'F*x'],
  'visit:os': ['Mac', '(not set)'],
  'visit:entry_page': ['/', '/blog*', '/register'],
  'visit:exit_page': ['/', '/blog*', '(not set)'],
}

const filter: fc.Arbitrary<ModelFilter> = fc.constantFrom(...Object.keys(values)).chain((dimension) =>
  fc.record({
    dimension: fc.constant(dimension),
    negated: dimension === 'event:goal' ? fc.constant(false) : fc.boolean(),
    items: fc.uniqueArray(fc.constantFrom(...values[dimension]!), { minLength: 1, maxLength: 3 }),
  }),
)

const sessionMetrics = ['visits', 'bounce_rate', 'visit_duration', 'views_per_visit']
const allMetrics = ['visitors', 'pageviews', 'events', ...sessionMetrics, 'conversion_rate', 'time_on_page']

/** Metrics the sheet allows next to the filters (section 13). */
function allowed(metric: string, filters: readonly ModelFilter[]): boolean {
  const has = (name: string) => filters.some((one) => one.dimension.startsWith(name))
  if (metric === 'conversion_rate') return has('event:goal')
  if (metric === 'time_on_page') return has('event:page') && !has('event:goal') && !has('event:name')
  if (metric === 'views_per_visit' && has('event:page')) return false
  return !sessionMetrics.includes(metric) || !(has('event:name') || has('event:goal') || has('event:props:'))
}

const question = fc.record({
  period: fc.constantFrom('day', '7d', '30d', 'month', '6mo', 'custom'),
  day: fc.integer({ min: -5, max: days + 5 }),
  length: fc.integer({ min: 0, max: 70 }),
  interval: fc.constantFrom('default', 'day', 'month', 'aggregate'),
  filters: fc.oneof({ weight: 3, arbitrary: fc.array(filter, { maxLength: 3 }) }, { weight: 1, arbitrary: fc.constant<ModelFilter[]>([]) }),
  metrics: fc.uniqueArray(fc.constantFrom(...allMetrics), { minLength: 1, maxLength: 5 }),
})

const addDays = (day: string, count: number) => new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
const month = (day: string, count: number) => {
  const [y, m] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(y, m - 1 + count, 1)).toISOString().slice(0, 10)
}

// Two thousand questions take a minute on two free cores.
t.setTimeout(300_000)

t.test('service and model give the same answers', async (t) => {
  const database = await createDatabase()
  const db = createPools({ databaseUrl: database.url })
  t.teardown(async () => {
    await db.stop()
    await database.drop()
  })
  const log = createLog('silent')
  const clock = { now: () => new Date('2021-05-01T12:00:00Z') }
  const stats = createStats({ db, log, statementTimeoutMs: 20_000, clock })
  await db.write.query(`insert into teams (plan) values ('business')`)
  let seed = 7
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  for (const timezone of zones) {
    const [site] = await db.write.query<{ id: number }>('insert into sites (team_id, domain, timezone) values (1, $1, $2) returning id', [
      `${timezone}.test`,
      timezone,
    ])
    const id = site!.id
    for (const goal of goals) {
      await db.write.query('insert into goals (site_id, event_name, path, custom_props, display_name) values ($1, $2, $3, $4, $5)', [
        id,
        goal.eventName,
        goal.path,
        goal.customProps,
        goal.displayName,
      ])
    }
    const sessions = traffic(random)
    // The last sessions still run.
    const newest = new Map(sessions.map((session) => [session.visitor, session]))
    const running = new Set(
      [...newest.values()]
        .sort((a, b) => b.start - a.start)
        .slice(0, 12)
        .map((session) => session.id),
    )
    await insertTraffic(db.write, id, timezone, sessions, running)
    await rebuildRollups(db, { site: `${timezone}.test` }, new Date())
    const view = {
      id,
      domain: `${timezone}.test`,
      timezone,
      features: new Set(['props', 'revenue_goals', 'stats_api']),
      isConsolidated: false,
      longLivedFrom: null,
      longLivedTo: null,
      droppedBefore: null,
    } as unknown as SiteView
    const access = { site: view, siteIds: [id] }
    let wrong = 0
    for (const { period, day, length, interval, filters, metrics: wanted } of fc.sample(question, {
      numRuns: questionsPerZone,
      seed: 42 + id,
    })) {
      const date = addDays(localDay(timezone, origin), day)
      const bounds: Record<string, [string, string]> = {
        day: [date, date],
        '7d': [addDays(date, -7), addDays(date, -1)],
        '30d': [addDays(date, -30), addDays(date, -1)],
        month: [month(date, 0), addDays(month(date, 1), -1)],
        '6mo': [month(date, -5), addDays(month(date, 1), -1)],
        custom: [date, addDays(date, length)],
      }
      const [first, last] = bounds[period]!
      const metrics = wanted.filter((metric) => allowed(metric, filters))
      if (metrics.length === 0) metrics.push('visitors')
      const params = new URLSearchParams({ period, metrics: metrics.join(','), date: period === 'custom' ? `${first},${last}` : date })
      params.set('filters', filters.map((one) => `${one.dimension}${one.negated ? '!=' : '=='}${one.items.join('|')}`).join(';'))
      const byDefault = period === 'day' ? 'hour' : 'day'
      const modelInterval = interval === 'aggregate' ? null : interval === 'default' ? byDefault : (interval as 'day' | 'month')
      if (interval === 'day' || interval === 'month') params.set('interval', interval)
      const expected = answer(sessions, goals, { timezone, first, last, interval: modelInterval, metrics, filters })
      const found =
        interval === 'aggregate'
          ? [Object.fromEntries(Object.entries((await stats.aggregate(access, params)).results).map(([name, { value }]) => [name, value]))]
          : (await stats.timeseries(access, params)).results.map(({ date: _, ...rest }) => rest)
      const [a, b] = [JSON.stringify(found), JSON.stringify(expected)]
      if (a !== b && wrong++ < 3) t.fail(`${timezone} ${decodeURIComponent(String(params))} ${interval}`, { found: a, wanted: b })
    }
    t.equal(wrong, 0, `${timezone}: ${questionsPerZone} questions`)
  }
})
