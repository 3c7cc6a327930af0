// Which relation answers a scan exactly, and of which local days: hourly rollups, daily_breakdowns, or raw rows
// (storage.md 4 and 5).
import { addDays, firstOfMonth, lastOfMonth, startOfDay } from '../rules/time.ts'
import { hourFieldsOf } from './compile-hours.ts'
import type { Field } from './metrics.ts'
import { type Bucket, isWithinDays } from './periods.ts'
import type { Scan } from './planner.ts'
import type { Query, StatsSite } from './query.ts'

/** What the database says of a site's rollups: see sql/queries/stats.rollup-state. */
export interface RollupState {
  readonly isChanging: boolean
  readonly days: ReadonlyMap<string, string>
}

/** One dimension of daily_breakdowns; `value` is the one asked for, null stands for all of them. */
export interface BreakdownKey {
  readonly dimension: string
  readonly value: string | null
  /** The values of a breakdown by goal, in the order of their indexes. */
  readonly goalIds: readonly string[]
  /** The property the dimension is of: on days of too many values it is left out. */
  readonly property?: string
}

/** Local days of one bucket that have to come from raw rows, as instants. */
export interface Stretch {
  readonly bucket: number
  readonly start: number
  readonly end: number
  /** Who was there from here on is counted by the days before; null: nobody can have been. */
  readonly seenFrom: number | null
}

/** Which local days of a scan come from daily_breakdowns, as runs, and which from raw rows. */
export interface Coverage {
  /** From this bucket on the hours answer, for all before it daily_breakdowns. */
  readonly hoursFrom?: number
  readonly runs: readonly (readonly [first: string, last: string])[]
  readonly stretches: readonly Stretch[]
  /** The first bucket with a day that neither the sums nor raw rows know of: retention deleted these. */
  readonly lacksFrom?: number | undefined
}

export type Relation =
  | { readonly kind: 'raw' }
  | { readonly kind: 'hours' }
  | { kind: 'breakdowns'; key: BreakdownKey; coverage: Coverage }

const raw: Relation = { kind: 'raw' }

/** Each stretch is a scan of its own in the statement: with more of them raw rows as a whole are cheaper to plan. */
const stretchesMax = 6
/** As long as there is a choice: where raw rows are deleted, raw rows as a whole would leave out what the sums have. */
const stretchesBesideDroppedMax = 100
/** A live id is active on at most three neighbouring local days: two UTC days of salts (storage.md 4). */
export const idDaysMax = 3

const dimensions = new Set([
  'visit:source',
  'visit:channel',
  'visit:referrer',
  'visit:utm_source',
  'visit:utm_medium',
  'visit:utm_campaign',
  'visit:country',
  'visit:device',
  'visit:browser',
  'visit:os',
  'visit:entry_page',
  'visit:exit_page',
  'event:page',
  'event:hostname',
  'event:name',
])
const eventFields = new Set<Field>([
  'visitors',
  'everyone',
  'candidates',
  'group_candidates',
  'converted',
  'visits',
  'pageviews',
  'events',
  'exit_pageviews',
])
const sessionFields = new Set<Field>([
  'visitors',
  'everyone',
  'visits',
  'sessions',
  'exits',
  'bounces',
  'entries',
  'duration',
  'session_pageviews',
])
const engagementFields = new Set<Field>(['engaged_ms', 'engaged_sessions'])
const heldFields = { events: eventFields, visits: sessionFields, engagements: engagementFields }
const addsUp = new Set<Field>([
  'engaged_ms',
  'pageviews',
  'events',
  'exit_pageviews',
  'sessions',
  'exits',
  'bounces',
  'entries',
  'duration',
  'session_pageviews',
])

type Days = Pick<Bucket, 'firstDay' | 'lastDay'>
const daysOf = (scan: Scan): readonly Days[] => scan.buckets ?? [scan.range]
const isDay = (days: Days) => days.firstDay === days.lastDay
const isMonth = (days: Days) =>
  days.firstDay === firstOfMonth(days.firstDay) && days.lastDay === lastOfMonth(days.firstDay)

/** Imported ids may live for years: over such time only single days (and months, by flags of their own) add up. */
const hasLongLived = ({ longLivedFrom, longLivedTo }: StatsSite, runs: readonly Days[]): boolean =>
  longLivedFrom !== null &&
  runs.some((days) => days.lastDay >= longLivedFrom && (longLivedTo === null || days.firstDay <= longLivedTo))

