// The rows a scan reads -> SQL text: events, engagements, visits or hours within bounds of time, with the columns they
// are grouped by, and the sums of them. The shapes put these into statements.

import { dayMs, hourMs } from '../rules/durations.ts'
import { goalGroups } from '../rules/goal.ts'
import { columnsRead } from './dimensions.ts'
import { type Field, type Frame, fields } from './fields.ts'
import { type Filter, leavesOf } from './filters.ts'
import { isEventFilter, type Scan } from './planner.ts'
import { currencyOf } from './revenue.ts'
import {
  activity,
  asksDone,
  bucketOf,
  type Context,
  columnOf,
  filterText,
  goalsText,
  groupBy,
  instant,
  type Scope,
  siteIn,
  whereAll,
  within,
} from './sql.ts'
import { presentText, valueText } from './texts.ts'

export interface Bounds {
  readonly start: number
  readonly end: number
}

/** The rows of one stretch of time. */
export interface Rows {
  readonly from: string
  readonly conditions: readonly string[]
  /** Columns of the scan's dimensions. */
  readonly columns: readonly string[]
  /** The index of the bucket a row is in, where the scan has buckets. */
  readonly bucket: string
  readonly frame: Frame
}

/**
 * A session cannot outlive its range's end by more (spec/stats 18), but for imported ones of ids that outlive their
 * salts.
 */
const sessionDaysMax = 7
/** Sessions this long that reach over a border are found through their duration, by an index of their own. */
export const longSessionSeconds = 2 * 3_600
/** Until when sessions that overlap a scan's range may go on, most of them: the others last for more than a week. */
const sessionsEnd = (scan: Scan): number => scan.range.end + sessionDaysMax * dayMs
/** Until when all of them may. */
export const longSessionsEnd = (scan: Scan): number => Math.max(sessionsEnd(scan), scan.longUntil ?? 0)

/** Columns that a running visit leaves out if they equal the columns of its entry. */
const sameAsEntry: Record<string, string> = { exit_page: 'entry_page', exit_hostname: 'entry_hostname' }

/** Columns of a visit that a scan can read: its dimensions, filters and fields name them. */
function visitColumnsOf(scan: Scan): string[] {
  const columns = new Set(['site_id', 'session_id', 'visitor_id', 'is_bounce', 'pageviews', 'events', 'started_at'])
  for (const leaf of leavesOf([...scan.filters, ...scan.entryFilters]))
    if (leaf.kind === 'leaf' && leaf.dimension.grain !== 'event')
      for (const column of columnsRead(leaf.dimension)) columns.add(column)
  for (const dimension of scan.dimensions)
    if (dimension.grain !== 'event') for (const column of columnsRead(dimension)) columns.add(column)
  return [...columns]
}

/**
 * Running visits with their last activity in [start, end), with every column that the scan can read, without an alias.
 */
export function runningVisits(scan: Scan, bounds: Bounds): string {
  const columns = visitColumnsOf(scan).map((column) =>
    column in sameAsEntry ? `coalesce(${column}, ${sameAsEntry[column]}) as ${column}` : column,
  )
  const duration = 'abs(extract(epoch from last_event_at - started_at))::integer as duration'
  return `(
    select ${columns.join(', ')}, last_event_at as ended_at, ${duration}
    from visitors v
    where session_id is not null and ${siteIn('v', scan.siteIds)} and ${within('v', bounds, 'last_event_at')}
  )`
}

interface VisitOptions {
  /** Also those that overlap the scan's range, last for more than a week and end after `end`. */
  readonly withLong?: boolean
  /** The relation that holds the running ones already; else they are read from `visitors`. */
  readonly running?: string | undefined
}

/**
 * Visits with their last activity in [start, end): closed ones of `sessions` and running ones of `visitors`, filtered
 * by conditions, with columns. Conditions and columns are in terms of `v`. With the bounds inside, the database looks
 * at the chunks of that time alone when it plans, and expects as many rows as there are: of the view `visits` it opens
 * all chunks and expects two rows. Each step that leaves a column out costs as much as reading the row, so only the
 * columns in use are handed on (docs/performance.md).
 */
