-- Local days to fill: dirty ones, and days of the last week ($2 on) nobody filled yet; only days closed before $1 minus
-- two hours, and none of the days $5 of the sites $4, which were tried. `busiest`: the visits of the busiest day among
-- the seven that end with this one; null where no day is too small, since retention deletes or has deleted what would
-- answer for it: there, small ones are due as well.
with due as (
  select b.site_id, b.local_day
  from breakdown_days b
  where b.state = 'dirty'
     or b.state = 'skipped' and b.site_id in (select id from sites where retention_months is not null or dropped_before is not null)
  union
  select h.site_id, h.local_day
  from session_hours h
  where h.hour >= $2
    and not exists (select from breakdown_days b where b.site_id = h.site_id and b.local_day = h.local_day)
)
select d.site_id, d.local_day,
       (d.local_day + 1)::timestamp at time zone s.timezone as ends_at,
       (d.local_day - 2)::timestamp at time zone s.timezone - interval '3 hours' as before_at,
       greatest((d.local_day + 1)::timestamp at time zone s.timezone + interval '7 days', (s.long_lived_to + 2)::timestamp at time zone s.timezone)
         as until_at,
       case when s.retention_months is null and s.dropped_before is null then (
         select coalesce(max(of_day.visits), 0)::bigint
         from (
           select sum(h.visits) as visits
           from session_hours h
           where h.site_id = d.site_id and h.local_day between d.local_day - 6 and d.local_day
             and h.hour >= (d.local_day - 7)::timestamptz and h.hour < (d.local_day + 2)::timestamptz
           group by h.local_day
         ) of_day
       ) end as busiest
from due d
join sites s on s.id = d.site_id
where (d.local_day + 1)::timestamp at time zone s.timezone <= $1::timestamptz - interval '2 hours'
  and (s.dropped_before is null or d.local_day >= s.dropped_before)
  and not exists (select from timezone_changes z where z.site_id = d.site_id)
  and not exists (
    select from unnest($4::bigint[], $5::date[]) as tried (site_id, local_day) where tried.site_id = d.site_id and tried.local_day = d.local_day)
order by d.site_id, d.local_day
limit $3
