-- Visitors of each of the sites $1 between $2 and $3, and between $3 and $4.
select site_id,
       count(distinct visitor_id) filter (where recorded_at < $3) as before,
       count(distinct visitor_id) filter (where recorded_at >= $3) as visitors
from events
where site_id = any ($1::bigint[]) and recorded_at >= $2 and recorded_at < $4
group by site_id
