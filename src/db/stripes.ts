// The 16 stripes of visitors and the advisory lock that guards each: the grain of locking between processes
// (docs/architecture.md, "One event").
import type { Queryable } from './pool.ts'

/**
 * A constant of the database: changing it would let two writers work on one visitor. Every row of `visitors` carries
 * its stripe.
 */
export const stripeCount = 16

/**
 * The lane of each half of the stripes, even and odd, in the sums of an import: the folded one, and one no other writer
 * has, so that they never wait for each other's rows. An imported visitor's stripe is the lowest four bits of its id.
 */
export const importLanes = [0, 17] as const

/** The stripe of a client address (or, for imports, of a visitor's name): FNV-1a, its low four bits mixed from all. */
export function stripeOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash ^= hash >>> 16
  return (hash ^ (hash >>> 8) ^ (hash >>> 4)) & (stripeCount - 1)
}

/** Takes a stripe's lock until the end of the transaction. Take several in ascending order. */
export async function lockStripe(tx: Queryable, stripe: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('tidemark.stripe'), $1::integer)`, [stripe])
}

/** Takes all of them, ascending: nobody writes traffic until the transaction ends. */
export async function lockAllStripes(tx: Queryable): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtext('tidemark.stripe'), stripe)
     from generate_series(0, ${stripeCount - 1}) as stripe order by stripe`,
  )
}
