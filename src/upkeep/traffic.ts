// What became of a site's events lately: accepted, or dropped and why.
import type { Database } from '../db/pool.ts'
import { hourMs } from '../rules/time.ts'

/** Counts by outcome over the last hours, most frequent first. */
export async function countTraffic(
  db: Database,
  siteId: number,
  hours: number,
  now: Date,
): Promise<Record<string, number>> {
  const rows = await db.read.query<{ reason: string; count: number }>(
    `select reason, sum(count)::bigint as count
     from traffic_counts
     where site_id = $1 and hour > $2
     group by reason
     order by count desc, reason`,
    [siteId, new Date(now.getTime() - hours * hourMs)],
  )
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]))
}
