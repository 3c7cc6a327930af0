// Reads and writes a dashboard's address. The pages use it; mails write their few addresses themselves
// (reports/reports.ts).
import {
  dimensionOf,
  graphMetrics,
  type PanelKey,
  panelKeys,
  type TabKey,
  type TotalsKind,
  tabKeys,
  tabOf,
  totalsMetrics,
} from './catalogue.ts'
import {
  type Calendar,
  choiceOf,
  countDays,
  type Days,
  defaultInterval,
  firstOfMonth,
  intervals,
  intervalsOf,
  isDay,
  type Period,
  periods,
  type RangeChoice,
  rangeDaysMax,
  type ViewInterval,
} from './view-range.ts'

export const operators = [
  'is',
  'is_not',
  'contains',
  'contains_not',
  'matches',
  'matches_not',
  'has_done',
  'has_not_done',
] as const
export type Operator = (typeof operators)[number]

/** One chip: `f=is,source,Google,Bing`. */
export interface ViewFilter {
  readonly operator: Operator
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
  readonly view: 'graph' | 'table' | 'week'
  readonly details: TabKey | null
  readonly q: string
  readonly sort: string | null
}

const filtersMax = 20
const valuesMax = 100
const searchLengthMax = 500
const journeyLengthMax = 8_000

const byCodeOnly = new Set(['country', 'region', 'city', 'device'])

/** The operators a dimension takes, in the order they are offered. */
export function operatorsOf(dimension: string): readonly Operator[] {
  if (dimension === 'goal') return ['is', 'contains', 'has_done', 'has_not_done']
  if (byCodeOnly.has(dimension)) return ['is', 'is_not']
  const text: Operator[] = ['is', 'is_not', 'contains', 'contains_not', 'matches', 'matches_not']
  return dimension === 'page' ? [...text, 'has_done', 'has_not_done'] : text
}

export function totalsKind(period: Period, filters: readonly ViewFilter[]): TotalsKind {
  const on = (test: (dimension: string) => boolean) =>
    filters.some(({ operator, dimension }) => !operator.startsWith('has_') && test(dimension))
  const isGoal = on((dimension) => dimension === 'goal')
  if (period === 'realtime') return isGoal ? 'realtime-goal' : 'realtime'
  if (isGoal) return 'goal'
  if (on((dimension) => dimension.startsWith('props:'))) return 'property'
  return on((dimension) => dimension === 'page') ? 'page' : 'plain'
}

/** Texts as one, with commas between them; percent-encoding is the address's business. */
export const writeList = (texts: readonly string[]): string =>
  texts.map((text) => text.replaceAll('\\', '\\\\').replaceAll(',', '\\,')).join(',')

/** The texts that `writeList` joined, at least one. */
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
  const [operator, dimension, ...values] = readList(text) as [Operator, string, ...string[]]
  if (dimension === undefined || dimensionOf(dimension) === undefined) return null
  if (!operatorsOf(dimension).includes(operator)) return null
  const unique = [...new Set(values)].slice(0, valuesMax)
  return unique.length === 0 ? null : { operator, dimension, values: unique }
}

/** The API's form of a filter. Searches ignore case, as people do. */
export function filterToApi({ operator, dimension, values }: ViewFilter): unknown[] {
  const name = dimensionOf(dimension)!
  if (operator === 'has_done' || operator === 'has_not_done') return [operator, ['is', name, values]]
  const isSearch = operator === 'contains' || operator === 'contains_not'
  return [operator, name, values, ...(isSearch ? [{ case_sensitive: false }] : [])]
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
  const none: RangeChoice = { period: '28d', date: null, from: null, to: null }
  const period = periods.find((known) => known === get('period')) ?? '28d'
  const date = get('date')
  if (period === 'custom') {
    const from = get('from')
    let to = get('to')
    if (!isDay(from) || !isDay(to) || from > to || from > today) return none
    if (to > today) to = today
    if (countDays({ from, to }) > rangeDaysMax) return none
    return from === to ? choiceOf({ from, to }, calendar) : { period, date: null, from, to }
  }
  if (!['day', 'month', 'year'].includes(period) || !isDay(date) || date > today) return { ...none, period }
  const settle = { day: (day: string) => day, month: firstOfMonth, year: (day: string) => `${day.slice(0, 4)}-01-01` }
  const to = settle[period as keyof typeof settle]
  return { ...none, period, date: to(date) === to(today) ? null : to(date) }
}

