-- Which of the dimensions $2 the days $3 to $4 brought to the sites $1 have.
select name
from unnest($2::text[]) as name
where exists (
  select from imported_days
  where site_id = any ($1::bigint[]) and dimension = name and local_day between $3 and $4)
