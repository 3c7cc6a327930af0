// Which metrics go with which filters and dimensions: one table for both versions of the interface, each with its own
// words (spec/stats 13 and 22.4).
import { type Failure, statsFailures } from '../failure.ts'
import { isMoney, metricEntry } from '../rules/catalogue.ts'
import type { Dimension } from './dimensions.ts'
import { type Filter, filterNames, hasFilterOn, leavesOf } from './filters.ts'
import type { Metric } from './metrics.ts'
import type { StatsSite } from './query.ts'

/** The parts of a question that decide whether a metric can be asked. */
export interface Asked {
  readonly site: Pick<StatsSite, 'hasRevenue'>
  /** Dimensions other than time: in v1 the property of a breakdown. */
  readonly dimensions: readonly Dimension[]
  readonly filters: readonly Filter[]
  /** Only v2 has dimensions beside time. */
  readonly isByTime: boolean
}

/** Words behind the name of the metric, or a Failure of its own. */
type Words = string | ((name: string, asked: Asked) => Failure)

/** The metrics of `of` are refused where `when` holds. A version without words does not have the rule. */
interface Rule {
  readonly of: (metric: Metric) => boolean
  readonly when: (asked: Asked) => boolean
  readonly v1?: Words
  readonly v2?: Words
}

const oneOf =
  (...names: readonly string[]) =>
  ({ name }: Metric): boolean =>
    names.includes(name)

const has = ({ dimensions }: Asked, name: string): boolean => dimensions.some((dimension) => dimension.name === name)
const filtersOn = ({ filters }: Asked, name: string): boolean => hasFilterOn(filters, name)
const filtersOnTop = ({ filters }: Asked, name: string): boolean =>
  filters.some((filter) => filter.kind === 'leaf' && filter.dimension.name === name)

/** The dimensions of a page's address. */
const ofAddresses: ReadonlySet<string> = new Set(['event:page', 'event:hostname'])

/** Session metrics of pages, or of pages of hosts, count the visits that entered there (v2). */
const isOfPages = (asked: Asked): boolean =>
  has(asked, 'event:page') && !asked.isByTime && asked.dimensions.every(({ name }) => ofAddresses.has(name))

/** Names that v1 refuses beside session metrics. */
const refusesSessions = (name: string): boolean =>
  name === 'event:name' || name === 'event:goal' || name.startsWith('event:props:')

const hasNestedProps = ({ filters }: Asked): boolean =>
  filters.some((filter) => filter.kind !== 'leaf' && hasFilterOn([filter], 'event:props:'))
const filtersEvents = ({ filters }: Asked): boolean =>
  [...leavesOf(filters)].some((leaf) => leaf.kind === 'goal' || leaf.dimension.grain === 'event')

const isConversion = oneOf('conversion_rate', 'group_conversion_rate')
const isViewsPerVisit = oneOf('views_per_visit')
const isTimeOnPage = oneOf('time_on_page')
const isOfExits = ({ name }: Metric): boolean => Boolean(metricEntry(name).isOfExits)
const isOnTop =
  (dimension: 'page' | 'props') =>
  ({ name }: Metric): boolean =>
    metricEntry(name).onTop === dimension
const isOfSessions = ({ isSessionMetric = false }: Metric): boolean => isSessionMetric