/** Days a custom comparison names, or null. */
export const comparedDays = ({ compare, compareFrom, compareTo }: ViewState): Days | null =>
  compare === 'custom' && compareFrom !== null && compareTo !== null ? { from: compareFrom, to: compareTo } : null

/** Reads an address. What is unknown or impossible counts as not said. */
export function parseViewState(params: URLSearchParams, calendar: Calendar): ViewState {
  const get = (name: string) => params.get(name)
  const nameOf = (name: string) => get(name)?.slice(0, 300) || null
  const range = parseRange(get, calendar)
  const filters = settleFilters(
    params
      .getAll('f')
      .map(parseFilter)
      .filter((filter) => filter !== null),
  )
  const segmentGiven = get('segment')
  const segment = segmentGiven !== null && /^[\w-]{1,64}$/.test(segmentGiven) ? segmentGiven : null

  const canCompare = range.period !== 'realtime' && range.period !== 'all'
  const [compareFrom, compareTo] = [get('compare_from'), get('compare_to')]
  const isComparable =
    isDay(compareFrom) &&
    isDay(compareTo) &&
    compareFrom <= compareTo &&
    countDays({ from: compareFrom, to: compareTo }) <= rangeDaysMax
  const asked = (['previous_period', 'year_over_year', 'custom'] as const).find((mode) => mode === get('compare'))
  const compare = canCompare && asked && (asked !== 'custom' || isComparable) ? asked : null
  const compared = compare === 'custom' ? { compareFrom, compareTo } : { compareFrom: null, compareTo: null }

  const given = intervals.find((known) => known === get('interval')) ?? null
  const against =
    compared.compareFrom && compared.compareTo ? { from: compared.compareFrom, to: compared.compareTo } : null
  const offered = intervalsOf(range, calendar, against)
  const interval =
    given !== null && offered.includes(given) && given !== defaultInterval(range, calendar) ? given : null

  const possible: readonly string[] = segment === null ? totalsMetrics[totalsKind(range.period, filters)] : graphMetrics
  const metric = possible.find((known) => known === get('metric')) ?? 'visitors'

  const tabs = Object.fromEntries(
    panelKeys.map((panel) => {
      const allowed = tabsOf(panel, { filters, segment })
      return [panel, allowed.find((tab) => tab === get(panel)) ?? allowed[0]]
    }),
  ) as unknown as ViewState['tabs']
  const allowedDetails = panelKeys.flatMap((panel) => tabsOf(panel, { filters, segment }))
  // The details of a map are those of the countries.
  const details = allowedDetails.find((tab) => tab === get('details') && tab !== 'map' && !tabOf(tab).isWhole) ?? null
  const sort = details !== null && /^-?[a-z_]{1,40}$/.test(get('sort') ?? '') ? get('sort') : null
  const pagesBy = get('pages_by')
  return {
    ...range,
    compare,
    ...compared,
    match: get('match') === 'exact' ? 'exact' : 'weekday',
    interval,
    metric,
    filters,
    segment,
    withImported: get('with_imported') !== 'false',
    pagesBy: pagesBy === 'path' || pagesBy === 'url' ? pagesBy : null,
    tabs,
    prop: nameOf('prop'),
    funnel: nameOf('funnel'),
    journey: get('journey')?.slice(0, journeyLengthMax) || null,
    view: (['table', 'week'] as const).find((known) => known === get('view')) ?? 'graph',
    details,
    q: details === null ? '' : (get('q') ?? '').slice(0, searchLengthMax),
    sort: sort === '-visitors' ? null : sort,
  }
}

/** The address of a state, without `?`; what is the default is left out. */
export function writeViewState(state: ViewState): string {
  const pairs: [string, string | null | false][] = [
    ['period', state.period !== '28d' && state.period],
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
    ['view', state.view !== 'graph' && state.view],
    ['details', state.details],
    ['q', state.q || null],
    ['sort', state.sort],
  ]
  const params = new URLSearchParams()
  for (const [name, value] of pairs) if (value !== null && value !== false) params.append(name, value)
  return writeParams(params)
}

/** As `URLSearchParams` writes them, with what is harmless left readable. */
export const writeParams = (params: URLSearchParams): string =>
  params.toString().replaceAll('%2F', '/').replaceAll('%3A', ':').replaceAll('%2C', ',')
