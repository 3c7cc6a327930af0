-- The local days of an import have to be filled (again) in daily_breakdowns, and visit_sequences of the days within two of them;
-- not those that retention deleted while it ran.
with undone as (
  delete from sequence_days where site_id = $1 and local_day between $2::date - 2 and $3::date + 2
)
insert into breakdown_days ({{part,}}site_id, local_day, state)
select {{=part,}}$1, day::date, 'dirty'
from generate_series($2::date, $3::date, interval '1 day') as day
where day::date > coalesce((select max(local_day) from breakdown_days where site_id = $1 and is_final), '-infinity')
on conflict ({{part,}}site_id, local_day) do update set state = 'dirty'
