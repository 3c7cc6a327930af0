// Questions of parts that open later: details, suggestions for filters.
import { countriesMax, namedTab, type TabKey, tabOf } from '../../../src/rules/catalogue.ts'
import type { ViewState } from '../../../src/rules/view-state.ts'
import type { Query } from './api.ts'
import { columnsOf } from './panels.ts'
import {
  blankFilter,
  comparisonOf,
  dimensionsOf,
  type Question,
  queryOf,
  type Setting,
  totalsKindOf,
} from './questions.ts'

const detailsRows = 100

/** A page of a details dialog. */
export function detailsQuestion(key: TabKey, state: ViewState, setting: Setting, offset = 0): Question | null {
  const tab = namedTab(tabOf(key), setting.property)
  if (tab.needs === 'property' && setting.property === null) return null
  const columns = columnsOf(tab, state, { ...setting, kind: totalsKindOf(state, setting) }, true)
  const metrics = columns.map(({ metric }) => metric)
  const dimensions = dimensionsOf(tab, state, setting)
  const sorted = state.sort?.replace(/^-/, '') ?? ''
  const isKnown = metrics.includes(sorted)
  const searched = dimensions[tab.knownBy ? 1 : 0]!
  const search =
    state.q === '' || tab.filter === 'country' ? [] : [['contains', searched, [state.q], { case_sensitive: false }]]
  const query = queryOf(state, setting, {
    metrics,
    dimensions,
    filters: [...blankFilter(tab), ...search],
    comparison: comparisonOf(state, false),
    include: { total_rows: true },
    order_by: [
      [isKnown ? sorted : 'visitors', isKnown && sorted === state.sort ? 'asc' : 'desc'],
      [dimensions[0]!, 'asc'],
    ],
    pagination: { limit: tab.filter === 'country' ? countriesMax : detailsRows, ...(offset > 0 ? { offset } : {}) },
  })
  return { box: `details:${key}`, query, tab, columns, state }
}

/** Values of a dimension for the filter builder, under the other filters. */
export function suggestionQuery(dimension: string, typed: string, state: ViewState, setting: Setting): Query {
  const names: Readonly<Record<string, string>> = {
    'visit:region': 'visit:region_name',
    'visit:city': 'visit:city_name',
  }
  const name = names[dimension]
  const search =
    typed === '' || dimension === 'visit:country'
      ? []
      : [['contains', name ?? dimension, [typed], { case_sensitive: false }]]
  return queryOf(state, setting, {
    metrics: ['visitors'],
    dimensions: name ? [dimension, name, 'visit:country'] : [dimension],
    filters: search,
    pagination: { limit: dimension === 'visit:country' ? countriesMax : 25 },
  })
}
