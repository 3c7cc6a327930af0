// The panels and their tabs as one table: what is asked, what its columns are called, and where a row leads.
import { type PanelKey, type TabKey, tabsOf, totalsKind, type ViewState } from '../../../src/rules/view-state.ts'

export interface Tab {
  readonly key: TabKey
  readonly label: string
  /** The first column's header. */
  readonly header: string
  /** The first dimension is the row's value; the others are shown beside it. */
  readonly dimensions: readonly string[]
  /** The name in `f` that a row filters by. */
  readonly filter: string
  readonly words?: Readonly<Record<string, string>>
  /** Columns of details besides. */
  readonly more: readonly string[]
  /** Rows without a value are left out. */
  readonly withoutBlank?: boolean
  /** The tab that follows a press on a row. */
  readonly next?: TabKey
  readonly kind?: 'page' | 'referrer' | 'country' | 'region' | 'city' | 'source'
}

export interface Panel {
  readonly key: PanelKey
  readonly label: string
  readonly tabs: readonly Tab[]
}

const visitMetrics = ['bounce_rate', 'visit_duration']
const campaign = (key: TabKey, label: string, header: string): Tab => ({
  key,
  label,
  header,
  dimensions: [`visit:${key}`],
  filter: key,
  more: visitMetrics,
  withoutBlank: true,
})

export const panels: readonly Panel[] = [
  {
    key: 'sources',
    label: 'Sources',
    tabs: [
      {
        key: 'channels',
        label: 'Channels',
        header: 'Channel',
        dimensions: ['visit:channel'],
        filter: 'channel',
        more: visitMetrics,
        next: 'sources',
      },
      {
        key: 'sources',
        label: 'Sources',
        header: 'Source',
        dimensions: ['visit:source'],
        filter: 'source',
        more: visitMetrics,
        next: 'referrers',
        kind: 'source',
      },
      {
        key: 'referrers',
        label: 'Referrers',
        header: 'Referrer',
        dimensions: ['visit:referrer'],
        filter: 'referrer',
        more: visitMetrics,
        kind: 'referrer',
      },
      campaign('utm_campaign', 'Campaign', 'Campaign'),
      campaign('utm_medium', 'Medium', 'Medium'),
      campaign('utm_source', 'UTM source', 'Source'),
      campaign('utm_content', 'Content', 'Content'),
      campaign('utm_term', 'Term', 'Term'),
    ],
  },
  {
    key: 'pages',
    label: 'Pages',
    tabs: [
      {
        key: 'pages',
        label: 'Top pages',
        header: 'Page',
        dimensions: ['event:page'],
        filter: 'page',
        more: ['pageviews', 'bounce_rate', 'time_on_page', 'scroll_depth'],
        kind: 'page',
      },
      {
        key: 'entry_pages',
        label: 'Entry pages',
        header: 'Entry page',
        dimensions: ['visit:entry_page'],
        filter: 'entry_page',
        words: { visitors: 'Unique entrances', visits: 'Total entrances' },
        more: ['visits', 'bounce_rate', 'visit_duration'],
        kind: 'page',
      },
      {
        key: 'exit_pages',
        label: 'Exit pages',
        header: 'Exit page',
        dimensions: ['visit:exit_page'],
        filter: 'exit_page',
        words: { visitors: 'Unique exits', visits: 'Total exits' },
        more: ['visits', 'exit_rate'],
        kind: 'page',
      },
    ],
  },
  {
    key: 'locations',
    label: 'Locations',
    tabs: [
      {
        key: 'map',
        label: 'Map',
        header: 'Country',
        dimensions: ['visit:country'],
        filter: 'country',
        more: [],
        next: 'regions',
        kind: 'country',
      },
      {
        key: 'countries',
        label: 'Countries',
        header: 'Country',
        dimensions: ['visit:country'],
        filter: 'country',
        more: [],
        next: 'regions',
        kind: 'country',
      },
      {
        key: 'regions',
        label: 'Regions',
        header: 'Region',
        dimensions: ['visit:region', 'visit:region_name', 'visit:country'],
        filter: 'region',
        more: [],
        next: 'cities',
        kind: 'region',
      },
      {
        key: 'cities',
        label: 'Cities',
        header: 'City',
        dimensions: ['visit:city', 'visit:city_name', 'visit:country'],
        filter: 'city',
        more: [],
        kind: 'city',
      },
    ],
  },
  {
    key: 'devices',
    label: 'Devices',
    tabs: [
      {
        key: 'browsers',
        label: 'Browsers',
        header: 'Browser',
        dimensions: ['visit:browser'],
        filter: 'browser',
        more: visitMetrics,
        next: 'browser_versions',
      },
      {
        key: 'browser_versions',
        label: 'Browser versions',
        header: 'Version',
        dimensions: ['visit:browser_version', 'visit:browser'],
        filter: 'browser_version',
        more: visitMetrics,
      },
      {
        key: 'os',
        label: 'Operating systems',
        header: 'Operating system',
        dimensions: ['visit:os'],
        filter: 'os',
        more: visitMetrics,
        next: 'os_versions',
      },
      {
        key: 'os_versions',
        label: 'System versions',
        header: 'Version',
        dimensions: ['visit:os_version', 'visit:os'],
        filter: 'os_version',
        more: visitMetrics,
      },
      {
        key: 'sizes',
        label: 'Screen sizes',
        header: 'Screen size',
        dimensions: ['visit:device'],
        filter: 'device',
        more: visitMetrics,
      },
    ],
  },
  {
    key: 'goals',
    label: 'Goals',
    tabs: [
      { key: 'goals', label: 'Goals', header: 'Goal', dimensions: ['event:goal'], filter: 'goal', more: [] },
      { key: 'props', label: 'Properties', header: 'Property', dimensions: [], filter: 'props', more: [] },
    ],
  },
]

