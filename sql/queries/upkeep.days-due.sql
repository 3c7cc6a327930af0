-- Local days to fill, of the sites $1: dirty ones, small ones (skipped) of those sites whose $4 says that none is too
-- small, and days of the last week without sums so far on which a visit ended or (before $5) should have. Only days from
-- $2 to $3 of the site, which are over and whose raw rows are there; none of the days $8 of the sites $7, which were
-- tried. Nothing older than $6 is looked for by its visits.
select site_id, local_day
from (
  select b.site_id, b.local_day
  from breakdown_days b
  join unnest($1::bigint[], $2::date[], $3::date[], $4::boolean[]) as s (id, first_day, last_day, keeps_small) on s.id = b.site_id
  where {{at b}}(b.state = 'dirty' or b.state = 'skipped' and s.keeps_small) and not b.is_final
    and b.local_day between s.first_day and s.last_day
  union
  select s.id, d.day::date
  from unnest($1::bigint[], $2::date[], $3::date[]) as s (id, first_day, last_day)
  cross join lateral generate_series(greatest(s.first_day, s.last_day - 8), s.last_day, interval '1 day') as d (day)
  where not exists (select 1 from breakdown_days b where b.site_id = s.id and b.local_day = d.day::date)
    and exists (
      select 1
      from sessions v
      where v.site_id = s.id and v.local_day = d.day::date and v.ended_at >= $6::timestamptz
        and v.ended_at >= (d.day::date - 1)::timestamp at time zone 'UTC' and v.ended_at < (d.day::date + 2)::timestamp at time zone 'UTC')
  union
  select v.site_id, v.last_event_day
  from visitors v
  join unnest($1::bigint[], $2::date[], $3::date[]) as s (id, first_day, last_day) on s.id = v.site_id
  where {{at v}}v.session_id is not null and not v.imported and v.last_seen_at < $5::timestamptz
    and v.last_event_day between s.first_day and s.last_day
    and not exists (
      select 1 from breakdown_days b where b.site_id = v.site_id and b.local_day = v.last_event_day and b.state <> 'dirty')
) due
where not exists (
    select 1
    from unnest($7::bigint[], $8::date[]) as tried (site_id, local_day)
    where tried.site_id = due.site_id and tried.local_day = due.local_day)
