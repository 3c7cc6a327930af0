// The panels and their tabs as one table: what is asked, what its columns are called, and where a row leads.
import { type PanelKey, type TabKey, type TotalsKind, tabsOf, type ViewState } from '../../../src/rules/view-state.ts'
import type { SegmentFilters } from './segment-filters.ts'

export interface Tab {
  readonly key: TabKey
  readonly label: string
  /** The first column's header. */
  readonly header: string
  /** The name in `f` that a row filters by: its value is the first dimension. */
  readonly filter: string
  /** Dimensions shown beside the value. */
  readonly beside: readonly string[]
  readonly words?: Readonly<Record<string, string>>
  /** Columns of details besides. */
  readonly more: readonly string[]
  /** The tab that follows a press on a row. */
  readonly next?: TabKey
}

export interface Panel {
  readonly key: PanelKey
  readonly label: string
  readonly tabs: readonly Tab[]
}

const visitMetrics = ['bounce_rate', 'visit_duration']

const panel = (key: PanelKey, label: string, ...tabs: Tab[]): Panel => ({ key, label, tabs })

const tab = (
  key: TabKey,
  label: string,
  header: string,
  filter: string,
  more: readonly string[] = visitMetrics,
  rest: Pick<Partial<Tab>, 'beside' | 'words' | 'next'> = {},
): Tab => ({ key, label, header, filter, more, beside: [], ...rest })

export const panels: readonly Panel[] = [
  panel(
    'sources',
    'Sources',
    tab('channels', 'Channels', 'Channel', 'channel', visitMetrics, { next: 'sources' }),
    tab('sources', 'Sources', 'Source', 'source', visitMetrics, { next: 'referrers' }),
    tab('referrers', 'Referrers', 'Referrer', 'referrer'),
    tab('utm_campaign', 'Campaign', 'Campaign', 'utm_campaign'),
    tab('utm_medium', 'Medium', 'Medium', 'utm_medium'),
    tab('utm_source', 'UTM source', 'Source', 'utm_source'),
    tab('utm_content', 'Content', 'Content', 'utm_content'),
    tab('utm_term', 'Term', 'Term', 'utm_term'),
  ),
  panel(
    'pages',
    'Pages',
    tab('pages', 'Top pages', 'Page', 'page', ['pageviews', 'bounce_rate', 'time_on_page', 'scroll_depth']),
    tab('entry_pages', 'Entry pages', 'Entry page', 'entry_page', ['visits', ...visitMetrics], {
      words: { visitors: 'Unique entrances', visits: 'Total entrances' },
    }),
    tab('exit_pages', 'Exit pages', 'Exit page', 'exit_page', ['visits', 'exit_rate'], {
      words: { visitors: 'Unique exits', visits: 'Total exits' },
    }),
  ),
  panel(
    'locations',
    'Locations',
    tab('map', 'Map', 'Country', 'country', [], { next: 'regions' }),
    tab('countries', 'Countries', 'Country', 'country', [], { next: 'regions' }),
    tab('regions', 'Regions', 'Region', 'region', [], {
      beside: ['visit:region_name', 'visit:country'],
      next: 'cities',
    }),
    tab('cities', 'Cities', 'City', 'city', [], { beside: ['visit:city_name', 'visit:country'] }),
  ),
  panel(
    'devices',
    'Devices',
    tab('browsers', 'Browsers', 'Browser', 'browser', visitMetrics, { next: 'browser_versions' }),
    tab('browser_versions', 'Browser versions', 'Version', 'browser_version', visitMetrics, {
      beside: ['visit:browser'],
    }),
    tab('os', 'Operating systems', 'Operating system', 'os', visitMetrics, { next: 'os_versions' }),
    tab('os_versions', 'System versions', 'Version', 'os_version', visitMetrics, { beside: ['visit:os'] }),
    tab('sizes', 'Screen sizes', 'Screen size', 'device'),
  ),
  panel(
    'goals',
    'Goals',
    tab('goals', 'Goals', 'Goal', 'goal'),
    tab('props', 'Properties', 'Property', 'props'),
    tab('funnels', 'Funnels', 'Step', 'goal'),
  ),
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
  drop_off: 'Drop-off',
}

const columns = (metrics: readonly string[], words: Readonly<Record<string, string>> = {}): Column[] =>
  metrics.map((metric) => ({ metric, label: words[metric] ?? metricWords[metric] ?? metric }))

export interface ColumnContext {
  readonly kind: TotalsKind
  readonly segment: SegmentFilters
  readonly revenueGoals: readonly string[]
  /** Pages are asked with their hostnames, which session metrics do not know. */
  readonly isByHostname: boolean
}

/** The columns of a tab in its panel, or, with `all`, in its details. */
export function columnsOf(tab: Tab, state: ViewState, context: ColumnContext, all = false): Column[] {
  const isGoal = context.kind.endsWith('goal')
  const words = state.period === 'realtime' ? { ...tab.words, visitors: 'Current visitors' } : tab.words
  const revenue = context.revenueGoals.length > 0 ? ['total_revenue', 'average_revenue'] : []
  if (tab.key === 'goals')
    return columns(['visitors', 'events', 'conversion_rate', ...revenue], { visitors: 'Uniques', events: 'Total' })
  if (tab.key === 'funnels') return columns(['visitors', 'visits', 'percentage', 'drop_off'])
  if (tab.key === 'props') {
    if (!isGoal) return columns(['visitors', 'events', 'percentage'], words)
    return columns(['visitors', 'events', 'conversion_rate'], { visitors: 'Uniques', events: 'Total' })
  }
  if (isGoal) {
    const isVisitPage = tab.key === 'entry_pages' || tab.key === 'exit_pages'
    const more = all && !isVisitPage ? revenue : []
    return columns(['visitors', 'group_conversion_rate', ...more], { visitors: 'Conversions' })
  }
  if (!all) return columns(['visitors', 'percentage'], words)
  const hasEventFilter = [...state.filters, ...context.segment.leaves].some(
    ({ dimension }) => ['page', 'goal', 'hostname', 'name'].includes(dimension) || dimension.startsWith('props:'),
  )
  const more = tab.more.filter(
    (metric) =>
      !(metric === 'exit_rate' && hasEventFilter) &&
      !(metric === 'bounce_rate' && tab.key === 'pages' && context.isByHostname),
  )
  return columns(['visitors', 'percentage', ...more], words)
}
