-- Regions and cities of the visits of site $1 from $2 to $3, which came without names.
insert into place_names (kind, code, name)
select distinct place.kind, place.code, left(place.code, 255)
from sessions, lateral (values ('region', region), ('city', city::text)) as place (kind, code)
where site_id = $1
  and started_at between $2 and $3
  and place.code is not null
order by 1, 2
on conflict (kind, code) do nothing
