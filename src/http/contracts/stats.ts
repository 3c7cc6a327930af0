// Answers about statistics that pages read. Routes and pages share them.
import { type Static, Type } from '@sinclair/typebox'
import type { SourceName } from '../../rules/view-source.ts'
import { CodedReply, type Refused } from '../schemas.ts'

/** The value of a dimension, and the value of a metric: a count or rate, an amount of money, or nothing. */
export type Dimension = string | number | null
export interface Money {
  readonly value: number
  readonly currency: string
}
export type Value = number | Money | null

const Row = {
  dimensions: Type.Array(Type.Unsafe<Dimension>(Type.Unknown())),
  metrics: Type.Array(Type.Unsafe<Value>(Type.Unknown())),
}
const Labels = Type.Optional(Type.Array(Type.String()))
const SourceNames = Type.Unsafe<SourceName>(Type.String({ enum: ['days', 'hours', 'events', 'imported'] }))

export const QueryReply = Type.Object({
  results: Type.Array(
    Type.Object({
      ...Row,
      comparison: Type.Optional(
        Type.Object({
          ...Row,
          change: Type.Array(
            Type.Unsafe<number | null>(Type.Unknown({ description: 'As aggregate has it; null: unknown' })),
          ),
        }),
      ),
    }),
  ),
  meta: Type.Object(
    {
      time_labels: Labels,
      partial_time_labels: Labels,
      comparison_date_range: Type.Optional(Type.Unsafe<readonly [string, string]>(Type.Array(Type.String()))),
      comparison_time_labels: Labels,
      total_rows: Type.Optional(Type.Integer()),
      imports_included: Type.Optional(Type.Boolean()),
      imports_skip_reason: Type.Optional(
        Type.String({ enum: ['unsupported_interval', 'unsupported_query', 'out_of_range', 'no_imported_data'] }),
      ),
      imports_warning: Type.Optional(Type.String()),
      metric_warnings: Type.Optional(
        Type.Record(Type.String(), Type.Object({ code: Type.String(), warning: Type.String() })),
      ),
      source: Type.Optional(
        Type.Object({
          relations: Type.Array(SourceNames),
          milliseconds: Type.Integer(),
          exact: Type.Boolean(),
        }),
      ),
    },
    { additionalProperties: Type.Unknown() },
  ),
  query: Type.Unsafe<{ readonly date_range: readonly [string, string] }>(Type.Record(Type.String(), Type.Unknown())),
})
export type QueryAnswer = Static<typeof QueryReply>

interface EveryLine {
  readonly id: string
  readonly ms: number
}
/** A line of a batch: an answer, or a refusal with the status that the single query would have. */
export type BatchLine =
  | (EveryLine & { readonly status: 200; readonly body: QueryAnswer })
  | (EveryLine & { readonly status: 400 | 402 | 403 | 404 | 429 | 500 | 503; readonly body: Refused })
export const BatchLineReply = Type.Unsafe<BatchLine>(
  Type.Object({
    id: Type.String(),
    status: Type.Integer({ description: 'The status the single query would have' }),
    ms: Type.Integer({ description: 'Milliseconds until it was ready' }),
    body: Type.Union([QueryReply, CodedReply]),
  }),
)
/** The last line of a batch. */
export const BatchEndReply = Type.Object({ done: Type.Literal(true) })

export const RealtimeReply = Type.Integer()

const value = Type.Optional(Type.String())
export const CoverageReply = Type.Object({
  results: Type.Array(
    Type.Object({
      date: value,
      page: value,
      browser: value,
      country: value,
      requests: Type.Integer({
        description: 'Page requests, without crawlers, files, redirects, errors and prefetches',
      }),
      seen: Type.Integer({ description: 'Pageviews of the script; pages that a kit counted alone are not among them' }),
      share: Type.Union([Type.Number(), Type.Null()], {
        description: 'seen in percent of requests; above 100 if pages were opened without a request',
      }),
    }),
    { description: 'Days, or values of the property, with a known request; the others are in no row' },
  ),
})
export type CoverageAnswer = Static<typeof CoverageReply>

const Share = Type.Union([Type.Number(), Type.Null()], { description: 'In percent of the visits of the step before' })
const Counts = Type.Object({ visitors: Type.Integer(), visits: Type.Integer(), share: Share })
const name = Type.Optional(Type.String())

export const JourneyReply = Type.Object({
  steps: Type.Array(Type.Object({ page: name, event: name, goal: name, ...Counts.properties })),
  next: Type.Array(
    Type.Object({
      page: name,
      event: name,
      pages: Type.Optional(Type.Integer({ description: 'How many pages the row is of, where it is a folder' })),
      ...Counts.properties,
    }),
  ),
  ended: Type.Union([Counts, Type.Null()], { description: 'Visits without a further action' }),
  conversion_rate: Type.Union([Type.Number(), Type.Null()], {
    description: 'Visitors who reached the last step, in percent of the visitors of step 1',
  }),
  total: Type.Integer({ description: 'Rows of `next` on all of its pages' }),
  meta: Type.Object(
    {
      imports_skip_reason: Type.Optional(Type.String({ enum: ['unsupported_query'] })),
      imports_warning: Type.Optional(Type.String()),
    },
    { additionalProperties: Type.Unknown() },
  ),
  query: Type.Record(Type.String(), Type.Unknown()),
})
export type JourneyAnswer = Static<typeof JourneyReply>
