// What must hold of a site's rows however its events arrived: flags that add up, counters that are exact, rollups that
// equal raw rows.
import type { Test } from 'tap'
import { ownPartOf } from '../../src/db/parts.ts'
import type { Database } from '../../src/db/pool.ts'

/** Checks one site. */
export async function checkSums(t: Test, db: Database, siteId: number, timezone: string): Promise<void> {
  const { db: own } = await ownPartOf(db.write, siteId)
  // Flags: exactly one first event for each visitor and local day, each session and local day, and the day before.
  const [flags] = await own.query<Record<string, number>>(
    `select count(*) filter (where first_of_visitor_day) as a, count(distinct (visitor_id, local_day)) as b,
            count(*) filter (where first_of_visit_day) as c, count(distinct (session_id, local_day)) as d,
            count(*) filter (where first_of_visitor_month) as e, count(distinct (visitor_id, date_trunc('month', local_day))) as f,
            count(*) filter (where first_of_visit_month) as g, count(distinct (session_id, date_trunc('month', local_day))) as h,
            count(*) filter (where seen_day_before) as i,
            (select count(distinct (x.visitor_id, x.local_day)) from events x join events y
               on {{at y}}y.site_id = x.site_id and y.visitor_id = x.visitor_id and y.local_day = x.local_day - 1 where {{at x}}x.site_id = $1) as j,
            count(*) filter (where local_day <> (recorded_at at time zone $2)::date) as wrong_days
     from events where {{at}}site_id = $1`,
    [siteId, timezone],
  )
  t.strictSame(
    [flags!['a'], flags!['c'], flags!['e'], flags!['g'], flags!['i']],
    [flags!['b'], flags!['d'], flags!['f'], flags!['h'], flags!['j']],
  )
  t.equal(flags!['wrong_days'], 0)
  const [ended] = await own.query<Record<string, number>>(
    `select count(*) filter (where first_of_visitor_day) as a, count(distinct (visitor_id, local_day)) as b,
            count(*) filter (where first_of_visitor_month) as c, count(distinct (visitor_id, date_trunc('month', local_day))) as d,
            count(*) filter (where seen_day_before) as e,
            (select count(distinct (x.visitor_id, x.local_day)) from sessions x join sessions y
               on {{at y}}y.site_id = x.site_id and y.visitor_id = x.visitor_id and y.local_day = x.local_day - 1 where {{at x}}x.site_id = $1) as f
     from sessions where {{at}}site_id = $1`,
    [siteId],
  )
  t.strictSame([ended!['a'], ended!['c'], ended!['e']], [ended!['b'], ended!['d'], ended!['f']])

  // Counters and, on the edition with transactions that keep them, the hourly sums.
  const [counted] = await own.query<{ kept: number; dropped: number; rows: number }>(
    `select coalesce(sum(count) filter (where reason = 'accepted'), 0)::bigint as kept,
            coalesce(sum(count) filter (where reason <> 'accepted'), 0)::bigint as dropped,
            (select count(*) from events where {{at}}site_id = $1) + (select count(*) from engagements where {{at}}site_id = $1) as rows
     from traffic_counts where {{at}}site_id = $1`,
    [siteId],
  )
  t.strictSame([counted!.kept, counted!.dropped], [counted!.rows, counted!.dropped])
  const [hours] = await own.query<Record<string, string>>(
    `select (select coalesce(sum(events), 0) || ' ' || coalesce(sum(first_of_visitor_day), 0) from event_hours where {{at}}site_id = $1) as kept,
            (select count(*) || ' ' || count(*) filter (where first_of_visitor_day) from events where {{at}}site_id = $1) as raw,
            (select coalesce(sum(visits), 0) || ' ' || coalesce(sum(duration), 0) || ' ' || coalesce(sum(first_of_visitor_day), 0) from session_hours where {{at}}site_id = $1) as kept_sessions,
            (select count(*) || ' ' || coalesce(sum(duration), 0) || ' ' || count(*) filter (where first_of_visitor_day) from sessions where {{at}}site_id = $1) as raw_sessions`,
    [siteId],
  )
  t.strictSame([hours!['kept'], hours!['kept_sessions']], [hours!['raw'], hours!['raw_sessions']])
}
