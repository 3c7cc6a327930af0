// Reasons why an event was not kept.
import type { DropReason } from '../rules/drop-reasons.ts'

/**
 * Why an event was not kept: a rule dropped it, its id has counted already, its visitor has a later event, or its page
 * counts by another report (spec/ingestion 23.1, 25).
 */
export type Verdict = DropReason | 'duplicate' | 'out_of_order' | 'confirmed'

const others: ReadonlySet<Verdict> = new Set(['duplicate', 'out_of_order', 'confirmed'])

/** True for the reason of a drop, which counts among the drops of a site. */
export const isDrop = (verdict: Verdict): verdict is DropReason => !others.has(verdict)
