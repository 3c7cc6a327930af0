-- Of each of the sites $1: the visitors since $2, and when the newest event since $3 came.
select site.id as site_id, last.at as last_at,
       (select count(distinct visitor_id) from events where site_id = site.id and recorded_at >= $2) as current
from unnest($1::bigint[]) as site (id)
left join lateral (
  select recorded_at as at from events
  where site_id = site.id and recorded_at >= $3
  order by recorded_at desc
  limit 1
) last on true
