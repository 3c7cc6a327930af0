// Work that a process does only so many times at once.

export interface AtOnce {
  isFull(): boolean
  /** Runs the work and counts it until it is over. */
  count<T>(work: () => Promise<T>): Promise<T>
}

/** Counts work up to a number. Callers ask `isFull` before they begin. */
export function createAtOnce(most: number): AtOnce {
  let underWay = 0
  return {
    isFull: () => underWay >= most,
    async count(work) {
      underWay += 1
      try {
        return await work()
      } finally {
        underWay -= 1
      }
    },
  }
}
