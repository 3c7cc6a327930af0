// Lists as CSV, with the names of the screen, and the lists of all panels (spec/dashboard 6.4).
import { Failure } from '../failure.ts'
import { csvLine } from '../rules/csv.ts'
import { countries } from './dimensions.ts'
import { funnelMetrics } from './funnel.ts'
import { limitMax } from './json-query.ts'
import type { SiteAccess, Stats } from './stats.ts'

/** Rows a file may have; above that its last line says how many are missing. */
export const exportRowsMax = 100_000

const dimensionNames: Readonly<Record<string, string>> = {
  'event:page': 'Page',
  'event:name': 'Event',
  'event:goal': 'Goal',
  'event:hostname': 'Hostname',
  'visit:source': 'Source',
  'visit:channel': 'Channel',
  'visit:referrer': 'Referrer',
  'visit:utm_campaign': 'Campaign',
  'visit:utm_medium': 'Medium',
  'visit:utm_source': 'UTM source',
  'visit:utm_content': 'Content',
  'visit:utm_term': 'Term',
  'visit:country': 'Country',
  'visit:country_name': 'Country',
  'visit:region': 'Region',
  'visit:region_name': 'Region',
  'visit:city': 'City',
  'visit:city_name': 'City',
  'visit:device': 'Screen size',
  'visit:browser': 'Browser',
  'visit:browser_version': 'Version',
  'visit:os': 'Operating system',
  'visit:os_version': 'Version',
  'visit:entry_page': 'Entry page',
  'visit:exit_page': 'Exit page',
}
const metricNames: Readonly<Record<string, string>> = {
  visitors: 'Visitors',
  visits: 'Visits',
  pageviews: 'Pageviews',
  events: 'Events',
  bounce_rate: 'Bounce rate',
  visit_duration: 'Visit duration',
  views_per_visit: 'Views per visit',
  percentage: 'Share',
  conversion_rate: 'CR',
  group_conversion_rate: 'CR',
  time_on_page: 'Time on page',
  scroll_depth: 'Scroll depth',
  exit_rate: 'Exit rate',
  total_revenue: 'Revenue',
  average_revenue: 'Average',
  drop_off: 'Drop-off',
}

type Body = Readonly<Record<string, unknown>>

