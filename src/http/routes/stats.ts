// The statistics endpoints: who asks for which site is settled by the caller, everything else by stats/.
import { type TProperties, Type } from '@sinclair/typebox'
import { statsFailures } from '../../failure.ts'
import { inEnglish } from '../../rules/numerals.ts'
import { currentMinutes } from '../../rules/windows.ts'
import { dimensions } from '../../stats/dimensions.ts'
import { funnelMetrics } from '../../stats/funnels/funnel.ts'
import { metrics } from '../../stats/metrics.ts'
import { defaultPeriodV1, periodNames } from '../../stats/periods.ts'
import { coverageProperties } from '../../stats/script-coverage.ts'
import { CoverageReply, QueryReply, RealtimeReply } from '../contracts/stats.ts'
import type { Asking } from '../credentials.ts'
import { type Definition, rawRoute, route } from '../definition.ts'
import type { Services } from './services.ts'

const failure = Type.Object({ error: Type.String() })
const failures = { 400: failure, 401: failure, 402: failure, 429: failure, 503: failure }
const metricNames = [...metrics.values()].filter((metric) => !metric.v2Only).map((metric) => metric.name)
export const siteId = Type.String({
  description: "The site's domain, current or previous, or the identifier of a consolidated view.",
})

const common: TProperties = {
  site_id: siteId,
  period: Type.Optional(Type.String({ enum: [...periodNames], default: defaultPeriodV1 })),
  date: Type.Optional(Type.String({ description: 'A date, or for the period custom two dates joined by a comma.' })),
  metrics: Type.Optional(
    Type.String({ description: `Joined by commas: ${metricNames.join(', ')}.`, default: 'visitors' }),
  ),
  filters: Type.Optional(
    Type.String({
      description: 'Filters such as visit:source==Google|Bing;event:page==/blog**, or a JSON array of v2 filters.',
    }),
  ),
  with_imported: Type.Optional(Type.String({ enum: ['true', 'false'] })),
}
const compare = Type.Optional(Type.String({ enum: ['previous_period'] }))
const number = Type.Union([Type.Number(), Type.Null()])
const warning = Type.Optional(Type.String())
const dimensionNames = [...dimensions.values()].map((dimension) => dimension.name)

const Comparisons = Type.Object(
  {
    mode: Type.String({ enum: ['previous_period', 'year_over_year', 'custom'] }),
    date_range: Type.Optional(
      Type.Array(Type.String(), { minItems: 2, maxItems: 2, description: 'Two dates or datetimes, of mode custom' }),
    ),
    match_day_of_week: Type.Optional(
      Type.Boolean({ description: 'The other range starts on the same day of the week; not of mode custom' }),
    ),
  },
  {
    additionalProperties: false,
    description: 'A range that is not over is compared with the same part of the other one',
    examples: [{ mode: 'previous_period', match_day_of_week: true }],
  },
)

/** The body of a v2 query. */
export const QueryBody = Type.Object(
  {
    site_id: siteId,
    metrics: Type.Array(Type.String({ enum: [...new Set([...metrics.keys(), ...funnelMetrics])] }), {
      minItems: 1,
      uniqueItems: true,
    }),
    date_range: Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 2, maxItems: 2 })]),
    dimensions: Type.Optional(
      Type.Array(Type.String(), {
        uniqueItems: true,
        description:
          'Dimensions and time; or alone funnel:<id>, with a row for each step. ' +
          `A funnel knows ${funnelMetrics.join(', ')}`,
      }),
    ),
    filters: Type.Optional(Type.Array(Type.Unknown())),
    order_by: Type.Optional(Type.Array(Type.Array(Type.String(), { minItems: 2, maxItems: 2 }))),
    include: Type.Optional(
      Type.Object({
        imports: Type.Optional(Type.Boolean()),
        time_labels: Type.Optional(Type.Boolean()),
        partial_time_labels: Type.Optional(
          Type.Boolean({ description: 'Labels of buckets that are not over, or cut off by the range' }),
        ),
        total_rows: Type.Optional(Type.Boolean()),
        source: Type.Optional(Type.Boolean({ description: 'What was read, for how long, and whether it is exact' })),
        trim_relative_date_range: Type.Optional(
          Type.Boolean({ description: 'Ends month and year with today, the hours and minutes of day with this one' }),
        ),
        comparisons: Type.Optional(Comparisons),
      }),
    ),
    pagination: Type.Optional(
      Type.Object({
        limit: Type.Optional(Type.Integer({ minimum: 1 })),
        offset: Type.Optional(Type.Integer({ minimum: 0 })),
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        site_id: 'example.com',
        metrics: ['visitors', 'bounce_rate'],
        date_range: '28d',
        dimensions: ['time:day'],
        filters: [['is', 'visit:source', ['Google']]],
        include: { comparisons: { mode: 'year_over_year' }, partial_time_labels: true, source: true },
      },
      { site_id: 'example.com', metrics: ['pageviews'], date_range: 'day', dimensions: ['time:minute'] },
      { site_id: 'example.com', metrics: ['visitors', 'drop_off'], date_range: '28d', dimensions: ['funnel:12'] },
    ],
  },
)

