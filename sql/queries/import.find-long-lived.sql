-- The first and the last local day (zone $2) over which a visitor id of site $1 lives longer than two neighbouring days.
with lives as (
  select min((started_at at time zone $2)::date) as first, max((ended_at at time zone $2)::date) as last
  from visits
  where site_id = $1
  group by visitor_id
)
select min(first) as first, max(last) as last
from lives
where last - first > 1
