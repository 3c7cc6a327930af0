// Query -> Scans: which grain answers which metric, over which relation (spec/stats 6).
import { addDays } from '../rules/days.ts'
import { startOfDay } from '../rules/time.ts'
import { type Dimension, findDimension } from './dimensions.ts'
import { type Field, fields, type Place, type Source } from './fields.ts'
import { type Filter, hasFilterOn, leavesOf } from './filters.ts'
import type { Metric } from './metrics.ts'
import type { Leaf } from './operators.ts'
import { type Bucket, isWithinDays, lasts, type Range } from './periods.ts'
import type { HomeHostnames, Query } from './query.ts'

/** One statement: sums of one relation, by bucket and dimensions. */
export interface Scan {
  readonly source: Source
  readonly siteIds: readonly number[]
  readonly homeHostnames: HomeHostnames
  readonly range: Range
  /**
   * Imported ids can be long-lived, and their visits can last for more than a week. All such visits have ended by this
   * instant; null if there are no such ids.
   */
  readonly longUntil: number | null
  readonly buckets: readonly Bucket[] | null
  /** Hour buckets: a session counts in every hour it touches (spec/stats 9). */
  readonly smeared: boolean
  readonly dimensions: readonly Dimension[]
  readonly filters: readonly Filter[]
  /** Conditions a session must also satisfy to count in `bounces` and `entries` (spec/stats 7). */
  readonly entryFilters: readonly Filter[]
  readonly fields: readonly Field[]
  /** Rows of event_hours answer the scan. */
  readonly fromHours?: boolean
  /** Its rows make rows of the answer. Otherwise they only complete rows of other scans. */
  readonly makesRows: boolean
  /** Only rows of values that are known beforehand are wanted, so that no bound is needed. */
  readonly isOfKnownRows?: boolean
  /** Order and page can be left to the database. */
  readonly page: { readonly order: readonly string[]; readonly limit: number; readonly offset: number } | null
}

/** The entry of a visit in place of its events: session metrics of a page count the visits that entered there. */
const entryOf: Readonly<Record<string, string>> = {
  'event:page': 'visit:entry_page',
  'event:hostname': 'visit:entry_page_hostname',
}
const hostnameDimensions = {
  entry_hostname: 'visit:entry_page_hostname',
  exit_hostname: 'visit:exit_page_hostname',
} as const

const placesWithoutEvents: readonly Place[] = ['sessions', 'engagements']
/** True for metrics of engagements, and for metrics of visits by their entry page. */
const needsNoEvents = ({ needs }: Metric): boolean =>
  needs.every((field) => placesWithoutEvents.includes(fields[field].place))

/** A filter by page that stands by itself. */
export const isPageLeaf = (filter: Filter): filter is Leaf =>
  filter.kind === 'leaf' && filter.dimension.name === 'event:page'
const toEntry = (leaf: Leaf): Leaf => ({ ...leaf, dimension: findDimension(entryOf[leaf.dimension.name]!)! })
/** Asks pages and hosts of a filter of the entry. `has_done` goes on asking of the whole visit. */
function ofEntry(filter: Filter): Filter {
  if (filter.kind === 'leaf') return filter.dimension.name in entryOf ? toEntry(filter) : filter
  if (filter.kind === 'and' || filter.kind === 'or') return { ...filter, children: filter.children.map(ofEntry) }
  return filter.kind === 'not' ? { ...filter, child: ofEntry(filter.child) } : filter
}
const isConversion = (leaf: Filter) =>
  leaf.kind === 'goal' || (leaf.kind === 'leaf' && leaf.dimension.kind === 'property')

export const isEventFilter = (filter: Filter): boolean => {
  for (const leaf of leavesOf([filter])) if (leaf.kind === 'goal' || leaf.dimension.grain === 'event') return true
  return false
}
const isEntryFilter = (filter: Filter): boolean => {
  for (const leaf of leavesOf([filter])) if (leaf.kind === 'leaf' && leaf.dimension.grain === 'entry') return true
  return false
}

