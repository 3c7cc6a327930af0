// Shape 2, taken for raw rows otherwise: one pass over the range, grouped by the index of the bucket and by dimensions.
import type { Scan } from '../planner.ts'
import { rowsOf, sumsOf } from '../rows.ts'
import { bucketOf, type Context, instant, tailOf } from '../sql.ts'

/** A visit counts in every hour it was active in (spec/stats 9). */
const smear = ({ range, buckets }: Scan, last: string): string => `
      cross join lateral generate_series(
        ${bucketOf(`greatest(v.started_at, ${instant(range.start)})`, buckets!)},
        ${last}) as s (b)`

export function groupedRows(scan: Scan, context: Context): string {
  const rows = rowsOf(scan, context, scan.range, true)
  const columns = rows.columns.map((column, index) => `${column} as d${index}`)
  if (scan.buckets === null) return sumsOf(scan, columns, rows) + tailOf(scan)
  if (!scan.smeared) return sumsOf(scan, [`${rows.bucket} as b`, ...columns], rows) + tailOf(scan)
  const from = rows.from + smear(scan, rows.bucket)
  return sumsOf(scan, ['s.b as b', ...columns], { ...rows, from }) + tailOf(scan)
}
