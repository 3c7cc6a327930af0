// Scan -> { text, values } over raw rows. With its other half compile-filters.ts, and those that read sums of days and
// hours, the only place where SQL text is composed.
import { dayMs } from '../rules/time.ts'
import {
  activity,
  asksDone,
  type Bind,
  type Context,
  columnOf,
  createBinder,
  filterText,
  goalGroups,
  goalsText,
  instant,
  type Scope,
  siteIn,
  whereAll,
  within,
} from './compile-filters.ts'
import { isFromSessions, sessionsText } from './compile-sessions.ts'
import { sessionDaysMax, sessionsEnd, visitColumnsOf, visitRows, visitsWithin } from './compile-visits.ts'
import type { Dimension } from './dimensions.ts'
import { type Filter, leavesOf } from './filters.ts'
import type { Field } from './metrics.ts'
import type { Bucket } from './periods.ts'
import { isEventFilter, type Scan } from './planner.ts'
import type { GoalView } from './query.ts'
import { currencyOf } from './revenue.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  /** What the database must be kept from while it runs. */
  readonly without?: 'loops and merges' | 'workers'
  /** A short cut that its own rows may show to be none: then the other one is asked. */
  readonly unless?: {
    readonly isRight: (rows: readonly Record<string, unknown>[]) => boolean
    readonly whole: Statement
  }
}

/** Up to here one sub-select a bucket; more cost too much planning and group by bucket index (docs/performance.md). */
export const unionBucketsMax = 12
/** Rows one scan may bring; more is no answer anybody reads. */
export const rowsMax = 200_000

const eventFields: Partial<Record<Field, string>> = {
  visitors: 'count(distinct e.visitor_id)',
  visits: 'count(distinct e.session_id)',
  pageviews: `count(*) filter (where e.name = 'pageview')`,
  events: `count(*) filter (where e.name <> 'engagement')`,
  converted: 'count(distinct e.visitor_id)',
  candidates: 'count(distinct e.visitor_id)',
  group_candidates: 'count(distinct e.visitor_id)',
  everyone: 'count(distinct e.visitor_id)',
  exit_pageviews: `count(*) filter (where e.name = 'pageview')`,
}

/**
 * Money in the currency it is shown in; what a goal of another currency once brought is no part of it (spec/stats 7).
 */
const revenueFields = (currency: string): Partial<Record<Field, string>> => ({
  revenue: `sum(e.revenue_amount) filter (where e.revenue_currency = ${currency})::float8`,
  revenue_events: `count(e.revenue_amount) filter (where e.revenue_currency = ${currency})`,
})

const sessionFields = (entry: string): Partial<Record<Field, string>> => ({
  visitors: 'count(distinct v.visitor_id)',
  everyone: 'count(distinct v.visitor_id)',
  visits: 'count(*)',
  sessions: 'count(*)',
  exits: 'count(*)',
  bounces: `count(*) filter (where v.is_bounce${entry === '' ? '' : ` and ${entry}`})`,
  entries: entry === '' ? 'count(*)' : `count(*) filter (where ${entry})`,
  duration: 'coalesce(sum(v.duration), 0)::bigint',
  session_pageviews: 'coalesce(sum(v.pageviews), 0)::bigint',
})

const engagementFields: Partial<Record<Field, string>> = {
  engaged_ms: 'sum(x.engaged_ms)::bigint',
  engaged_sessions: 'count(*)',
  scroll: 'avg(x.scroll)::float8',
}

/** The same without the sessions in between, where no metric needs the deepest scroll of each. */
export const engagementSums: Partial<Record<Field, string>> = {
  engaged_ms: 'sum(e.engagement_time_ms)::bigint',
  engaged_sessions: 'count(distinct e.session_id)',
}

