-- Regions and cities of the visits of site $1 from $2 to $3.
select distinct place.kind, place.code
from sessions, lateral (values ('region', region), ('city', city::text)) as place (kind, code)
where site_id = $1
  and started_at between $2 and $3
  and place.code is not null
