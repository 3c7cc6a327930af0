// Files that hold the rows of several sites of another product: which one is meant is not known, so nothing of them is
// imported.
import { fileFailures } from '../failure.ts'
import { createKeep, ownText } from './keeping.ts'

/** Sites that a refusal names. */
const namedMax = 20
const noId = 'none'

export interface OneSite {
  /** Counts a row of a site. */
  count(id: string | undefined): void
  /** Throws a 400 Failure that names the sites with their rows if there are several. */
  readonly refuseSeveral: () => void
}

/** `column` holds the site's id; `advice` says how to export one site. */
export function createOneSite(column: string, advice: string): OneSite {
  const rows = new Map<string, number>()
  const keep = createKeep()
  return {
    count(id = noId) {
      const known = rows.get(id)
      if (known === undefined) keep(id.length)
      rows.set(known === undefined ? ownText(id) : id, (known ?? 0) + 1)
    },
    refuseSeveral() {
      if (rows.size < 2) return
      const sorted = [...rows].sort((a, b) => b[1] - a[1])
      const named = sorted.slice(0, namedMax).map(([id, count]) => `${id.slice(0, 100)} (${count} rows)`)
      const more = sorted.length > namedMax ? [`${sorted.length - namedMax} more`] : []
      throw fileFailures.severalSites(`${column}: ${[...named, ...more].join(', ')}`, advice)
    },
  }
}
