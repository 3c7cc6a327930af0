-- The filled ones (done or skipped) of the two local days of site $1 after day $2, locked: their sums count who was
-- there on that day.
select b.site_id, b.local_day, b.state,
       (b.local_day + 1)::timestamp at time zone s.timezone as ends_at,
       (b.local_day - 2)::timestamp at time zone s.timezone - interval '3 hours' as before_at,
       greatest((b.local_day + 1)::timestamp at time zone s.timezone + interval '7 days', (s.long_lived_to + 2)::timestamp at time zone s.timezone)
         as until_at
from breakdown_days b
join sites s on s.id = b.site_id
where b.site_id = $1 and b.state <> 'dirty' and b.local_day between $2::date + 1 and $2::date + 2
order by b.local_day
for update of b