interface Row {
  readonly dimensions: readonly unknown[]
  readonly metrics: readonly unknown[]
  readonly comparison?: { readonly metrics: readonly unknown[]; readonly change: readonly unknown[] }
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

function nameOf(dimension: string): string {
  if (dimension.startsWith('time')) return 'Time'
  if (dimension.startsWith('funnel:')) return 'Step'
  return dimensionNames[dimension] ?? dimension.replace(/^event:props:/, '')
}

function headings(body: Body, columns: readonly string[] | undefined): string[] {
  const dimensions = listOf(body['dimensions']).map(nameOf)
  const metrics = listOf(body['metrics']).map((name) => metricNames[name] ?? name)
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

/** In a list of pages these are of the visits that began on the page. */
const metricsOfEntries = new Set(['bounce_rate', 'visit_duration'])
/** As the pages show that no visit began there. */
const noEntry = '–'

function cellsOf(body: Body, { dimensions, metrics, comparison }: Row): (string | number | null)[] {
  const names = listOf(body['dimensions'])
  const asked = listOf(body['metrics'])
  const isByPage = names.includes('event:page')
  const cellOf = (value: unknown, index: number) =>
    numberOf(value) ?? (isByPage && metricsOfEntries.has(asked[index]!) ? noEntry : null)
  const shown = dimensions.map((value, index) => {
    if (value === null || value === '') return '(not set)'
    return names[index] === 'visit:country' ? (countries.get(String(value)) ?? String(value)) : String(value)
  })
  const compared = comparison
    ? metrics.flatMap((_, index) => [cellOf(comparison.metrics[index], index), numberOf(comparison.change[index])])
    : []
  return [...shown, ...metrics.map(cellOf), ...compared]
}

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
  const page = (offset: number) =>
    stats.query(
      access,
      {
        ...body,
        ...(offset === 0 ? { include: { ...(body['include'] as object | undefined), total_rows: true } } : {}),
        pagination: { limit: limitMax, offset },
      },
      signal,
      'pages',
    )
  const first = await page(0)
  const total = Number(first.meta['total_rows'])
  const write = (rows: readonly unknown[]) => rows.map((row) => csvLine(cellsOf(body, row as Row))).join('')
  yield csvLine(headings(body, columns)) + write(first.results)
  for (let offset = limitMax; offset < Math.min(total, exportRowsMax); offset += limitMax)
    yield write((await page(offset)).results)
  if (total > exportRowsMax) yield csvLine([`${total - exportRowsMax} more rows are missing here`])
}

/** Panels that have a file each: the tabs of spec/dashboard 6.2, with the columns of their details. */
const visit = ['visitors', 'percentage', 'bounce_rate', 'visit_duration']
const people = ['visitors', 'percentage']
const visits = [...people, 'visits']
type Words = Readonly<Record<string, string>>
/** `words`: what the screen calls some of the metrics there. */
type Panel = readonly [file: string, dimensions: readonly string[], metrics: readonly string[], words?: Words]
const entrances: Words = { visitors: 'Unique entrances', visits: 'Total entrances' }
const exits: Words = { visitors: 'Unique exits', visits: 'Total exits' }
const conversions: Words = { visitors: 'Uniques', events: 'Total' }
const panels: readonly Panel[] = [
  ['channels', ['visit:channel'], visit],
  ['sources', ['visit:source'], visit],
  ['referrers', ['visit:referrer'], visit],
  ['campaigns', ['visit:utm_campaign'], visit],
  ['mediums', ['visit:utm_medium'], visit],
  ['utm-sources', ['visit:utm_source'], visit],
  ['contents', ['visit:utm_content'], visit],
  ['terms', ['visit:utm_term'], visit],
  ['pages', ['event:page'], ['visitors', 'percentage', 'pageviews', 'bounce_rate', 'time_on_page', 'scroll_depth']],
  ['entry-pages', ['visit:entry_page'], [...visits, 'bounce_rate', 'visit_duration'], entrances],
  ['exit-pages', ['visit:exit_page'], [...visits, 'exit_rate'], exits],
  ['countries', ['visit:country_name'], people],
  ['regions', ['visit:country_name', 'visit:region_name'], people],
  ['cities', ['visit:country_name', 'visit:city_name'], people],
  ['browsers', ['visit:browser'], visit],
  ['browser-versions', ['visit:browser', 'visit:browser_version'], visit],
  ['systems', ['visit:os'], visit],
  ['system-versions', ['visit:os', 'visit:os_version'], visit],
  ['sizes', ['visit:device'], visit],
]
const goalMetrics = ['visitors', 'events', 'conversion_rate']
const revenueMetrics = ['total_revenue', 'average_revenue']
const graphMetrics = ['visitors', 'visits', 'pageviews', 'views_per_visit', 'bounce_rate', 'visit_duration']

/** A name as that of a file: what it may not have there is left out. */
const fileOf = (folder: string, index: number, name: string): string =>
  `${folder}/${index + 1}-${name.replace(/[^\w.-]+/g, '_').slice(0, 60)}`

const propertyPanel =
  (isOfGoal: boolean) =>
  (key: string, index: number): Panel => {
    const start = [fileOf('properties', index, key), [`event:props:${key}`]] as const
    return isOfGoal ? [...start, goalMetrics, conversions] : [...start, ['visitors', 'events', 'percentage']]
  }
const funnelPanel = ({ id, name }: NamedFunnel, index: number): Panel => [
  fileOf('funnels', index, name),
  [`funnel:${id}`],
  funnelMetrics,
]
/**
 * Lists that keep their columns when a filter on a goal turns visitors into conversions. The panel of goals has its own
 * words.
 */
const keepsColumns = (name: string): boolean => name === 'graph' || name === 'goals' || name.includes('/')

export interface NamedFunnel {
  readonly id: number
  readonly name: string
}

/**
 * The graph, all panels, these properties and funnels as files; where a filter forbids a list's columns it has those
 * that are left.
 */
export async function* filesOf(
  stats: Stats,
  access: SiteAccess,
  {
    interval,
    properties,
    funnels,
    ...shared
  }: Body & {
    readonly interval: string
    readonly properties: readonly string[]
    readonly funnels: readonly NamedFunnel[]
  },
  signal?: AbortSignal,
): AsyncGenerator<{ readonly name: string; readonly content: Buffer }> {
  // A filter on goals that a visit has done (`has_done`) makes no conversions of its visitors.
  const isOfGoal = ((shared['filters'] ?? []) as unknown[][]).some((filter) => filter[1] === 'event:goal')
  const { features, revenueGoals } = access.site
  const revenue = features.has('revenue_goals') && revenueGoals.size > 0 ? revenueMetrics : []
  const files: readonly Panel[] = [
    ['graph', [`time:${interval}`], graphMetrics],
    ...panels,
    ['goals', ['event:goal'], [...goalMetrics, ...revenue], conversions],
    ...properties.map(propertyPanel(isOfGoal)),
    ...funnels.map(funnelPanel),
  ]
  for (const [name, dimensions, metrics, own] of files) {
    const isConverted = isOfGoal && !keepsColumns(name)
    const words: Words | undefined = isConverted ? { visitors: 'Conversions' } : own
    const isOfVisit = own === entrances || own === exits
    const converted = ['visitors', 'group_conversion_rate', ...(isOfVisit ? [] : revenue)]
    for (const choice of [isConverted ? converted : metrics, ['visitors', 'events'], ['visitors']]) {
      const columns = [
        ...dimensions.map(nameOf),
        ...choice.map((metric) => words?.[metric] ?? metricNames[metric] ?? metric),
      ]
      try {
        const pieces: string[] = []
        const body = { ...shared, dimensions, metrics: choice }
        for await (const piece of csvOf(stats, access, body, columns, signal)) pieces.push(piece)
        yield { name: `${name}.csv`, content: Buffer.from(pieces.join('')) }
        break
      } catch (error) {
        if (!(error instanceof Failure) || error.status !== 400) throw error
      }
    }
  }
}
