// The partitions of traffic: weeks or months, as the engine of a database has them (engine/). When something is due is
// upkeep's to say.
import type { Need, Partition } from './engine/engine.ts'
import { engineOf } from './engine/find.ts'
import type { Queryable } from './parts.ts'

export { type Partition, trafficTables } from './engine/engine.ts'

const partitionsOf = async (db: Queryable) => (await engineOf(db)).partitions

/** The partitions that end before an instant, newest first: all of them, or those in need of something. */
export const listPartitions = async (db: Queryable, before: Date | null, need?: Need): Promise<Partition[]> =>
  (await partitionsOf(db)).list(db, before, need)

/** Has partitions ready for rows of [from, to]. */
export const preparePartitions = async (db: Queryable, from: Date, to: Date): Promise<void> =>
  (await partitionsOf(db)).prepare(db, from, to)

/** Lets the planner know a partition that has changed. */
export const analyzePartition = async (db: Queryable, partition: Partition): Promise<unknown> =>
  (await partitionsOf(db)).analyze(db, partition)

/** Makes the indexes that answer without reading rows. */
export const coverPartition = async (db: Queryable, partition: Partition): Promise<unknown> =>
  (await partitionsOf(db)).cover(db, partition)

/** Removes a partition with its rows. */
export const dropPartition = async (tx: Queryable, partition: Partition): Promise<void> =>
  (await partitionsOf(tx)).drop(tx, partition)

/** About how many rows of events and engagements there are. Infinite where the database does not know. */
export const estimateRows = async (db: Queryable): Promise<number> => (await partitionsOf(db)).estimateRows(db)

/** True when indexes of old partitions are worth packing. */
export const isPackable = async (db: Queryable): Promise<boolean> => (await partitionsOf(db)).isPackable

/** Takes away what a killed packing left behind. */
export const cleanPacking = async (db: Queryable): Promise<void> => (await partitionsOf(db)).cleanPacking(db)

/** Builds a partition's indexes anew without gaps; readers and writers go on. */
export const packPartition = async (db: Queryable, partition: Partition): Promise<void> =>
  (await partitionsOf(db)).pack(db, partition)