export function visitRows(
  scan: Scan,
  bounds: Bounds,
  columns: readonly string[],
  conditions: readonly string[],
  { withLong, running }: VisitOptions = {},
): string {
  const longEnd = longSessionsEnd(scan)
  const sites = siteIn('v', scan.siteIds)
  const ended = (found: readonly string[]) => `  select ${columns.join(', ')}
  from sessions v
  where ${[sites, ...found, ...conditions].join(' and ')}`
  const texts = [ended([within('v', bounds, 'ended_at')])]
  if (withLong && longEnd > bounds.end) {
    const isLong = `v.duration >= ${(sessionDaysMax * dayMs) / 1000} and v.started_at < ${instant(scan.range.end)}`
    texts.push(ended([within('v', { start: bounds.end, end: longEnd }, 'ended_at'), isLong]))
  }
  const ofRunning = running ? [within('v', bounds, 'ended_at')] : []
  texts.push(`  select ${columns.join(', ')}
  from ${running ?? runningVisits(scan, bounds)} v${whereAll([...ofRunning, ...conditions])}`)
  return texts.join('\n  union all\n')
}

/** `visitRows` as `v`, with all that the scan can ask of them. */
export const visitsWithin = (scan: Scan, bounds: Bounds, options?: VisitOptions): string =>
  `(\n${visitRows(scan, bounds, [...visitColumnsOf(scan), 'ended_at', 'duration'], [], options)}\n) v`

export const asksVisit = (filter: Filter): boolean =>
  [...leavesOf([filter])].some((leaf) => leaf.kind === 'leaf' && leaf.dimension.grain !== 'event')

/** True when a scan of events reads their visits too. */
export const usesVisit = (scan: Scan): boolean =>
  scan.dimensions.some((dimension) => dimension.grain !== 'event') || scan.filters.some(asksVisit)

/** Columns a scan groups by, with the conditions that leave blank rows out. */
function groupColumns(scan: Scan, scope: Scope, { bind, blankOf }: Context) {
  const conditions: string[] = []
  const columns = scan.dimensions.map((dimension) => {
    if (dimension.kind === 'goal') return 'g.index'
    const column = columnOf(dimension, scope, bind)
    if (dimension.grain === 'event' && dimension.kind === 'text' && typeof dimension.column === 'string') return column
    const blank = blankOf(dimension)
    if (blank === null) conditions.push(presentText(dimension, column))
    return blank === null ? column : valueText(dimension, column, blank)
  })
  return { columns, conditions }
}

/**
 * True when a scan chooses events by their page, and reads only columns of two partial indexes: pageviews by page, and
 * other events by page. Then the indexes alone answer.
 */
export function isByPage(scan: Scan): boolean {
  if (scan.source !== 'events' || scan.fields.includes('revenue') || scan.fields.includes('revenue_events'))
    return false
  const known = (name: string) => name === 'event:page'
  if (scan.dimensions.some((dimension) => dimension.grain === 'event' && !known(dimension.name))) return false
  const isOther = (filter: Filter) =>
    [...leavesOf([filter])].some(
      (leaf) => leaf.kind === 'goal' || (leaf.dimension.grain === 'event' && !known(leaf.dimension.name)),
    )
  const choosesPage = (filter: Filter) =>
    filter.kind === 'leaf' && known(filter.dimension.name) && !filter.negated && filter.caseSensitive
  return scan.filters.some(choosesPage) && !scan.filters.some(isOther)
}

/** The rows of a scan `isByPage`: only the columns it needs, but all where it asks of event and visit together. */
function pageEvents(scan: Scan, conditions: readonly string[], isMixed: boolean): string {
  const ids = new Set(scan.fields.map((field) => fields[field].events?.ids))
  const isJoined = usesVisit(scan)
  const needs = {
    visitor_id: ids.has('visitor_id'),
    session_id: isJoined || ids.has('session_id'),
    site_id: isJoined && scan.siteIds.length > 1,
    pathname: scan.dimensions.some((dimension) => dimension.grain === 'event'),
  }
  const columns = Object.entries(needs).flatMap(([column, isNeeded]) => (isMixed || isNeeded ? `e.${column}` : []))
  // Each half puts its own rows into buckets: a tenth faster than to hand on their time.
  if (scan.buckets) columns.push(`${bucketOf('e.recorded_at', scan.buckets)} as b`)
  const halves = [`name = 'pageview'`, `name <> 'pageview'`].map(
    (half, index) => `  select ${[...columns, `${index === 0} as is_pageview`].join(', ')}
  from events e
  where ${[half, ...conditions].join(' and ')}`,
  )
  return `(\n${halves.join('\n  union all\n')}\n) e`
}

