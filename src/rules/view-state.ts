// Reads and writes a dashboard's address. The pages use it; mails write their few addresses themselves
// (reports/reports.ts).
import {
  dimensionOf,
  filterKindOf,
  graphMetrics,
  hasDetails,
  type PanelKey,
  panelKeys,
  type TabKey,
  type TotalsKind,
  tabKeys,
  tabOf,
  totalsMetrics,
} from './catalogue.ts'
import { firstOfMonth } from './days.ts'
import { isDoneOperator, isSearchOperator, operatorsOfKind, type ViewOperator } from './filter-operators.ts'
import {
  type Calendar,
  choiceOf,
  countDays,
  type Days,
  defaultInterval,
  intervals,
  intervalsOf,
  isViewDay,
  type Period,
  periods,
  type RangeChoice,
  rangeDaysMax,
  usualPeriod,
  type ViewInterval,
} from './view-range.ts'

/** Forms of the graph. The first is the usual one; what each of them shows is in web/src/dashboard/graph/graph.tsx. */
export const graphViews = ['graph', 'table', 'week'] as const
export type GraphView = (typeof graphViews)[number]

/** One chip: `f=is,source,Google,Bing`. */
export interface ViewFilter {
  readonly operator: ViewOperator
  /** The name in the address: `source`, `page`, `props:<key>`. */
  readonly dimension: string
  readonly values: readonly string[]
}

export type Comparison = 'previous_period' | 'year_over_year' | 'custom'

export interface ViewState extends RangeChoice {
  readonly compare: Comparison | null
  readonly compareFrom: string | null
  readonly compareTo: string | null
  readonly match: 'weekday' | 'exact'
  /** Null: the default for the range. */
  readonly interval: ViewInterval | null
  readonly metric: string
  readonly filters: readonly ViewFilter[]
  readonly segment: string | null
  readonly withImported: boolean
  /** Rows of pages are paths, or hostname and path. Null: whatever tells them apart. */
  readonly pagesBy: 'path' | 'url' | null
  readonly tabs: { readonly [panel in PanelKey]: TabKey }
  readonly prop: string | null
  /** The id of the tab's funnel. */
  readonly funnel: string | null
  /** The path of the tab `Journeys`, as its part reads it (web/src/state/journey.ts). */
  readonly journey: string | null
  readonly view: GraphView
  readonly details: TabKey | null
  readonly q: string
  readonly sort: string | null
}

const filtersMax = 20
const valuesMax = 100
const searchLengthMax = 500
const journeyLengthMax = 8_000

/** The operators a dimension takes, in the order they are offered. */
export const operatorsOf = (dimension: string): readonly ViewOperator[] => operatorsOfKind(filterKindOf(dimension))

export function totalsKind(period: Period, filters: readonly ViewFilter[]): TotalsKind {
  const on = (test: (dimension: string) => boolean) =>
    filters.some(({ operator, dimension }) => !isDoneOperator(operator) && test(dimension))
  const isGoal = on((dimension) => dimension === 'goal')
  if (period === 'realtime') return isGoal ? 'realtime-goal' : 'realtime'
  if (isGoal) return 'goal'
  if (on((dimension) => dimension.startsWith('props:'))) return 'property'
  return on((dimension) => dimension === 'page') ? 'page' : 'plain'
}

/**
 * Texts as one, with commas between them; percent-encoding is the address's business.
 * @example writeList(['a,b', 'c']) // 'a\\,b,c'
 */
export const writeList = (texts: readonly string[]): string =>
  texts.map((text) => text.replaceAll('\\', '\\\\').replaceAll(',', '\\,')).join(',')

/**
 * The texts that `writeList` joined, at least one.
 * @example readList('a\\,b,c') // ['a,b', 'c']
 */