/** Where `visitors` and `visits` come from: the first rule that holds (spec/stats 6). */
function eitherSource(query: Query): 'events' | 'visits' {
  const has = (grain: 'event' | 'session') => query.metrics.some((metric) => metric.grain === grain)
  const byEvent = query.dimensions.some((dimension) => dimension.grain === 'event')
  const byEntry = query.dimensions.some((dimension) => dimension.grain === 'entry')
  if (byEvent) return 'events'
  if (isWithinDays(query.interval)) return hasFilterOn(query.filters, 'event:goal') ? 'events' : 'visits'
  if (!has('event') && !query.filters.some(isEventFilter)) return 'visits'
  if (!has('session') && !query.filters.some(isEntryFilter) && !byEntry) return 'events'
  return has('event') ? 'events' : 'visits'
}

interface Placement {
  readonly source: Source
  readonly smeared?: boolean
  readonly filters?: readonly Filter[]
  readonly dimensions?: readonly Dimension[]
  readonly buckets?: readonly Bucket[] | null
  readonly makesRows?: boolean
}

/** Where the fields of each place are computed. */
function placesOf(query: Query): Record<Place, Placement> {
  const either = eitherSource(query)
  const { dimensions, filters, metrics, version } = query
  // Session metrics of a page, or of a page of a host, count the visits that entered there. If the question asks for
  // more of the event than its page, visits cannot be found this way.
  const byPage =
    dimensions.some((dimension) => dimension.name === 'event:page') &&
    dimensions.every((dimension) => dimension.name in entryOf || dimension.grain !== 'event')
  const pageByEntry: Placement = {
    source: 'visits',
    dimensions: dimensions.map((dimension) => findDimension(entryOf[dimension.name] ?? dimension.name)!),
    filters: filters.map(ofEntry),
    makesRows: !metrics.some((metric) => metric.needs.some((field) => fields[field].makesPages)),
  }
  const withoutConversion = filters.filter((filter) => !isConversion(filter))
  const groups = dimensions.filter((dimension) => dimension.kind !== 'goal' && dimension.kind !== 'property')
  const isGroup = dimensions.length > 0 && groups.length === dimensions.length
  const visitors: Placement = { source: either, smeared: isWithinDays(query.interval) && either === 'visits' }
  const counted: Placement = { source: 'events', filters: withoutConversion, makesRows: false }
  return {
    visitors,
    visits: visitors,
    events: { source: 'events' },
    sessions: byPage ? pageByEntry : { source: 'visits' },
    // Where events are counted they have the rows. Without them a page on which no visit began has a row by its time.
    engagements: {
      source: 'engagements',
      makesRows: dimensions.length === 0 || metrics.every(needsNoEvents),
    },
    candidates: {
      ...counted,
      dimensions: version === 1 && isGroup ? dimensions : [],
      buckets: version === 1 ? query.buckets : null,
    },
    group_candidates: { ...counted, dimensions: isGroup ? dimensions : groups },
    everyone: { source: either, dimensions: [], buckets: null, makesRows: false },
    exit_pageviews: { source: 'events', dimensions: [findDimension('event:page')!], makesRows: false },
  }
}

/** An `event:hostname` filter also asks for the session's entry or exit hostname in some breakdowns (spec/stats 11). */
function withHostnames(query: Query): readonly Filter[] {
  const columns = new Set(
    query.dimensions.map((dimension) => dimension.hostname).filter((column) => column !== undefined),
  )
  if (columns.size === 0) return []
  return query.filters
    .filter((filter): filter is Leaf => filter.kind === 'leaf' && filter.dimension.name === 'event:hostname')
    .flatMap((leaf) =>
      [...columns].map((column) => ({ ...leaf, dimension: findDimension(hostnameDimensions[column])! })),
    )
}

const sameList = <T>(a: readonly T[] | null, b: readonly T[] | null): boolean =>
  a === b || (a !== null && b !== null && a.length === b.length && a.every((item, index) => item === b[index]))

