// The tools that ask what endpoints of the API answer: query, realtime, funnel and traffic quality.
import { statsFailures } from '../../failure.ts'
import { idleMinutes } from '../../rules/lifetimes.ts'
import { inEnglish } from '../../rules/numerals.ts'
import { currentMinutes } from '../../rules/windows.ts'
import { dimensions } from '../../stats/dimensions.ts'
import { funnelMetrics } from '../../stats/funnels/funnel.ts'
import { limitMax } from '../../stats/json-query.ts'
import type { JsonAnswer } from '../../stats/stats.ts'
import { QueryBody } from '../routes/stats.ts'
import { requireTrafficRole } from '../routes/traffic.ts'
import { linesText, rowsOf, type Table, tableText } from './text.ts'
import {
  type Arguments,
  accessOf,
  answerRowsMax,
  dateRangeSchema,
  defaultRange,
  filtersSchema,
  siteAlone,
  siteSchema,
  type Tool,
  type ToolCall,
  withFilters,
} from './tool.ts'

const namesAfter = (prefix: string): string =>
  [...dimensions.keys()].flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : [])).join(', ')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same question for at most 1,000 rows and their number. Malformed parts stay, for the API to refuse. */
function bounded(body: Arguments): Record<string, unknown> {
  const { pagination = {}, include = {} } = body
  if (!isObject(pagination) || !isObject(include)) return { ...body }
  const { limit = answerRowsMax } = pagination
  const isTooMany = typeof limit === 'number' && limit > answerRowsMax && limit <= limitMax
  const { total_rows: total } = include
  return {
    ...body,
    pagination: { ...pagination, limit: isTooMany ? answerRowsMax : limit },
    include: { ...include, total_rows: total === undefined || total === false ? true : total },
  }
}

/** The answer without the number of rows that only the tool asked for. */
function asAsked(given: Arguments, { meta, query }: Pick<JsonAnswer, 'meta' | 'query'>) {
  if (isObject(given['include']) && given['include']['total_rows'] === true) return { meta, query }
  const { total_rows: _, ...ownMeta } = meta
  const { total_rows: __, ...include } = query['include'] as Record<string, unknown>
  return { meta: ownMeta, query: { ...query, include } }
}

interface Row {
  readonly dimensions: readonly unknown[]
  readonly metrics: readonly unknown[]
  readonly comparison?: { readonly metrics: readonly unknown[] }
}

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Rows of a v2 answer as a table; a comparison adds its metrics as columns. */
function tableOf(body: Arguments, results: readonly Row[]): Table {
  const [dimensions, metrics] = [textsOf(body['dimensions']), textsOf(body['metrics'])]
  const isCompared = results.some(({ comparison }) => comparison !== undefined)
  return {
    columns: [...dimensions, ...metrics, ...(isCompared ? metrics.map((name) => `${name} before`) : [])],
    rows: results.map((row) => [
      ...row.dimensions,
      ...row.metrics,
      ...(isCompared ? metrics.map((_, index) => row.comparison?.metrics[index]) : []),
    ]),
  }
}

/** Asks a v2 query, and says when there are more rows than the answer has. */
async function ask(call: ToolCall, given: Arguments) {
  const body = bounded(given)
  const answer = await call.services.stats.query(accessOf(call), body)
  const results = answer.results as readonly Row[]
  const { offset = 0 } = (body['pagination'] ?? {}) as { offset?: number }
  const { total_rows: total } = answer.meta as { total_rows?: number }
  const more =
    total !== undefined && offset + results.length < total ? { truncated: true, total_rows: total } : undefined
  return {
    structured: { results, ...asAsked(given, answer), ...more },
    text: [
      tableText(tableOf(given, results)),
      ...(more ? [`This is a part of ${more.total_rows} rows: use pagination, filters or a shorter range.`] : []),
    ].join('\n'),
  }
}

export const query: Tool = {
  name: 'query',
  title: 'Query statistics',
  description:
    'Any metrics by any dimensions: the body of POST /api/v2/query, at most 1,000 rows. visitors: people, ' +
    'recognised within a day only. visits: they end after ' +
    `${idleMinutes} minutes without activity. pageviews and events: counts. ` +
    'bounce_rate: visits with a single pageview and nothing else, in percent. visit_duration: seconds, on average. ' +
    'views_per_visit: pageviews a visit. conversion_rate: visitors who completed the goal, in percent of all; it ' +
    `needs event:goal as dimension or filter. Dimensions begin with visit: (${namesAfter('visit:')}), event: ` +
    `(${namesAfter('event:')}, props:<name>) or ` +
    'time (time, time:hour, time:day, time:week, time:month). Visitors of rows do not add up: one ' +
    'person can be in several. truncated and total_rows say that there are more rows.',
  input: withFilters(QueryBody),
  answer: (call) => ask(call, call.given),
}

export const realtime: Tool = {
  name: 'realtime',
  title: 'Current visitors',
  description:
    'The number of visitors who were active on the site ' + `within the last ${inEnglish(currentMinutes)} minutes.`,
  input: siteAlone,
  async answer(call) {
    const visitors = await call.services.stats.realtime(accessOf(call))
    return { structured: { visitors }, text: linesText({ visitors }) }
  },
}

