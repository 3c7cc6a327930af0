-- Sums of closed days have one home, daily_breakdowns; those by the hour that the transaction kept (Apache edition), or
-- that were set apart when retention deleted their rows (Community), go with sql/engines.
alter table breakdown_days add column is_final boolean not null default false;
comment on column breakdown_days.is_final is 'Retention deleted the raw rows of the day: its sums are all there is, and stay. Written by upkeep/retention';

-- Of deleted days that were never summed up the hours know the totals: as of a day of few visits (skipped).
do $$
begin
  if to_regclass('event_hours') is null then
    return;
  end if;
  create temporary table lost on commit drop as
  with days as (
    select h.site_id, h.local_day
    from event_hours h
    join sites s on s.id = h.site_id
    where h.local_day < s.dropped_before
    union
    select h.site_id, h.local_day
    from session_hours h
    join sites s on s.id = h.site_id
    where h.local_day < s.dropped_before
  )
  select d.site_id, d.local_day
  from days d
  where not exists (
    select from breakdown_days b where b.site_id = d.site_id and b.local_day = d.local_day and b.state <> 'dirty'
  );
  delete from daily_breakdowns d using lost l where d.site_id = l.site_id and d.local_day = l.local_day;
  insert into daily_breakdowns (site_id, local_day, dimension, value, visitors, seen_day_before, visits, bounces, duration,
    session_pageviews, pageviews, events, active_visitors, active_day_before, active_visits)
  select l.site_id, l.local_day, 'all', '',
         coalesce(s.visitors, 0), coalesce(s.seen, 0), coalesce(s.visits, 0), coalesce(s.bounces, 0), coalesce(s.duration, 0),
         coalesce(s.pageviews, 0), coalesce(e.pageviews, 0), coalesce(e.events, 0), coalesce(e.visitors, 0), coalesce(e.seen, 0),
         coalesce(e.visits, 0)
  from lost l
  left join (
    select site_id, local_day, sum(pageviews) as pageviews, sum(events) as events, sum(first_of_visitor_day) as visitors,
           sum(seen_day_before) as seen, sum(first_of_visit_day) as visits
    from event_hours
    where site_id in (select site_id from lost)
    group by 1, 2
  ) e using (site_id, local_day)
  left join (
    select site_id, local_day, sum(visits) as visits, sum(bounces) as bounces, sum(duration) as duration, sum(pageviews) as pageviews,
           sum(first_of_visitor_day) as visitors, sum(seen_day_before) as seen
    from session_hours
    where site_id in (select site_id from lost)
    group by 1, 2
  ) s using (site_id, local_day);
  insert into breakdown_days (site_id, local_day, state)
  select site_id, local_day, 'skipped' from lost
  on conflict (site_id, local_day) do update set state = 'skipped';
end
$$;

-- Also deleted days without traffic: a day without a row would count as one whose sums nobody knows.
insert into breakdown_days (site_id, local_day, state, is_final)
select s.id, days.day::date, 'done', true
from sites s
cross join lateral (select min(local_day) as day from breakdown_days b where b.site_id = s.id) first
cross join lateral generate_series(first.day, s.dropped_before - 1, interval '1 day') as days (day)
where s.dropped_before is not null
on conflict (site_id, local_day) do update set is_final = true;
