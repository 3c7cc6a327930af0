// How many rows the lists of a view had, in this tab of the browser: the next load of the same view keeps so much room.

const keyOf = () => `tidemark.rows.${location.href}`

export function noteRows(rows: readonly number[]): void {
  try {
    sessionStorage.setItem(keyOf(), JSON.stringify(rows))
  } catch {
    // Then lists have their usual room.
  }
}

/** The rows of each list, in the order of the page; empty for a view that was not here yet. */
export function lastRows(): readonly number[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf()) ?? '[]')
  } catch {
    return []
  }
}