const visitorFields = ['visitors', 'converted', 'candidates', 'group_candidates', 'everyone'] as const
/** Fields that count different ids, by what they count. */
const idsOf = (scan: Scan): Map<Field, 'visitor_id' | 'session_id'> => {
  const ids = new Map<Field, 'visitor_id' | 'session_id'>(visitorFields.map((field) => [field, 'visitor_id']))
  if (scan.source === 'events') ids.set('visits', 'session_id')
  if (scan.source === 'engagements') ids.set('engaged_sessions', 'session_id')
  return new Map(scan.fields.flatMap((field) => (ids.has(field) ? [[field, ids.get(field)!]] : [])))
}

/**
 * The aggregates of a scan. With dimensions ids are counted by grouping by them first: that is hashed, where
 * count(distinct) sorts by the dimensions' text too; ids alone are sorted faster. A session has one visitor, so that
 * pairs of both are as many as sessions.
 */
function aggregateText(
  scan: Scan,
  keys: readonly string[],
  fields: Parts['fields'],
  rest: string,
  bucket?: number,
): string {
  const ids = idsOf(scan)
  // Money is summed as decimals, and only then a floating number.
  const isSorted = scan.fields.includes('revenue') || scan.dimensions.every((dimension) => dimension.kind === 'goal')
  const wanted = isSorted ? [] : (['visitor_id', 'session_id'] as const).filter((id) => [...ids.values()].includes(id))
  const constant = bucket === undefined ? [] : [`${bucket} as b`]
  const having = bucket === undefined ? '' : '\nhaving count(*) > 0'
  if (wanted.length === 0)
    return `select ${[...constant, ...keys, ...fieldList(scan, fields)].join(', ')}\n${rest}${groupBy(keys.length)}${having}`
  const alias = scan.source === 'visits' ? 'v' : 'e'
  const names = keys.map((key) => key.slice(key.lastIndexOf(' as ') + 4))
  const sums = scan.fields.filter((field) => !ids.has(field))
  const sumOf = (field: Field) => `sum(${field})::bigint as ${field}`
  const inner = [
    ...keys,
    ...wanted.map((id) => `${alias}.${id}`),
    ...sums.map((field) => `${fields[field] ?? 'null'} as ${field}`),
  ]
  let text = `select ${inner.join(', ')}\n${rest}${groupBy(keys.length + wanted.length)}`
  if (wanted.length === 2)
    text = `select ${[...names, 'visitor_id', 'count(*) as session_ids', ...sums.map(sumOf)].join(', ')}\nfrom (${text}) sessions${groupBy(names.length + 1)}`
  const count = (field: Field) =>
    wanted.length === 2 && ids.get(field) === 'session_id' ? 'sum(session_ids)::bigint' : 'count(*)'
  const outer = scan.fields.map((field) => (ids.has(field) ? `${count(field)} as ${field}` : sumOf(field)))
  return `select ${[...constant, ...names, ...outer].join(', ')}\nfrom (${text}) ids${groupBy(names.length)}${having}`
}

const asksVisit = (filter: Filter): boolean => {
  for (const leaf of leavesOf([filter])) if (leaf.kind === 'leaf' && leaf.dimension.grain !== 'event') return true
  return false
}
const usesVisit = (scan: Scan): boolean =>
  scan.dimensions.some((dimension) => dimension.grain !== 'event') || scan.filters.some(asksVisit)

/** Columns a scan groups by, with the conditions that leave blank rows out. */
function groupColumns(scan: Scan, scope: Scope, bind: Bind, blankOf: CompileOptions['blankOf']) {
  const conditions: string[] = []
  const columns = scan.dimensions.map((dimension) => {
    if (dimension.kind === 'goal') return 'g.index'
    const column = columnOf(dimension, scope, bind)
    if (dimension.grain === 'event' && dimension.kind === 'text') return column
    const blank = blankOf(dimension)
    if (blank === null) {
      conditions.push(`${column} is not null`)
      return column
    }
    return `coalesce(${column}, ${dimension.kind === 'integer' ? '0' : label(blank)})`
  })
  return { columns, conditions }
}

export const label = (text: string): string => `'${text.replaceAll("'", "''")}'`

