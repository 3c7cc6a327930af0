// Daily sums brought from another product, and what an answer leaves out: the optional `warning` (spec/stats 16).
import type { Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { addImported } from './answer.ts'
import type { Sums } from './metrics.ts'
import type { Query } from './query.ts'

export interface Imported {
  readonly isIncluded: boolean
  readonly warning?: string
  /** Adds the imported sums to those of each bucket, or to the one total. */
  addTo(series: readonly Sums[]): void
}

const messages = {
  interval: 'Imported stats are not included because the time dimension (interval) is too short.',
  parameters: 'Imported stats are not included in the results because query parameters are not supported.',
  dropped: 'Data older than the retention time of this site is not included in the results.',
}

interface DayRow extends Sums {
  local_day: string
}

/** What imports add to a query, if it asks for them. */
export async function importedSums(tx: Queryable, query: Query): Promise<Imported> {
  const nothing: Imported = { isIncluded: false, addTo: () => {} }
  const isDropped = query.site.droppedBefore !== null && query.range.firstDay < query.site.droppedBefore
  const isPlain = query.filters.length === 0 && query.dimensions.length === 0
  const onlyRaw: Imported = isDropped && (!isPlain || query.interval === 'hour') ? { ...nothing, warning: messages.dropped } : nothing
  if (!query.withImported) return onlyRaw
  const days = await tx.query<DayRow>(statement('stats.imported-days'), [query.site.ids, query.range.firstDay, query.range.lastDay])
  if (days.length === 0) return onlyRaw
  if (query.interval === 'hour') return { ...nothing, warning: messages.interval }
  if (!isPlain) return { ...nothing, warning: messages.parameters }
  return {
    isIncluded: true,
    addTo(series) {
      for (const day of days) {
        const index =
          query.buckets === null
            ? 0
            : query.buckets.findIndex((bucket) => bucket.firstDay <= day.local_day && day.local_day <= bucket.lastDay)
        const sums = series[index]
        if (sums) addImported(sums, day)
      }
    },
  }
}
