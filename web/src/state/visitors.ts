// Visitors among the totals: whether a range counts anybody decides what a comparison can say.
import type { Answer } from '../data/boxes.ts'
import { amountOf } from './words.ts'

/** Visitors of the range and of the compared one; null where the answer has no such number. */
export function visitorsOf(totals: Answer | null): { readonly now: number | null; readonly before: number | null } {
  const index = totals?.metrics?.indexOf('visitors') ?? -1
  const row = totals?.body.results[0]
  return { now: amountOf(row?.metrics[index]), before: amountOf(row?.comparison?.metrics[index]) }
}