export interface Parts {
  /** Of visits empty: `visitsWithin` the time that is wanted. */
  readonly from: string
  readonly conditions: readonly string[]
  readonly columns: readonly string[]
  /** The instant a row is put into a bucket by. */
  readonly at: string
  readonly fields: Partial<Record<Field, string>>
}

/**
 * Events by page as the union of two partial indexes that hold all that is asked of them (no row is read), with
 * whether each is a pageview.
 */
const pageEvents = (columns: readonly string[], conditions: readonly string[] = []): string =>
  [`name = 'pageview'`, `name <> 'pageview'`]
    .map(
      (half, index) => `  select ${[...columns, `${index === 0} as is_pageview`].join(', ')}
  from events e
  where ${[half, ...conditions].join(' and ')}`,
    )
    .join('\n  union all\n')

/** The same as `eventFields`, of `pageEvents`. */
const pageFields: Partial<Record<Field, string>> = {
  ...eventFields,
  pageviews: 'count(*) filter (where e.is_pageview)',
  exit_pageviews: 'count(*) filter (where e.is_pageview)',
  events: 'count(*)',
}

/** Whether a scan chooses events by their page, and knows of them only what `pageEvents` has. */
function isByPage(scan: Scan): boolean {
  if (scan.fields.includes('revenue') || scan.fields.includes('revenue_events')) return false
  const known = (name: string) => name === 'event:page'
  if (scan.dimensions.some((dimension) => dimension.grain === 'event' && !known(dimension.name))) return false
  let choosesPage = false
  for (const filter of scan.filters) {
    if (filter.kind === 'leaf' && known(filter.dimension.name) && !filter.negated && filter.caseSensitive)
      choosesPage = true
    for (const leaf of leavesOf([filter]))
      if (leaf.kind === 'goal' || (leaf.dimension.grain === 'event' && !known(leaf.dimension.name))) return false
  }
  return choosesPage
}

/**
 * Whether the rows a scan reads are bounded by its range already, and come with their time; otherwise the caller bounds
 * them.
 */
type Bounded = 'bounded' | 'bounded and timed' | undefined

/** The columns of `pageEvents` that a scan needs; all of them where it asks something of event and visit together. */
function pageColumns(scan: Scan, bounded: Bounded, isMixed: boolean): string[] {
  const ids = new Set<string>(idsOf(scan).values())
  const isJoined = usesVisit(scan)
  const isAll = bounded === undefined || isMixed
  const needs = {
    recorded_at: bounded === 'bounded and timed',
    visitor_id: ids.has('visitor_id'),
    session_id: isJoined || ids.has('session_id'),
    site_id: isJoined && scan.siteIds.length > 1,
    pathname: scan.dimensions.some((dimension) => dimension.grain === 'event'),
  }
  return Object.entries(needs).flatMap(([column, isNeeded]) => (isAll || isNeeded ? `e.${column}` : []))
}

/** The visits that events are joined with: those that satisfy what is asked of the visit alone. */
function joinedVisits(scan: Scan, conditions: readonly string[], isMixed: boolean): string {
  const isOneSite = scan.siteIds.length === 1
  const shown = scan.dimensions.filter((dimension) => dimension.grain !== 'event').map((dimension) => dimension.column)
  const columns = new Set([
    'session_id',
    ...(isOneSite ? [] : ['site_id']),
    ...shown,
    ...(isMixed ? visitColumnsOf(scan) : []),
  ])
  const earliest = scan.range.start - (scan.source === 'engagements' ? sessionDaysMax * dayMs : 0)
  const bounds = { start: earliest, end: sessionsEnd(scan) }
  const columnsOfV = Array.from(columns, (column) => `v.${column}`)
  // Where the site is a literal on both sides, saying so again makes the database expect a single row.
  return `(
${visitRows(scan, bounds, columnsOfV, conditions, 'and long ones')}
) v on v.session_id = e.session_id${isOneSite ? '' : ' and v.site_id = e.site_id'}`
}

