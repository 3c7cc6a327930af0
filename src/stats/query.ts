// The vocabulary of the read path: a Query is a frozen plain object that planner, compiler and answer agree on.
import type { Goal } from '../rules/goal.ts'
import type { Dimension } from './dimensions.ts'
import type { Filter } from './filters.ts'
import type { Metric } from './metrics.ts'
import type { Bucket, Interval, Range } from './periods.ts'

/** By site id: the hostname that its events leave out; null: unknown, none is left out. */
export type HomeHostnames = Readonly<Record<number, string | null>>

/** A site as statistics see it; a consolidated view is one with more ids. */
export interface StatsSite {
  readonly id: number
  readonly domain: string
  readonly ids: readonly number[]
  readonly homeHostnames: HomeHostnames
  readonly timezone: string
  readonly hasProps: boolean
  readonly hasRevenue: boolean
  readonly goals: readonly Goal[]
  readonly isConsolidated: boolean
  readonly longLivedFrom: string | null
  readonly longLivedTo: string | null
  readonly droppedBefore: string | null
}

export interface Order {
  readonly by: { readonly metric: number } | { readonly dimension: number } | 'time'
  readonly descending: boolean
}

export interface Query {
  readonly site: StatsSite
  readonly range: Range
  /** Set when answers are split by time. */
  readonly interval: Interval | null
  readonly buckets: readonly Bucket[] | null
  /** Group keys other than time. */
  readonly dimensions: readonly Dimension[]
  readonly metrics: readonly Metric[]
  /** All must hold. */
  readonly filters: readonly Filter[]
  /** v1 leaves blank rows of some dimensions out where v2 lists them. */
  readonly version: 1 | 2
  readonly withImported: boolean
  /** Asked by a page, a file or a mail of ours: where no visit began on a page, its bounce rate is null, not 0. */
  readonly isForPages?: boolean
  /** Order and page of rows, for breakdowns. */
  readonly order: readonly Order[]
  readonly limit: number
  readonly offset: number
  /** Metrics after these only give the order. */
  readonly shown: number
  /** Counts all rows, not only the rows of the page. */
  readonly wantsTotal: boolean
}
