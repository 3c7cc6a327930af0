-- Page requests of the sites $1 by local day from $2 to $3, both inclusive, as kits reported them and as access logs have
-- them.
select site_id, to_char(local_day, 'YYYY-MM-DD') as day,
       coalesce(sum(requests) filter (where import_id = 0), 0)::bigint as kit,
       coalesce(sum(requests) filter (where import_id <> 0), 0)::bigint as logs,
       sum(counted_ahead)::bigint as ahead
from page_requests
where site_id = any ($1::bigint[]) and local_day between $2::date and $3::date
group by 1, 2
