// Latencies in buckets of constant relative width, for any number of samples: 1 % precision, a few kilobytes.

const growth = 1.01
const logGrowth = Math.log(growth)
const buckets = 2_400

export interface Latencies {
  add(milliseconds: number): void
  /** The value below which `share` (0 to 1) of the samples lie. */
  quantile(share: number): number
  readonly count: number
}

/** Creates an empty set; from 1 µs to about 6 hours. */
export function createLatencies(): Latencies {
  const counts = new Uint32Array(buckets)
  let count = 0
  let largest = 0
  return {
    add(milliseconds) {
      const index =
        milliseconds <= 0.001 ? 0 : Math.min(buckets - 1, Math.ceil(Math.log(milliseconds * 1_000) / logGrowth))
      counts[index] = counts[index]! + 1
      count += 1
      if (milliseconds > largest) largest = milliseconds
    },
    quantile(share) {
      const target = Math.ceil(share * count)
      let seen = 0
      for (let index = 0; index < buckets; index++) {
        seen += counts[index]!
        if (seen >= target && seen > 0) return Math.min(largest, growth ** index / 1_000)
      }
      return largest
    },
    get count() {
      return count
    },
  }
}
