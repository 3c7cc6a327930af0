// Metrics, dimensions and panels, for everything that people read: dashboard, CSV, zip, mails (spec/dashboard 4 to 6).
// Each has one entry with its names in the API and in addresses and its format. Words stand by the same names in
// words/<language>/catalogue.ts; a build of pages in another language has its file in the place of the English one. How
// metrics are computed stands in stats/metrics.ts.
import type { FilterKind } from './filter-operators.ts'
import * as english from './words/en/catalogue.ts'

/** Kinds of totals. The filters decide which kind is shown (spec/dashboard 4.2). */
export type TotalsKind = 'plain' | 'page' | 'goal' | 'property' | 'realtime' | 'realtime-goal'

export interface MetricEntry {
  readonly format: 'count' | 'percent' | 'duration' | 'decimal' | 'money'
  /** Digits that are always shown, so that figures of a column stand below each other. */
  readonly decimals?: number
  /** More is worse. */
  readonly isBadUp?: boolean
  /** Filters on this dimension have to be on top level beside it. */
  readonly onTop?: 'page' | 'props'
  /** It is refused beside filters on events, and beside hostnames. */
  readonly isOfExits?: boolean
}

const count: MetricEntry = { format: 'count' }
const rate = (more: Partial<MetricEntry> = {}): MetricEntry => ({ format: 'percent', ...more })

/** Metrics by their name in the API. All others are counts. */
const metricEntries: Readonly<Record<string, MetricEntry>> = {
  views_per_visit: { format: 'decimal' },
  bounce_rate: rate({ isBadUp: true }),
  visit_duration: { format: 'duration' },
  scroll_depth: rate({ onTop: 'page' }),
  time_on_page: { format: 'duration', onTop: 'page' },
  percentage: rate({ decimals: 1 }),
  conversion_rate: rate({ decimals: 1, onTop: 'props' }),
  group_conversion_rate: rate({ decimals: 1, onTop: 'props' }),
  exit_rate: rate({ decimals: 1, isOfExits: true }),
  drop_off: rate({ decimals: 1 }),
  total_revenue: { format: 'money' },
  average_revenue: { format: 'money' },
}

/** The entry of a metric. */
export const metricEntry = (metric: string): MetricEntry => metricEntries[metric] ?? count

type Words = typeof english
/** The words of metrics in a language. */
type MetricWords = Pick<Words, 'metrics' | 'totals'>
const englishMetrics: MetricWords = { metrics: english.metrics, totals: english.totals }

/** The word of a metric in the head of a column. A metric without one is called by its name. */
export const metricWord = (metric: string): string => english.metrics[metric] ?? metric

/** The forms of the unit behind a count; undefined for rates and durations, which need none. */
export const unitOf = (metric: string): Words['units'][string] | undefined => english.units[metric]

/** True for amounts of money. A list has them only where a goal brings some. */
export const isMoney = (metric: string): boolean => metricEntry(metric).format === 'money'

/** True for a metric in percent. Its change is said in points. */
export const isRate = (metric: string): boolean => metricEntry(metric).format === 'percent'

/** The word of a metric among the totals. `{minutes}` stands for the minutes of realtime. */
export const totalWord = (kind: TotalsKind, metric: string, words: MetricWords = englishMetrics): string =>
  words.totals[kind]?.[metric] ?? words.totals.plain[metric] ?? words.metrics[metric] ?? metric

/** The totals of each kind, in their order. */
export const totalsMetrics = {
  plain: ['visitors', 'visits', 'pageviews', 'views_per_visit', 'bounce_rate', 'visit_duration'],
  page: ['visitors', 'visits', 'pageviews', 'bounce_rate', 'scroll_depth', 'time_on_page'],
  goal: ['visitors', 'events', 'conversion_rate', 'total_revenue', 'average_revenue'],
  property: ['visitors', 'events'],
  realtime: ['visitors', 'pageviews'],
  'realtime-goal': ['visitors', 'events'],
} as const satisfies Readonly<Record<TotalsKind, readonly string[]>>

/** Metrics of the graph: the metrics of all totals. */
export type GraphMetric = (typeof totalsMetrics)[TotalsKind][number]
export const graphMetrics: readonly GraphMetric[] = [...new Set(Object.values(totalsMetrics).flat())]

export interface DimensionEntry {
  /** The API's name. */
  readonly api: string
  /** Its group among the dimensions that a filter can choose. Without one, it is not offered. */
  readonly group?: DimensionGroup
  /** How filters take its values: `text` unless set. */
  readonly filter?: FilterKind
}

