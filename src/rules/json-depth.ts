// How deep parsed JSON is nested: parsing copes with any depth, but what walks or prints a value calls itself once a
// level.

/** True when a parsed JSON value has arrays and objects within each other more than `depthMax` times. */
export function isDeeperThan(value: unknown, depthMax: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
    if (depth >= depthMax && level.some((item) => typeof item === 'object' && item !== null)) return true
  }
  return false
}