/** Routes of spec/stats 1 to 22. */
export function statsRoutes({ stats, caller }: Services): Definition[] {
  const accessOf = (asking: Asking) => caller.forStats(asking, asking.query.getAll('site_id').at(-1))
  return [
    route({
      name: 'GetTimeseries',
      endpoint: 'GET /api/v1/stats/timeseries',
      summary: 'Metrics by time interval',
      access: ['key', 'session', 'link'],
      query: Type.Object({ ...common, interval: Type.Optional(Type.String({ enum: ['day', 'month'] })), compare }),
      replies: {
        200: Type.Object({
          results: Type.Array(Type.Object({ date: Type.String() }, { additionalProperties: number })),
          warning,
        }),
        ...failures,
      },
      handle: async (context) => ({
        status: 200,
        body: await stats.timeseries(await accessOf(context), context.query),
      }),
    }),
    route({
      name: 'GetAggregate',
      endpoint: 'GET /api/v1/stats/aggregate',
      summary: 'Metrics of a whole period, compared with the one before if asked',
      access: ['key', 'session', 'link'],
      query: Type.Object({ ...common, compare }),
      replies: {
        200: Type.Object({
          results: Type.Record(
            Type.String(),
            Type.Object({ value: number, change: Type.Optional(number), comparison_value: Type.Optional(number) }),
          ),
          warning,
        }),
        ...failures,
      },
      handle: async (context) => ({
        status: 200,
        body: await stats.aggregate(await accessOf(context), context.query),
      }),
    }),
    route({
      name: 'GetBreakdown',
      endpoint: 'GET /api/v1/stats/breakdown',
      summary: 'Metrics by the values of one property',
      access: ['key', 'session', 'link'],
      query: Type.Object({
        ...common,
        property: Type.String({ description: `One of ${dimensionNames.join(', ')}, or event:props:<name>.` }),
        limit: Type.Optional(Type.String({ description: '1 to 1000', default: '100' })),
        page: Type.Optional(Type.String({ default: '1' })),
      }),
      replies: {
        200: Type.Object({ results: Type.Array(Type.Record(Type.String(), Type.Unknown())), warning }),
        ...failures,
      },
      handle: async (context) => ({
        status: 200,
        body: await stats.breakdown(await accessOf(context), context.query),
      }),
    }),
    route({
      name: 'GetCoverage',
      endpoint: 'GET /api/v1/stats/coverage',
      summary: 'Page requests known from kits and access logs, and how many of them the script saw',
      access: ['key', 'session', 'link'],
      query: Type.Object({
        site_id: siteId,
        period: common['period']!,
        date: common['date']!,
        property: Type.Optional(
          Type.String({
            enum: [...coverageProperties],
            description: 'Rows of one value each, the most frequent first, in place of days',
          }),
        ),
        limit: Type.Optional(Type.String({ description: '1 to 1000 rows of a property', default: '100' })),
        page: Type.Optional(Type.String({ default: '1' })),
      }),
      replies: { 200: CoverageReply, ...failures },
      handle: async (context) => ({
        status: 200,
        body: await stats.coverage(await accessOf(context), context.query),
      }),
    }),
    route({
      name: 'GetRealtimeVisitors',
      endpoint: 'GET /api/v1/stats/realtime/visitors',
      summary: `Visitors of the last ${inEnglish(currentMinutes)} minutes`,
      access: ['key', 'session', 'link'],
      query: Type.Object({ site_id: siteId }),
      replies: { 200: RealtimeReply, ...failures },
      handle: async (context) => ({
        status: 200,
        body: await stats.realtime(await accessOf(context)),
      }),
    }),
    rawRoute({
      name: 'Query',
      endpoint: 'POST /api/v2/query',
      summary: 'Any metrics by any dimensions',
      access: ['key', 'session', 'link'],
      body: QueryBody,
      replies: {
        200: QueryReply,
        ...failures,
      },
      handle: async (context) => {
        caller.requireCredential(context)
        const body = await context.readJson()
        const given = body['site_id']
        if (given !== undefined && typeof given !== 'string')
          throw statsFailures.query('#/site_id: Type mismatch. Expected String.')
        return { status: 200, body: await stats.query(await caller.forStats(context, given), body) }
      },
    }),
  ]
}
