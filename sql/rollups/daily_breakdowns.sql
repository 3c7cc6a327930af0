-- One site ($1), one closed local day ($2) that spans [$3, $4): the single definition of daily_breakdowns, goals excluded.
-- $5 is the day's start minus a day: who was there the day before. Each column keeps the grain spec/stats 6 gives it:
--   visit:*  visitors, visits, bounces, duration: sessions by the local day of their last activity;
--            pageviews, events: events of the day, by the dimension of their session
--   event:*  visitors, visits, pageviews, events: events of the day; bounces and duration do not apply
with day_sessions as (
  select s.visitor_id, s.local_day, s.is_bounce, s.duration, d.dimension, coalesce(d.value, '') as value
  from sessions s
  cross join lateral (values
    ('visit:source', s.source), ('visit:channel', s.channel), ('visit:referrer', s.referrer),
    ('visit:utm_source', s.utm_source), ('visit:utm_medium', s.utm_medium), ('visit:utm_campaign', s.utm_campaign),
    ('visit:country', s.country), ('visit:device', s.device), ('visit:browser', s.browser), ('visit:os', s.os),
    ('visit:entry_page', s.entry_page), ('visit:exit_page', s.exit_page)
  ) as d (dimension, value)
  where s.site_id = $1 and s.ended_at >= $5::timestamptz and s.ended_at < $4::timestamptz and s.local_day between $2::date - 1 and $2::date
), session_visitors as (
  select dimension, value, visitor_id,
         count(*) filter (where local_day = $2::date) as visits,
         count(*) filter (where local_day = $2::date and is_bounce) as bounces,
         coalesce(sum(duration) filter (where local_day = $2::date), 0) as duration,
         bool_or(local_day = $2::date - 1) as day_before
  from day_sessions
  group by 1, 2, 3
), session_sums as (
  select dimension, value, count(*) as visitors, count(*) filter (where day_before) as seen_day_before,
         sum(visits) as visits, 0::bigint as pageviews, 0::bigint as events, sum(bounces) as bounces, sum(duration) as duration
  from session_visitors
  where visits > 0
  group by 1, 2
), event_sessions as (
  select session_id, count(*) filter (where name = 'pageview') as pageviews, count(*) as events
  from events
  where site_id = $1 and recorded_at >= $3::timestamptz and recorded_at < $4::timestamptz
  group by 1
), session_events as (
  select d.dimension, coalesce(d.value, '') as value, 0::bigint as visitors, 0::bigint as seen_day_before, 0::bigint as visits,
         sum(e.pageviews) as pageviews, sum(e.events) as events, 0::bigint as bounces, 0::bigint as duration
  from event_sessions e
  join sessions s on s.site_id = $1 and s.session_id = e.session_id and s.ended_at >= $3::timestamptz and s.ended_at < $4::timestamptz + interval '7 days'
  cross join lateral (values
    ('visit:source', s.source), ('visit:channel', s.channel), ('visit:referrer', s.referrer),
    ('visit:utm_source', s.utm_source), ('visit:utm_medium', s.utm_medium), ('visit:utm_campaign', s.utm_campaign),
    ('visit:country', s.country), ('visit:device', s.device), ('visit:browser', s.browser), ('visit:os', s.os),
    ('visit:entry_page', s.entry_page), ('visit:exit_page', s.exit_page)
  ) as d (dimension, value)
  group by 1, 2
), day_events as (
  select e.visitor_id, e.session_id, e.local_day, e.name, d.dimension, d.value
  from events e
  cross join lateral (values ('event:page', e.pathname), ('event:hostname', e.hostname), ('event:name', e.name)) as d (dimension, value)
  where e.site_id = $1 and e.recorded_at >= $5::timestamptz and e.recorded_at < $4::timestamptz and e.local_day between $2::date - 1 and $2::date
), event_visits as (
  select dimension, value, visitor_id, session_id,
         count(*) filter (where local_day = $2::date and name = 'pageview') as pageviews,
         count(*) filter (where local_day = $2::date) as events,
         bool_or(local_day = $2::date - 1) as day_before
  from day_events
  group by 1, 2, 3, 4
), event_visitors as (
  select dimension, value, visitor_id, sum(pageviews) as pageviews, sum(events) as events,
         count(*) filter (where events > 0) as visits, bool_or(day_before) as day_before
  from event_visits
  group by 1, 2, 3
), event_sums as (
  select dimension, value, count(*) as visitors, count(*) filter (where day_before) as seen_day_before,
         sum(visits) as visits, sum(pageviews) as pageviews, sum(events) as events, 0::bigint as bounces, 0::bigint as duration
  from event_visitors
  where events > 0
  group by 1, 2
)
select dimension, value, sum(visitors)::integer as visitors, sum(seen_day_before)::integer as seen_day_before,
       sum(visits)::integer as visits, sum(pageviews)::integer as pageviews, sum(events)::integer as events,
       sum(bounces)::integer as bounces, sum(duration)::bigint as duration
from (
  select * from session_sums union all select * from session_events union all select * from event_sums
) parts
group by 1, 2
