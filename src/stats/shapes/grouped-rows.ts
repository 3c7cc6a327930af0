// Shape 2, taken for raw rows otherwise: one pass over the range, grouped by the index of the bucket and by dimensions.
import type { Scan } from '../planner.ts'
import { type Rows, rowsOf, sumsOf } from '../rows.ts'
import { bucketOf, type Context, instant, tailOf } from '../sql.ts'

/** A visit counts in every hour it was active in (spec/stats 9). */
const smear = ({ range, buckets }: Scan, last: string): string => `
      cross join lateral generate_series(
        ${bucketOf(`greatest(v.started_at, ${instant(range.start)})`, buckets!)},
        ${last}) as s (b)`

export const groupedRows = (scan: Scan, context: Context): string =>
  groupRows(scan, rowsOf(scan, context, scan.range, true))

/** The sums of rows by the buckets and dimensions of a scan. */
export function groupRows(scan: Scan, rows: Rows): string {
  const columns = rows.columns.map((column, index) => `${column} as d${index}`)
  if (scan.buckets === null) return sumsOf(scan, columns, rows) + tailOf(scan)
  if (!scan.smeared) return sumsOf(scan, [`${rows.bucket} as b`, ...columns], rows) + tailOf(scan)
  const from = rows.from + smear(scan, rows.bucket)
  return sumsOf(scan, ['s.b as b', ...columns], { ...rows, from }) + tailOf(scan)
}
