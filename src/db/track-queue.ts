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

/** True if the oldest event that waits is of before an instant. */
export const isTrackWaiting = async (db: Queryable, before: Date): Promise<boolean> => {
  const [row] = await db.query<{ at: Date }>('select at from track_queue order by txid, seq limit 1')
  return row !== undefined && row.at < before
}
