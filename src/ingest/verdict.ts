// Reasons why an event was not kept.
import type { DropReason } from '../rules/drop-reasons.ts'

/**
 * Why an event was not kept: a rule dropped it, its id has counted already, or its visitor has a later event. The last
 * two happen to events that programs send (spec/ingestion 23.1).
 */
export type Verdict = DropReason | 'duplicate' | 'out_of_order'

/** True for the reason of a drop, which counts among the drops of a site. */
export const isDrop = (verdict: Verdict): verdict is DropReason => verdict !== 'duplicate' && verdict !== 'out_of_order'
