// The heap of a process that answers requests (docs/performance.md, "What a waiting request costs"). How large its
// young generation may become is decided before it starts: src/machine.ts.
import { setFlagsFromString } from 'node:v8'

/**
 * Keeps new objects in the young generation until they have survived there. V8 otherwise learns in the first busy
 * second, when all requests wait for their commit, that a batch's arrays live long, and makes them in the old
 * generation from then on. From there each dead one holds its requests through all small collections, until a full
 * one: an event then costs eight times as much collection.
 */
export function keepRequestsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
