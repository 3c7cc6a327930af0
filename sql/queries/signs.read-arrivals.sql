-- Signs since $2 of the sites $1; of all sites if $1 is null. The newest first.
select s.domain, a.kind, a.detail, a.count, a.last_at as at
from arrival_signs a
join sites s on s.id = a.site_id
where ($1::bigint[] is null or a.site_id = any ($1::bigint[])) and a.last_at >= $2
order by s.domain, a.last_at desc, a.kind, a.detail
