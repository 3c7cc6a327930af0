// The tool for "why did traffic drop?": a metric in two ranges, and the values that changed it most, by source, page,
// country and device.
import { Failure, statsFailures } from '../../failure.ts'
import { findDimension } from '../../stats/dimensions.ts'
import { limitMax } from '../../stats/json-query.ts'
import { type Metric, metrics } from '../../stats/metrics.ts'
import { takesDimension } from '../../stats/refusals.ts'
import type { JsonAnswer } from '../../stats/stats.ts'
import type { StatsAccess } from '../stats-access.ts'
import { linesText, rowsOf, tableText } from './text.ts'
import {
  type Arguments,
  accessOf,
  dateRangeSchema,
  defaultRange,
  filtersSchema,
  renamed,
  siteSchema,
  type Tool,
  type ToolCall,
} from './tool.ts'

/** Contributions of each kind in an answer. */
const shownMax = 10

/** Metrics that are a sum are 0, not unknown, for a value that a range does not have. */
const isSum = (metric: string): boolean => metrics.get(metric)?.needs.length === 1

type Contribution = {
  readonly value: unknown
  readonly current: number | null
  readonly previous: number | null
  /** New minus old. */
  readonly contribution: number
}

interface Row {
  readonly dimensions: readonly unknown[]
  readonly metrics: readonly unknown[]
  readonly comparison?: { readonly metrics: readonly unknown[] }
}

/** A metric's number; an amount of money is its value. */
function numberOf(value: unknown): number | null {
  const given = typeof value === 'object' && value !== null ? (value as { value?: unknown }).value : value
  return typeof given === 'number' ? given : null
}

/** As exact as its parts: differences of decimals have digits that nothing measured. */
const minus = (now: number, before: number): number => Math.round((now - before) * 1000) / 1000

const entryPage = findDimension('visit:entry_page')!
const isOfVisits = ({ grain }: Metric): boolean => grain === 'session'

/**
 * The dimension that pages are told apart by: metrics of visits know the page that a visit entered at. Where the API
 * refuses that, as for `views_per_visit`, `event:page` stands for the entry page.
 */
const pageDimension = (metric: Metric): string =>
  isOfVisits(metric) && takesDimension(metric, entryPage) ? entryPage.name : 'event:page'

/** The metrics whose pages are the ones that visits entered at. */
const metricsOfEntryPages = [...metrics.values()]
  .filter((metric) => isOfVisits(metric) && takesDimension(metric, findDimension(pageDimension(metric))!))
  .map(({ name }) => name)

/** The comparison of `with`, in the words of a v2 query. */
async function comparisonOf({ services, given }: ToolCall, access: StatsAccess): Promise<Record<string, unknown>> {
  const { with: other } = given
  if (other === undefined) return { mode: 'previous_period' }
  if (other === 'previous_period' || other === 'year_over_year') return { mode: other }
  const days = await services.stats.daysOf(access, other).catch((error: unknown) => {
    throw renamed(error, '#/date_range', '#/with')
  })
  return { mode: 'custom', date_range: Array.isArray(other) ? other : days }
}

/** The largest changes, either way; equal ones by their value. */
function contributionsOf(metric: string, now: readonly Row[], before: readonly Row[]): Contribution[] {
  const valuesOf = (rows: readonly Row[]) =>
    new Map(rows.map((row) => [JSON.stringify(row.dimensions[0]), numberOf(row.metrics[0])]))
  const [current, previous] = [valuesOf(now), valuesOf(before)]
  const missing = isSum(metric) ? 0 : null
  const all = [...new Set([...current.keys(), ...previous.keys()])].flatMap((key) => {
    const [is, was] = [current.get(key) ?? missing, previous.get(key) ?? missing]
    if (is === null || was === null || is === was) return []
    return [{ key, value: JSON.parse(key) as unknown, current: is, previous: was, contribution: minus(is, was) }]
  })
  all.sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution) || (a.key < b.key ? -1 : 1))
  return all.slice(0, shownMax).map(({ key: _, ...contribution }) => contribution)
}

