-- The filled local days of site $1 from day $2 to $3 that can be compared with raw rows: no day whose own sums, or
-- those of the two days before it, wait to be done again, and none that retention took raw rows of.
select b.site_id, b.local_day, b.state = 'skipped' as "onlyTotals",
       (b.local_day + 1)::timestamp at time zone s.timezone as ends_at,
       (b.local_day - 2)::timestamp at time zone s.timezone - interval '3 hours' as before_at,
       greatest((b.local_day + 1)::timestamp at time zone s.timezone + interval '7 days', (s.long_lived_to + 2)::timestamp at time zone s.timezone)
         as until_at
from breakdown_days b
join sites s on s.id = b.site_id
where b.site_id = $1 and b.local_day between $2 and $3 and b.state <> 'dirty'
  and (s.dropped_before is null or b.local_day >= s.dropped_before + 2)
  and not exists (select from timezone_changes z where z.site_id = b.site_id)
  and not exists (
    select from breakdown_days before
    where before.site_id = b.site_id and before.local_day between b.local_day - 2 and b.local_day - 1 and before.state = 'dirty')
order by b.local_day
