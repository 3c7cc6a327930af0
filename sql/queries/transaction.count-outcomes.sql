-- Adds to the outcome counters; rows come sorted by key, so that two writers of one lane never deadlock.
insert into traffic_counts as old (site_id, hour, reason, lane, count)
select n.site_id, n.hour, n.reason, $5::smallint, n.count
from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::bigint[]) as n (site_id, hour, reason, count)
on conflict (site_id, hour, reason, lane) do update set count = old.count + excluded.count
