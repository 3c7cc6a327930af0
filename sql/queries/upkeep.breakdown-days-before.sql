-- The local days of site $1 whose raw rows are there and whose sums are not all made: from where retention left off, or
-- the first one with rows, to the second one from day $2 on. Days without traffic as well: that there was nothing is
-- for the sums to say, once nothing else can.
select s.id as site_id, day::date as local_day, null as busiest,
       (day::date + 1)::timestamp at time zone s.timezone as ends_at,
       (day::date - 2)::timestamp at time zone s.timezone - interval '3 hours' as before_at,
       greatest((day::date + 1)::timestamp at time zone s.timezone + interval '7 days', (s.long_lived_to + 2)::timestamp at time zone s.timezone)
         as until_at
from sites s
cross join lateral (
  select coalesce(s.dropped_before, least(
    (select local_day from events where site_id = s.id order by recorded_at limit 1),
    (select local_day from engagements where site_id = s.id order by recorded_at limit 1),
    (select local_day from sessions where site_id = s.id order by ended_at limit 1))) as local_day
) first
cross join lateral generate_series(first.local_day, $2::date + 1, interval '1 day') as day
left join breakdown_days b on b.site_id = s.id and b.local_day = day::date
where s.id = $1 and first.local_day < $2::date and b.state is distinct from 'done'
order by local_day
