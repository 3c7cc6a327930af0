// From a state to the questions it asks: one v2 query a box of the page.

import { blankValues } from '../../../src/rules/blank-values.ts'
import {
  type Column,
  dimensionOf,
  firstDimensionOf,
  type GraphMetric,
  isMoney,
  kindOf,
  namedTab,
  panelKeys,
  type Tab,
  type TabKey,
  type TotalsKind,
  tabOf,
  totalsMetrics,
} from '../../../src/rules/catalogue.ts'
import { minuteMs } from '../../../src/rules/durations.ts'
import { meansGoal } from '../../../src/rules/filter-operators.ts'
import {
  type Calendar,
  daysOf,
  defaultInterval,
  intervalsOf,
  type ViewInterval,
} from '../../../src/rules/view-range.ts'
import { comparedDays, filterToApi, totalsKind, type ViewState } from '../../../src/rules/view-state.ts'
import { realtimeMinutes } from '../../../src/rules/windows.ts'
import type { Query } from './api.ts'
import { columnsOf, isByUrl, isCampaign } from './panels.ts'
import type { SegmentFilters } from './segment-filters.ts'

export const panelRows = 9

/** Everything a question depends on besides the state. */
export interface Setting {
  readonly calendar: Calendar
  readonly now: number
  readonly hasImports: boolean
  readonly hasGoals: boolean
  /** The names of goals that bring amounts. */
  readonly revenueGoals: readonly string[]
  readonly hasManyHostnames: boolean
  /** The property of the tab `Properties`, or null without one. */
  readonly property: string | null
  /** The id of the funnel of the tab `Funnels`. */
  readonly funnel: number | null
  /** The segment that is on. */
  readonly segment: SegmentFilters
}

export const noSegment: SegmentFilters = { filters: [], isOfEvents: false, leaves: [], forbids: [] }

export interface Question {
  readonly box: string
  readonly query: Query
  /** The context of the answer: kept with it, so that old numbers keep their own words. */
  readonly tab?: Tab
  readonly columns?: readonly Column[]
  readonly metrics?: readonly GraphMetric[]
  readonly kind?: TotalsKind
  readonly interval?: ViewInterval
  readonly state: ViewState
}

/** Ranges that end now. */
const instantMinutes: Readonly<Record<string, number>> = { realtime: realtimeMinutes, '24h': 24 * 60 }

export function dateRange(state: ViewState, setting: Setting): readonly [string, string] {
  const minutes = instantMinutes[state.period]
  if (minutes !== undefined) {
    const instant = (ago: number) => new Date(setting.now - ago).toISOString().replace(/\.\d+/, '')
    return [instant(minutes * minuteMs), instant(0)]
  }
  const { from, to } = daysOf(state, setting.calendar)
  return [from, to]
}

export const apiFilters = (state: ViewState, setting: Pick<Setting, 'segment'>): unknown[] => [
  ...state.filters.map(filterToApi),
  ...setting.segment.filters,
]

/** The comparison of a state; `always`: where none is chosen the period before, of a day the day before. */
export function comparisonOf(state: ViewState, always: boolean) {
  if (state.period === 'realtime' || state.period === 'all') return undefined
  const mode = state.compare ?? (always ? 'previous_period' : null)
  if (mode === null) return undefined
  const days = mode === 'custom' ? { date_range: [state.compareFrom!, state.compareTo!] as const } : {}
  return { mode, ...days, match_day_of_week: state.compare !== null && state.match === 'weekday' }
}

type Include = NonNullable<Query['include']>

export function queryOf(
  state: ViewState,
  setting: Setting,
  more: Omit<Query, 'date_range' | 'include' | 'filters'> & {
    filters?: readonly unknown[]
    include?: Include
    comparison?: Include['comparisons']
  },
): Query {
  const { comparison, include: given, filters: extra = [], ...rest } = more
  const filters = [...apiFilters(state, setting), ...extra]
  const include = {
    ...(setting.hasImports && state.withImported && state.period !== 'realtime' ? { imports: true } : {}),
    ...given,
    ...(comparison ? { comparisons: comparison } : {}),
  }
  return {
    date_range: dateRange(state, setting),
    ...rest,
    ...(filters.length > 0 ? { filters } : {}),
    ...(Object.keys(include).length > 0 ? { include } : {}),
  }
}

/** The kind of the totals under the filters and the segment's filters. */
export const totalsKindOf = ({ period, filters }: ViewState, { segment }: Pick<Setting, 'segment'>): TotalsKind =>
  totalsKind(period, [...filters, ...segment.leaves])

type MetricSetting = Pick<Setting, 'revenueGoals' | 'segment'>

/** The metrics of the totals that the filters allow. Amounts are among them if a filter means a goal with revenue. */
export function shownMetrics(state: ViewState, { revenueGoals, segment }: MetricSetting): readonly GraphMetric[] {
  const hasRevenue = [...state.filters, ...segment.leaves].some(
    ({ operator, dimension, values }) =>
      dimension === 'goal' && revenueGoals.some((name) => meansGoal(operator, values, name)),
  )
  return totalsMetrics[totalsKindOf(state, { segment })].filter(
    (metric) => (hasRevenue || !isMoney(metric)) && !segment.forbids.includes(metric),
  )
}