const byKey = new Map(panels.flatMap((panel) => panel.tabs.map((tab) => [tab.key, { panel, tab }] as const)))
export const tabOf = (key: TabKey): Tab => byKey.get(key)!.tab

/** The five fields of one tab, `Campaigns`. */
export const isCampaign = (key: TabKey): boolean => key.startsWith('utm_')

/** What the tab of a panel is called: fields of campaigns share one. */
export const tabLabel = (key: TabKey): string => (isCampaign(key) ? 'Campaigns' : tabOf(key).label)

/** The tabs on show, campaign fields as one. */
export function shownTabs(panel: PanelKey, state: ViewState): TabKey[] {
  const open = state.tabs[panel]
  const campaignKey = isCampaign(open) ? open : 'utm_campaign'
  return tabsOf(panel, state).filter((key) => !isCampaign(key) || key === campaignKey)
}

export interface Column {
  readonly metric: string
  readonly label: string
}

export const metricWords: Readonly<Record<string, string>> = {
  visitors: 'Visitors',
  percentage: 'Share',
  visits: 'Visits',
  pageviews: 'Pageviews',
  events: 'Events',
  bounce_rate: 'Bounce rate',
  visit_duration: 'Visit duration',
  time_on_page: 'Time on page',
  scroll_depth: 'Scroll depth',
  views_per_visit: 'Views per visit',
  exit_rate: 'Exit rate',
  conversion_rate: 'CR',
  group_conversion_rate: 'CR',
  total_revenue: 'Revenue',
  average_revenue: 'Average',
}

const columns = (metrics: readonly string[], words: Readonly<Record<string, string>> = {}): Column[] =>
  metrics.map((metric) => ({ metric, label: words[metric] ?? metricWords[metric] ?? metric }))

export interface ColumnContext {
  readonly hasRevenueGoals: boolean
  /** Pages are asked with their hostnames, which session metrics do not know. */
  readonly isByHostname: boolean
}

/** The columns of a tab in its panel, or, with `all`, in its details. */
export function columnsOf(tab: Tab, state: ViewState, context: ColumnContext, all = false): Column[] {
  const kind = totalsKind(state.period, state.filters)
  const isGoal = kind === 'goal' || kind === 'realtime-goal'
  const revenue = context.hasRevenueGoals ? ['total_revenue', 'average_revenue'] : []
  if (tab.key === 'goals')
    return columns(['visitors', 'events', 'conversion_rate', ...revenue], { visitors: 'Uniques', events: 'Total' })
  if (tab.key === 'props') {
    if (!isGoal) return columns(['visitors', 'events', 'percentage'])
    return columns(['visitors', 'events', 'conversion_rate'], { visitors: 'Uniques', events: 'Total' })
  }
  if (isGoal) {
    const isVisitPage = tab.key === 'entry_pages' || tab.key === 'exit_pages'
    const more = all && !isVisitPage ? revenue : []
    return columns(['visitors', 'group_conversion_rate', ...more], { visitors: 'Conversions' })
  }
  const words = state.period === 'realtime' ? { ...tab.words, visitors: 'Current visitors' } : tab.words
  if (!all) return columns(['visitors', 'percentage'], words)
  const hasEventFilter = state.filters.some(
    ({ dimension }) => ['page', 'goal', 'hostname'].includes(dimension) || dimension.startsWith('props:'),
  )
  const more = tab.more.filter(
    (metric) =>
      !(metric === 'exit_rate' && (hasEventFilter || state.segment !== null)) &&
      !(metric === 'bounce_rate' && context.isByHostname),
  )
  return columns(['visitors', 'percentage', ...more], words)
}