/** The groups of the filter chooser, in their order. */
export const dimensionGroups = ['page', 'source', 'place', 'device', 'behavior'] as const
export type DimensionGroup = (typeof dimensionGroups)[number]

/** Dimensions by their name in the address. `props:<key>` is a property. */
export const dimensionEntries: Readonly<Record<string, DimensionEntry>> = {
  page: { api: 'event:page', group: 'page', filter: 'page' },
  entry_page: { api: 'visit:entry_page', group: 'page' },
  exit_page: { api: 'visit:exit_page', group: 'page' },
  hostname: { api: 'event:hostname', group: 'page' },
  entry_hostname: { api: 'visit:entry_page_hostname' },
  exit_hostname: { api: 'visit:exit_page_hostname' },
  source: { api: 'visit:source', group: 'source' },
  channel: { api: 'visit:channel', group: 'source' },
  referrer: { api: 'visit:referrer', group: 'source' },
  utm_campaign: { api: 'visit:utm_campaign', group: 'source' },
  utm_medium: { api: 'visit:utm_medium', group: 'source' },
  utm_source: { api: 'visit:utm_source', group: 'source' },
  utm_content: { api: 'visit:utm_content', group: 'source' },
  utm_term: { api: 'visit:utm_term', group: 'source' },
  country: { api: 'visit:country', group: 'place', filter: 'code' },
  region: { api: 'visit:region', group: 'place', filter: 'code' },
  city: { api: 'visit:city', group: 'place', filter: 'code' },
  device: { api: 'visit:device', group: 'device', filter: 'code' },
  browser: { api: 'visit:browser', group: 'device' },
  browser_version: { api: 'visit:browser_version', group: 'device' },
  os: { api: 'visit:os', group: 'device' },
  os_version: { api: 'visit:os_version', group: 'device' },
  goal: { api: 'event:goal', group: 'behavior', filter: 'goal' },
}
const propertyPrefix = 'props:'

/**
 * The API's name of a dimension of the address.
 * @example dimensionOf('props:plan') // 'event:props:plan'
 */
export function dimensionOf(name: string): string | undefined {
  if (name.startsWith(propertyPrefix)) return name.length > propertyPrefix.length ? `event:${name}` : undefined
  return Object.hasOwn(dimensionEntries, name) ? dimensionEntries[name]!.api : undefined
}

/** How filters take the values of a dimension of the address. */
export const filterKindOf = (name: string): FilterKind =>
  (Object.hasOwn(dimensionEntries, name) ? dimensionEntries[name]!.filter : undefined) ?? 'text'

/** The word of a dimension of the address. A property has its own name. */
export const dimensionWord = (name: string): string =>
  name.startsWith(propertyPrefix) ? name.slice(propertyPrefix.length) : (english.dimensions[name] ?? name)

/**
 * Kinds of tabs; a tab without one is a list of a dimension's values. `kinds` below has their data,
 * `web/src/dashboard/tabs/kinds.ts` their looks.
 */
export type TabKind = 'campaigns' | 'map' | 'goals' | 'properties' | 'funnels' | 'journeys' | 'quality'

interface Entry<Key extends string> {
  readonly key: Key
  readonly kind?: TabKind
  readonly label: string
  /** The first column's header. */
  readonly header: string
  /** The name in the address that a row filters by: its value is the first dimension. */
  readonly filter: string
  /** Of a list of pages: the name in the address of the hostname that stands before the path, by URL. */
  readonly host?: string
  /** Dimensions shown beside the value. */
  readonly beside: readonly string[]
  /** Further columns of its details. */
  readonly more: readonly string[]
  /** The tab that follows a press on a row. */
  readonly next?: string
  /** The dimension that a filter has to name before the tab is offered. */
  readonly parent?: string
  /** The things that a site has to have before the tab is asked. */
  readonly needs?: 'hasGoals' | 'property' | 'funnel'
  /** The fact that the service knows such places. Its first dimension is a code, the second its name. */
  readonly knownBy?: 'has_regions' | 'has_cities'
  /** Its pages belong to visits, and visits have no revenue. */
  readonly isOfVisits?: boolean
  /** Rows of its panel, if more than of others. */
  readonly rows?: number
  /** The tab that has its details and its file. */
  readonly detailsIn?: 'countries'
  /** Its file in the zip, where that is not its key with dashes. */
  readonly file?: string
  /** Its rows have the mark of their value, or of the value beside it. */
  readonly mark?: 'value' | 'beside'
}

