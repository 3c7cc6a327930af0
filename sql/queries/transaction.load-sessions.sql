-- Ended sessions of the visitors with these keys that ended between $3 and $4, oldest first: for events older than
-- their visitor.
select {{reads}}
from unnest($1::bigint[], $2::bigint[]) as k (site_id, visitor_id)
join sessions s on s.site_id = k.site_id and s.visitor_id = k.visitor_id
where s.site_id = any($1)
  and s.ended_at between $3::timestamptz and $4::timestamptz
order by s.ended_at, s.started_at
