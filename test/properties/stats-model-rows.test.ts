// The service and a naive model of spec/stats.md agree on random breakdowns, v2 queries and moments of realtime.
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { migrate } from '../../src/db/migrate.ts'
import { startCluster, withoutCluster } from '../../tools/citus/cluster.ts'
import { runs } from '../support/effort.ts'
import { localDay, type ModelFilter, type ModelSession } from '../support/stats-model.ts'
import {
  answerRows,
  dimensionsOf,
  type ModelInterval,
  type RowsQuestion,
  type Tree,
  toJson,
} from '../support/stats-model-rows.ts'
import { days, goals, type ModelService, origin, startModelService } from '../support/stats-model-traffic.ts'

const questionsPerZone = runs(100)
const zones = ['Etc/UTC', 'America/Santiago', 'Asia/Kathmandu']

const values: Record<string, readonly string[]> = {
  'event:page': ['/', '/blog', '/blog/a', '/blog/b.c', '/100%', '/a_b', '/nowhere'],
  'event:name': ['pageview', 'Signup', 'Purchase'],
  'event:hostname': ['a.com', 'b.com', 'c.com'],
  'event:goal': ['Signup', 'Purchase', 'Visit /blog**', 'Visit /register'],
  'event:props:plan': ['pro', 'free', 'prime', '(none)'],
  'event:props:author': ['a', '(none)'],
  'visit:source': ['Google', 'Bing', 'Bing Ads', 'Direct / None', '(not set)'],
  'visit:channel': ['Organic Search', 'Direct'],
  'visit:referrer': ['search.test', 'Direct / None'],
  'visit:utm_source': ['news', 'n_ws', '(not set)'],
  'visit:utm_campaign': ['Spring'],
  'visit:country': ['EE', 'US'],
  'visit:region': ['EE-37', '(not set)'],
  'visit:city': ['588409', '2950159', 'Tallinn'],
  'visit:device': ['Desktop', '(not set)'],
  'visit:browser': ['Chrome'],
  'visit:browser_version': ['88', '(not set)'],
  'visit:os': ['Mac', '(not set)'],
  'visit:os_version': ['11'],
  'visit:entry_page': ['/', '/blog', '/register'],
  'visit:exit_page': ['/', '/blog/a', '(not set)'],
}
const patterns = ['Direct*', '*set)', '*a*', '/blog*', '*.com', 'B*', '*r*e*', '*', '/1*%', '?']
const parts = ['a', 'b.c', '%', '_', 'BLOG', 'oo', 'pr', 'Direct', 'not set', '(not set)', '(none)', 'Direct / None']
const expressions = ['^/blog', 'a$', '[a-b]', '^.$', 'o+', '(Goo|Bin)', '^$', 'None$', '^Direct']
const names = Object.keys(values)
const properties = names.filter((name) => name !== 'event:hostname')

const v1Filter: fc.Arbitrary<ModelFilter> = fc.constantFrom(...names).chain((dimension) => {
  const mayBePattern = dimension !== 'event:goal' && dimension !== 'visit:country'
  return fc.record({
    dimension: fc.constant(dimension),
    negated: dimension === 'event:goal' ? fc.constant(false) : fc.boolean(),
    items: fc.uniqueArray(fc.constantFrom(...values[dimension]!, ...(mayBePattern ? patterns : [])), {
      minLength: 1,
      maxLength: 2,
    }),
  })
})

