// Pages by path or by URL: the choice of the panel's menu, and rows that filter by page and host. Fetched when wanted.
import type { Tab } from '../../../../src/rules/catalogue.ts'
import { settleFilters, type ViewFilter, type ViewState } from '../../../../src/rules/view-state.ts'
import { attempt } from '../../parts/toast.tsx'
import type { Dashboard } from '../../state/dashboard.ts'

/** Shows pages so, and keeps that for the account. */
export function breakDownBy({ facts, go }: Dashboard, pagesBy: NonNullable<ViewState['pagesBy']>): void {
  if (facts.user) void attempt('PUT', '/api/account', { pages_by: pagesBy })
  go({ pagesBy })
}

/** Filters by a page of a host; chosen again both go. */
export function filterByAddress({ state, go }: Dashboard, tab: Tab, value: string, host: string): void {
  const wanted: readonly ViewFilter[] = [
    { operator: 'is', dimension: tab.filter, values: [value] },
    { operator: 'is', dimension: tab.host!, values: [host] },
  ]
  const { filters } = state.peek()
  const same = (one: ViewFilter) =>
    filters.find((filter) => filter.operator === 'is' && filter.dimension === one.dimension)
  const isChosen = wanted.every((one) => same(one)?.values.join('\0') === one.values[0])
  const others = filters.filter((filter) => !wanted.some((one) => same(one) === filter))
  go({ filters: settleFilters(isChosen ? others : [...others, ...wanted]), details: null })
}
