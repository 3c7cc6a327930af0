// Small removals, hourly: rows that only had to live for a day, and imports that were never finished.
import { preparePartitions } from '../db/partitions.ts'
import type { Database } from '../db/pool.ts'
import { oldestTrackAt } from '../db/track-queue.ts'
import { forgetLimits } from '../registry/limits.ts'
import { forgetLinks } from '../registry/one-time-links.ts'
import { forgetSessions } from '../registry/sessions.ts'
import { forgetSigns } from '../registry/signs.ts'
import { dayMs } from '../rules/durations.ts'
import { giveUpImports } from './imports.ts'

/** A batch id is kept this long: no retry and no spool replay of a healthy service comes later. */
const batchesKeptMs = dayMs

/** The id of an event that a program sent counts once within this time (spec/ingestion 23.1). */
const sentKeptMs = 2 * dayMs

/** Partitions are there this long before the first of their rows. */
const preparedMs = 62 * dayMs

/**
 * Forgets ids of batches and of sent events after their time, and old signs. Gives up abandoned imports, and has
 * partitions ready for their rows.
 */
export async function housekeep(db: Database, now: Date): Promise<void> {
  await preparePartitions(db.write, now, new Date(now.getTime() + preparedMs))
  await db.write.query('delete from ingested_batches where ingested_at < $1', [new Date(now.getTime() - batchesKeptMs)])
  await forgetSent(db, now)
  await forgetSigns(db.write, now)
  await giveUpImports(db, now)
}

/**
 * Forgets ids of sent events after their time. While an event of tidemark.track waits, ids since that event stay.
 * Otherwise an event would count twice if the service ended before it removed the row.
 */
async function forgetSent(db: Database, now: Date): Promise<void> {
  const oldest = await oldestTrackAt(db.write)
  const ended = now.getTime() - sentKeptMs
  const before = new Date(oldest === null ? ended : Math.min(ended, oldest.getTime()))
  await db.write.query('delete from sent_events where sent_at < $1', [before])
}

/** Forgets sessions and links that are over, and counts of tries: those name addresses, if only by digests. */
export async function forgetSignIns(db: Database, now: Date): Promise<void> {
  for (const forget of [forgetSessions, forgetLinks, forgetLimits]) await forget(db.write, now)
}
