// Which relation answers a scan exactly, and of which local days: daily_breakdowns, event_hours, or raw rows.
import { type Goal, wantedBy } from '../rules/goal.ts'
import { addDays, startOfDay } from '../rules/time.ts'
import { dimensions } from './dimensions.ts'
import { fields } from './fields.ts'
import type { Filter } from './filters.ts'
import { type Bucket, isWithinDays } from './periods.ts'
import type { Scan } from './planner.ts'
import type { Query, StatsSite } from './query.ts'
import { isOfHours } from './rows.ts'
import { isOfWholeVisits } from './shapes/whole-visits.ts'

/** State of a site's rollups in the database: see sql/queries/stats.rollup-state. */
export interface RollupState {
  readonly isChanging: boolean
  /** Where traffic is divided, the hours of a site are not found by time. */
  readonly hasHours: boolean
  readonly days: ReadonlyMap<string, string>
}

/** One dimension of daily_breakdowns; `value` is the one asked for, null stands for all of them. */
export interface DayKey {
  readonly dimension: string
  readonly value: string | null
  /** The values of a breakdown by goal, in the order of their indexes. */
  readonly goalIds: readonly string[]
  /** The property the dimension is of: on days of too many values it is left out. */
  readonly property?: string
  /** The source. Only visits from it are summed. */
  readonly of?: string
}

/**
 * Neighbouring local days that have to come from raw rows, as instants: of one bucket, or from a bucket's first day on.
 */
export interface Stretch {
  readonly bucket: number
  readonly start: number
  end: number
  /** It goes on in the buckets behind. */
  isOfMany: boolean
  /** Start of the visits that the days before already count. Null: there can be no such visits. */
  readonly seenFrom: number | null
}

/** Which local days of a scan come from daily_breakdowns, as runs, and which from raw rows. */
interface Coverage {
  readonly runs: readonly (readonly [first: string, last: string])[]
  readonly stretches: readonly Stretch[]
  /** There is a day that neither the sums nor raw rows know of: retention deleted it. */
  readonly lacksDays: boolean
}

export type OfHeldDays = Coverage & { readonly kind: 'breakdowns'; readonly key: DayKey }
export type Relation = { readonly kind: 'raw' } | { readonly kind: 'hours' } | OfHeldDays

const raw: Relation = { kind: 'raw' }

/** Each stretch is a scan of its own in the statement: with more of them raw rows as a whole are cheaper to plan. */
const stretchesMax = 6
/** As long as there is a choice: where raw rows are deleted, raw rows as a whole would leave out what the sums have. */
const stretchesBesideDroppedMax = 100
/** A live id is active on at most three neighbouring local days: two UTC days of salts (spec/ingestion 18.2). */
export const idDaysMax = 3

type Days = Pick<Bucket, 'firstDay' | 'lastDay'>
const daysOf = (scan: Scan): readonly Days[] => scan.buckets ?? [scan.range]
const isDay = (days: Days) => days.firstDay === days.lastDay

/** Imported ids may live for years: over such time only single days add up. */
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
const isScroll = (goal: Goal): boolean => wantedBy(goal).scrollDepth !== null

/** The one value that a filter lets through, spelled as it is kept. */
const oneValueOf = (filter: Filter): string | undefined =>
  filter.kind === 'leaf' &&
  filter.operator === 'is' &&
  !filter.negated &&
  filter.caseSensitive &&
  filter.values.length === 1
    ? filter.values[0]
    : undefined

/** The dimension of daily_breakdowns a scan is about, if it is about one; of all visits, or of those of a source. */
function keyOf(query: Query, scan: Scan): DayKey | undefined {
  if (!isWhole(query, scan)) return undefined
  if (!scan.fields.every((field) => fields[field][scan.source]?.days)) return undefined
  const key = keyWithin(query, scan)
  if (key) return key
  const isOfSource = (filter: Filter) =>
    filter.kind === 'leaf' && filter.dimension.name === 'visit:source' && oneValueOf(filter) !== undefined
  const at = scan.filters.findIndex(isOfSource)
  if (at < 0) return undefined
  const within = keyWithin(query, { ...scan, filters: scan.filters.toSpliced(at, 1) })
  if (!within || within.goalIds.length > 0 || within.property !== undefined) return undefined
  const source = oneValueOf(scan.filters[at]!)!
  return { ...within, dimension: `source:${source} ${within.dimension}`, of: source }
}

/** The same, of all visits. */
function keyWithin(query: Query, scan: Scan): DayKey | undefined {
  const isKnown = (name: string) =>
    scan.source === 'engagements'
      ? name === 'event:page'
      : dimensions.get(name)?.ofDays !== undefined && (scan.source === 'events' || name.startsWith('visit:'))
  if (scan.filters.length === 0 && scan.dimensions.length === 1) {
    const [dimension] = scan.dimensions
    if (dimension!.kind !== 'goal')
      return isKnown(dimension!.name) ? { dimension: dimension!.name, value: null, goalIds: [] } : undefined
    const { goals } = query.site
    const areSingle = new Set(goals.map((goal) => goal.displayName)).size === goals.length
    if (scan.source !== 'events' || goals.length === 0 || !areSingle || goals.some(isScroll)) return undefined
    return { dimension: 'event:goal', value: null, goalIds: goals.map((goal) => String(goal.id)) }
  }
  if (scan.filters.length === 0 && scan.dimensions.length === 0)
    return scan.source === 'engagements' ? undefined : { dimension: totals, value: '', goalIds: [] }
  if (scan.filters.length !== 1 || scan.dimensions.length > 0) return undefined
  const [filter] = scan.filters
  if (filter!.kind === 'goal') {
    const [goal] = filter!.goals
    if (scan.source !== 'events' || filter!.goals.length !== 1 || isScroll(goal!)) return undefined
    return { dimension: 'event:goal', value: String(goal!.id), goalIds: [String(goal!.id)] }
  }
  const value = oneValueOf(filter!)
  if (filter!.kind !== 'leaf' || value === undefined) return undefined
  const { name, property } = filter!.dimension
  // Events without the property are in no row of it.
  if (property !== undefined)
    return scan.source === 'events' && value !== '' ? { dimension: name, value, goalIds: [], property } : undefined
  if (!isKnown(name)) return undefined
  return { dimension: name, value: name === 'visit:channel' && value === '' ? 'Direct' : value, goalIds: [] }
}

