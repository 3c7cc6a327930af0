-- When the first event of the sites $1 was recorded.
select min(first_at) as first_at
from unnest($1::bigint[]) as site (id)
cross join lateral (select min(recorded_at) as first_at from events where site_id = site.id) e
