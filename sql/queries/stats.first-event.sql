-- When the first event of the sites $1 was recorded, or, of a site whose rows retention has deleted, when the first
-- hour or local day with events began; and the first day brought from another product.
select min(first_at) as first_at,
       (select min(local_day) from imported_days where site_id = any ($1::bigint[]) and dimension = '') as first_imported
from sites site
cross join lateral (
  select min(recorded_at) as first_at from events where site_id = site.id
  union all
  (select greatest(hour, local_day::timestamp at time zone site.timezone)
   from event_hours
   where site_id = site.id and site.dropped_before is not null
   order by hour
   limit 1)
) e
where site.id = any ($1::bigint[])
