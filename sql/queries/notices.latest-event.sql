-- The latest event of each of the sites $1, if it came after $2.
select s.id as site_id, e.recorded_at as at
from unnest($1::bigint[]) s (id)
cross join lateral (
  select recorded_at from events where site_id = s.id and recorded_at > $2 order by recorded_at desc limit 1
) e
