-- The newest event of the sites $1 since $2.
select recorded_at as at, site_id, hostname, pathname
from events
where site_id = any ($1::bigint[]) and recorded_at >= $2
order by recorded_at desc
limit 1
