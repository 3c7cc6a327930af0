/** The entry that an arrow key marks in a list of `count`, from `at` on (-1: none), around its ends; undefined for other keys. */
export function markAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return count === 0 ? at : (at + 1) % count
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1
  return undefined
}
