-- The local days of an import have to be filled (again) in daily_breakdowns.
insert into breakdown_days (site_id, local_day, state)
select $1, day::date, 'dirty'
from generate_series($2::date, $3::date, interval '1 day') as day
on conflict (site_id, local_day) do update set state = 'dirty'
