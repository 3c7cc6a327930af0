-- How many seconds ago at $1 the oldest local day ended that is to be filled (as in upkeep.breakdown-days) and is not:
-- dirty days, days since $2 that ended visits fall on, and those of visits that nobody has ended. Null when there is
-- none. Days are looked for site by site, those without a row only: where all is filled little is read.
with missing as materialized (
  select s.id as site_id, d.local_day
  from sites s
  cross join (select generate_series($2::timestamptz::date - 1, $1::timestamptz::date, interval '1 day')::date as local_day) d
  where not exists (select from breakdown_days b where b.site_id = s.id and b.local_day = d.local_day)
), open as (
  select b.site_id, b.local_day
  from breakdown_days b
  where b.state = 'dirty'
  union all
  select m.site_id, m.local_day
  from missing m
  cross join lateral (
    select
    from session_hours h
    where h.site_id = m.site_id and h.local_day = m.local_day
      and h.hour >= greatest($2::timestamptz, (m.local_day - 1)::timestamptz) and h.hour < (m.local_day + 2)::timestamptz
    limit 1
  ) visited
  union all
  select v.site_id, v.last_event_day
  from visitors v
  where v.session_id is not null and not v.imported and v.last_seen_at < $1::timestamptz - interval '2 hours'
    and not exists (
      select from breakdown_days b where b.site_id = v.site_id and b.local_day = v.last_event_day and b.state <> 'dirty'
    )
)
select extract(epoch from $1::timestamptz - min((o.local_day + 1)::timestamp at time zone s.timezone))::float8 as seconds
from open o
join sites s on s.id = o.site_id
where (o.local_day + 1)::timestamp at time zone s.timezone <= $1::timestamptz - interval '2 hours'
  and (s.dropped_before is null or o.local_day >= s.dropped_before)
  and not exists (select from timezone_changes z where z.site_id = o.site_id)
