-- When the first event of the sites $1 was recorded; the first local day with events in the sums, which outlive their
-- rows; the first day brought from another product, and whether anything was.
select min(e.first_at) as first_at, min(d.first_summed) as first_summed,
       exists (select 1 from imported_days where site_id = any ($1::bigint[])) as has_imports,
       (select min(local_day) from imported_days where site_id = any ($1::bigint[]) and dimension = '') as first_imported
from unnest($1::bigint[]) as site (id)
cross join lateral (select min(recorded_at) as first_at from events where site_id = site.id) e
cross join lateral (
  select min(local_day) as first_summed from daily_breakdowns where site_id = site.id and dimension = 'all' and events > 0
) d
