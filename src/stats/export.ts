// Lists as CSV, with the names of the screen, and the lists of all panels (spec/dashboard 6.4).

import { Failure } from '../failure.ts'
import { blankValues } from '../rules/blank-values.ts'
import {
  type Column,
  type ColumnContext,
  columnsOf,
  dimensionEntries,
  dimensionOf,
  dimensionWord,
  firstDimensionOf,
  hasDetails,
  isMoney,
  kindOf,
  metricWord,
  namedTab,
  panels,
  type Tab,
  type TabKey,
  totalsMetrics,
  totalWord,
} from '../rules/catalogue.ts'
import { csvLine } from '../rules/csv.ts'
import { shownChange } from '../rules/shown-change.ts'
import { countries } from './dimensions.ts'
import { limitMax } from './json-query.ts'
import { metrics as allMetrics } from './metrics.ts'
import type { SiteAccess, Stats } from './stats.ts'

/** Rows a file may have; above that its last line says how many are missing. */
export const exportRowsMax = 100_000

type Body = Readonly<Record<string, unknown>>

interface Row {
  readonly dimensions: readonly unknown[]
  readonly metrics: readonly unknown[]
  readonly comparison?: { readonly metrics: readonly unknown[]; readonly change: readonly unknown[] }
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Headings of dimensions by the API's name. Names stand for the places that codes stand for. */
const dimensionWords = new Map(Object.entries(dimensionEntries).map(([name, { api }]) => [api, dimensionWord(name)]))

function nameOf(dimension: string): string {
  if (dimension.startsWith('time')) return 'Time'
  if (dimension.startsWith('funnel:')) return 'Step'
  if (dimension === 'event:name') return 'Event'
  return dimensionWords.get(dimension.replace(/_name$/, '')) ?? dimension.replace(/^event:props:/, '')
}

/** Pages and the hostnames that stand before their paths, by URL. */
const hostsOfPages = new Map(
  panels
    .flatMap(({ tabs }): readonly Tab[] => tabs)
    .flatMap(({ filter, host }) => (host ? [[dimensionOf(filter)!, dimensionOf(host)!] as const] : [])),
)

/** Where a list of pages is one by URL: the places of path and hostname among its dimensions. */
function addressOf(names: readonly string[]): { readonly path: number; readonly host: number } | null {
  for (const [page, hostname] of hostsOfPages)
    if (names.includes(page) && names.includes(hostname))
      return { path: names.indexOf(page), host: names.indexOf(hostname) }
  return null
}

/** Values of a row's dimensions; by URL hostname and path are one, in the place of the path. */
function joined<T>(values: readonly T[], body: Body, join: (host: T, path: T) => T): T[] {
  const at = body['pages_by'] === 'url' ? addressOf(listOf(body['dimensions'])) : null
  if (at === null) return [...values]
  return values.with(at.path, join(values[at.host]!, values[at.path]!)).filter((_, index) => index !== at.host)
}

function headings(body: Body, columns: readonly string[] | undefined): string[] {
  const dimensions = joined(listOf(body['dimensions']).map(nameOf), body, (_, path) => path)
  const metrics = listOf(body['metrics']).map((name) => metricWord(name))
  const own = [...dimensions, ...metrics].map((name, index) => columns?.[index] ?? name)
  const include = body['include'] as { comparisons?: unknown } | undefined
  const compared = metrics.flatMap((_, index) => {
    const name = own[dimensions.length + index]!
    return [`${name}, compared`, `${name}, change`]
  })
  return include?.comparisons ? [...own, ...compared] : own
}

/** Money is an amount with its currency beside it. */
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' ? value : ((value as { value?: number } | null)?.value ?? null)

/** In a list of pages, a metric of visits counts the visits that began on the page. */
const isOfVisits = (metric: string): boolean => allMetrics.get(metric)?.grain === 'session'
/** As the pages show that no visit began there. */
const noEntry = '–'

/** `isCompared`: the compared range holds something. */
function cellsOf(
  body: Body,
  { dimensions, metrics, comparison }: Row,
  isCompared: boolean,
): (string | number | null)[] {
  const names = listOf(body['dimensions'])
  const asked = listOf(body['metrics'])
  const isByPage = names.includes('event:page')
  const cellOf = (value: unknown, index: number) =>
    numberOf(value) ?? (isByPage && isOfVisits(asked[index]!) ? noEntry : null)
  const shown = dimensions.map((value, index) => {
    if (value === null || value === '') return blankValues.notSet
    return names[index] === 'visit:country' ? (countries.get(String(value)) ?? String(value)) : String(value)
  })
  const compared = comparison
    ? metrics.flatMap((value, index) => {
        const [now, before, change] = [value, comparison.metrics[index], comparison.change[index]].map(numberOf)
        const shown = isCompared ? shownChange(asked[index]!, now!, before!, change) : null
        return [cellOf(comparison.metrics[index], index), shown]
      })
    : []
  return [...joined(shown, body, (host, path) => host + path), ...metrics.map(cellOf), ...compared]
}

/** True where the compared range of a question holds visitors. Without a comparison there is no second question. */
async function holdsVisitors(stats: Stats, access: SiteAccess, body: Body, signal?: AbortSignal): Promise<boolean> {
  const { date_range, filters, include } = body
  if (!(include as { comparisons?: unknown } | undefined)?.comparisons) return false
  const { imports, comparisons } = include as { imports?: boolean; comparisons: unknown }
  const asked = {
    date_range,
    metrics: ['visitors'],
    ...(filters === undefined ? {} : { filters }),
    include: { ...(imports === undefined ? {} : { imports }), comparisons },
  }
  const { results } = await stats.query(access, asked, signal, 'pages')
  return Number((results[0] as Row | undefined)?.comparison?.metrics[0] ?? 0) > 0
}

/** The `include` of a question, and the number of rows. The parser refuses anything but an object. */
const withTotal = (include: unknown): unknown =>
  include === undefined || (typeof include === 'object' && include !== null && !Array.isArray(include))
    ? { ...include, total_rows: true }
    : include

/**
 * The lines of a whole list, in pieces. The first piece comes only when its query is known to be a possible one: until
 * then a refusal is an answer.
 */
export async function* csvOf(
  stats: Stats,
  access: SiteAccess,
  body: Body,
  columns: readonly string[] | undefined,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const { pages_by: _, ...question } = body
  const page = (offset: number) =>
    stats.query(
      access,
      {
        ...question,
        ...(offset === 0 ? { include: withTotal(body['include']) } : {}),
        pagination: { limit: limitMax, offset },
      },
      signal,
      'pages',
    )
  const first = await page(0)
  const total = Number(first.meta['total_rows'])
  const isCompared = await holdsVisitors(stats, access, body, signal)
  const write = (rows: readonly unknown[]) => rows.map((row) => csvLine(cellsOf(body, row as Row, isCompared))).join('')
  yield csvLine(headings(body, columns)) + write(first.results)
  for (let offset = limitMax; offset < Math.min(total, exportRowsMax); offset += limitMax)
    yield write((await page(offset)).results)
  if (total > exportRowsMax) yield csvLine([`${total - exportRowsMax} more rows are missing here`])
}

/** A file of the zip: its query's dimensions, and the headings and metrics of its columns. */
interface File {
  readonly name: string
  readonly dimensions: readonly string[]
  readonly headings: readonly string[]
  readonly columns: readonly Column[]
}

/** A name as a file's name, without the characters that a file's name may not have. */
const fileOf = (folder: string, index: number, name: string): string =>
  `${folder}/${index + 1}-${name.replace(/[^\w.-]+/g, '_').slice(0, 60)}`

const allTabs = panels.flatMap(({ tabs }): readonly Tab[] => tabs)
/** Tabs out of whose things a reader chooses one: each property and each funnel has a file. */
const choiceTabs = allTabs.filter((tab) => kindOf(tab).isOfProperty || kindOf(tab).prefix)
/** Other tabs with a file. The map is the list of countries, and a journey is a question of its own. */
const listTabs = allTabs.filter((tab) => hasDetails(tab) && !choiceTabs.includes(tab))

/** The dimensions of a tab, with the names of places in place of their codes, as the single file has them. */
function dimensionsOf({ filter, beside, host }: Tab, isByUrl = false): readonly string[] {
  const first = dimensionOf(filter)!
  if (host && isByUrl) return [first, dimensionOf(host)!]
  return beside[0] === `${first}_name` ? beside : [first, ...beside]
}

function fileOfTab(tab: Tab, context: ColumnContext): File {
  const isByUrl = tab.host !== undefined && context.isByUrl === true
  const dimensions = dimensionsOf(tab, isByUrl)
  return {
    name: tab.file ?? tab.key.replaceAll('_', '-'),
    dimensions,
    headings: [tab.header, ...(isByUrl ? [] : dimensions.slice(1).map(nameOf))],
    columns: columnsOf(tab, context, true),
  }
}

/** The graph's totals as columns over time. */
function fileOfGraph(interval: string, { isGoal, hasRevenue }: ColumnContext): File {
  const kind = isGoal ? 'goal' : 'plain'
  const metrics = totalsMetrics[kind].filter((metric) => hasRevenue || !isMoney(metric))
  const columns = metrics.map((metric) => ({ metric, label: totalWord(kind, metric) }))
  return { name: 'graph', dimensions: [`time:${interval}`], headings: ['Time'], columns }
}

/** A thing to choose for a tab, by the key of the tab: a property by its key, a funnel by its id. */
export type Choices = Readonly<Partial<Record<TabKey, readonly Choice[]>>>
interface Choice {
  readonly id: string | number
  readonly name: string
}

/** The files of a tab of choices, in a folder. */
const filesOfChoices = (tab: Tab, choices: readonly Choice[], context: ColumnContext): File[] =>
  choices.map(({ id, name }, index) => ({
    name: fileOf(tab.file ?? tab.key, index, name),
    dimensions: [firstDimensionOf(namedTab(tab, name), id)],
    headings: [namedTab(tab, name).header],
    columns: columnsOf(tab, context),
  }))

export async function* withFirst(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

/** The facts that decide the columns of lists: filters on goals and events, and goals with revenue. */
function columnContextOf(filters: readonly unknown[][], { site }: SiteAccess): ColumnContext {
  // A filter on goals that a visit has done (`has_done`) makes no conversions of its visitors.
  const names = filters.map(([, name]) => (typeof name === 'string' ? name : ''))
  return {
    isGoal: names.includes('event:goal'),
    hasEventFilter: names.some((name) => name.startsWith('event:')),
    hasRevenue: site.features.has('revenue_goals') && site.revenueGoals.size > 0,
  }
}

/**
 * The graph, all panels, these properties and funnels as files; where a filter forbids a list's columns it has those
 * that are left. The pieces of a file can be read until the next file is asked for.
 */
export async function* filesOf(
  stats: Stats,
  access: SiteAccess,
  {
    interval,
    choices,
    ...shared
  }: Body & {
    readonly interval: string
    readonly choices: Choices
  },
  signal?: AbortSignal,
): AsyncGenerator<{ readonly name: string; readonly pieces: AsyncIterable<string> }> {
  const isByUrl = shared['pages_by'] === 'url'
  const context = { ...columnContextOf((shared['filters'] ?? []) as unknown[][], access), isByUrl }
  const files: readonly File[] = [
    fileOfGraph(interval, context),
    ...listTabs.map((tab) => fileOfTab(tab, context)),
    ...choiceTabs.flatMap((tab) => filesOfChoices(tab, choices[tab.key] ?? [], context)),
  ]
  for (const { name, dimensions, headings, columns } of files) {
    const some = (...names: string[]) => columns.filter(({ metric }) => names.includes(metric))
    for (const choice of [columns, some('visitors', 'events'), some('visitors')]) {
      try {
        const body = { ...shared, dimensions, metrics: choice.map(({ metric }) => metric) }
        const words = [...headings, ...choice.map(({ label }) => label)]
        const pieces = csvOf(stats, access, body, words, signal)
        const first = await pieces.next()
        yield { name: `${name}.csv`, pieces: first.done ? pieces : withFirst(first.value, pieces) }
        break
      } catch (error) {
        if (!(error instanceof Failure) || error.status !== 400) throw error
      }
    }
  }
}