/** The days of long-lived ids are known once their import is done. */
export function longUntilOf({ site, range }: Pick<Query, 'site' | 'range'>): number | null {
  const { longLivedFrom, longLivedTo } = site
  if (longLivedFrom === null || longLivedTo === null || range.lastDay < longLivedFrom || range.firstDay > longLivedTo)
    return null
  return startOfDay(site.timezone, addDays(longLivedTo, 2))
}

/** True if one statement can bring the fields of both. */
const isOneScan = (a: Scan, b: Scan): boolean =>
  a.source === b.source &&
  a.smeared === b.smeared &&
  sameList(a.buckets, b.buckets) &&
  sameList(a.dimensions, b.dimensions) &&
  sameFilters(a.filters, b.filters) &&
  (a.makesRows === b.makesRows || b.dimensions.length === 0)

/** A scan for each field, and one for all fields that one statement can bring. */
function scansByPlace(query: Query): readonly Scan[] {
  const places = placesOf(query)
  const longUntil = longUntilOf(query)
  const entryFilters = query.filters.filter(isPageLeaf).map(toEntry)
  const needed = new Set(query.metrics.flatMap((metric) => metric.needs))
  const scans: Scan[] = []
  for (const field of needed) {
    const place = places[fields[field].place]
    const dimensions = place.dimensions ?? query.dimensions
    const scan: Scan = {
      source: place.source,
      siteIds: query.site.ids,
      homeHostnames: query.site.homeHostnames,
      range: query.range,
      longUntil,
      buckets: place.buckets === undefined ? query.buckets : place.buckets,
      smeared: place.smeared ?? false,
      dimensions,
      filters: place.filters ?? query.filters,
      makesRows: place.makesRows ?? true,
      entryFilters: dimensions === query.dimensions ? entryFilters : [],
      fields: [field],
      page: null,
    }
    const at = scans.findIndex((other) => isOneScan(other, scan))
    if (at < 0) scans.push(scan)
    else scans[at] = { ...scans[at]!, fields: [...scans[at]!.fields, field] }
  }
  return scans
}

/** The scans that together bring every field the query's metrics need. */
export function plan(query: Query): readonly Scan[] {
  const hostnames = withHostnames(query)
  // Totals that rows are a share of too: of no more visitors than the rows can have.
  const scans = scansByPlace(query).map((scan) => ({ ...scan, filters: [...scan.filters, ...hostnames] }))
  const [only] = scans
  const canBePaged = scans.length === 1 && query.buckets === null && query.dimensions.length > 0 && !query.wantsTotal
  return only && canBePaged ? [{ ...only, page: pageOf(query, only.fields) }] : scans
}

/**
 * The scans of a query, and the query with the buckets that they have: a local day that was skipped is asked nothing,
 * for of a visit over it each relation would make something else.
 */
export function scansOf(query: Query): { readonly query: Query; readonly scans: readonly Scan[] } {
  const buckets = query.buckets?.filter(lasts) ?? null
  const ofLasting = buckets?.length === query.buckets?.length ? query : { ...query, buckets }
  return { query: ofLasting, scans: lasts(query.range) ? plan(ofLasting) : [] }
}

const sameFilters = (a: readonly Filter[], b: readonly Filter[]): boolean =>
  a.length === b.length &&
  a.every((filter, index) => filter === b[index] || JSON.stringify(filter) === JSON.stringify(b[index]))

/** Order terms the database can follow: metrics that are one of its sums, and plain dimensions. */
function pageOf(query: Query, fields: readonly Field[]): Scan['page'] {
  const terms: string[] = []
  for (const { by, descending } of query.order) {
    if (by === 'time') return null
    if ('metric' in by) {
      const name = query.metrics[by.metric]?.name as Field
      if (!fields.includes(name)) return null
      terms.push(`${name} ${descending ? 'desc' : 'asc'}`)
    } else {
      const dimension = query.dimensions[by.dimension]
      if (!dimension || dimension.kind === 'goal' || dimension.nameOf) return null
      terms.push(`d${by.dimension} ${descending ? 'desc' : 'asc'}`)
    }
  }
  return { order: terms, limit: query.limit, offset: query.offset }
}