/** The visits that events are joined with: visits that meet the conditions about the visit alone. */
export function joinedVisits(scan: Scan, conditions: readonly string[], isMixed: boolean): string {
  const isOneSite = scan.siteIds.length === 1
  const shown = scan.dimensions.filter((dimension) => dimension.grain !== 'event').flatMap(columnsRead)
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
${visitRows(scan, bounds, columnsOfV, conditions, { withLong: true })}
) v on v.session_id = e.session_id${isOneSite ? '' : ' and v.site_id = e.site_id'}`
}

const noFrame: Frame = { isPageview: '', isEvent: '', isEntry: '', currency: '' }

/** Rows before they are grouped, and the conditions that choose them. */
export type ChosenRows = Pick<Rows, 'from' | 'conditions'>

/** Rows that are chosen, with the names of the event and of the visit there. */
interface Grouped extends ChosenRows {
  readonly event: string
  readonly visit: string
}

/**
 * Events or engagements that a scan groups. Conditions about them alone, or about their visits alone, are applied
 * before the join.
 */
function chosenEvents(scan: Scan, context: Context): ChosenRows {
  const scope: Scope = { event: 'e', visit: 'v', homeHostnames: scan.homeHostnames }
  const textsOf = (filters: readonly Filter[]) => filters.map((filter) => filterText(filter, scope, context))
  const isOfVisit = (filter: Filter) => asksVisit(filter) && !isEventFilter(filter) && !asksDone(filter)
  const ofVisit = textsOf(scan.filters.filter(isOfVisit))
  const ofBoth = textsOf(scan.filters.filter((filter) => asksVisit(filter) && !isOfVisit(filter)))
  const ofEvent = textsOf(scan.filters.filter((filter) => !asksVisit(filter)))
  const own = [siteIn('e', scan.siteIds), within('e', scan.range), ...ofEvent]
  const byPage = isByPage(scan)
  let from = `${activity(scan.filters, isByGoal(scan) ? context.goals : [])} e`
  if (scan.source === 'engagements') from = `(select *, 'engagement'::text as name from engagements) e`
  if (byPage) from = pageEvents(scan, own, ofBoth.length > 0)
  // An event without a visit has done nothing, and left nothing undone.
  if (scan.filters.some(asksDone)) own.push('e.session_id is not null')
  if (usesVisit(scan)) from += `\njoin ${joinedVisits(scan, ofVisit, ofBoth.length > 0)}`
  return { from, conditions: [...(byPage ? [] : own), ...ofBoth] }
}

const isByGoal = (scan: Scan): boolean => scan.dimensions.some((dimension) => dimension.kind === 'goal')

/** The columns, buckets and sums of events or engagements that are chosen. */
function groupedEvents(
  scan: Scan,
  context: Context,
  { from: chosen, conditions: choosing, ...aliases }: Grouped,
): Rows {
  const { bind } = context
  const scope: Scope = { ...aliases, homeHostnames: scan.homeHostnames }
  const byGoal = isByGoal(scan)
  const groups = byGoal ? goalGroups(context.goals) : []
  const byPage = isByPage(scan)
  let from = chosen
  if (byGoal) {
    const tests = groups.map((group, index) => `case when ${goalsText(group.goals, scope, bind)} then ${index} end`)
    from += `
      cross join lateral unnest(array[${tests.length === 0 ? 'null' : tests.join(', ')}]::int[]) as g (index)`
  }
  const { columns, conditions } = groupColumns(scan, scope, context)
  const ofGroups = () => `(${bind(groups.map((group) => currencyOf(group.goals)))}::text[])[g.index + 1]`
  const currency = () => (byGoal ? ofGroups() : `any (${bind(context.currencies)}::text[])`)
  return {
    from,
    conditions: [...choosing, ...conditions, ...(byGoal ? ['g.index is not null'] : [])],
    columns,
    bucket: byPage ? 'e.b' : bucketOf('e.recorded_at', scan.buckets ?? []),
    frame: {
      ...noFrame,
      isPageview: byPage ? 'e.is_pageview' : `e.name = 'pageview'`,
      isEvent: byPage ? '' : `e.name <> 'engagement'`,
      currency: scan.fields.some((field) => field === 'revenue' || field === 'revenue_events') ? currency() : '',
    },
  }
}

const eventRows = (scan: Scan, context: Context): Rows =>
  groupedEvents(scan, context, { ...chosenEvents(scan, context), event: 'e', visit: 'v' })

/** The conditions that choose the visits of a scan. */
function visitConditions(scan: Scan, context: Context): string[] {
  const scope: Scope = { event: '', visit: 'v', homeHostnames: scan.homeHostnames }
  const textsOf = (filters: readonly Filter[], event: string) =>
    filters.map((filter) => filterText(filter, { ...scope, event }, context))
  const onEvents = scan.filters.filter(isEventFilter)
  const own = textsOf(
    scan.filters.filter((filter) => !isEventFilter(filter)),
    '',
  )
  if (onEvents.length === 0) return own
  return [
    ...own,
    `exists (
      select from ${activity(onEvents)} e
      where e.session_id = v.session_id and e.site_id = v.site_id and ${siteIn('e', scan.siteIds)}
        and ${within('e', scan.range)} and ${textsOf(onEvents, 'e').join(' and ')})`,
  ]
}

/** The columns, buckets and sums of visits that are chosen. */
function groupedVisits(scan: Scan, context: Context, { from, conditions: choosing }: ChosenRows): Rows {
  const scope: Scope = { event: '', visit: 'v', homeHostnames: scan.homeHostnames }
  const { columns, conditions } = groupColumns(scan, scope, context)
  return {
    from,
    conditions: [...conditions, ...choosing],
    columns,
    bucket: bucketOf(`least(v.ended_at, ${instant(scan.range.end - 1)})`, scan.buckets ?? []),
    frame: {
      ...noFrame,
      isEntry: scan.entryFilters.map((filter) => filterText(filter, scope, context)).join(' and '),
    },
  }
}

/** The columns and conditions of a scan of visits. The caller decides which visits are read. */
export const visitParts = (scan: Scan, context: Context): Rows =>
  groupedVisits(scan, context, { from: '', conditions: visitConditions(scan, context) })

/** Visits that end within the range of a scan, and those that go on after it as the last of its rows do. */
function overlappingVisits(scan: Scan, { start, end }: Bounds, conditions: readonly string[]): ChosenRows {
  const until = { ...scan, range: { ...scan.range, end } }
  return {
    from: visitsWithin(until, { start, end: sessionsEnd(until) }, { withLong: true }),
    conditions: [`v.started_at < ${instant(end)}`, ...conditions],
  }
}

/** The rows that a scan groups, ungrouped: `e` with its visit as `v`, or visits as `v`. */
export const chosenRows = (scan: Scan, context: Context): ChosenRows =>
  scan.source === 'visits'
    ? overlappingVisits(scan, scan.range, visitConditions(scan, context))
    : chosenEvents(scan, context)

/** A scan's rows from a relation that holds the chosen rows, with the columns of event and visit side by side. */
export function rowsHeld(scan: Scan, context: Context, relation: string): Rows {
  if (scan.source === 'visits') return groupedVisits(scan, context, { from: `${relation} v`, conditions: [] })
  return groupedEvents(scan, context, { from: `${relation} e`, conditions: [], event: 'e', visit: 'e' })
}

/** Hours of events, where hours are all that is asked for. */
const hourRows = (scan: Scan): Rows => ({
  from: 'event_hours e',
  conditions: [siteIn('e', scan.siteIds), within('e', scan.range, 'hour')],
  columns: [],
  bucket: bucketOf('e.hour', scan.buckets ?? []),
  frame: noFrame,
})

/** True when event_hours can answer a scan of events: no bucket, and no hour, begins within an hour of UTC. */
export const isOfHours = (scan: Scan): boolean =>
  scan.source === 'events' &&
  scan.filters.length === 0 &&
  scan.dimensions.length === 0 &&
  scan.fields.every((field) => fields[field].events?.hours !== undefined) &&
  (scan.buckets ?? [scan.range]).every(({ start, end }) => start % hourMs === 0 && end % hourMs === 0)

/**
 * The rows of a scan within bounds. Visits are those that end within them; with `overlapping` also those that began
 * before their end and go on, as the last of a scan's rows do (spec/stats 6 and 9).
 */
export function rowsOf(scan: Scan, context: Context, bounds: Bounds, overlapping = false): Rows {
  if (scan.fromHours) return hourRows({ ...scan, range: { ...scan.range, ...bounds } })
  if (scan.source !== 'visits') return eventRows({ ...scan, range: { ...scan.range, ...bounds } }, context)
  const parts = visitParts(scan, context)
  if (!overlapping) return { ...parts, from: visitsWithin(scan, bounds) }
  return { ...parts, ...overlappingVisits(scan, bounds, parts.conditions) }
}

/** How one field of a scan is summed. */
const sumOf = (scan: Scan, field: Field) => fields[field][scan.source]
export const sumText = (scan: Scan, field: Field, frame: Frame): string => {
  const sum = sumOf(scan, field)
  return (scan.fromHours ? sum?.hours : sum?.rows(frame)) ?? 'null'
}

/** Which ids the rows of a scan are grouped by before they are counted. */
function groupedIds(scan: Scan): ('visitor_id' | 'session_id')[] {
  const sums = scan.fields.map((field) => sumOf(scan, field))
  const ids = new Set(sums.map((sum) => sum?.ids))
  if (sums.some((sum) => sum?.perSession)) return ['session_id']
  const isSorted = sums.some((sum) => sum?.isExact) || scan.dimensions.every(({ kind }) => kind === 'goal')
  return isSorted ? [] : (['visitor_id', 'session_id'] as const).filter((id) => ids.has(id))
}

/**
 * The sums of rows by `keys`. With dimensions ids are counted by grouping by them first: that is hashed, where
 * count(distinct) sorts by the dimensions' text too; ids alone are sorted faster. A session has one visitor, so that
 * pairs of both are as many as sessions. Events without a visitor are a group without an id, which is not counted. With
 * a bucket the rows are of that one, and an empty one brings none.
 */
export function sumsOf(
  scan: Scan,
  keys: readonly string[],
  { from, conditions, frame }: Rows,
  bucket?: number,
): string {
  const rest = `from ${from}${whereAll(conditions)}`
  const constant = bucket === undefined ? [] : [`${bucket} as b`]
  const having = bucket === undefined ? '' : '\nhaving count(*) > 0'
  const textOf = (field: Field) => `${sumText(scan, field, frame)} as ${field}`
  const wanted = groupedIds(scan)
  if (wanted.length === 0)
    return (
      `select ${[...constant, ...keys, ...scan.fields.map(textOf)].join(', ')}\n${rest}` + groupBy(keys.length) + having
    )
  const alias = scan.source === 'visits' ? 'v' : 'e'
  const names = keys.map((key) => key.slice(key.lastIndexOf(' as ') + 4))
  const sums = scan.fields.filter((field) => !sumOf(scan, field)?.ids)
  const added = (field: Field) => `${sumOf(scan, field)?.perSession ?? `sum(${field})::bigint`} as ${field}`
  const inner = [...keys, ...wanted.map((id) => `${alias}.${id}`), ...sums.map(textOf)]
  let text = `select ${inner.join(', ')}\n${rest}${groupBy(keys.length + wanted.length)}`
  const isByBoth = wanted.length === 2
  if (isByBoth) {
    const byVisitor = [...names, 'visitor_id', 'count(session_id) as session_ids', ...sums.map(added)]
    text = `select ${byVisitor.join(', ')}\nfrom (${text}) sessions${groupBy(names.length + 1)}`
  }
  const outer = scan.fields.map((field) => {
    const ids = sumOf(scan, field)?.ids
    if (ids === undefined) return added(field)
    return `${isByBoth && ids === 'session_id' ? 'sum(session_ids)::bigint' : `count(${ids})`} as ${field}`
  })
  return `select ${[...constant, ...names, ...outer].join(', ')}\nfrom (${text}) ids${groupBy(names.length)}${having}`
}
