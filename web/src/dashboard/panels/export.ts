// Numbers taken elsewhere: as a command, as a file. Fetched when first wanted.

import { dimensionWord, kindOf, type TabKey, tabOf } from '../../../../src/rules/catalogue.ts'
import * as text from '../../../../src/rules/words/en/dashboard.ts'
import { copy, refuse } from '../../parts/toast.tsx'
import { at } from '../../service/at.ts'
import type { Query } from '../../state/api.ts'
import type { Dashboard } from '../../state/dashboard.ts'
import { detailsQuestion } from '../../state/more-questions.ts'
import { graphQuestion, type Question } from '../../state/questions.ts'
import { totalLabel } from '../../state/words.ts'
import { tabParts } from '../tabs/kinds.ts'

const quote = (words: string): string => `'${words.replaceAll("'", "'\\''")}'`

/** A command that asks the same of the API, quoted for a POSIX shell. */
const curlOf = (baseUrl: string, siteId: string, query: Query): string =>
  commandOf(`${baseUrl}/api/v2/query`, { site_id: siteId, ...query })

function commandOf(address: string, body: object): string {
  return [
    `curl ${quote(address)} \\`,
    '  -H "Authorization: Bearer $TIDEMARK_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d ${quote(JSON.stringify(body, null, 2))}`,
  ].join('\n')
}

const exportPath = '/api/v1/stats/export'

/** Places as they are called, without their codes. */
function namedPlaces(query: Query): Query {
  const [code, name, ...others] = query.dimensions ?? []
  if (name !== `${code}_name`) return query
  const order = query.order_by?.map(([by, way]) => [by === code ? name : by, way] as const)
  return { ...query, dimensions: [name, ...others], ...(order ? { order_by: order } : {}) }
}

/** The first column and the numbers are called as on the screen, what stands beside the first by its own word. */
function headingsOf({ tab, columns = [], metrics = [], kind }: Question, beside: readonly string[]): string[] {
  if (!tab) return [text.time, ...metrics.map((metric) => totalLabel(kind ?? 'plain', metric))]
  return [
    tab.header,
    ...beside.map((name) => dimensionWord(name.replace(/^\w+:/, ''))),
    ...columns.map(({ label }) => label),
  ]
}

/** Where all rows of a question are to be had as a file, with the headings and the order of the screen. */
function csvHref({ site, auth }: Dashboard, question: Question): string {
  const query = namedPlaces(question.query)
  const { date_range: range, metrics, dimensions = [], filters, include, order_by: order } = query
  const params = new URLSearchParams(auth)
  const set = (name: string, value: unknown) => {
    if (value !== undefined) params.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  set('site_id', site.domain)
  set('bom', 'true')
  set('metrics', metrics.join(','))
  if (dimensions.length > 0) set('dimensions', dimensions)
  set('date_range', range.join(','))
  set('filters', filters)
  set('order_by', order)
  set('include', include?.imports ? { imports: true } : undefined)
  const isUrl = question.tab?.host !== undefined && dimensions.length > 1
  set('columns', headingsOf(question, isUrl ? [] : dimensions.slice(1)))
  set('pages_by', isUrl ? 'url' : undefined)
  set('name', question.box.replace(/^details:/, ''))
  return at(`${exportPath}?${params}`)
}

/** All panels and the graph in one file. */
function zipHref({ site, auth, state, setting }: Dashboard): string {
  const { query, interval } = graphQuestion(state.value, setting.value)
  const params = new URLSearchParams(auth)
  params.set('site_id', site.domain)
  params.set('format', 'zip')
  params.set('bom', 'true')
  params.set('date_range', query.date_range.join(','))
  if (query.filters) params.set('filters', JSON.stringify(query.filters))
  if (query.include?.imports) params.set('include', JSON.stringify({ imports: true }))
  if (interval && interval !== 'minute') params.set('interval', interval)
  if (state.value.pagesBy === 'url') params.set('pages_by', 'url')
  return at(`${exportPath}?${params}`)
}

/** The rows of a tab with the columns of its details. */
export function tabCsvHref(dashboard: Dashboard, key: TabKey): string | undefined {
  const { boxes, state, setting } = dashboard
  const tab = tabOf(key)
  const { detailsIn = key } = tab
  const question = kindOf(tab).isWhole
    ? boxes.boxOf(key).value.answer
    : detailsQuestion(detailsIn, state.value, setting.value)
  return question ? csvHref(dashboard, question) : undefined
}

/** The rows of a box: a tab's, or the graph's. */
const boxCsvHref = (dashboard: Dashboard, box: 'graph' | TabKey): string | undefined =>
  box === 'graph'
    ? csvHref(dashboard, graphQuestion(dashboard.state.value, dashboard.setting.value))
    : tabCsvHref(dashboard, box)

/** An answer that is a file leaves the page open. */
const download = (href: string | undefined): void => {
  if (href !== undefined) location.assign(href)
}

export const downloadZip = (dashboard: Dashboard): void => download(zipHref(dashboard))

/** The question and the file of a tab that asks by itself. */
const ownOf = async (box: 'graph' | TabKey) =>
  box === 'graph' ? undefined : (await tabParts[tabOf(box).kind!]?.())?.part.own

export async function downloadCsv(dashboard: Dashboard, box: 'graph' | TabKey): Promise<void> {
  const own = await ownOf(box)
  if (own?.save) await own.save(dashboard).catch(refuse)
  else download(boxCsvHref(dashboard, box))
}

/** Copies a command that asks the question of a box; nothing where the box has asked none. */
export async function copyCurl(dashboard: Dashboard, box: 'graph' | TabKey): Promise<void> {
  const { facts, site, boxes } = dashboard
  const base = facts.base_url || location.origin
  const own = (await ownOf(box))?.question?.(dashboard)
  if (own) return copy(commandOf(base + own.path, own.body))
  const { answer } = boxes.boxOf(box).value
  if (answer) await copy(curlOf(base, site.domain, answer.query))
}