export const graphMetric = (state: ViewState, setting: MetricSetting): GraphMetric => {
  const metrics = shownMetrics(state, setting)
  return metrics.find((metric) => metric === state.metric) ?? metrics[0]!
}

/** The chosen interval, or the default. If it is too fine for the compared range, the finest that fits. */
export function intervalOf(state: ViewState, calendar: Calendar): ViewInterval {
  const wanted = state.interval ?? defaultInterval(state, calendar)
  const offered = intervalsOf(state, calendar, comparedDays(state))
  return offered.includes(wanted) ? wanted : (offered[0] ?? 'day')
}

/** The dimensions of a tab as it is asked now. */
export function dimensionsOf(tab: Tab, state: ViewState, setting: Setting): readonly string[] {
  const beside = isByUrl(tab, state, setting.hasManyHostnames) ? [dimensionOf(tab.host!)!] : tab.beside
  return [firstDimensionOf(tab, setting.funnel), ...beside]
}

/** Most visits are of no campaign: they are left out of its lists. */
export const blankFilter = ({ key, filter }: Tab): unknown[] =>
  isCampaign(key) ? [['is_not', dimensionOf(filter), [blankValues.notSet]]] : []

/** True if the site has the feature that the tab needs. */
export const hasNeeds = ({ needs }: Tab, setting: Setting): boolean => !needs || !!setting[needs]

function panelQuestion(key: TabKey, state: ViewState, setting: Setting): Question | null {
  const tab = namedTab(tabOf(key), setting.property)
  if (kindOf(tab).asksItself || !hasNeeds(tab, setting)) return null
  const columns = columnsOf(tab, state, { ...setting, kind: totalsKindOf(state, setting) })
  const query = queryOf(state, setting, {
    metrics: columns.map(({ metric }) => metric),
    dimensions: dimensionsOf(tab, state, setting),
    filters: blankFilter(tab),
    comparison: comparisonOf(state, false),
    pagination: { limit: tab.rows ?? panelRows },
  })
  return { box: tab.key, query, tab, columns, state }
}

export function totalsQuestion(state: ViewState, setting: Setting): Question {
  const metrics = shownMetrics(state, setting)
  const query = queryOf(state, setting, {
    metrics,
    comparison: comparisonOf(state, true),
  })
  return { box: 'totals', query, metrics, state }
}

export function graphQuestion(state: ViewState, setting: Setting): Question {
  const metric = graphMetric(state, setting)
  const interval = intervalOf(state, setting.calendar)
  const query = queryOf(state, setting, {
    metrics: [metric],
    dimensions: [`time:${interval}`],
    comparison: comparisonOf(state, false),
    include: { time_labels: true, partial_time_labels: true },
  })
  return { box: 'graph', query, metrics: [metric], kind: totalsKindOf(state, setting), interval, state }
}

/** How many hostnames the range has: with several, pages are told apart by them. */
const hostnamesQuestion = (state: ViewState, setting: Setting): Question => ({
  box: 'hostnames',
  query: queryOf(state, setting, {
    metrics: ['visitors'],
    dimensions: ['event:hostname'],
    pagination: { limit: 2 },
  }),
  state,
})

/** Names of the regions and cities that filters name by their ids. */
function namesQuestions(state: ViewState, setting: Setting, isKnown: (name: string) => boolean): Question[] {
  return (['region', 'city'] as const).flatMap((place) => {
    const ids = state.filters
      .filter(({ dimension }) => dimension === place)
      .flatMap(({ values }) => values)
      .filter((id) => !isKnown(`${place}:${id}`))
    if (ids.length === 0) return []
    const dimensions = [`visit:${place}`, `visit:${place}_name`]
    const plain = { ...state, filters: [], segment: null }
    const query = queryOf(
      plain,
      { ...setting, segment: noSegment },
      {
        metrics: ['visitors'],
        dimensions,
        filters: [['is', dimensions[0], ids]],
        pagination: { limit: 100 },
      },
    )
    return [{ box: `names:${place}`, query, state }]
  })
}

/** All questions of a state, in the order of the boxes on the page. `companions`: lists beside short ones. */
export function questionsOf(
  state: ViewState,
  setting: Setting,
  isKnown: (name: string) => boolean,
  companions: readonly TabKey[] = [],
): Question[] {
  return [
    totalsQuestion(state, setting),
    graphQuestion(state, setting),
    ...[...new Set([...panelKeys.map((panel) => state.tabs[panel]), ...companions])]
      .map((key) => panelQuestion(key, state, setting))
      .filter((one) => one !== null),
    ...([state.tabs.pages, state.details].includes('pages') ? [hostnamesQuestion(state, setting)] : []),
    ...namesQuestions(state, setting, isKnown),
  ]
}
