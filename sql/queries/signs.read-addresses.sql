-- Counts of processes that are there since $2 about the sites $1; about all sites if $1 is null.
select a.site_id, s.domain, a.tally, a.first_at
from address_signs a
join sites s on s.id = a.site_id
where ($1::bigint[] is null or a.site_id = any ($1::bigint[])) and a.seen_at >= $2
order by s.domain, a.process
