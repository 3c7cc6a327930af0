// The lock between what makes the sums and sequences of a site's days and what takes some of them away.
import type { Queryable } from '../db/pool.ts'

/**
 * Taken first in a transaction: filling a day of a site waits while retention drops some of its days, and the other way
 * round.
 */
export async function lockDays(tx: Queryable, siteId: number, purpose: 'fill' | 'drop'): Promise<void> {
  const suffix = purpose === 'fill' ? '_shared' : ''
  await tx.query(`select pg_advisory_xact_lock${suffix}(hashtext('tidemark.days'), $1::integer)`, [siteId])
}
