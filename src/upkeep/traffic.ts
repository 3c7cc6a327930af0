// A site's latest events by outcome: accepted, or dropped and why.
import { queryParts } from '../db/parts.ts'
import type { Database } from '../db/pool.ts'
import { hourMs } from '../rules/durations.ts'

/** Counts by outcome over the last hours, most frequent first. */
export async function countTraffic(
  db: Database,
  siteId: number,
  hours: number,
  now: Date,
): Promise<Record<string, number>> {
  const rows = await queryParts<{ reason: string; count: number }>(
    db.read,
    [siteId],
    `select reason, sum(count)::bigint as count
     from traffic_counts
     where site_id = any ($1::bigint[]) and hour > $2
     group by reason
     order by count desc, reason`,
    [new Date(now.getTime() - hours * hourMs)],
  )
  const counts: Record<string, number> = {}
  for (const { reason, count } of rows) counts[reason] = (counts[reason] ?? 0) + count
  return counts
}
