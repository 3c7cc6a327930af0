// Events that programs send in batches: what one is, and what became of it.
import type { FieldErrors } from '../failure.ts'
import type { DropReason } from '../rules/drop-reasons.ts'

export interface BatchItem {
  /** Counts once a site in 48 hours, over all processes. */
  readonly id: string
  readonly siteId: number
  /** In the words of /api/event: `n`, `u`, `r`, `p`, `revenue`, `i`. */
  readonly body: Readonly<Record<string, unknown>>
  readonly ip: string | null
  readonly userAgent: string | null
  /** A visit token, opened as of `takenAtMs`. */
  readonly visit: string | null
  /** The instant of the event. */
  readonly atMs: number
  /** The instant at which the service or its database took the event. */
  readonly takenAtMs: number
  /** True: refused if its visitor has later events. False: placed late. */
  readonly isOrdered: boolean
}

export interface BatchResult {
  readonly status: 'counted' | 'dropped' | 'duplicate' | 'refused'
  readonly reason?: DropReason
  readonly errors?: FieldErrors
}