const isWhole = (query: Query, scan: Scan): boolean =>
  !query.site.isConsolidated &&
  query.site.ids.length === 1 &&
  !scan.smeared &&
  !isWithinDays(query.interval) &&
  scan.range.wholeDays

/** The totals of a day are a dimension of their own. */
const totals = 'all'

/** Whether sums of event_hours or session_hours answer a scan exactly (spec/stats 18). */
function isExactFromHours(query: Query, scan: Scan): boolean {
  if (scan.source === 'engagements' || scan.filters.length > 0 || scan.dimensions.length > 0 || !isWhole(query, scan))
    return false
  if (!scan.fields.every((field) => hourFieldsOf(scan.source).has(field))) return false
  const runs = daysOf(scan).filter((days) => !isDay(days) && !isMonth(days))
  // A visit on two days of a run would count twice.
  if (runs.length > 0 && scan.source === 'events' && scan.fields.includes('visits')) return false
  return !hasLongLived(query.site, runs)
}

/** The one dimension of daily_breakdowns a scan is about, if it is about one. */
function keyOf(query: Query, scan: Scan): BreakdownKey | undefined {
  if (!isWhole(query, scan)) return undefined
  if (!scan.fields.every((field) => heldFields[scan.source].has(field))) return undefined
  const isKnown = (name: string) =>
    scan.source === 'engagements'
      ? name === 'event:page'
      : dimensions.has(name) && (scan.source === 'events' || name.startsWith('visit:'))
  if (scan.filters.length === 0 && scan.dimensions.length === 1) {
    const [dimension] = scan.dimensions
    if (dimension!.kind !== 'goal')
      return isKnown(dimension!.name) ? { dimension: dimension!.name, value: null, goalIds: [] } : undefined
    const { goals } = query.site
    const areSingle = new Set(goals.map((goal) => goal.displayName)).size === goals.length
    if (scan.source !== 'events' || goals.length === 0 || !areSingle || goals.some((goal) => goal.scrollThreshold >= 0))
      return undefined
    return { dimension: 'event:goal', value: null, goalIds: goals.map((goal) => String(goal.id)) }
  }
  if (scan.filters.length === 0 && scan.dimensions.length === 0)
    return scan.source === 'engagements' ? undefined : { dimension: totals, value: '', goalIds: [] }
  if (scan.filters.length !== 1 || scan.dimensions.length > 0) return undefined
  const [filter] = scan.filters
  if (filter!.kind === 'goal') {
    const [goal] = filter!.goals
    if (scan.source !== 'events' || filter!.goals.length !== 1 || goal!.scrollThreshold >= 0) return undefined
    return { dimension: 'event:goal', value: String(goal!.id), goalIds: [String(goal!.id)] }
  }
  if (
    filter!.kind !== 'leaf' ||
    filter!.operator !== 'is' ||
    filter!.negated ||
    !filter!.caseSensitive ||
    filter!.values.length !== 1
  )
    return undefined
  const { name, property } = filter!.dimension
  const [value] = filter!.values
  // Events without the property are in no row of it.
  if (property !== undefined)
    return scan.source === 'events' && value !== ''
      ? { dimension: name, value: value!, goalIds: [], property }
      : undefined
  if (!isKnown(name)) return undefined
  return { dimension: name, value: name === 'visit:channel' && value === '' ? 'Direct' : value!, goalIds: [] }
}

interface Wants {
  /** It counts visitors or visits, whose sums over days depend on the days before. */
  readonly counts: boolean
  /** It asks for the totals, which small days hold too. */
  readonly isTotal: boolean
}

/**
 * Splits a scan's days by whether daily_breakdowns holds them; undefined where raw rows as a whole are better or the
 * only way.
 */
