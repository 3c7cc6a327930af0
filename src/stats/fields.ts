// The sums of statistics, in one table: each sum by the rows that bring it, the values of it that closed days, whole
// visits, hours and imports hold, and if it adds up. Metrics are made of these sums (metrics.ts). Planner, shapes and
// answer know of a sum only its entry here.
import type { DaySum } from '../rules/day-sums.ts'

/** The rows a scan reads: one an event, one a visit, one an engagement. */
export type Source = 'events' | 'visits' | 'engagements'

/** The parts of a scan that the text of a sum uses. Conditions are '' where they hold for every row. */
export interface Frame {
  readonly isPageview: string
  readonly isEvent: string
  readonly isEntry: string
  /** The currency money is shown in. */
  readonly currency: string
}

/**
 * A sum of daily_breakdowns. `before`: how many of its ids were also seen on the previous day, and how many on the day
 * before that but not on the previous day.
 */
export interface OfDays {
  readonly sum: DaySum
  readonly before?: readonly [DaySum, DaySum]
}

/** One sum of one source. A relation without an entry does not know the sum. */
export interface Sum {
  /** The aggregate of rows, `e` or `v`. */
  readonly rows: (frame: Frame) => string
  /** It is the number of these different ids, which does not add up. */
  readonly ids?: 'visitor_id' | 'session_id'
  /** The same of rows that are one of each session first. */
  readonly perSession?: string
  /** Money is summed exactly, and rounded once. */
  readonly isExact?: boolean
  readonly days?: OfDays
  /** Of visits that lie whole in a bucket, which have sums of their events. */
  readonly wholeVisits?: string
  /** Of event_hours, `e`. */
  readonly hours?: string
}

/** Which rule of the planner says where a sum is computed (spec/stats 6). */
export type Place =
  | 'visitors'
  | 'visits'
  | 'events'
  | 'sessions'
  | 'engagements'
  | 'candidates'
  | 'group_candidates'
  | 'everyone'
  | 'exit_pageviews'

interface FieldEntry extends Partial<Record<Source, Sum>> {
  readonly place: Place
  /** It brings the rows of a list by page, so that visits by entry page only complete them. */
  readonly makesPages?: boolean
  /** Its sum of imported_days. */
  readonly imported?: ImportedSum
}

/** Sums of imported_days. Sums of engagement are null if an import had no engagement. */
export const importedSumNames = [
  'visitors',
  'visits',
  'pageviews',
  'events',
  'bounces',
  'duration',
  'engaged_ms',
  'engaged_visits',
  'scroll',
  'scroll_visits',
] as const
export type ImportedSum = (typeof importedSumNames)[number]

const countIf = (condition: string, and = ''): string => {
  const all = [condition, and].filter((one) => one !== '')
  return all.length === 0 ? 'count(*)' : `count(*) filter (where ${all.join(' and ')})`
}
const different = (alias: 'e' | 'v', ids: 'visitor_id' | 'session_id') => ({
  ids,
  rows: () => `count(distinct ${alias}.${ids})`,
})
const total = (column: string) => ({ rows: () => `coalesce(sum(${column}), 0)::bigint` })

const activeVisitors: Sum = {
  ...different('e', 'visitor_id'),
  days: { sum: 'active_visitors', before: ['active_day_before', 'active_two_days_before'] },
}
const eventVisitors: Sum = { ...activeVisitors, wholeVisits: 'count(distinct visitor_id)' }
const visitVisitors: Sum = {
  ...different('v', 'visitor_id'),
  days: { sum: 'visitors', before: ['seen_day_before', 'seen_two_days_before'] },
}
const endedVisits: Sum = { rows: () => 'count(*)', days: { sum: 'visits' } }
const pageviews: Sum = { rows: ({ isPageview }) => countIf(isPageview), days: { sum: 'pageviews' } }

