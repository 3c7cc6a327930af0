// Which relation answers a scan exactly, and of which local days: daily_breakdowns, event_hours, or raw rows.
import { type Coverage, cover, type RollupState, type Wants } from './coverage.ts'
import { type DayKey, isTotal, keyOf } from './day-keys.ts'
import { fields } from './fields.ts'
import type { Bucket } from './periods.ts'
import type { Scan } from './planner.ts'
import type { Query, StatsSite } from './query.ts'
import { isOfHours } from './rows.ts'
import { isOfWholeVisits } from './shapes/whole-visits.ts'

export type OfHeldDays = Coverage & { readonly kind: 'breakdowns'; readonly key: DayKey }
export type Relation = { readonly kind: 'raw' } | { readonly kind: 'hours' } | OfHeldDays

const raw: Relation = { kind: 'raw' }

type Days = Pick<Bucket, 'firstDay' | 'lastDay'>
const daysOf = (scan: Scan): readonly Days[] => scan.buckets ?? [scan.range]
const isDay = (days: Days) => days.firstDay === days.lastDay

/** Imported ids may live for years: over such time only single days add up. */
export const hasLongLived = ({ longLivedFrom, longLivedTo }: StatsSite, runs: readonly Days[]): boolean =>
  longLivedFrom !== null &&
  runs.some((days) => days.lastDay >= longLivedFrom && (longLivedTo === null || days.firstDay <= longLivedTo))

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
    isTotal: isTotal(key),
    isOfSource: key.of !== undefined,
    isOfWholeVisits: isOfWholeVisits(scan),
  }
  const clock = { timezone: query.site.timezone, range: scan.range }
  const coverage = cover(daysOf(scan), clock, wants, state, query.site.droppedBefore)
  return coverage ? { kind: 'breakdowns', key, ...coverage } : other
}

/** True when a scan covers days with raw rows that retention has deleted, and no sums of these days answer it. */
export const readsDropped = (site: StatsSite, scan: Scan, relation: Relation): boolean =>
  isOfDropped(site, scan) && (relation.kind !== 'breakdowns' || relation.lacksDays)