/**
 * The events of a scan, joined with their visits where it asks for them. What is asked of one of the two alone is asked
 * before they meet.
 */
export function eventParts(scan: Scan, context: Context, options: CompileOptions, bounded?: Bounded): Parts {
  const { bind } = context
  const scope: Scope = { event: 'e', visit: 'v', siteIds: scan.siteIds }
  const byGoal = scan.dimensions.some((dimension) => dimension.kind === 'goal')
  const groups = byGoal ? goalGroups(options.goals) : []
  const textsOf = (filters: readonly Filter[]) => filters.map((filter) => filterText(filter, scope, context))
  const isOfVisit = (filter: Filter) => asksVisit(filter) && !isEventFilter(filter) && !asksDone(filter)
  const ofVisit = textsOf(scan.filters.filter(isOfVisit))
  const ofBoth = textsOf(scan.filters.filter((filter) => asksVisit(filter) && !isOfVisit(filter)))
  const ofEvent = textsOf(scan.filters.filter((filter) => !asksVisit(filter)))
  const own = [siteIn('e', scan.siteIds), ...(bounded ? [within('e', scan.range)] : []), ...ofEvent]
  const isMixed = ofBoth.length > 0
  const byPage = scan.source !== 'engagements' && isByPage(scan)
  let from = `${activity(scan.filters, byGoal ? options.goals : [])} e`
  if (scan.source === 'engagements') from = `(select *, 'engagement'::text as name from engagements) e`
  if (byPage) from = `(\n${pageEvents(pageColumns(scan, bounded, isMixed), own)}\n) e`
  if (usesVisit(scan)) from += `\njoin ${joinedVisits(scan, ofVisit, isMixed)}`
  if (byGoal) {
    const tests = groups.map((group, index) => `case when ${goalsText(group.goals, scope, bind)} then ${index} end`)
    from += `
      cross join lateral unnest(array[${tests.length === 0 ? 'null' : tests.join(', ')}]::int[]) as g (index)`
  }
  const { columns, conditions } = groupColumns(scan, scope, bind, options.blankOf)
  const all = [...(byPage ? [] : own), ...conditions, ...ofBoth]
  if (byGoal) all.push('g.index is not null')
  const ofGroups = () => `(${bind(groups.map((group) => currencyOf(group.goals)))}::text[])[g.index + 1]`
  const currency = () => (byGoal ? ofGroups() : `any (${bind(options.currencies)}::text[])`)
  const isMoney = scan.fields.includes('revenue') || scan.fields.includes('revenue_events')
  return {
    from,
    conditions: all,
    columns,
    at: 'e.recorded_at',
    fields: byPage ? pageFields : isMoney ? { ...eventFields, ...revenueFields(currency()) } : eventFields,
  }
}

export function visitParts(scan: Scan, context: Context, options: CompileOptions): Parts {
  const { bind } = context
  const scope: Scope = { event: '', visit: 'v', siteIds: scan.siteIds }
  const onEvents = scan.filters.filter(isEventFilter)
  const { columns, conditions } = groupColumns(scan, scope, bind, options.blankOf)
  const all = [
    ...conditions,
    ...scan.filters.filter((filter) => !isEventFilter(filter)).map((filter) => filterText(filter, scope, context)),
  ]
  if (onEvents.length > 0) {
    const inner = onEvents.map((filter) =>
      filterText(filter, { event: 'e', visit: 'v', siteIds: scan.siteIds }, context),
    )
    all.push(`exists (
      select from ${activity(onEvents)} e
      where e.session_id = v.session_id and e.site_id = v.site_id and ${siteIn('e', scan.siteIds)}
        and ${within('e', scan.range)} and ${inner.join(' and ')})`)
  }
  const entry = scan.entryFilters.map((filter) => filterText(filter, scope, context)).join(' and ')
  return {
    from: '',
    conditions: all,
    columns,
    at: `least(v.ended_at, ${instant(scan.range.end - 1)})`,
    fields: sessionFields(entry),
  }
}

