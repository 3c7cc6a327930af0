-- The last engagement between $3 and $4 of each session of the visitors with these keys: what kept it alive after its
-- last event.
select e.session_id,
       extract(epoch from max(e.recorded_at))::bigint
from unnest($1::bigint[], $2::bigint[]) as k (site_id, visitor_id)
join engagements e on e.site_id = k.site_id and e.visitor_id = k.visitor_id
where e.site_id = any($1)
  and e.recorded_at between $3::timestamptz and $4::timestamptz
group by 1
