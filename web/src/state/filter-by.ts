// A press on a row: the filters and tabs that follow it.
import type { SiteFacts } from '../../../src/http/facts.ts'
import { panelKeys, type Tab, type TabKey, tabKeys, tabOf } from '../../../src/rules/catalogue.ts'
import { settleFilters, type ViewFilter, type ViewState } from '../../../src/rules/view-state.ts'
import { isKnownPlace } from './panels.ts'

export type Press = 'only' | 'add' | 'exclude'

const isOf =
  (dimension: string) =>
  (filter: ViewFilter): boolean =>
    filter.dimension === dimension && filter.operator === 'is'

/** The values of a filter after a press: `only` this one, or this one as well; the same once more takes it away. */
function valuesAfter({ values }: ViewFilter, value: string, how: Press): readonly string[] {
  if (how === 'only') return values.length === 1 && values[0] === value ? [] : [value]
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
}

function filtersAfter(
  filters: readonly ViewFilter[],
  dimension: string,
  value: string,
  how: Press,
): readonly ViewFilter[] {
  if (how === 'exclude') return [...filters, { operator: 'is_not', dimension, values: [value] }]
  const same = isOf(dimension)
  const present = filters.find(same)
  if (!present) return [...filters, { operator: 'is', dimension, values: [value] }]
  const values = valuesAfter(present, value, how)
  return values.length === 0
    ? filters.filter((one) => !same(one))
    : filters.map((one) => (same(one) ? { ...one, values } : one))
}

/** The changes of a press on a row of `tab`. A country leads on to its regions, a browser to its versions. */
export function filterBy(
  { filters, tabs }: Pick<ViewState, 'filters' | 'tabs'>,
  { key, filter, next }: Pick<Tab, 'key' | 'filter' | 'next'>,
  value: string,
  how: Press,
  site: Pick<SiteFacts, 'has_regions' | 'has_cities'>,
): Partial<ViewState> {
  const after = filtersAfter(filters, filter, value, how)
  const same = isOf(filter)
  const isAdded = how === 'only' && after.some((one) => same(one) && one.values.includes(value))
  const panel = panelKeys.find((one) => (tabKeys[one] as readonly string[]).includes(key))
  const hasNext = next !== undefined && isKnownPlace(tabOf(next as TabKey), site)
  return {
    filters: settleFilters(after),
    details: null,
    ...(isAdded && hasNext && panel ? { tabs: { ...tabs, [panel]: next } } : {}),
  }
}
