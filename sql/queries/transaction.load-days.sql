-- Local days with events of the visitors with these keys between $3 and $4: for late events of imported visitors, whose
-- ids live long.
select distinct e.site_id, e.visitor_id, e.local_day
from unnest($1::bigint[], $2::bigint[]) as k (site_id, visitor_id)
join events e on e.site_id = k.site_id and e.visitor_id = k.visitor_id
where e.site_id = any($1)
  and e.recorded_at between $3::timestamptz and $4::timestamptz
