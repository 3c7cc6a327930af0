// The shapes of the v2 query and its answer, as far as the dashboard uses them.
import type { Source } from '../../../src/rules/view-source.ts'

export type Dimension = string | number | null
export interface Money {
  readonly value: number
  readonly currency: string
}
export type Value = number | Money | null

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

export interface Row {
  readonly dimensions: readonly Dimension[]
  readonly metrics: readonly Value[]
  readonly comparison?: {
    readonly dimensions: readonly Dimension[]
    readonly metrics: readonly Value[]
    readonly change: readonly (number | null)[]
  }
}

export interface Body {
  readonly results: readonly Row[]
  readonly meta: {
    readonly time_labels?: readonly string[]
    readonly partial_time_labels?: readonly string[]
    readonly comparison_time_labels?: readonly string[]
    readonly comparison_date_range?: readonly [string, string]
    readonly total_rows?: number
    readonly imports_included?: boolean
    readonly imports_warning?: string
    readonly metric_warnings?: Readonly<Record<string, { readonly warning: string }>>
    readonly source?: Source
  }
  readonly query: { readonly date_range: readonly [string, string] }
}
