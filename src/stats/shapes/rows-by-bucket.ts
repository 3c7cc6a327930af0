// Shape 1, taken for raw rows in up to 12 buckets, and without dimensions: a sub-select for each bucket. Its bounds are
// literals, also for the visits that events are joined with, and its sorts are small.
import type { Scan } from '../planner.ts'
import { rowsOf, sumsOf } from '../rows.ts'
import type { Context } from '../sql.ts'

/** More sub-selects cost too much planning (docs/performance.md). */
export const bucketsMax = 12

export const rowsByBucket = (scan: Scan, context: Context): string =>
  scan
    .buckets!.map((bucket, index, all) => {
      const rows = rowsOf({ ...scan, buckets: null }, context, bucket, index === all.length - 1)
      return sumsOf(scan, [], rows, index)
    })
    .join('\nunion all\n')
