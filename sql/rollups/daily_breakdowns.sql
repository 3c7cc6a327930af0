-- One site ($1), one closed local day ($2) that ends at $3; $4 is before the start of the day two days before: who was there on those two
-- before. The single definition of daily_breakdowns, goals excluded. Each column keeps the grain spec/stats 6 gives it:
--   visit:*  visitors, visits, bounces, duration, session_pageviews: sessions by the local day of their last activity;
--            active_*, pageviews, events: events of the day, by the dimension of their session
--   all      the totals of the day, of both grains
--   event:*  active_*, pageviews, events: events of the day; visitors and visits are the same as active_*
--   event:page  engaged_*: engagement of the day; a page may have that alone
with recent_sessions as materialized (
  select session_id, visitor_id, $2::date - local_day as ago, is_bounce, duration, pageviews,
         source, coalesce(channel, 'Direct') as channel, referrer, utm_source, utm_medium, utm_campaign,
         country, device, browser, os, entry_page, exit_page
  from sessions
  where site_id = $1 and ended_at >= $4::timestamptz and ended_at < $3::timestamptz + interval '7 days'
), ended as (
  select s.visitor_id, s.ago, s.is_bounce, s.duration, s.pageviews, d.dimension, coalesce(d.value, '') as value
  from recent_sessions s
  cross join lateral (values
    ('visit:source', s.source), ('visit:channel', s.channel), ('visit:referrer', s.referrer),
    ('visit:utm_source', s.utm_source), ('visit:utm_medium', s.utm_medium), ('visit:utm_campaign', s.utm_campaign),
    ('visit:country', s.country), ('visit:device', s.device), ('visit:browser', s.browser), ('visit:os', s.os),
    ('visit:entry_page', s.entry_page), ('visit:exit_page', s.exit_page), ('all', '')
  ) as d (dimension, value)
  where s.ago = 0 or (s.ago in (1, 2) and s.visitor_id in (select visitor_id from recent_sessions where ago = 0))
), ended_visitors as (
  select dimension, value,
         count(*) filter (where ago = 0) as visits,
         count(*) filter (where ago = 0 and is_bounce) as bounces,
         sum(duration) filter (where ago = 0) as duration,
         sum(pageviews) filter (where ago = 0) as pageviews,
         bool_or(ago = 1) as day_before,
         bool_or(ago = 2) as two_days_before
  from ended
  group by dimension, value, visitor_id
), ended_sums as (
  select dimension, value,
         count(*) as visitors,
         count(*) filter (where day_before) as seen_day_before,
         count(*) filter (where two_days_before and not day_before) as seen_two_days_before,
         sum(visits) as visits, sum(bounces) as bounces, sum(duration) as duration, sum(pageviews) as session_pageviews
  from ended_visitors
  where visits > 0
  group by 1, 2
), recent_events as materialized (
  select session_id, visitor_id, $2::date - local_day as ago, name, pathname, hostname
  from events
  where site_id = $1 and recorded_at >= $4::timestamptz and recorded_at < $3::timestamptz and local_day between $2::date - 2 and $2::date
), wanted_events as materialized (
  select * from recent_events where ago = 0 or visitor_id in (select visitor_id from recent_events where ago = 0)
), active_sessions as (
  select session_id, visitor_id, ago, count(*) filter (where name = 'pageview') as pageviews, count(*) as events
  from wanted_events
  group by 1, 2, 3
), active as (
  select d.dimension, coalesce(d.value, '') as value, a.visitor_id, a.session_id, a.ago, a.pageviews, a.events
  from active_sessions a
  join recent_sessions s using (session_id)
  cross join lateral (values
    ('visit:source', s.source), ('visit:channel', s.channel), ('visit:referrer', s.referrer),
    ('visit:utm_source', s.utm_source), ('visit:utm_medium', s.utm_medium), ('visit:utm_campaign', s.utm_campaign),
    ('visit:country', s.country), ('visit:device', s.device), ('visit:browser', s.browser), ('visit:os', s.os),
    ('visit:entry_page', s.entry_page), ('visit:exit_page', s.exit_page), ('all', '')
  ) as d (dimension, value)
  union all
  select d.dimension, d.value, e.visitor_id, e.session_id, e.ago, (e.name = 'pageview')::integer, 1
  from wanted_events e
  cross join lateral (values ('event:page', e.pathname), ('event:hostname', e.hostname), ('event:name', e.name)) as d (dimension, value)
), active_visits as (
  select dimension, value, visitor_id,
         bool_or(ago = 0) as today, bool_or(ago = 1) as day_before, bool_or(ago = 2) as two_days_before,
         sum(pageviews) filter (where ago = 0) as pageviews, sum(events) filter (where ago = 0) as events
  from active
  group by dimension, value, visitor_id, session_id
), active_visitors as (
  select dimension, value,
         bool_or(today) as today, bool_or(day_before) as day_before, bool_or(two_days_before) as two_days_before,
         count(*) filter (where today) as visits,
         count(*) filter (where today and day_before) as visits_day_before,
         count(*) filter (where today and two_days_before and not day_before) as visits_two_days_before,
         sum(pageviews) as pageviews, sum(events) as events
  from active_visits
  group by dimension, value, visitor_id
), active_sums as (
  select dimension, value,
         count(*) as visitors,
         count(*) filter (where day_before) as day_before,
         count(*) filter (where two_days_before and not day_before) as two_days_before,
         sum(visits) as visits, sum(visits_day_before) as visits_day_before, sum(visits_two_days_before) as visits_two_days_before,
         sum(pageviews) as pageviews, sum(events) as events
  from active_visitors
  where today
  group by 1, 2
), engaged_visits as (
  select pathname, session_id,
         sum(engagement_time_ms) filter (where local_day = $2::date) as ms,
         bool_or(local_day = $2::date) as today, bool_or(local_day = $2::date - 1) as day_before, bool_or(local_day = $2::date - 2) as two_days_before
  from engagements
  where site_id = $1 and recorded_at >= $4::timestamptz and recorded_at < $3::timestamptz and local_day between $2::date - 2 and $2::date
  group by 1, 2
), engaged_sums as (
  select 'event:page' as dimension, pathname as value,
         sum(ms) as ms,
         count(*) as visits,
         count(*) filter (where day_before) as visits_day_before,
         count(*) filter (where two_days_before and not day_before) as visits_two_days_before
  from engaged_visits
  where today
  group by 2
)
select dimension, value,
       coalesce(case when dimension like 'event:%' then a.visitors else e.visitors end, 0)::integer as visitors,
       coalesce(case when dimension like 'event:%' then a.day_before else e.seen_day_before end, 0)::integer as seen_day_before,
       coalesce(case when dimension like 'event:%' then a.two_days_before else e.seen_two_days_before end, 0)::integer as seen_two_days_before,
       coalesce(case when dimension like 'event:%' then a.visits else e.visits end, 0)::integer as visits,
       coalesce(e.bounces, 0)::integer as bounces,
       coalesce(e.duration, 0)::bigint as duration,
       coalesce(e.session_pageviews, 0)::bigint as session_pageviews,
       coalesce(a.pageviews, 0)::integer as pageviews,
       coalesce(a.events, 0)::integer as events,
       coalesce(a.visitors, 0)::integer as active_visitors,
       coalesce(a.day_before, 0)::integer as active_day_before,
       coalesce(a.two_days_before, 0)::integer as active_two_days_before,
       coalesce(a.visits, 0)::integer as active_visits,
       coalesce(a.visits_day_before, 0)::integer as active_visits_day_before,
       coalesce(a.visits_two_days_before, 0)::integer as active_visits_two_days_before,
       g.ms::bigint as engaged_ms,
       g.visits::integer as engaged_visits,
       g.visits_day_before::integer as engaged_visits_day_before,
       g.visits_two_days_before::integer as engaged_visits_two_days_before
from ended_sums e
full join active_sums a using (dimension, value)
full join engaged_sums g using (dimension, value)