function leafOn(dimension: string): fc.Arbitrary<Tree> {
  const isGoal = dimension === 'event:goal'
  const tests =
    isGoal || dimension === 'visit:country'
      ? (['is'] as const)
      : (['is', 'is', 'contains', 'matches', 'matches_wildcard'] as const)
  return fc.constantFrom(...tests).chain((test) => {
    const items = { is: values[dimension]!, contains: parts, matches: expressions, matches_wildcard: patterns }[test]
    return fc.record({
      op: fc.constant('leaf' as const),
      test: fc.constant(test),
      dimension: fc.constant(dimension),
      negated: isGoal ? fc.constant(false) : fc.boolean(),
      values: fc.uniqueArray(fc.constantFrom(...items), { minLength: 1, maxLength: 2 }),
      ignoresCase: test === 'is' || test === 'contains' ? fc.boolean() : fc.constant(false),
    })
  })
}
const nestable = names.filter((name) => name !== 'event:goal' && name !== 'event:hostname')
const inner = fc.constantFrom(...nestable).chain(leafOn)
const doneOf = (dimensions: readonly string[]): fc.Arbitrary<Tree> =>
  fc.record({
    op: fc.constant('done' as const),
    negated: fc.boolean(),
    child: fc.constantFrom(...dimensions.filter((name) => name.startsWith('event:'))).chain(leafOn),
  })
const tree: fc.Arbitrary<Tree> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...names).chain(leafOn) },
  { weight: 1, arbitrary: doneOf(names) },
  { weight: 1, arbitrary: inner.map((child): Tree => ({ op: 'not', child })) },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constantFrom('and' as const, 'or' as const),
      children: fc.array(fc.oneof({ weight: 3, arbitrary: inner }, { weight: 1, arbitrary: doneOf(nestable) }), {
        minLength: 1,
        maxLength: 3,
      }),
    }) as fc.Arbitrary<Tree>,
  },
)

const sessionMetrics = ['visits', 'bounce_rate', 'visit_duration', 'views_per_visit']
const v1Metrics = ['visitors', 'pageviews', 'events', ...sessionMetrics, 'conversion_rate', 'time_on_page']
const v2Metrics = [...v1Metrics, 'scroll_depth', 'percentage', 'group_conversion_rate', 'exit_rate']
const isEventBound = (name: string) => name === 'event:name' || name === 'event:goal' || name.startsWith('event:props:')

/** What v1 allows next to filters and property (spec/stats 13). */
function allowedV1(metric: string, filtered: readonly string[], property: string): boolean {
  if (metric === 'conversion_rate') return property === 'event:goal' || filtered.includes('event:goal')
  if (metric === 'time_on_page')
    return property === 'event:page' && !filtered.some((name) => name === 'event:goal' || name === 'event:name')
  if (metric === 'views_per_visit') return false
  return !sessionMetrics.includes(metric) || ![...filtered, property].some(isEventBound)
}

/** What v2 allows (spec/stats 22.4). */
function allowedV2(
  metric: string,
  filters: readonly Tree[],
  dimensions: readonly string[],
  isByTime: boolean,
): boolean {
  const filtered = filters.flatMap(dimensionsOf)
  const onTop = (name: string) => filters.some((one) => one.op === 'leaf' && one.dimension === name)
  const byEvent = dimensions.some((name) => name.startsWith('event:') && name !== 'event:page')
  const byEntry = dimensions.some((name) => /^visit:(entry|exit)_page/.test(name))
  const nested = filters.some(
    (one) => one.op !== 'leaf' && dimensionsOf(one).some((name) => name.startsWith('event:props:')),
  )
  switch (metric) {
    case 'conversion_rate':
      return (dimensions.includes('event:goal') || filtered.includes('event:goal')) && !nested
    case 'group_conversion_rate':
      return filtered.includes('event:goal') && !nested
    case 'time_on_page':
    case 'scroll_depth':
      return (dimensions.includes('event:page') || onTop('event:page')) && !byEntry
    case 'pageviews':
    case 'events':
      return !byEntry
    case 'views_per_visit':
      return dimensions.length === 0 && !filtered.includes('event:page')
    case 'exit_rate':
      return (
        !isByTime &&
        dimensions.length === 1 &&
        dimensions[0] === 'visit:exit_page' &&
        !filtered.some((name) => name.startsWith('event:'))
      )
    case 'bounce_rate':
    case 'visit_duration':
      return !byEvent && !(isByTime && dimensions.includes('event:page'))
    default:
      return true
  }
}

const addDays = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
const month = (day: string, count: number) => {
  const [y, m] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(y, m - 1 + count, 1)).toISOString().slice(0, 10)
}

