-- The local days of site $1 whose raw rows are there and whose sums are not all made: from $3, where retention left off,
-- or the first one with rows, to the second one from day $2 on. Days without traffic as well: that there was nothing is
-- for the sums to say, once nothing else can.
select $1::bigint as site_id, day::date as local_day
from (
  select coalesce($3::date, least(
    (select local_day from events where site_id = $1 order by recorded_at limit 1),
    (select local_day from engagements where site_id = $1 order by recorded_at limit 1),
    (select local_day from sessions where site_id = $1 order by ended_at limit 1))) as local_day
) first
cross join lateral generate_series(first.local_day, $2::date + 1, interval '1 day') as day
left join breakdown_days b on b.site_id = $1 and b.local_day = day::date
where first.local_day < $2::date and b.state is distinct from 'done'
order by local_day
