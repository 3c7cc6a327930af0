// The 16 stripes of visitors and the advisory lock that guards each: the grain of locking between processes (storage.md section 2).
import type { Queryable } from './pool.ts'

/** A constant of the database: changing it would let two writers work on one visitor. */
export const stripeCount = 16

/** Takes a stripe's lock until the end of the transaction. Take several in ascending order. */
export async function lockStripe(tx: Queryable, stripe: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('tidemark.stripe'), $1::integer)`, [stripe])
}

/** Takes all of them, ascending: nobody writes traffic until the transaction ends. */
export async function lockAllStripes(tx: Queryable): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtext('tidemark.stripe'), stripe) from generate_series(0, ${stripeCount - 1}) as stripe order by stripe`,
  )
}
