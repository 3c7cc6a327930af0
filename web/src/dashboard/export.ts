// Numbers taken elsewhere: as a command, as a file. Fetched when first wanted.
import type { TabKey } from '../../../src/rules/view-state.ts'
import type { Query } from '../state/api.ts'
import type { Dashboard } from '../state/dashboard.ts'
import { detailsQuestion, graphQuestion, type Question } from '../state/questions.ts'

const quote = (words: string): string => `'${words.replaceAll("'", "'\\''")}'`

/** A command that asks the same of the API, quoted for a POSIX shell. */
export function curlOf(baseUrl: string, siteId: string, query: Query): string {
  const body = JSON.stringify({ site_id: siteId, ...query }, null, 2)
  return [
    `curl ${quote(`${baseUrl}/api/v2/query`)} \\`,
    '  -H "Authorization: Bearer $TIDEMARK_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d ${quote(body)}`,
  ].join('\n')
}

const exportPath = '/api/v1/stats/export'

/** Where all rows of a question are to be had as a file, with the headings and the order of the screen. */
function csvHref({ site, auth }: Dashboard, { query, tab, columns, box }: Question): string {
  const { date_range: range, metrics, dimensions = [], filters, include, order_by: order } = query
  const named =
    tab && columns ? [tab.header, ...Array(dimensions.length - 1).fill(''), ...columns.map(({ label }) => label)] : []
  const headings = named.map((label, index) => label || (dimensions[index] ?? '').replace(/^\w+:/, ''))
  const params = new URLSearchParams(auth)
  const set = (name: string, value: unknown) => {
    if (value !== undefined) params.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  set('site_id', site.domain)
  set('metrics', metrics.join(','))
  if (dimensions.length > 0) set('dimensions', dimensions.join(','))
  set('date_range', range.join(','))
  set('filters', filters)
  set('order_by', order)
  set('include', include?.imports ? { imports: true } : undefined)
  if (headings.length > 0) set('columns', headings.join(','))
  set('name', box.replace(/^details:/, ''))
  return `${exportPath}?${params}`
}

/** All panels and the graph in one file. */
export function zipHref({ site, auth, state, setting }: Dashboard): string {
  const { query, interval } = graphQuestion(state.value, setting.value)
  const params = new URLSearchParams(auth)
  params.set('site_id', site.domain)
  params.set('format', 'zip')
  params.set('date_range', query.date_range.join(','))
  if (query.filters) params.set('filters', JSON.stringify(query.filters))
  if (query.include?.imports) params.set('include', JSON.stringify({ imports: true }))
  if (interval && interval !== 'minute') params.set('interval', interval)
  return `${exportPath}?${params}`
}

/** The rows of a tab with the columns of its details. */
export function tabCsvHref(dashboard: Dashboard, key: TabKey): string | undefined {
  const { boxes, state, setting } = dashboard
  // All steps of a funnel are on show.
  const question =
    key === 'funnels'
      ? boxes.boxOf(key).value.answer
      : detailsQuestion(key === 'map' ? 'countries' : key, state.value, setting.value)
  return question ? csvHref(dashboard, question) : undefined
}

/** The rows of a box: a tab's, or the graph's. */
export const boxCsvHref = (dashboard: Dashboard, box: 'graph' | TabKey): string | undefined =>
  box === 'graph'
    ? csvHref(dashboard, graphQuestion(dashboard.state.value, dashboard.setting.value))
    : tabCsvHref(dashboard, box)
