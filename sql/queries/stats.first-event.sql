-- When the first event of the sites $1 was recorded, and the first day brought from another product.
select min(first_at) as first_at,
       (select min(local_day) from imported_days where site_id = any ($1::bigint[]) and dimension = '') as first_imported
from unnest($1::bigint[]) as site (id)
cross join lateral (select min(recorded_at) as first_at from events where site_id = site.id) e