/** Where a local day begins, by trying every quarter of an hour. */
function startOf(timezone: string, day: string): number {
  for (let at = Date.parse(day) / 1000 - 86_400; ; at += 900) if (localDay(timezone, at) >= day) return at
}

/** No day of these begins or ends in a repeated hour. */
function safeRange(timezone: string, first: string, last: string): [number, number] {
  return [startOf(timezone, first), startOf(timezone, addDays(last, 1))]
}
const isRepeatedMidnight = (timezone: string, day: string) =>
  timezone === 'America/Santiago' && /^2021-04-0[345]$/.test(day)

async function askBreakdowns(t: Test, service: ModelService, timezone: string, site: Site): Promise<number> {
  const question = fc.record({
    property: fc.constantFrom(...properties),
    first: fc.integer({ min: -3, max: days }),
    length: fc.integer({ min: 0, max: 62 }),
    filters: fc.array(v1Filter, { maxLength: 2 }),
    metrics: fc.uniqueArray(fc.constantFrom(...v1Metrics), { minLength: 1, maxLength: 4 }),
    limit: fc.constantFrom(1, 3, 100),
    page: fc.constantFrom(1, 1, 2, 3),
  })
  let wrong = 0
  for (const { property, first, length, filters, metrics: wanted, limit, page } of fc.sample(question, {
    numRuns: questionsPerZone,
    seed: 11,
  })) {
    const from = addDays(localDay(timezone, origin), first)
    const to = addDays(from, length)
    if (isRepeatedMidnight(timezone, from) || isRepeatedMidnight(timezone, to)) continue
    const dimensions = /_version$/.test(property) ? [property.replace('_version', ''), property] : [property]
    const filtered = filters.map((one) => one.dimension)
    const metrics = wanted.filter((metric) => allowedV1(metric, filtered, property))
    if (metrics.length === 0) metrics.push('visitors')
    const leading = metrics.find((metric) => metric !== 'time_on_page')
    const [start, end] = safeRange(timezone, from, to)
    const asked: RowsQuestion = {
      timezone,
      start,
      end,
      interval: null,
      dimensions,
      metrics: leading === undefined ? [...metrics, 'visitors'] : metrics,
      filters: filters.map((leaf) => ({ op: 'v1', leaf })),
      version: 1,
      order: [[leading ?? 'visitors', 'desc'], ...dimensions.map((name) => [name, 'asc'] as const)],
      limit,
      offset: (page - 1) * limit,
    }
    const keys = dimensions.map((name) => name.replace(/^event:props:|^event:|^visit:/, ''))
    const expected = answerRows(site.sessions, goals, asked).rows.map((row) => ({
      ...Object.fromEntries(keys.map((key, index) => [key, row.values[index]])),
      ...Object.fromEntries(metrics.map((metric, index) => [metric, row.metrics[index]])),
    }))
    const params = new URLSearchParams({
      property,
      period: 'custom',
      date: `${from},${to}`,
      metrics: metrics.join(','),
    })
    params.set('limit', String(limit))
    params.set('page', String(page))
    params.set(
      'filters',
      filters.map((one) => `${one.dimension}${one.negated ? '!=' : '=='}${one.items.join('|')}`).join(';'),
    )
    const { results } = await service.stats.breakdown(site.access, params)
    const [a, b] = [JSON.stringify(results), JSON.stringify(expected)]
    if (a !== b && wrong++ < 3) t.fail(`${timezone} ${decodeURIComponent(String(params))}`, { found: a, wanted: b })
  }
  return wrong
}

type Site = { access: Parameters<ModelService['stats']['query']>[0]; sessions: ModelSession[] }