/** For each metric the first rule that holds refuses it. */
const rules: readonly Rule[] = [
  {
    of: isConversion,
    when: (asked) => !has(asked, 'event:goal') && !filtersOn(asked, 'event:goal'),
    v1: 'can only be queried in a goal breakdown or with a goal filter',
    v2: 'can only be queried with event:goal filters or dimensions',
  },
  {
    of: isOnTop('props'),
    when: hasNestedProps,
    v2: (name) =>
      statsFailures.query(
        `Invalid filters. When \`${name}\` metric is used, custom property filters can only be used on top level`,
      ),
  },
  {
    of: isTimeOnPage,
    when: (asked) => filtersOn(asked, 'event:goal'),
    v1: 'cannot be queried when filtering by `event:goal`',
  },
  {
    of: isTimeOnPage,
    when: (asked) => filtersOn(asked, 'event:name'),
    v1: 'cannot be queried when filtering by `event:name`',
  },
  {
    of: isTimeOnPage,
    when: (asked) => asked.dimensions.length > 0 && !has(asked, 'event:page'),
    v1: 'is not supported in breakdown queries (except `event:page` breakdown)',
  },
  {
    of: isTimeOnPage,
    when: (asked) => asked.dimensions.length === 0 && !filtersOn(asked, 'event:page'),
    v1: 'can only be queried in a page breakdown or with a page filter',
  },
  {
    of: isOnTop('page'),
    when: (asked) => !has(asked, 'event:page') && !filtersOnTop(asked, 'event:page'),
    v2: 'can only be queried with event:page filters or dimensions',
  },
  {
    of: isViewsPerVisit,
    when: (asked) => filtersOn(asked, 'event:page'),
    v1: 'cannot be queried with a filter on `event:page`',
  },
  { of: isViewsPerVisit, when: ({ dimensions }) => dimensions.length > 0, v1: 'is not supported in breakdown queries' },
  {
    of: isViewsPerVisit,
    when: (asked) => !isOfPages(asked) && filtersOn(asked, 'event:page'),
    v2: 'cannot be queried with a filter on `event:page`',
  },
  {
    of: isViewsPerVisit,
    when: (asked) => !isOfPages(asked) && asked.dimensions.length > 0,
    v2: 'cannot be queried with `dimensions` other than `event:page`',
  },
  {
    of: oneOf('bounce_rate', 'visit_duration'),
    when: (asked) => asked.isByTime && has(asked, 'event:page'),
    v2: 'cannot be queried by `event:page` along with a time dimension',
  },
  {
    of: isOfExits,
    when: (asked) => asked.dimensions.length !== 1 || !has(asked, 'visit:exit_page') || asked.isByTime,
    v2: 'requires a `visit:exit_page` dimension and no other dimensions',
  },
  { of: isOfExits, when: filtersEvents, v2: 'cannot be queried when filtering on event dimensions' },
  {
    of: ({ name }) => isMoney(name),
    when: ({ site }) => !site.hasRevenue,
    v2: () => statsFailures.revenuePlan(),
  },
  {
    of: isOfSessions,
    when: ({ dimensions }) => dimensions.some(({ name }) => refusesSessions(name)),
    v1: (name, { dimensions }) => statsFailures.sessionMetricBreakdown(name, dimensions[0]!.name),
  },
  {
    of: isOfSessions,
    when: ({ filters }) => filterNames(filters).some(refusesSessions),
    v1: (name, { filters }) => statsFailures.sessionMetricFilter(name, filterNames(filters).find(refusesSessions)!),
  },
]

const ruleFor = (metric: Metric, asked: Asked, version: 'v1' | 'v2'): Rule | undefined =>
  rules.find((rule) => rule[version] !== undefined && rule.of(metric) && rule.when(asked))

/** True if v2 answers a metric by a dimension alone. */
export const takesDimension = (metric: Metric, dimension: Dimension): boolean =>
  !ruleFor(metric, { site: { hasRevenue: true }, dimensions: [dimension], filters: [], isByTime: false }, 'v2')

/** Throws the 400 Failure of a metric that cannot be asked so. */
export function refuseMetric(metric: Metric, asked: Asked, version: 'v1' | 'v2'): void {
  const { name } = metric
  const words = ruleFor(metric, asked, version)?.[version]
  if (words === undefined) return
  throw typeof words === 'string' ? statsFailures.metric(name, words) : words(name, asked)
}

/** Metrics of one grain beside dimensions that have no such rows (v2). */
const grains = [
  {
    grain: 'session',
    names: ['Session metric(s)', 'event dimension(s)'],
    isRefused: ({ grain, name }: Dimension, asked: Asked): boolean =>
      grain === 'event' && name !== 'event:page' && !(isOfPages(asked) && ofAddresses.has(name)),
  },
  {
    grain: 'event',
    names: ['Event metric(s)', 'session dimension(s)'],
    isRefused: ({ grain }: Dimension): boolean => grain === 'entry',
  },
] as const

const list = (named: readonly { readonly name: string }[]): string => named.map(({ name }) => `\`${name}\``).join(', ')

/** Throws the 400 Failure of a v2 query with metrics that do not go with its filters and dimensions. */
export function refuseMetrics(metrics: readonly Metric[], asked: Asked): void {
  for (const metric of metrics) refuseMetric(metric, asked, 'v2')
  for (const { grain, names, isRefused } of grains) {
    const own = metrics.filter((metric) => metric.grain === grain)
    const refused = asked.dimensions.filter((dimension) => isRefused(dimension, asked))
    if (own.length > 0 && refused.length > 0)
      throw statsFailures.query(`${names[0]} ${list(own)} cannot be queried along with ${names[1]} ${list(refused)}`)
  }
}
