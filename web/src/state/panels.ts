// The panels of the page under a state: the tabs on show, and their columns.
import {
  type Column,
  columnsOf as columnsUnder,
  dimensionOf,
  kindOf,
  type PanelKey,
  type Tab,
  type TabKey,
  type TotalsKind,
  tabOf,
} from '../../../src/rules/catalogue.ts'
import { tabsOf, type ViewFilter, type ViewState } from '../../../src/rules/view-state.ts'
import * as text from '../../../src/rules/words/en/dashboard.ts'
import type { Body } from './api.ts'
import type { SegmentFilters } from './segment-filters.ts'

/** The five fields of one tab, `Campaigns`. */
export const isCampaign = (key: TabKey): boolean => key.startsWith('utm_')

/** The label of a tab. The fields of campaigns share one. */
export const tabLabel = (key: TabKey): string => (isCampaign(key) ? text.campaigns : tabOf(key).label)

/** Kinds of places that the service knows. */
export interface PlacesKnown {
  readonly has_regions: boolean
  readonly has_cities: boolean
}

/** False for a tab of places that the service does not know. */
export const isKnownPlace = ({ knownBy }: Pick<Tab, 'knownBy'>, site: PlacesKnown): boolean => !knownBy || site[knownBy]

/** The tabs on show: campaign fields as one, places that the service does not know only while their tab is open. */
export function shownTabs(panel: PanelKey, state: ViewState, site: PlacesKnown): TabKey[] {
  const open = state.tabs[panel]
  const campaignKey = isCampaign(open) ? open : 'utm_campaign'
  return tabsOf(panel, state).filter((key) => {
    if (isCampaign(key)) return key === campaignKey
    return key === open || isKnownPlace(tabOf(key), site)
  })
}

export interface ColumnSetting {
  readonly kind: TotalsKind
  readonly segment: SegmentFilters
  readonly revenueGoals: readonly string[]
  /** The range has several hostnames. */
  readonly hasManyHostnames: boolean
}

/**
 * True if rows of pages are hostname and path: by the reader's choice, else for top pages of a site with several
 * hostnames.
 */
export const isByUrl = ({ isOfVisits, host }: Tab, { pagesBy }: ViewState, hasManyHostnames: boolean): boolean =>
  host !== undefined && (pagesBy ? pagesBy === 'url' : !isOfVisits && hasManyHostnames)

/** The columns of a tab in its panel, or, with `all`, in its details. */
export function columnsOf(tab: Tab, state: ViewState, setting: ColumnSetting, all = false): Column[] {
  const isOfEvent = ({ dimension }: ViewFilter) => dimensionOf(dimension)!.startsWith('event:')
  const context = {
    isGoal: setting.kind.endsWith('goal'),
    hasEventFilter: setting.segment.isOfEvents || state.filters.some(isOfEvent),
    isByUrl: isByUrl(tab, state, setting.hasManyHostnames),
    hasRevenue: setting.revenueGoals.length > 0,
  }
  return columnsUnder(tab, context, all)
}

/** A picture is as tall as so many rows. */
const pictureRows = 7

/** The rows that a tab shows. */
export const rowsOf = (tab: Tab, answer: { readonly body: Pick<Body, 'results'> } | null): number =>
  kindOf(tab).isPicture ? pictureRows : (answer?.body.results.length ?? 0)
