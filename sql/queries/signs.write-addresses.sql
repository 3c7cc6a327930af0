-- The counts $4 of the process $1 about the sites $3 at the instant $2. Sites that are gone are left out. Rows come
-- sorted.
insert into address_signs as old (site_id, process, tally, first_at, seen_at)
select b.site_id, $1::uuid, b.tally, $2::timestamptz, $2::timestamptz
from unnest($3::bigint[], $4::jsonb[]) as b (site_id, tally)
join sites s on s.id = b.site_id
order by b.site_id
on conflict (site_id, process) do update set tally = excluded.tally, seen_at = excluded.seen_at
