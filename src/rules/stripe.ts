// The stripe of a visitor: the grain of locking between processes (docs/architecture.md, "One event").

/**
 * A constant of the database: changing it would let two writers work on one visitor. Every row of `visitors` carries
 * its stripe.
 */
export const stripeCount = 16

/** The stripe of a number: its lowest bits. An imported visitor's stripe comes from its id. */
export const lowestStripe = (number: number): number => number & (stripeCount - 1)

/** The stripe of a client address (or, for imports, of a visitor's name): FNV-1a, its lowest bits mixed from all. */
export function stripeOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash ^= hash >>> 16
  return lowestStripe(hash ^ (hash >>> 8) ^ (hash >>> 4))
}
