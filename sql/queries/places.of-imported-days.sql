-- Regions and cities of the sums brought to site $1.
select distinct substr(dimension, 7) as kind, value as code
from imported_days
where site_id = $1
  and dimension in ('visit:region', 'visit:city')
  and value <> ''
