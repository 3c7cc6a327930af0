-- Regions and cities of the sums brought to site $1, which came without names.
insert into place_names (kind, code, name)
select distinct substr(dimension, 7), value, left(value, 255)
from imported_days
where site_id = $1
  and dimension in ('visit:region', 'visit:city')
  and value <> ''
order by 1, 2
on conflict (kind, code) do nothing
