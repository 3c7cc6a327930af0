// Which local days of a scan daily_breakdowns holds, and which have to come from raw rows. Three steps, each a function
// of its arguments: the fate of each day, runs of days of one fate, stretches of the runs that are open.
import { addDays } from '../rules/days.ts'
import { startOfDay } from '../rules/time.ts'
import type { Bucket, Range } from './periods.ts'

/** State of a site's rollups in the database: see sql/queries/stats.rollup-state. */
export interface RollupState {
  readonly isChanging: boolean
  /** The engine finds the hours of a site by their time. */
  readonly hasHours: boolean
  readonly days: ReadonlyMap<string, string>
}

/**
 * Neighbouring local days that have to come from raw rows, as instants: of one bucket, or from a bucket's first day on.
 */
export interface Stretch {
  readonly bucket: number
  readonly start: number
  readonly end: number
  /** It goes on in the buckets behind. */
  readonly isOfMany: boolean
  /** Start of the visits that the days before already count. Null: there can be no such visits. */
  readonly seenFrom: number | null
}

/** Which local days of a scan come from daily_breakdowns, as runs, and which from raw rows. */
export interface Coverage {
  readonly runs: readonly (readonly [first: string, last: string])[]
  readonly stretches: readonly Stretch[]
  /** There is a day that neither the sums nor raw rows know of: retention deleted it. */
  readonly lacksDays: boolean
}

/** Each stretch is a scan of its own in the statement: with more of them raw rows as a whole are cheaper to plan. */
const stretchesMax = 6
/**
 * A limit only if there is a choice. If raw rows were deleted, an answer from raw rows alone would lack the days that
 * only sums have.
 */
const stretchesBesideDroppedMax = 100
/** A live id is active on at most three neighbouring local days: two UTC days of salts (spec/ingestion 18.2). */
export const idDaysMax = 3

export interface Wants {
  /** It counts visitors or visits. Their sums over days depend on the days before. */
  readonly counts: boolean
  /** It asks for the totals, which small days hold too. */
  readonly isTotal: boolean
  /** It asks for the sums of a source, which not every filled day holds. */
  readonly isOfSource: boolean
  /** Without sums its visits answer it, where beside sums its events have to be read (shapes/whole-visits.ts). */
  readonly isOfWholeVisits: boolean
}

type Days = Pick<Bucket, 'firstDay' | 'lastDay'>

/** Held: in the sums. Open: in raw rows. Gone: in neither. */
export type Fate = 'held' | 'open' | 'gone'

/** A local day of a bucket. */
export interface DayFate {
  readonly bucket: number
  readonly day: string
  readonly fate: Fate
}

/** Step 1: the fate of each day, bucket by bucket. Raw rows of days before `droppedBefore` are deleted. */
export function fatesOf(
  buckets: readonly Days[],
  isHeld: (day: string, firstDay: string) => boolean,
  droppedBefore: string | null,
): DayFate[] {
  const fates: DayFate[] = []
  for (const [bucket, { firstDay, lastDay }] of buckets.entries())
    for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
      const isDropped = droppedBefore !== null && day < droppedBefore
      fates.push({ bucket, day, fate: isHeld(day, firstDay) ? 'held' : isDropped ? 'gone' : 'open' })
    }
  return fates
}

/** Neighbouring days of a bucket with the same fate. */
export interface DayRun {
  readonly bucket: number
  readonly fate: Fate
  readonly first: string
  readonly last: string
}

/** Step 2: neighbours of one fate as runs. Held ones go on from bucket to bucket, open ones end with theirs. */
export function runsOf(fates: readonly DayFate[]): DayRun[] {
  const runs: DayRun[] = []
  for (const { bucket, day, fate } of fates) {
    const before = runs.at(-1)
    const goesOn = before?.fate === fate && (fate === 'held' || before.bucket === bucket)
    if (goesOn && addDays(before.last, 1) === day) runs[runs.length - 1] = { ...before, last: day }
    else runs.push({ bucket, fate, first: day, last: day })
  }
  return runs
}

/** The instants at which days begin and end. At the borders of the range, the range's own instants. */
export interface Clock {
  readonly timezone: string
  readonly range: Pick<Range, 'firstDay' | 'lastDay' | 'start' | 'end'>
}

/** Step 3: open runs as stretches of time. One that fills buckets from their first day on is one stretch. */
export function stretchesOf(runs: readonly DayRun[], buckets: readonly Days[], { timezone, range }: Clock): Stretch[] {
  const stretches: Stretch[] = []
  for (const { bucket, first, last } of runs.filter(({ fate }) => fate === 'open')) {
    const start = first === range.firstDay ? range.start : startOfDay(timezone, first)
    const end = last === range.lastDay ? range.end : startOfDay(timezone, addDays(last, 1))
    const { firstDay } = buckets[bucket]!
    const before = stretches.at(-1)
    if (first === firstDay && before?.seenFrom === null && before.end === start)
      stretches[stretches.length - 1] = { ...before, end, isOfMany: true }
    else stretches.push({ bucket, start, end, isOfMany: false, seenFrom: seenFrom(timezone, first, firstDay) })
  }
  return stretches
}

/** The start of the days of a bucket on which a visitor of its day may have been seen. */
function seenFrom(timezone: string, day: string, firstDay: string): number | null {
  if (day === firstDay) return null
  const earliest = addDays(day, 1 - idDaysMax)
  return startOfDay(timezone, earliest > firstDay ? earliest : firstDay)
}

/**
 * Splits a scan's days by whether daily_breakdowns holds them; undefined where raw rows as a whole are better or the
 * only way.
 */
export function cover(
  buckets: readonly Days[],
  clock: Clock,
  wants: Wants,
  state: RollupState,
  droppedBefore: string | null,
): Coverage | undefined {
  const fates = fatesOf(buckets, (day, firstDay) => isHeld(day, firstDay, wants, state), droppedBefore)
  const held = fates.filter(({ fate }) => fate === 'held')
  if (held.length === 0) return undefined
  const hasOnlySums = droppedBefore !== null && held[0]!.day < droppedBefore
  // Most days have to be read, for example if a source is big on a few days only. Then visits of all days cost less
  // than events.
  if (wants.isOfWholeVisits && held.length < fates.length / 2 && !hasOnlySums) return undefined
  const runs = runsOf(fates)
  const stretches = stretchesOf(runs, buckets, clock)
  if (stretches.length > (hasOnlySums ? stretchesBesideDroppedMax : stretchesMax)) return undefined
  return {
    runs: runs.filter(({ fate }) => fate === 'held').map(({ first, last }) => [first, last]),
    stretches,
    lacksDays: fates.some(({ fate }) => fate === 'gone'),
  }
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
