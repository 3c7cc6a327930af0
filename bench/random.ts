// Randomness with a seed: the same numbers on every machine, so that two runs send and store the same.

export interface Random {
  /** A float from 0 up to, not including, 1. */
  next(): number
  /** An integer from 0 up to, not including, `limit`. */
  below(limit: number): number
  /** True with the given probability. */
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

/** Creates a generator (sfc32, seeded through splitmix32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const split = () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
  let [a, b, c, counter] = [split(), split(), split(), 1]
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, chance: (probability) => next() < probability, pick: (list) => list[below(list.length)]! }
}

/** Ranks 0 to size - 1 with Zipf's law: rank k comes with weight 1 / (k + 1) ** exponent. */
export function createZipf(size: number, exponent = 1): (random: Random) => number {
  const sums = new Float64Array(size)
  let total = 0
  for (let rank = 0; rank < size; rank++) {
    total += 1 / (rank + 1) ** exponent
    sums[rank] = total
  }
  return (random) => {
    const target = random.next() * total
    let low = 0
    let high = size - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! > target) high = middle
      else low = middle + 1
    }
    return low
  }
}