/** The metric in both ranges. */
function totalsOf({ results, meta, query }: JsonAnswer) {
  const [row] = results as readonly Row[]
  const [current, previous] = [numberOf(row?.metrics[0]), numberOf(row?.comparison?.metrics[0])]
  const change = current === null || previous === null ? null : minus(current, previous)
  return {
    current: { date_range: query['date_range'], value: current },
    previous: { date_range: meta['comparison_date_range'], value: previous },
    change,
    change_percent: change === null || !previous ? null : Math.round((change / Math.abs(previous)) * 1000) / 10,
  }
}

const columns = ['value', 'current', 'previous', 'contribution']

/** Contributions of one kind; undefined where the API refuses the metric by that dimension. */
async function contributionsBy(
  dimension: string,
  metric: string,
  ranges: readonly unknown[],
  rowsIn: (dimension: string, range: unknown) => Promise<readonly Row[]>,
): Promise<Contribution[] | undefined> {
  try {
    const [now, before] = await Promise.all(ranges.map((range) => rowsIn(dimension, range)))
    return contributionsOf(metric, now!, before!)
  } catch (error) {
    if (error instanceof Failure && error.status === 400) return undefined
    throw error
  }
}

async function answer(call: ToolCall) {
  const access = accessOf(call)
  const { stats } = call.services
  const { site_id, metric = 'visitors', date_range = defaultRange, filters = [] } = call.given
  const known = typeof metric === 'string' ? metrics.get(metric) : undefined
  if (!known) throw statsFailures.query(`#/metric: Invalid metric ${JSON.stringify(metric).slice(0, 200)}`)
  const { name } = known
  const asked: Arguments = { site_id, metrics: [name], filters }
  const comparisons = await comparisonOf(call, access)
  const totals = totalsOf(await stats.query(access, { ...asked, date_range, include: { comparisons } }))
  const kinds = {
    source: 'visit:source',
    page: pageDimension(known),
    country: 'visit:country',
    device: 'visit:device',
  }
  const rowsIn = async (dimension: string, range: unknown) => {
    const pagination = { limit: limitMax }
    const body = { ...asked, date_range: range, dimensions: [dimension], pagination }
    return (await stats.query(access, body)).results as readonly Row[]
  }
  const dimensions: Record<string, string> = {}
  const contributions: Record<string, Contribution[]> = {}
  const ranges = [totals.current.date_range, totals.previous.date_range]
  // One kind after the other: an assistant takes no more connections than a page.
  for (const [kind, dimension] of Object.entries(kinds)) {
    const list = await contributionsBy(dimension, name, ranges, rowsIn)
    if (list === undefined) continue
    dimensions[kind] = dimension
    contributions[kind] = list
  }
  const tables = Object.entries(contributions).map(([kind, list]) => `${kind}:\n${tableText(rowsOf(list, columns))}`)
  return {
    structured: { metric: name, dimensions, ...totals, contributions },
    text: [linesText({ metric: name, ...totals }), ...tables].join('\n\n'),
  }
}

export const compare: Tool = {
  name: 'compare',
  title: 'Compare two ranges',
  description:
    'A metric in two ranges, with the sources, pages, countries and devices that changed it most. Ask it first when ' +
    'somebody wants to know why traffic rose or fell. A contribution is the new number minus the old one, so a ' +
    'negative one lost. Visitors of several rows can be the same people, and contributions need not add up to the ' +
    `change. Pages of metrics of visits (${metricsOfEntryPages.join(', ')}) are entry pages. ` +
    'A kind that the metric cannot be asked by is left out.',
  input: {
    type: 'object',
    properties: {
      site_id: siteSchema,
      metric: { type: 'string', enum: [...metrics.keys()], default: 'visitors' },
      date_range: { ...dateRangeSchema, default: defaultRange },
      with: {
        ...dateRangeSchema,
        default: 'previous_period',
        description: 'Another range, or previous_period (as long, just before), or year_over_year',
      },
      filters: filtersSchema,
    },
    required: ['site_id'],
    additionalProperties: false,
  },
  answer,
}