function cover(query: Query, scan: Scan, wants: Wants, state: RollupState): Coverage | undefined {
  const { site } = query
  const runs: [string, string][] = []
  const stretches: Stretch[] = []
  const isDropped = (day: string) => site.droppedBefore !== null && day < site.droppedBefore
  let most = stretchesMax
  let lacksFrom: number | undefined
  for (const [bucket, days] of daysOf(scan).entries()) {
    let open: string | undefined
    const close = (lastDay: string) => {
      if (open === undefined) return
      const start = open === scan.range.firstDay ? scan.range.start : startOfDay(site.timezone, open)
      const [, seenDay] = [days.firstDay, addDays(open, 1 - idDaysMax)].sort() as [string, string]
      stretches.push({
        bucket,
        start,
        end: lastDay === scan.range.lastDay ? scan.range.end : startOfDay(site.timezone, addDays(lastDay, 1)),
        seenFrom: open === days.firstDay ? null : startOfDay(site.timezone, seenDay),
      })
      open = undefined
    }
    for (let day = days.firstDay; day <= days.lastDay; day = addDays(day, 1)) {
      if (!isHeld(day, days.firstDay, wants, state)) {
        if (isDropped(day)) lacksFrom ??= bucket
        else open ??= day
        continue
      }
      if (isDropped(day)) most = stretchesBesideDroppedMax
      close(addDays(day, -1))
      const last = runs.at(-1)
      if (last && addDays(last[1], 1) === day) last[1] = day
      else runs.push([day, day])
    }
    close(days.lastDay)
    if (stretches.length > most) return undefined
  }
  return runs.length === 0 ? undefined : { runs, stretches, lacksFrom }
}

/** A day is held when it is filled, and the days its repeats were compared with have not changed since. */
function isHeld(day: string, firstDay: string, { counts, isTotal }: Wants, state: RollupState): boolean {
  const own = state.days.get(day)
  if (own !== 'done' && !(isTotal && own === 'skipped')) return false
  if (!counts) return true
  for (let back = 1; back < idDaysMax; back++) {
    const before = addDays(day, -back)
    if (before < firstDay) break
    const found = state.days.get(before)
    if (found !== 'done' && found !== 'skipped') return false
  }
  return true
}

/**
 * The goals and properties whose sums a query's scans could take from daily_breakdowns; undefined when no scan can use
 * any rollup.
 */
export function wantsRollups(
  query: Query,
  scans: readonly Scan[],
): { goalIds: string[]; properties: string[] } | undefined {
  const keys = scans.map((scan) => keyOf(query, scan))
  if (!keys.some((key) => key) && !scans.some((scan) => isExactFromHours(query, scan))) return undefined
  return {
    goalIds: [...new Set(keys.flatMap((key) => key?.goalIds ?? []))],
    properties: [...new Set(keys.flatMap((key) => key?.property ?? []))],
  }
}

/** The cheapest relation that answers a scan exactly. */
export function relationOf(query: Query, scan: Scan, state: RollupState | undefined): Relation {
  if (state === undefined || state.isChanging) return raw
  const key = keyOf(query, scan)
  const hours: Relation | undefined = isExactFromHours(query, scan) ? { kind: 'hours' } : undefined
  if (!key) return hours ?? raw
  const wants: Wants = { counts: scan.fields.some((field) => !addsUp.has(field)), isTotal: key.dimension === totals }
  const runs = daysOf(scan).filter((days) => !isDay(days))
  if (wants.counts && hasLongLived(query.site, runs)) return hours ?? raw
  const coverage = cover(query, scan, wants, state)
  const hoursFrom = coverage?.lacksFrom ?? coverage?.stretches[0]?.bucket
  if (hours && coverage && hoursFrom !== undefined) return withHours(scan, key, coverage, hoursFrom)
  return coverage ? { kind: 'breakdowns', key, coverage } : (hours ?? raw)
}

/** Hours bring what a raw stretch would for less: from the first bucket that has one, as the current month does. */
function withHours(scan: Scan, key: BreakdownKey, coverage: Coverage, hoursFrom: number): Relation {
  const firstDay = scan.buckets?.[hoursFrom]?.firstDay
  if (hoursFrom === 0 || firstDay === undefined) return { kind: 'hours' }
  const runs = coverage.runs
    .filter(([first]) => first < firstDay)
    .map(([first, last]) => [first, last < firstDay ? last : addDays(firstDay, -1)] as const)
  return { kind: 'breakdowns', key, coverage: { hoursFrom, runs, stretches: [] } }
}

/** Whether a scan is of days whose raw rows retention has deleted, and of which no sums answer it. */
export function readsDropped({ droppedBefore }: StatsSite, scan: Scan, relation: Relation): boolean {
  if (droppedBefore === null || scan.range.firstDay >= droppedBefore || relation.kind === 'hours') return false
  return relation.kind === 'raw' || relation.coverage.lacksFrom !== undefined
}