/**
 * Sessions that overlap a stretch of time, put where they end: after `end` only in the last one (spec/stats 6 and 9).
 */
function overlap(
  scan: Scan,
  { start, end }: { start: number; end: number },
  isLast: boolean,
): { from: string; conditions: string[] } {
  if (!isLast) return { from: visitsWithin(scan, { start, end }), conditions: [] }
  const overlapping = { ...scan, range: { ...scan.range, end } }
  return {
    from: visitsWithin(overlapping, { start, end: sessionsEnd(overlapping) }, 'and long ones'),
    conditions: [`v.started_at < ${instant(end)}`],
  }
}

export const thresholds = (buckets: readonly { start: number }[]): string =>
  `'{${buckets.map((bucket) => `"${new Date(bucket.start).toISOString()}"`).join(',')}}'::timestamptz[]`

export interface CompileOptions {
  /** Goals of a breakdown by goal. */
  readonly goals: readonly GoalView[]
  /** Of the goals whose revenue is asked for. */
  readonly currencies: readonly string[]
  /** What the empty value of a dimension is shown as; null: such rows are left out. */
  readonly blankOf: (dimension: Dimension) => string | null
}

/** The statement of a scan: columns b (bucket index), d0… (dimensions), and one a field. */
export function compile(scan: Scan, options: CompileOptions): Statement {
  const { bind, values } = createBinder()
  const context: Context = { scan, bind }
  // A pair of workers for each bucket took twice as long as none.
  if (isFromSessions(scan))
    return { text: sessionsText(scan, context, options) + tailOf(scan), values, without: 'workers' }
  const parts =
    scan.source === 'visits'
      ? visitParts(scan, context, options)
      : eventParts(scan, context, options, scan.buckets === null ? 'bounded' : 'bounded and timed')
  const joins =
    scan.filters.some(asksDone) || (scan.source === 'visits' ? scan.filters.some(isEventFilter) : usesVisit(scan))
  // The database expects two rows of the view visits, whatever it holds, and would loop over the events for each; what
  // `has_done` leaves of the events it takes for a few rows too.
  return { text: rawText(scan, parts, context, options), values, ...(joins ? { without: 'loops and merges' } : {}) }
}

function rawText(scan: Scan, parts: Parts, context: Context, options: CompileOptions): string {
  const needsSessions = scan.fields.includes('scroll')
  const isSplit =
    scan.buckets !== null && scan.dimensions.length === 0 && !scan.smeared && scan.buckets.length <= unionBucketsMax
  if (isSplit && !needsSessions) return unionText(scan, parts, context, options)
  if (scan.source !== 'engagements') return groupText(scan, parts, context)
  return needsSessions ? engagementText(scan, parts) : groupText(scan, { ...parts, fields: engagementSums }, context)
}

const fieldList = (scan: Scan, fields: Parts['fields']): string[] =>
  scan.fields.map((field) => `${fields[field] ?? 'null'} as ${field}`)

/**
 * One sub-select a bucket: its bounds are literals, also for the visits that events are joined with, and its sorts are
 * small.
 */
function unionText(scan: Scan, parts: Parts, context: Context, options: CompileOptions): string {
  const fields = scan.source === 'engagements' ? engagementSums : parts.fields
  const buckets = scan.buckets!
  return buckets
    .map((bucket, index) => {
      const isVisits = scan.source === 'visits'
      const { from, conditions } = isVisits
        ? overlap(scan, bucket, index === buckets.length - 1)
        : eventParts({ ...scan, range: { ...scan.range, ...bucket } }, context, options, 'bounded')
      const all = isVisits ? [...conditions, ...parts.conditions] : conditions
      const rest = `from ${from}${whereAll(all)}`
      return aggregateText(scan, [], fields, rest, index)
    })
    .join('\nunion all\n')
}

