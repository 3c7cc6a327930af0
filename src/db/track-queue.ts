// The state of the queue of tidemark.track, for metrics, doctor and deletions.
import type { Queryable } from './pool.ts'
import { statement } from './statements.ts'

export interface TrackQueueState {
  /** Rows that wait, of a million at most. */
  readonly waiting: number
  /** Age of the oldest row; 0 if none waits. */
  readonly seconds: number
  /** Calls whose event was dropped for want of room. */
  readonly dropped: number
}

export async function readTrackQueue(db: Queryable): Promise<TrackQueueState> {
  const [row] = await db.query<TrackQueueState>(statement('track.state'))
  return row!
}

/**
 * The instant of the oldest event that waits; null if none does. The first row may be later: a transaction that began
 * first may call last.
 */
export async function oldestTrackAt(db: Queryable): Promise<Date | null> {
  const [row] = await db.query<{ oldest: Date | null }>('select min(at) as oldest from track_queue')
  return row!.oldest
}

/** True if an event of before an instant waits. */
export async function isTrackWaiting(db: Queryable, before: Date): Promise<boolean> {
  const oldest = await oldestTrackAt(db)
  return oldest !== null && oldest < before
}
