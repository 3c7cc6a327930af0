// Rollups by the hour, as the engine of a database has them (engine/), and its columnstore.
import { engineOf } from './engine/find.ts'
import type { Queryable } from './parts.ts'

/** Rollups by the hour that hold rows of their own, and so can differ from the raw ones. */
export const findMaterialized = async (db: Queryable): Promise<readonly string[]> =>
  (await engineOf(db)).rollups.materialized

/** Seconds since each rollup by the hour was brought up to date; a view always is. */
export const readHourLags = async (db: Queryable): Promise<{ rollup: string; seconds: number | null }[]> =>
  (await engineOf(db)).rollups.lags(db)

/** Lets a transaction change rows that are in the columnstore, however many. Does nothing without a columnstore. */
export const allowDecompression = async (tx: Queryable): Promise<unknown> => (await engineOf(tx)).allowDecompression(tx)

/** Makes rows of [from, to] that came late visible in the rollups by the hour; does nothing if they are views. */
export const refreshRollups = async (
  db: Queryable,
  from: Date,
  to: Date,
  options: { now: Date; force?: boolean },
): Promise<void> => (await engineOf(db)).rollups.refresh(db, from, to, options)