export function readList(text: string): string[] {
  const parts = ['']
  for (let index = 0; index < text.length; index++) {
    const letter = text[index]!
    if (letter === '\\' && index + 1 < text.length) parts[parts.length - 1] += text[++index]!
    else if (letter === ',') parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts
}

/** `is,source,Google`. */
export const writeFilter = ({ operator, dimension, values }: ViewFilter): string =>
  writeList([operator, dimension, ...values])

export function parseFilter(text: string): ViewFilter | null {
  const [operator, dimension, ...values] = readList(text) as [ViewOperator, string, ...string[]]
  if (dimension === undefined || dimensionOf(dimension) === undefined) return null
  if (!operatorsOf(dimension).includes(operator)) return null
  const unique = [...new Set(values)].slice(0, valuesMax)
  return unique.length === 0 ? null : { operator, dimension, values: unique }
}

/** The API's form of a filter. Searches ignore case, as people do. */
export function filterToApi({ operator, dimension, values }: ViewFilter): unknown[] {
  const name = dimensionOf(dimension)!
  if (isDoneOperator(operator)) return [operator, ['is', name, values]]
  return [operator, name, values, ...(isSearchOperator(operator) ? [{ case_sensitive: false }] : [])]
}

/** The filters that are not dropped: at most 20, none twice. */
export function settleFilters(filters: readonly ViewFilter[]): ViewFilter[] {
  const seen = new Set<string>()
  return filters
    .filter((filter) => {
      const key = writeFilter(filter)
      return !seen.has(key) && seen.add(key)
    })
    .slice(0, filtersMax)
}

const hasFilterOn = (filters: readonly ViewFilter[], dimension: string) =>
  filters.some((filter) => filter.dimension === dimension)

/** The tabs of a panel under some filters. A segment's filters are not in the address, so that it allows all. */
export const tabsOf = (panel: PanelKey, { filters, segment }: Pick<ViewState, 'filters' | 'segment'>): TabKey[] =>
  tabKeys[panel].filter((tab) => {
    const { parent } = tabOf(tab)
    return parent === undefined || segment !== null || hasFilterOn(filters, parent)
  })

function parseRange(get: (name: string) => string | null, calendar: Calendar): RangeChoice {
  const { today } = calendar
  const none: RangeChoice = { period: usualPeriod(calendar), date: null, from: null, to: null }
  const period = periods.find((known) => known === get('period')) ?? none.period
  const date = get('date')
  if (period === 'custom') {
    const from = get('from')
    let to = get('to')
    if (!isViewDay(from) || !isViewDay(to) || from > to || from > today) return none
    if (to > today) to = today
    if (countDays({ from, to }) > rangeDaysMax) return none
    return from === to ? choiceOf({ from, to }, calendar) : { period, date: null, from, to }
  }
  if (!['day', 'month', 'year'].includes(period) || !isViewDay(date) || date > today) return { ...none, period }
  const settle = { day: (day: string) => day, month: firstOfMonth, year: (day: string) => `${day.slice(0, 4)}-01-01` }
  const to = settle[period as keyof typeof settle]
  return { ...none, period, date: to(date) === to(today) ? null : to(date) }
}

/** Days a custom comparison names, or null. */
export const comparedDays = ({ compare, compareFrom, compareTo }: ViewState): Days | null =>
  compare === 'custom' && compareFrom !== null && compareTo !== null ? { from: compareFrom, to: compareTo } : null

type Get = (name: string) => string | null

/** The comparison, and its own days if the address has some. */
function parseCompare(get: Get, { period }: RangeChoice): Pick<ViewState, 'compare' | 'compareFrom' | 'compareTo'> {
  const [from, to] = [get('compare_from'), get('compare_to')]
  const isComparable = isViewDay(from) && isViewDay(to) && from <= to && countDays({ from, to }) <= rangeDaysMax
  const canCompare = period !== 'realtime' && period !== 'all'
  const asked = (['previous_period', 'year_over_year', 'custom'] as const).find((mode) => mode === get('compare'))
  const compare = canCompare && asked && (asked !== 'custom' || isComparable) ? asked : null
  return compare === 'custom'
    ? { compare, compareFrom: from, compareTo: to }
    : { compare, compareFrom: null, compareTo: null }
}

/** An interval that the range offers, unless it is the usual one. */
function parseInterval(get: Get, range: RangeChoice, against: Days | null, calendar: Calendar): ViewState['interval'] {
  const given = intervals.find((known) => known === get('interval')) ?? null
  const isOffered = given !== null && intervalsOf(range, calendar, against).includes(given)
  return isOffered && given !== defaultInterval(range, calendar) ? given : null
}

function parseMetric(get: Get, range: RangeChoice, { filters, segment }: Narrowing): ViewState['metric'] {
  const possible: readonly string[] = segment === null ? totalsMetrics[totalsKind(range.period, filters)] : graphMetrics
  return possible.find((known) => known === get('metric')) ?? 'visitors'
}

type Narrowing = Pick<ViewState, 'filters' | 'segment'>

const parseTabs = (get: Get, narrowing: Narrowing): ViewState['tabs'] =>
  Object.fromEntries(
    panelKeys.map((panel) => {
      const allowed = tabsOf(panel, narrowing)
      return [panel, allowed.find((tab) => tab === get(panel)) ?? allowed[0]]
    }),
  ) as unknown as ViewState['tabs']

/** The tab whose details are open, with their search and order. */
function parseDetails(get: Get, narrowing: Narrowing): Pick<ViewState, 'details' | 'q' | 'sort'> {
  const allowed = panelKeys.flatMap((panel) => tabsOf(panel, narrowing))
  // The details of a map show the countries.
  const details = allowed.find((tab) => tab === get('details') && hasDetails(tabOf(tab))) ?? null
  if (details === null) return { details, q: '', sort: null }
  const sort = get('sort') ?? ''
  return {
    details,
    q: (get('q') ?? '').slice(0, searchLengthMax),
    sort: /^-?[a-z_]{1,40}$/.test(sort) && sort !== '-visitors' ? sort : null,
  }
}

/** Reads an address. Unknown and impossible parts are ignored. */
export function parseViewState(params: URLSearchParams, calendar: Calendar): ViewState {
  const get = (name: string) => params.get(name)
  // No name is longer.
  const nameOf = (name: string) => get(name)?.slice(0, 300) || null
  const range = parseRange(get, calendar)
  const given = params.getAll('f').flatMap((text) => parseFilter(text) ?? [])
  const segment = get('segment')
  const narrowing = {
    filters: settleFilters(given),
    segment: segment !== null && /^[\w-]{1,64}$/.test(segment) ? segment : null,
  }
  const compared = parseCompare(get, range)
  const { compareFrom, compareTo } = compared
  const against = compareFrom && compareTo ? { from: compareFrom, to: compareTo } : null
  const pagesBy = get('pages_by')
  return {
    ...range,
    ...compared,
    match: get('match') === 'exact' ? 'exact' : 'weekday',
    interval: parseInterval(get, range, against, calendar),
    metric: parseMetric(get, range, narrowing),
    ...narrowing,
    withImported: get('with_imported') !== 'false',
    pagesBy: pagesBy === 'path' || pagesBy === 'url' ? pagesBy : null,
    tabs: parseTabs(get, narrowing),
    prop: nameOf('prop'),
    funnel: nameOf('funnel'),
    journey: get('journey')?.slice(0, journeyLengthMax) || null,
    view: graphViews.find((known) => known === get('view')) ?? graphViews[0],
    ...parseDetails(get, narrowing),
  }
}

/** The address of a state, without `?`; defaults are left out. On a young site `28d` is not the default. */
export function writeViewState(state: ViewState, calendar: Calendar): string {
  const pairs: [string, string | null | false][] = [
    ['period', (state.period !== usualPeriod(calendar) || state.date !== null) && state.period],
    ['date', state.date],
    ['from', state.from],
    ['to', state.to],
    ['compare', state.compare],
    ['compare_from', state.compareFrom],
    ['compare_to', state.compareTo],
    ['match', state.match !== 'weekday' && state.match],
    ['interval', state.interval],
    ['metric', state.metric !== 'visitors' && state.metric],
    ...state.filters.map((filter): [string, string] => ['f', writeFilter(filter)]),
    ['segment', state.segment],
    ['with_imported', !state.withImported && 'false'],
    ...panelKeys.map((panel): [string, string | false] => [
      panel,
      state.tabs[panel] !== tabKeys[panel][0] && state.tabs[panel],
    ]),
    ['pages_by', state.pagesBy],
    ['prop', state.prop],
    ['funnel', state.funnel],
    ['journey', state.journey],
    ['view', state.view !== graphViews[0] && state.view],
    ['details', state.details],
    ['q', state.q || null],
    ['sort', state.sort],
  ]
  const params = new URLSearchParams()
  for (const [name, value] of pairs) if (value !== null && value !== false) params.append(name, value)
  return writeParams(params)
}

/** As `URLSearchParams` writes them, with harmless characters left readable. */
export const writeParams = (params: URLSearchParams): string =>
  params.toString().replaceAll('%2F', '/').replaceAll('%3A', ':').replaceAll('%2C', ',')