async function askQueries(t: Test, service: ModelService, timezone: string, site: Site): Promise<number> {
  const dimensionNames = [...names, 'visit:entry_page_hostname', 'visit:exit_page_hostname']
  const question = fc.record({
    range: fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom('day', '7d', '28d', '91d', 'month', '6mo', 'year', 'all', '3mo') },
      { weight: 3, arbitrary: fc.tuple(fc.integer({ min: -3, max: days }), fc.integer({ min: 0, max: 62 })) },
      {
        weight: 1,
        arbitrary: fc.tuple(fc.integer({ min: 0, max: days * 86_400 }), fc.integer({ min: 60, max: 5 * 86_400 })),
      },
    ),
    isInstants: fc.boolean(),
    time: fc.constantFrom(null, null, null, 'time', 'time:hour', 'time:day', 'time:week', 'time:month'),
    timeFirst: fc.boolean(),
    dimensions: fc.uniqueArray(fc.constantFrom(...dimensionNames), { maxLength: 2 }),
    filters: fc.array(tree, { maxLength: 2 }),
    metrics: fc.uniqueArray(fc.constantFrom(...v2Metrics), { minLength: 1, maxLength: 4 }),
    order: fc.constantFrom(null, null, 'metric', 'dimension'),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
    limit: fc.constantFrom(2, 10_000, 10_000),
    offset: fc.constantFrom(0, 0, 1),
  })
  let wrong = 0
  for (const asking of fc.sample(question, { numRuns: questionsPerZone, seed: 112 + site.access.site.id })) {
    const { filters, dimensions, limit, offset } = asking
    const metrics = asking.metrics.filter((metric) => allowedV2(metric, filters, dimensions, asking.time !== null))
    if (metrics.length === 0 || (dimensions.includes('event:page') && !metrics.includes('visitors')))
      metrics.push('visitors')
    const today = localDay(timezone, service.clock.now().getTime() / 1000)
    const [dateRange, [start, end]] = rangeOf(asking.range, asking.isInstants, timezone, today, site.sessions)
    if (
      isRepeatedMidnight(timezone, localDay(timezone, start)) ||
      isRepeatedMidnight(timezone, localDay(timezone, end - 1))
    )
      continue
    const time = asking.time === 'time:hour' && end - start > 12 * 86_400 ? 'time:day' : asking.time
    const interval =
      time === null
        ? null
        : time === 'time'
          ? byLength(
              typeof dateRange === 'string' || isDay(dateRange[0]!)
                ? Math.round((end - start) / 86_400)
                : (end - 1 - start) / 86_400,
            )
          : (time.slice(5) as ModelInterval)
    const by = time === null ? dimensions : asking.timeFirst ? [time, ...dimensions] : [...dimensions, time]
    const lead = metrics[0]!
    const given: [string, 'asc' | 'desc'][] | null =
      asking.order === null || (asking.order === 'dimension' && by.length === 0)
        ? null
        : [[asking.order === 'metric' ? lead : by[0]!, asking.direction]]
    const toTerm = (name: string) => (name === time ? 'time' : name)
    const order: [string, 'asc' | 'desc'][] = given
      ? [
          ...given.map(([name, way]): [string, 'asc' | 'desc'] => [toTerm(name), way]),
          ...by.map((name): [string, 'asc'] => [toTerm(name), 'asc']),
        ]
      : [
          ...(time === null ? [] : [['time', 'asc'] as [string, 'asc']]),
          [lead, 'desc'],
          ...dimensions.map((name): [string, 'asc'] => [name, 'asc']),
        ]
    const asked: RowsQuestion = {
      timezone,
      start,
      end,
      interval,
      dimensions,
      metrics,
      filters,
      version: 2,
      order,
      limit,
      offset,
    }
    const { rows, total, labels } = answerRows(site.sessions, goals, asked)
    const expected = {
      results: rows.map((row) => {
        let next = 0
        return { dimensions: by.map((name) => (name === time ? row.time : row.values[next++])), metrics: row.metrics }
      }),
      total_rows: total,
      time_labels: time === null ? undefined : labels,
    }
    const body = {
      date_range: dateRange,
      metrics,
      dimensions: by,
      filters: filters.map(toJson),
      ...(given ? { order_by: given } : {}),
      include: { total_rows: true, time_labels: time !== null },
      pagination: { limit, offset },
    }
    const { results, meta } = await service.stats.query(site.access, body)
    const found = { results, total_rows: meta['total_rows'], time_labels: meta['time_labels'] }
    const [a, b] = [JSON.stringify(found), JSON.stringify(expected)]
    if (a !== b && wrong++ < 3) t.fail(`${timezone} ${JSON.stringify(body)}`, { found: a, wanted: b })
  }
  return wrong
}

