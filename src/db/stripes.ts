// The advisory lock that guards each stripe of visitors (rules/stripe).
import { stripeCount } from '../rules/stripe.ts'
import { allParts, atPart, type Part } from './parts.ts'
import type { Database, Queryable } from './pool.ts'
import { statement } from './statements.ts'

/**
 * The lane of each half of the stripes, even and odd, in the sums of an import: the folded one, and one no other writer
 * has, so that they never wait for each other's rows.
 */
export const importLanes = [0, 17] as const

/** Every stripe, ascending. */
export const allStripes: readonly number[] = Array.from({ length: stripeCount }, (_, stripe) => stripe)

/**
 * The locks of stripes $1, ascending, until the end of the transaction. Advisory locks are a node's own: where traffic
 * is divided a part has a row for each stripe, which moves with it.
 */
export const lockText = (isDivided: boolean): string =>
  statement(isDivided ? 'transaction.lock-part-stripes' : 'transaction.lock-stripes')

/** Takes the locks of some stripes of a part until the end of the transaction. Take them in ascending order. */
const lockStripes = (tx: Queryable, stripes: readonly number[]) =>
  tx.query(lockText(typeof tx.part === 'number'), [stripes])

/** Runs the work in one transaction that alone writes visitors of a stripe of a part. */
export const inStripe = <Result>(
  db: Database,
  part: Part,
  stripe: number,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> =>
  db.transaction(async (session) => {
    const tx = atPart(session, part)
    await lockStripes(tx, [stripe])
    return await work(tx)
  })

/** Takes all stripes, so that no other process writes traffic (of this part) until the transaction ends. */
export async function lockAllStripes(tx: Queryable): Promise<void> {
  for (const part of tx.part === undefined ? await allParts(tx) : [null])
    await lockStripes(atPart(tx, part), allStripes)
}