function keysOf(scan: Scan, parts: Parts, at: string): string[] {
  const keys = parts.columns.map((column, index) => `${column} as d${index}`)
  if (scan.buckets === null) return keys
  return [`${scan.smeared ? 's.b' : bucketOf(at, scan.buckets)} as b`, ...keys]
}

const bucketOf = (at: string, buckets: readonly Bucket[]): string => `width_bucket(${at}, ${thresholds(buckets)}) - 1`

export const groupBy = (count: number): string =>
  count === 0 ? '' : `\ngroup by ${Array.from({ length: count }, (_, index) => index + 1).join(', ')}`

/** The page of rows that is wanted, or a bound. */
function tailOf({ page }: Scan): string {
  return page
    ? `\norder by ${page.order.join(', ')}\nlimit ${page.limit} offset ${page.offset}`
    : `\nlimit ${rowsMax + 1}`
}

/**
 * `pageEvents` by bucket alone: each half puts its own rows into buckets, and hands on what is counted (a tenth
 * faster). Where all buckets are of one length, as most days are, the bucket's first instant is found by a division
 * instead of a search (another tenth).
 */
function pagesText(scan: Scan, parts: Parts, context: Context): string {
  const buckets = scan.buckets!
  const [{ start, end }] = buckets as readonly [Bucket]
  const isEven = buckets.every(
    (bucket, index) => bucket.start === start + index * (end - start) && bucket.end === bucket.start + end - start,
  )
  const bin = isEven
    ? `date_bin('${end - start} milliseconds', ${parts.at}, ${instant(start)})`
    : bucketOf(parts.at, buckets)
  const ids = new Set(idsOf(scan).values())
  const scope: Scope = { event: 'e', visit: 'v', siteIds: scan.siteIds }
  const conditions = [
    within('e', scan.range),
    siteIn('e', scan.siteIds),
    ...scan.filters.map((filter) => filterText(filter, scope, context)),
  ]
  return `select ${[`${isEven ? bucketOf('e.b', buckets) : 'e.b'} as b`, ...fieldList(scan, pageFields)].join(', ')}
from (
${pageEvents([`${bin} as b`, ...[...ids].map((id) => `e.${id}`)], conditions)}
) e
group by e.b${tailOf(scan)}`
}

function groupText(scan: Scan, parts: Parts, context: Context): string {
  if (
    scan.source === 'events' &&
    scan.buckets !== null &&
    scan.dimensions.length === 0 &&
    isByPage(scan) &&
    !usesVisit(scan)
  )
    return pagesText(scan, parts, context)
  const keys = keysOf(scan, parts, parts.at)
  const { from, conditions } =
    scan.source === 'visits' ? overlap(scan, scan.range, true) : { from: parts.from, conditions: [] }
  const smear = scan.smeared
    ? `
      cross join lateral generate_series(
        width_bucket(greatest(v.started_at, ${instant(scan.range.start)}), ${thresholds(scan.buckets!)}) - 1,
        width_bucket(${parts.at}, ${thresholds(scan.buckets!)}) - 1) as s (b)`
    : ''
  return `${aggregateText(scan, keys, parts.fields, `from ${from}${smear}${whereAll([...conditions, ...parts.conditions])}`)}${tailOf(scan)}`
}

/** Engagement is summed by session first: time per session, and the deepest scroll of each (spec/stats 7). */
function engagementText(scan: Scan, parts: Parts): string {
  const keys = keysOf(scan, parts, parts.at)
  const names = [...(scan.buckets === null ? [] : ['b']), ...parts.columns.map((_, index) => `d${index}`)]
  return `select ${[...names, ...fieldList(scan, engagementFields)].join(', ')}
from (
  select ${[...keys, 'e.session_id', 'sum(e.engagement_time_ms) as engaged_ms', 'max(e.scroll_depth) as scroll'].join(', ')}
  from ${parts.from}${whereAll(parts.conditions)}${groupBy(keys.length + 1)}
) x${groupBy(names.length)}`
}
