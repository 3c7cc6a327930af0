// The panels of the page under a state: the tabs on show, and their columns.
import {
  type Column,
  columnsOf as columnsUnder,
  type PanelKey,
  type Tab,
  type TabKey,
  type TotalsKind,
  tabOf,
} from '../../../src/rules/catalogue.ts'
import { tabsOf, type ViewState } from '../../../src/rules/view-state.ts'
import type { SegmentFilters } from './segment-filters.ts'

/** The five fields of one tab, `Campaigns`. */
export const isCampaign = (key: TabKey): boolean => key.startsWith('utm_')

/** The label of a tab. The fields of campaigns share one. */
export const tabLabel = (key: TabKey): string => (isCampaign(key) ? 'Campaigns' : tabOf(key).label)

/** The tabs on show, campaign fields as one. */
export function shownTabs(panel: PanelKey, state: ViewState): TabKey[] {
  const open = state.tabs[panel]
  const campaignKey = isCampaign(open) ? open : 'utm_campaign'
  return tabsOf(panel, state).filter((key) => !isCampaign(key) || key === campaignKey)
}

export interface ColumnSetting {
  readonly kind: TotalsKind
  readonly segment: SegmentFilters
  readonly revenueGoals: readonly string[]
  readonly isByHostname: boolean
}

/** The columns of a tab in its panel, or, with `all`, in its details. */
export function columnsOf(tab: Tab, state: ViewState, setting: ColumnSetting, all = false): Column[] {
  const hasEventFilter = [...state.filters, ...setting.segment.leaves].some(
    ({ dimension }) => ['page', 'goal', 'hostname', 'name'].includes(dimension) || dimension.startsWith('props:'),
  )
  const context = {
    isGoal: setting.kind.endsWith('goal'),
    isRealtime: state.period === 'realtime',
    hasEventFilter,
    isByHostname: setting.isByHostname,
    hasRevenue: setting.revenueGoals.length > 0,
  }
  return columnsUnder(tab, context, all)
}