/** Rows that hold every country. */
export const countriesMax = 300

const visitMetrics = ['bounce_rate', 'visit_duration']

/** A tab. One without a word of its own is called after the dimension of its rows. */
const tab = <const Key extends string>(
  key: Key,
  filter: string,
  more: readonly string[] = visitMetrics,
  rest: Partial<Entry<Key>> = {},
): Entry<Key> => ({
  key,
  filter,
  label: english.tabs[key] ?? dimensionWord(filter),
  header: english.headers[key] ?? dimensionWord(filter),
  more,
  beside: [],
  ...rest,
})

const panel = <const Key extends keyof Words['panels'], Tab extends string>(key: Key, ...tabs: Entry<Tab>[]) => ({
  key,
  label: english.panels[key],
  tabs,
})

/** The panels and their tabs: dimensions, columns, the way a row leads. */
export const panels = [
  panel(
    'sources',
    tab('channels', 'channel', visitMetrics, { next: 'sources' }),
    tab('sources', 'source', visitMetrics, { next: 'referrers', mark: 'value' }),
    tab('referrers', 'referrer', visitMetrics, { parent: 'source' }),
    tab('utm_campaign', 'utm_campaign', visitMetrics, { kind: 'campaigns', file: 'campaigns' }),
    tab('utm_medium', 'utm_medium', visitMetrics, { kind: 'campaigns', file: 'mediums' }),
    tab('utm_source', 'utm_source', visitMetrics, { kind: 'campaigns', file: 'utm-sources' }),
    tab('utm_content', 'utm_content', visitMetrics, { kind: 'campaigns', file: 'contents' }),
    tab('utm_term', 'utm_term', visitMetrics, { kind: 'campaigns', file: 'terms' }),
  ),
  panel(
    'pages',
    tab('pages', 'page', ['pageviews', 'bounce_rate', 'time_on_page', 'scroll_depth'], {
      host: 'hostname',
    }),
    tab('entry_pages', 'entry_page', ['visits', ...visitMetrics], {
      host: 'entry_hostname',
      isOfVisits: true,
    }),
    tab('exit_pages', 'exit_page', ['visits', 'exit_rate'], {
      host: 'exit_hostname',
      isOfVisits: true,
    }),
  ),
  panel(
    'locations',
    tab('map', 'country', [], {
      kind: 'map',
      next: 'regions',
      rows: countriesMax,
      detailsIn: 'countries',
    }),
    tab('countries', 'country', [], { next: 'regions' }),
    tab('regions', 'region', [], {
      beside: ['visit:region_name', 'visit:country'],
      next: 'cities',
      knownBy: 'has_regions',
    }),
    tab('cities', 'city', [], {
      beside: ['visit:city_name', 'visit:country'],
      knownBy: 'has_cities',
    }),
  ),
  panel(
    'devices',
    tab('browsers', 'browser', visitMetrics, { next: 'browser_versions', mark: 'value' }),
    tab('browser_versions', 'browser_version', visitMetrics, {
      beside: ['visit:browser'],
      parent: 'browser',
      mark: 'beside',
    }),
    tab('os', 'os', visitMetrics, {
      next: 'os_versions',
      file: 'systems',
      mark: 'value',
    }),
    tab('os_versions', 'os_version', visitMetrics, {
      beside: ['visit:os'],
      parent: 'os',
      mark: 'beside',
      file: 'system-versions',
    }),
    tab('sizes', 'device', visitMetrics, { mark: 'value' }),
  ),
  panel(
    'goals',
    tab('goals', 'goal', [], { kind: 'goals', needs: 'hasGoals' }),
    tab('props', 'props', [], { kind: 'properties', needs: 'property', file: 'properties' }),
    tab('funnels', 'goal', [], { kind: 'funnels', needs: 'funnel' }),
    tab('journeys', '', [], { kind: 'journeys' }),
  ),
] as const
export type Panel = (typeof panels)[number]
export type PanelKey = Panel['key']
export type TabKey = Panel['tabs'][number]['key']
export type Tab = Entry<TabKey>

/** The keys of the tabs of each panel. The first is open unless the address says otherwise. */
export const tabKeys = Object.fromEntries(
  panels.map(({ key, tabs }) => [key, tabs.map((one) => one.key)]),
) as unknown as Readonly<Record<PanelKey, readonly TabKey[]>>
export const panelKeys = panels.map(({ key }) => key)

