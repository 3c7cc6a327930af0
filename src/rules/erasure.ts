// Deletions of statistics: what can be deleted, and when it begins.
import { minuteMs } from './durations.ts'

/** Kinds of deletions, the widest first. */
export const erasureKinds = ['everything', 'days', 'page', 'event', 'filters'] as const
export type ErasureKind = (typeof erasureKinds)[number]

/** A deletion waits so many minutes before it begins. Until then a person can stop it. */
export const erasureWaitMinutes = 5

/** The same in milliseconds. */
export const erasureWaitMs = erasureWaitMinutes * minuteMs

/**
 * The statistics to delete. Days are local days of the site, YYYY-MM-DD, both inclusive; null stands for all days.
 * `page` is a path, where `*` stands for a part of it and `**` for any parts. `filters` are those of the Stats API: a list of version
 * 2, or a text of version 1.
 */
export interface ErasureScope {
  readonly kind: ErasureKind
  readonly from: string | null
  readonly to: string | null
  readonly page: string | null
  readonly event: string | null
  readonly filters: string | readonly unknown[] | null
}

/** True if whole visits go. Otherwise single events go, and their visits are reckoned again. */
export const erasesVisits = ({ kind }: Pick<ErasureScope, 'kind'>): boolean => kind !== 'page' && kind !== 'event'

/** Sums of what a deletion takes. */
export interface ErasureCount {
  readonly visits: number
  /** Pageviews and custom events. */
  readonly events: number
  /** Local days with such events. */
  readonly days: number
}

/** The number that a person types to confirm a deletion: visits, or events if only events go. */
export const numberToConfirm = (scope: Pick<ErasureScope, 'kind'>, count: ErasureCount): number =>
  erasesVisits(scope) ? count.visits : count.events

/** A statement of SQL over the rows of one part of a site. */
interface ChoiceStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** A stretch of time, `[start, end)` in epoch milliseconds. */
export interface ErasureSlice {
  readonly start: number
  readonly end: number
}

/** What a deletion takes, as statements (stats/erasures). */
export interface ErasureChoice {
  /** Stretches of time that together hold all rows; one statement of `visits` for each. */
  readonly slices: readonly ErasureSlice[]
  /** Visits that have a row to go: columns day (the UTC day of their end), ids. A visit may be in several slices. */
  visits(slice: ErasureSlice): ChoiceStatement
  /** Columns visits, events, days (an array). */
  count(): ChoiceStatement
  /**
   * The condition that a row of `events` or `engagements` goes, its values bound behind the given ones. Null: all rows
   * of the visits go.
   */
  readonly rowText: ((table: 'events' | 'engagements', alias: string, values: unknown[]) => string) | null
}
