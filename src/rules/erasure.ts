// Deletions of statistics: what can be deleted, and when it begins.
import { daysBetween, isDate } from './days.ts'
import { minuteMs } from './durations.ts'
import { eventNameCharactersMax } from './maxima.ts'
import { rangeDaysMax } from './view-range.ts'

/** Kinds of deletions, the widest first. */
export const erasureKinds = ['everything', 'days', 'page', 'event', 'filters'] as const
export type ErasureKind = (typeof erasureKinds)[number]

/** A deletion waits so many minutes before it begins. Until then a person can stop it. */
export const erasureWaitMinutes = 5

/** The same in milliseconds. */
export const erasureWaitMs = erasureWaitMinutes * minuteMs

/**
 * The statistics to delete. Days are local days of the site, YYYY-MM-DD, both inclusive; null stands for all days.
 * `page` is a path, where `*` stands for a part of it and `**` for any parts. `filters` are filters of the Stats API: a
 * list of version 2, or a text of version 1.
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

/** Fields of a scope that each kind has; the others are refused. */
const fieldsOf: Readonly<Record<ErasureKind, readonly (keyof ErasureScope)[]>> = {
  everything: [],
  days: ['from', 'to'],
  page: ['page', 'from', 'to'],
  event: ['event', 'from', 'to'],
  filters: ['filters', 'from', 'to'],
}

/** Characters of a page's path. Events have no longer ones. */
const pageCharactersMax = 2_000

/** A scope that was read, or the field that is refused and why. */
export type ReadScope =
  | { readonly scope: ErasureScope }
  | { readonly field: keyof ErasureScope; readonly problem: string; readonly isMissing: boolean }

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value !== '' && [...value].length <= most && !value.includes('\0')

/** Problems of single fields. */
const problems: Readonly<Record<'from' | 'to' | 'page' | 'event' | 'filters', (value: unknown) => string | undefined>> =
  {
    from: (value) => (typeof value === 'string' && isDate(value) ? undefined : 'must be a day, YYYY-MM-DD'),
    to: (value) => (typeof value === 'string' && isDate(value) ? undefined : 'must be a day, YYYY-MM-DD'),
    page: (value) =>
      isText(value, pageCharactersMax) && /^[/*]/.test(value) ? undefined : 'must be a path that begins with / or *',
    event(value) {
      if (!isText(value, eventNameCharactersMax)) return `must be a name of 1 to ${eventNameCharactersMax} characters`
      return value === 'engagement' ? 'engagement goes with its pages: name a page' : undefined
    },
    filters: (value) =>
      (Array.isArray(value) && value.length > 0) || isText(value, 100_000)
        ? undefined
        : 'must be filters of the Stats API',
  }

const refused = (field: keyof ErasureScope, problem: string, isMissing = false): ReadScope => ({
  field,
  problem,
  isMissing,
})

/** Reads the scope of a request: `kind`, and the fields of that kind. A field that is null or absent is not given. */
export function readErasureScope(given: Readonly<Record<string, unknown>>): ReadScope {
  const kind = erasureKinds.find((name) => name === given['kind'])
  if (!kind) return refused('kind', `must be one of ${erasureKinds.join(', ')}`)
  const valueAt = (name: keyof typeof problems) => given[name] ?? null
  for (const name of ['page', 'event', 'filters', 'from', 'to'] as const) {
    const value = valueAt(name)
    if (value === null) {
      if (name === kind || (kind === 'days' && (name === 'from' || name === 'to')))
        return refused(name, 'is required', true)
      continue
    }
    if (!fieldsOf[kind].includes(name)) return refused(name, `does not go with ${kind}`)
    const problem = problems[name](value)
    if (problem) return refused(name, problem)
  }
  const [from, to] = [valueAt('from'), valueAt('to')] as [string | null, string | null]
  if (from !== null && to !== null) {
    if (to < from) return refused('to', 'must not be before from')
    if (daysBetween(from, to) > rangeDaysMax) return refused('to', `must be within ${rangeDaysMax} days of from`)
  }
  const [page, event, filters] = [valueAt('page'), valueAt('event'), valueAt('filters')]
  return { scope: { kind, from, to, page, event, filters } as ErasureScope }
}

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

/** Statements that choose the rows of a deletion (stats/erasures). */
export interface ErasureChoice {
  /** Stretches of time that together hold all rows; one statement of `visits` for each. */
  readonly slices: readonly ErasureSlice[]
  /** Visits that have a row to go: columns day (the UTC day of their end), ids. A visit may be in several slices. */
  visits(slice: ErasureSlice): ChoiceStatement
  /** Columns visits, events, days (an array). */
  count(): ChoiceStatement
  /**
   * The condition that a row of `events` or `engagements` goes, its values bound behind the given ones; null if no row
   * of the table goes. Without conditions all rows of the visits go.
   */
  readonly rowText: ((table: 'events' | 'engagements', alias: string, values: unknown[]) => string | null) | null
  /** The same for events without a visit in a slice; null if none of them goes. */
  readonly aloneText: (slice: ErasureSlice, alias: string, values: unknown[]) => string | null
}
