-- The local days over which a visitor id of site $1 (zone $2) lives longer than two neighbouring days.
with lives as (
  select min((started_at at time zone $2)::date) as first, max((ended_at at time zone $2)::date) as last
  from visits
  where site_id = $1
  group by visitor_id
), spans as (
  select min(first) as first, max(last) as last
  from lives
  where last - first > 1
)
update sites
set long_lived_from = spans.first, long_lived_to = spans.last
from spans
where id = $1