const table = {
  visitors: {
    place: 'visitors',
    makesPages: true,
    events: eventVisitors,
    visits: visitVisitors,
    imported: 'visitors',
  },
  visits: {
    place: 'visits',
    makesPages: true,
    events: {
      ...different('e', 'session_id'),
      days: { sum: 'active_visits', before: ['active_visits_day_before', 'active_visits_two_days_before'] },
      wholeVisits: 'count(*)',
    },
    visits: endedVisits,
    imported: 'visits',
  },
  pageviews: {
    place: 'events',
    makesPages: true,
    events: { ...pageviews, wholeVisits: 'coalesce(sum(pageviews), 0)::bigint', hours: 'sum(e.pageviews)::bigint' },
    imported: 'pageviews',
  },
  events: {
    place: 'events',
    makesPages: true,
    events: {
      rows: ({ isEvent }) => countIf(isEvent),
      days: { sum: 'events' },
      wholeVisits: 'coalesce(sum(events), 0)::bigint',
      hours: 'sum(e.events)::bigint',
    },
    imported: 'events',
  },
  sessions: { place: 'sessions', visits: endedVisits, imported: 'visits' },
  bounces: {
    place: 'sessions',
    visits: { rows: ({ isEntry }) => countIf('v.is_bounce', isEntry), days: { sum: 'bounces' } },
    imported: 'bounces',
  },
  entries: {
    place: 'sessions',
    visits: { rows: ({ isEntry }) => countIf(isEntry), days: { sum: 'visits' } },
    imported: 'visits',
  },
  duration: { place: 'sessions', visits: { ...total('v.duration'), days: { sum: 'duration' } }, imported: 'duration' },
  session_pageviews: {
    place: 'sessions',
    visits: { ...total('v.pageviews'), days: { sum: 'session_pageviews' } },
    imported: 'pageviews',
  },
  engaged_ms: {
    place: 'engagements',
    engagements: { rows: () => 'sum(e.engagement_time_ms)::bigint', days: { sum: 'engaged_ms' } },
    imported: 'engaged_ms',
  },
  engaged_sessions: {
    place: 'engagements',
    engagements: {
      ...different('e', 'session_id'),
      days: { sum: 'engaged_visits', before: ['engaged_visits_day_before', 'engaged_visits_two_days_before'] },
    },
    imported: 'engaged_visits',
  },
  scroll: {
    place: 'engagements',
    engagements: { rows: () => 'max(e.scroll_depth)', perSession: 'sum(scroll)::bigint' },
    imported: 'scroll',
  },
  scrolled: {
    place: 'engagements',
    engagements: { rows: () => 'max(e.scroll_depth)', perSession: 'count(scrolled)' },
    imported: 'scroll_visits',
  },
  converted: { place: 'events', makesPages: true, events: activeVisitors, imported: 'visitors' },
  candidates: { place: 'candidates', events: eventVisitors, imported: 'visitors' },
  group_candidates: { place: 'group_candidates', events: eventVisitors, imported: 'visitors' },
  everyone: { place: 'everyone', events: eventVisitors, visits: visitVisitors, imported: 'visitors' },
  exit_pageviews: { place: 'exit_pageviews', events: pageviews, imported: 'pageviews' },
  revenue: {
    place: 'events',
    events: {
      // Revenue in another currency, from before the goal changed, is left out (spec/stats 7).
      rows: ({ currency }) => `sum(e.revenue_amount) filter (where e.revenue_currency = ${currency})::float8`,
      isExact: true,
    },
  },
  revenue_events: {
    place: 'events',
    events: { rows: ({ currency }) => `count(e.revenue_amount) filter (where e.revenue_currency = ${currency})` },
  },
} satisfies Record<string, FieldEntry>

export type Field = keyof typeof table

/** The sums of one bucket or row of an answer. Absent means nothing was found. */
export type Sums = Partial<Record<Field, number | null>>

export const fields: Readonly<Record<Field, FieldEntry>> = table
export const fieldNames = Object.keys(table) as readonly Field[]