interface Wants {
  /** It counts visitors or visits. Their sums over days depend on the days before. */
  readonly counts: boolean
  /** It asks for the totals, which small days hold too. */
  readonly isTotal: boolean
  /** It asks for the sums of a source, which not every filled day holds. */
  readonly isOfSource: boolean
  /** Without sums its visits answer it, where beside sums its events have to be read (shapes/whole-visits.ts). */
  readonly isOfWholeVisits: boolean
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
  let lacksDays = false
  let [heldDays, openDays] = [0, 0]
  for (const [bucket, days] of daysOf(scan).entries()) {
    let open: string | undefined
    const close = (lastDay: string) => {
      if (open === undefined) return
      const start = open === scan.range.firstDay ? scan.range.start : startOfDay(site.timezone, open)
      const end = lastDay === scan.range.lastDay ? scan.range.end : startOfDay(site.timezone, addDays(lastDay, 1))
      const before = stretches.at(-1)
      if (open === days.firstDay && before?.seenFrom === null && before.end === start) {
        Object.assign(before, { end, isOfMany: true })
      } else {
        const [, seenDay] = [days.firstDay, addDays(open, 1 - idDaysMax)].sort() as [string, string]
        const seenFrom = open === days.firstDay ? null : startOfDay(site.timezone, seenDay)
        stretches.push({ bucket, start, end, isOfMany: false, seenFrom })
      }
      open = undefined
    }
    for (let day = days.firstDay; day <= days.lastDay; day = addDays(day, 1)) {
      if (!isHeld(day, days.firstDay, wants, state)) {
        openDays += 1
        if (isDropped(day)) lacksDays = true
        else open ??= day
        continue
      }
      heldDays += 1
      if (isDropped(day)) most = stretchesBesideDroppedMax
      close(addDays(day, -1))
      const last = runs.at(-1)
      if (last && addDays(last[1], 1) === day) last[1] = day
      else runs.push([day, day])
    }
    close(days.lastDay)
    if (stretches.length > most) return undefined
  }
  // Most days have to be read, as those of a source that is big on a few: visits of all days cost less than events.
  if (wants.isOfWholeVisits && heldDays < openDays && most === stretchesMax) return undefined
  return runs.length === 0 ? undefined : { runs, stretches, lacksDays }
}

/** A day is held when it is filled, and the days its repeats were compared with have not changed since. */
function isHeld(day: string, firstDay: string, { counts, isTotal, isOfSource }: Wants, state: RollupState): boolean {
  const own = state.days.get(day)
  if (own !== 'done' && !(isTotal && own === 'skipped') && !(own === 'coarse' && !isOfSource)) return false
  if (!counts) return true
  for (let back = 1; back < idDaysMax; back++) {
    const before = addDays(day, -back)
    if (before < firstDay) break
    if ([undefined, 'dirty'].includes(state.days.get(before))) return false
  }
  return true
}

/**
 * The goals, properties and source with sums that a query's scans could take from daily_breakdowns. Undefined when no
 * scan can use any rollup.
 */
export function wantsRollups(
  query: Query,
  scans: readonly Scan[],
): { goalIds: string[]; properties: string[]; source: string | null } | undefined {
  const keys = scans.map((scan) => keyOf(query, scan))
  if (!keys.some((key) => key) && !scans.some(isOfHours)) return undefined
  return {
    goalIds: [...new Set(keys.flatMap((key) => key?.goalIds ?? []))],
    properties: [...new Set(keys.flatMap((key) => key?.property ?? []))],
    source: keys.find((key) => key?.of !== undefined)?.of ?? null,
  }
}

/** True when retention has deleted raw rows of its range. */
export const isOfDropped = ({ droppedBefore }: StatsSite, { range }: Pick<Query, 'range'>): boolean =>
  droppedBefore !== null && range.firstDay < droppedBefore

/** The cheapest relation that answers a scan exactly. */
export function relationOf(query: Query, scan: Scan, state: RollupState | undefined): Relation {
  if (state === undefined || state.isChanging) return raw
  const other: Relation = state.hasHours && isOfHours(scan) && !isOfDropped(query.site, scan) ? { kind: 'hours' } : raw
  const key = keyOf(query, scan)
  if (!key) return other
  const counts = scan.fields.some((field) => fields[field][scan.source]?.days?.before)
  const runs = daysOf(scan).filter((days) => !isDay(days))
  if (counts && hasLongLived(query.site, runs)) return other
  const wants: Wants = {
    counts,
    isTotal: key.dimension === totals,
    isOfSource: key.of !== undefined,
    isOfWholeVisits: isOfWholeVisits(scan),
  }
  const coverage = cover(query, scan, wants, state)
  return coverage ? { kind: 'breakdowns', key, ...coverage } : other
}

/** True when a scan covers days with raw rows that retention has deleted, and no sums of these days answer it. */
export const readsDropped = (site: StatsSite, scan: Scan, relation: Relation): boolean =>
  isOfDropped(site, scan) && (relation.kind !== 'breakdowns' || relation.lacksDays)
