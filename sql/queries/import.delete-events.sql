-- Takes the events that import $4 brought to site $1 in [$2, $3) away, and out of the counts of what was accepted, in
-- the lanes $5 of even and odd visitors; answers their visits.
with gone as (
  delete from events
  where site_id = $1 and recorded_at >= $2 and recorded_at < $3 and import_id = $4
  returning session_id, visitor_id, recorded_at
), counted as (
  update traffic_counts c
  set count = c.count - g.count
  from (
    select date_trunc('hour', recorded_at at time zone 'UTC') at time zone 'UTC' as hour, ($5::smallint[])[(coalesce(visitor_id, 0) & 1) + 1] as lane, count(*) as count
    from gone
    group by 1, 2
  ) g
  where c.site_id = $1 and c.reason = 'accepted' and c.hour = g.hour and c.lane = g.lane
)
select session_id::text as session_id, count(*)::integer as count
from gone
group by 1