function byLength(length: number): ModelInterval {
  if (length <= 2) return 'hour'
  return length <= 40 ? 'day' : length <= 364 ? 'week' : 'month'
}
const isDay = (text: string) => text.length === 10

/** A date range as the body has it, and its bounds. */
function rangeOf(
  range: string | readonly [number, number],
  isInstants: boolean,
  timezone: string,
  today: string,
  sessions: readonly ModelSession[],
): [string | string[], [number, number]] {
  if (typeof range !== 'string' && range[1] <= 62 && !isInstants) {
    const from = addDays(localDay(timezone, origin), Math.min(range[0], days))
    const to = addDays(from, range[1])
    return [[from, to], safeRange(timezone, from, to)]
  }
  if (typeof range !== 'string') {
    const start = origin + range[0]
    const end = start + Math.max(range[1], 60) * (range[1] <= 62 ? 3600 : 1)
    const text = (seconds: number) => new Date(seconds * 1000).toISOString()
    return [
      [text(start), text(end)],
      [start, end + 1],
    ]
  }
  const first = localDay(
    timezone,
    Math.min(
      ...sessions.flatMap((session) => session.rows.filter((row) => row.name !== 'engagement').map((row) => row.at)),
    ),
  )
  const count = Number.parseInt(range, 10)
  const bounds: Record<string, [string, string]> = {
    day: [today, today],
    month: [month(today, 0), addDays(month(today, 1), -1)],
    year: [`${today.slice(0, 4)}-01-01`, `${today.slice(0, 4)}-12-31`],
    all: [first, today],
  }
  const byCount = (): [string, string] =>
    range.endsWith('mo')
      ? [month(today, -count), addDays(month(today, 0), -1)]
      : [addDays(today, -count), addDays(today, -1)]
  return [range, safeRange(timezone, ...(bounds[range] ?? byCount()))]
}

const clusterTimeoutMs = 270_000
t.setTimeout(180_000 + (withoutCluster ? 0 : clusterTimeoutMs))

/** The usual layout, and sites spread over all parts of plain tables that are divided (docs/scale.md). */
const layouts = [
  ['service and model give the same rows', {}],
  ['and so they do of sites that are spread over sixteen parts', { parts: 16 }],
] as const

for (const [name, divided] of layouts) t.test(name, (t) => compareRows(t, divided))

t.test('and over the nodes of a cluster', { skip: withoutCluster, timeout: clusterTimeoutMs }, async (t) => {
  const cluster = await startCluster()
  t.teardown(() => cluster.stop())
  await migrate(cluster.url, { parts: 16 })
  await compareRows(t, { parts: 16 }, cluster)
})

async function compareRows(t: Test, divided: { readonly parts?: number }, given?: { url: string }): Promise<void> {
  const service = await startModelService(21, divided, given)
  t.teardown(() => service.stop())
  for (const timezone of zones) {
    const site = await service.addSite(timezone, { isSpread: divided.parts !== undefined })
    t.equal(await askBreakdowns(t, service, timezone, site), 0, `${timezone}: ${questionsPerZone} breakdowns`)
    t.equal(await askQueries(t, service, timezone, site), 0, `${timezone}: ${questionsPerZone} v2 queries`)
    const moments = site.sessions.flatMap((session) => session.rows.map((row) => row.at)).slice(0, 30)
    for (const moment of moments) {
      service.clock.now = () => new Date(moment * 1000 + 120_000)
      const near = (at: number) => at >= moment + 120 - 300 && at <= moment + 120
      const here = site.sessions.filter((session) =>
        session.rows.some((row) => row.name !== 'engagement' && near(row.at)),
      )
      t.equal(
        await service.stats.realtime(site.access),
        new Set(here.map((session) => session.visitor)).size,
        `realtime at ${moment}`,
      )
    }
    service.clock.now = () => new Date('2021-05-01T12:00:00Z')
  }
}