const tabs = new Map<TabKey, Tab>(panels.flatMap((one) => one.tabs.map((entry) => [entry.key, entry] as const)))
export const tabOf = (key: TabKey): Tab => tabs.get(key)!

export interface Column {
  readonly metric: string
  readonly label: string
}

export interface ColumnContext {
  /** A filter on a goal turns visitors into conversions. */
  readonly isGoal: boolean
  /** A filter on events: exits have no pageviews to compare with. */
  readonly hasEventFilter: boolean
  /** Pages are asked with their hostnames, which exit rates do not know. */
  readonly isByUrl?: boolean
  /** The site has goals with revenue. */
  readonly hasRevenue: boolean
}

/** Columns with their words; `name` finds words that only this tab has. */
const columns = (metrics: readonly string[], name = ''): Column[] =>
  metrics.map((metric) => ({ metric, label: english.columns[name]?.[metric] ?? metricWord(metric) }))

const revenueOf = ({ hasRevenue }: ColumnContext) => (hasRevenue ? ['total_revenue', 'average_revenue'] : [])

/** A kind of tab as plain data, for pages, files and mails. */
interface KindEntry {
  /** Its columns in the panel and in details. Missing: the columns of a list. */
  readonly columns?: (context: ColumnContext) => Column[]
  /** The reader chooses one property of the site, and the rows are its values. */
  readonly isOfProperty?: boolean
  /** The reader chooses one thing of the site, which the tab `needs`. Its dimension is this prefix and the choice. */
  readonly prefix?: 'funnel:'
  /** The fact of a site that tells how many rows there are, before any is asked for. */
  readonly countedBy?: 'goals'
  /** A picture: its file is large, and fetched when the panel comes near the window. */
  readonly isPicture?: boolean
  /** All of it is on show in the panel: it has no details. */
  readonly isWhole?: boolean
  /** It asks by itself, not by a query of v2, and has no details. */
  readonly asksItself?: boolean
}

const kinds: { readonly [kind in TabKind]?: KindEntry } = {
  map: { isPicture: true },
  goals: {
    countedBy: 'goals',
    columns: (context) => columns(['visitors', 'events', 'conversion_rate', ...revenueOf(context)], 'goals'),
  },
  properties: {
    isOfProperty: true,
    columns: ({ isGoal }) =>
      isGoal
        ? columns(['visitors', 'events', 'conversion_rate'], 'goals')
        : columns(['visitors', 'events', 'percentage']),
  },
  funnels: {
    prefix: 'funnel:',
    isWhole: true,
    columns: () => columns(['visitors', 'visits', 'percentage', 'drop_off']),
  },
  journeys: { asksItself: true },
}

/** The data of a tab's kind. */
export const kindOf = ({ kind }: Pick<Tab, 'kind'>): KindEntry => kinds[kind!] ?? {}

/** False for a tab whose panel shows all of it, and for one whose details are another tab's. */
export function hasDetails(tab: Tab): boolean {
  const { isWhole, asksItself } = kindOf(tab)
  return !isWhole && !asksItself && tab.detailsIn === undefined
}

/** A tab with the property that was chosen. Tabs of another kind stay as they are. */
export const namedTab = (tab: Tab, property: string | null): Tab =>
  kindOf(tab).isOfProperty && property !== null ? { ...tab, header: property, filter: propertyPrefix + property } : tab

/** The API's name of a tab's first dimension; `choice` is the id of the funnel. */
export function firstDimensionOf(tab: Tab, choice: unknown): string {
  const { prefix } = kindOf(tab)
  return prefix ? prefix + choice : dimensionOf(tab.filter)!
}

/** The columns of a tab in its panel, or, with `all`, in its details. */
export function columnsOf(tab: Tab, context: ColumnContext, all = false): Column[] {
  const ofKind = kindOf(tab).columns?.(context)
  if (ofKind) return ofKind
  const { isGoal, hasEventFilter, isByUrl } = context
  if (isGoal) {
    const more = all && !tab.isOfVisits ? revenueOf(context) : []
    return columns(['visitors', 'group_conversion_rate', ...more], 'conversions')
  }
  if (!all) return columns(['visitors', 'percentage'], tab.key)
  const more = tab.more.filter((metric) => !(metricEntry(metric).isOfExits && (hasEventFilter || isByUrl)))
  return columns(['visitors', 'percentage', ...more], tab.key)
}
