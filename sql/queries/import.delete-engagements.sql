-- The same for engagement; answers how many rows.
with gone as (
  delete from engagements
  where site_id = $1 and recorded_at >= $2 and recorded_at < $3 and import_id = $4
  returning visitor_id, recorded_at
), counted as (
  update traffic_counts c
  set count = c.count - g.count
  from (
    select date_trunc('hour', recorded_at at time zone 'UTC') at time zone 'UTC' as hour, ($5::smallint[])[(visitor_id & 1) + 1] as lane, count(*) as count
    from gone
    group by 1, 2
  ) g
  where c.site_id = $1 and c.reason = 'accepted' and c.hour = g.hour and c.lane = g.lane
)
select count(*)::integer as count from gone
