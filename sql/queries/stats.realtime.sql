-- Visitors of the sites $1 with an event between $2 and $3.
select count(distinct visitor_id) as visitors
from events
where site_id = any ($1::bigint[]) and recorded_at >= $2 and recorded_at <= $3
