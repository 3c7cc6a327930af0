-- The first event of each of the sites $1 that has one.
select s.id as site_id, e.recorded_at as at
from unnest($1::bigint[]) s (id)
cross join lateral (
  select recorded_at from events where site_id = s.id order by recorded_at limit 1
) e
