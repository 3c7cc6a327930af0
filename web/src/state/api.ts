// The shapes of the v2 query, as far as the dashboard uses it, and of its answer.
import type { Dimension, Money, QueryAnswer, Value } from '../../../src/http/contracts/stats.ts'

export type { Dimension, Money, Value }

export interface Query {
  readonly metrics: readonly string[]
  readonly date_range: readonly [string, string]
  readonly dimensions?: readonly string[]
  readonly filters?: readonly unknown[]
  readonly order_by?: readonly (readonly [string, 'asc' | 'desc'])[]
  readonly include?: {
    readonly imports?: boolean
    readonly time_labels?: boolean
    readonly partial_time_labels?: boolean
    readonly total_rows?: boolean
    readonly source?: boolean
    readonly comparisons?: {
      readonly mode: string
      readonly date_range?: readonly [string, string]
      readonly match_day_of_week?: boolean
    }
  }
  readonly pagination?: { readonly limit: number; readonly offset?: number }
}

/** The answer, as the service declares it. */
export type Body = QueryAnswer
export type Row = Body['results'][number]
