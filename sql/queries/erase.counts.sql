-- Takes as many events of each of these hours ($2, $3) of site $1 out of the counts of accepted ones: from one lane after
-- the other, since rows do not say which one brought them.
with less as (
  select hour, count from unnest($2::timestamptz[], $3::bigint[]) as l (hour, count)
), held as (
  select c.hour, c.lane, l.count as less,
         coalesce(sum(c.count) over (
           partition by c.hour order by c.lane rows between unbounded preceding and 1 preceding), 0) as before
  from traffic_counts c
  join less l on l.hour = c.hour
  where c.site_id = $1 and c.reason = 'accepted'
)
update traffic_counts c
set count = c.count - greatest(0, least(c.count, h.less - h.before))
from held h
where c.site_id = $1 and c.reason = 'accepted' and c.hour = h.hour and c.lane = h.lane
