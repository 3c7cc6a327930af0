// The range of a journey in stretches, each of which the database reads by itself: one stretch is sorted in memory, and
// several are read side by side. An id lives for two days, so visitors on both sides of a border are close to it.

import { dayMs, hourMs } from '../../rules/durations.ts'
import { saltLifeMs } from '../../rules/lifetimes.ts'
import type { Query } from '../query.ts'
import { hasLongLived } from '../relations.ts'
import type { Bounds } from '../rows.ts'

/** A stretch is no shorter, so that what stands around its borders is the smaller part of it. */
const stretchMsMin = 7 * dayMs
/** Each stretch is a part of the statement that has to be planned. */
const stretchesMax = 53
/**
 * All that an id did stands within this time: a live one is gone with its salt, an imported one lives on two
 * neighbouring days, which are 49 hours where the clocks change.
 */
const idLifeMs = saltLifeMs + hourMs

export interface Stretches {
  readonly stretches: readonly Bounds[]
  /** The instants between two stretches. */
  readonly borders: readonly number[]
}

/** Divides the range of a query; one stretch if the range is short, or if imported ids live for longer. */
export function stretchesOf({ range, site }: Query): Stretches {
  const length = Math.max(stretchMsMin, Math.ceil((range.end - range.start) / stretchesMax))
  const borders: number[] = []
  if (!hasLongLived(site, [range]))
    for (let at = range.start + length; at + stretchMsMin / 2 < range.end; at += length) borders.push(at)
  const ends = [...borders, range.end]
  return { stretches: ends.map((end, index) => ({ start: borders[index - 1] ?? range.start, end })), borders }
}

/** Bounds with all that ids did that were active in them, within the range. */
export const around = ({ start, end }: Bounds, range: Bounds): Bounds => ({
  start: Math.max(range.start, start - idLifeMs),
  end: Math.min(range.end, end + idLifeMs),
})

/** The time in which visits ended of visitors who were active on both sides of an instant. */
export const endsAround = (border: number): Bounds => ({ start: border - idLifeMs, end: border + idLifeMs })