const notConfigured = (name: string) => statsFailures.funnelUnknown(name.slice(0, 200))

/** The funnel of that number or name. */
async function findFunnel({ services, given }: ToolCall, siteId: number): Promise<number> {
  const { funnel } = given
  if (funnel === undefined) throw statsFailures.query('#: Required property funnel was not present.')
  if (Number.isSafeInteger(funnel)) {
    // The API takes it as part of a dimension's name.
    if ((funnel as number) < 1) throw notConfigured(String(funnel))
    return funnel as number
  }
  if (typeof funnel !== 'string') throw statsFailures.query('#/funnel: Type mismatch. Expected Integer or String.')
  const all = await services.registry.funnels.list(siteId)
  const found = all.find(({ name }) => name === funnel) ?? all.find(({ id }) => String(id) === funnel)
  if (!found) throw notConfigured(funnel)
  return found.id
}

export const funnel: Tool = {
  name: 'funnel',
  title: 'Funnel',
  description:
    'How many visitors and visits reached each step of a funnel of the site, in its order and within one visit. ' +
    'percentage: visitors of the step, in percent of those of the first. drop_off: visitors of the step before who ' +
    'did not reach this one, in percent of them.',
  input: {
    type: 'object',
    properties: {
      site_id: siteSchema,
      funnel: { type: 'string', description: 'Its name or number, as describe_site has them' },
      date_range: { ...dateRangeSchema, default: defaultRange },
      filters: filtersSchema,
    },
    required: ['site_id', 'funnel'],
    additionalProperties: false,
  },
  async answer(call) {
    const { site } = accessOf(call)
    const { site_id, date_range = defaultRange, filters = [] } = call.given
    const id = await findFunnel(call, site.id)
    return ask(call, { site_id, metrics: funnelMetrics, dimensions: [`funnel:${id}`], date_range, filters })
  },
}

export const trafficQuality: Tool = {
  name: 'traffic_quality',
  title: 'Traffic quality',
  description:
    'How many events of whole days were accepted, and how many were dropped by reason: bots, data centres, spam ' +
    'referrers, rules of the site and invalid events. The counts are events, not visitors. Use it to see if a change ' +
    'of traffic is one of people or of programs.',
  input: {
    type: 'object',
    properties: { site_id: siteSchema, date_range: { ...dateRangeSchema, default: defaultRange } },
    required: ['site_id'],
    additionalProperties: false,
  },
  async answer(call) {
    const access = accessOf(call)
    requireTrafficRole(access)
    const { stats, countTraffic } = call.services
    const { date_range = defaultRange } = call.given
    const [from, to] = await stats.daysOf(access, date_range)
    const traffic = await countTraffic(access, new URLSearchParams({ from, to }))
    const outcomes = [{ outcome: 'accepted', total: traffic.accepted.total }].concat(
      traffic.dropped.map(({ reason, total }) => ({ outcome: `dropped: ${reason}`, total })),
    )
    return {
      structured: { date_range: [from, to], ...traffic },
      text: `${linesText({ date_range: [from, to] })}\n${tableText(rowsOf(outcomes, ['outcome', 'total']))}`,
    }
  },
}

const coverageGroups = ['day', 'browser', 'page', 'country'] as const

export const coverage: Tool = {
  name: 'coverage',
  title: 'Coverage of the script',
  description:
    'How many page requests of whole days the script saw, in percent: page requests are known from kits on the ' +
    'server of the site and from access logs, without crawlers, files, redirects, errors and prefetches. The others ' +
    'were blocked, or left before the script ran. Days without a known request are in no row: there the share is ' +
    'unknown, not 0. Above 100 pages were opened without a request, from a cache or by the script of the page.',
  input: {
    type: 'object',
    properties: {
      site_id: siteSchema,
      date_range: { ...dateRangeSchema, default: defaultRange },
      by: { type: 'string', enum: coverageGroups, default: 'day' },
    },
    required: ['site_id'],
    additionalProperties: false,
  },
  async answer(call) {
    const access = accessOf(call)
    const { stats } = call.services
    const { date_range = defaultRange, by = 'day' } = call.given
    const group = coverageGroups.find((name) => name === by)
    if (!group) throw statsFailures.query('#/by: Value is not allowed in enum.')
    const [from, to] = await stats.daysOf(access, date_range)
    const params = new URLSearchParams({ period: 'custom', date: `${from},${to}`, limit: String(answerRowsMax) })
    if (group !== 'day') params.set('property', group)
    const { results: all } = await stats.coverage(access, params)
    // The newest days; values of a group are at most so many.
    const results = all.slice(-answerRowsMax)
    const more = all.length > results.length ? { truncated: true, total_rows: all.length } : undefined
    const [requests, seen] = (['requests', 'seen'] as const).map((name) =>
      results.reduce((sum, row) => sum + row[name], 0),
    )
    const columns = [group === 'day' ? 'date' : group, 'requests', 'seen', 'share']
    return {
      structured: { date_range: [from, to], requests, seen, results, ...more },
      text: `${linesText({ date_range: [from, to], requests, seen })}\n${tableText(rowsOf(results, columns))}`,
    }
  },
}
