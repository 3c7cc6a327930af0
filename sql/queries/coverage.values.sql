-- Page requests of the sites $1 on the local days $2, by their page, browser or country ($4). $3: true for a day whose
-- requests are those that kits reported, false for one that access logs know better.
select site_id,
       case $4::text when 'page' then page when 'browser' then browser else country end as value,
       coalesce(sum(requests) filter (where (import_id = 0) = d.is_kit), 0)::bigint as requests,
       sum(counted_ahead)::bigint as ahead
from page_requests p
join unnest($2::date[], $3::boolean[]) as d (day, is_kit) on d.day = p.local_day
where p.site_id = any ($1::bigint[])
group by 1, 2
