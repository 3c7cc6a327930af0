-- One site ($1), one closed local day ($2) that ends at $3; $4 is before the start of the day two days before: who was
-- there on those two before; $5 is after the end of every visit with events on one of the three days, a week after $3
-- but for imported ones; $6 is the hostname that rows leave out. $7 null: the rows of the whole site; else those of the visits of
-- each of these sources alone, as dimensions of their own: `source:Google event:page`. The definition of daily_breakdowns, goals
-- and properties excluded (sql/queries/upkeep.*-breakdown.sql). Each column keeps the grain spec/stats 6 gives it:
--   visit:*  visitors, visits, bounces, duration, session_pageviews: sessions by the local day of their last activity;
--            active_*, pageviews, events: events of the day, by the dimension of their session
--   all      the totals of the day, of both grains
--   event:*  active_*, pageviews, events: events of the day; visitors and visits are the same as active_*
--   event:page  engaged_*: engagement of the day; a page may have that alone
--   source   no sums: says that the day has those of this source
with recent_sessions as materialized (
  select case when $7::text[] is null then '' else 'source:' || source || ' ' end as prefix,
         session_id, visitor_id, $2::date - local_day as ago, is_bounce, duration, pageviews,
         source, channel, referrer, utm_source, utm_medium, utm_campaign, country, device, browser, os, entry_page, exit_page
  from (
    -- A text that is a name of the empty value is the empty value (stats/dimensions.ts).
    select session_id, visitor_id, local_day, is_bounce, duration, pageviews,
           coalesce(nullif(nullif(source, {{blank direct}}), {{blank notSet}}), '') as source,
           coalesce(nullif(channel, {{blank notSet}}), {{blank directChannel}}) as channel,
           coalesce(nullif(nullif(referrer, {{blank direct}}), {{blank notSet}}), '') as referrer,
           coalesce(nullif(nullif(utm_source, {{blank direct}}), {{blank notSet}}), '') as utm_source,
           coalesce(nullif(nullif(utm_medium, {{blank direct}}), {{blank notSet}}), '') as utm_medium,
           coalesce(nullif(nullif(utm_campaign, {{blank direct}}), {{blank notSet}}), '') as utm_campaign,
           coalesce(nullif(country, {{blank notSet}}), '') as country, coalesce(nullif(device, {{blank notSet}}), '') as device,
           coalesce(nullif(browser, {{blank notSet}}), '') as browser, coalesce(nullif(os, {{blank notSet}}), '') as os,
           coalesce(entry_page, '') as entry_page, coalesce(exit_page, '') as exit_page
    from (
      select *
      from sessions
      where site_id = $1 and ended_at >= $4::timestamptz and ended_at < $3::timestamptz + interval '2 hours' and started_at < $3::timestamptz
      union all
      -- Of those that end later an index knows the few that began before.
      select *
      from sessions
      where site_id = $1 and ended_at >= $3::timestamptz + interval '2 hours' and ended_at < $5::timestamptz and started_at < $3::timestamptz
        and duration >= 7200
    ) found
  ) s
  where $7::text[] is null or source = any ($7::text[])
), recent_events as materialized (
  select session_id, visitor_id, $2::date - local_day as ago, name, pathname,
         coalesce(hostname, $6::text) as hostname
  from events
  where site_id = $1 and recorded_at >= $4::timestamptz and recorded_at < $3::timestamptz and local_day between $2::date - 2 and $2::date
), wanted_events as materialized (
  select coalesce(s.prefix, '') as prefix, e.*
  from recent_events e
  left join recent_sessions s on $7::text[] is not null and s.session_id = e.session_id
  where ($7::text[] is null or s.prefix is not null)
    and (e.ago = 0 or e.visitor_id in (select visitor_id from recent_events where ago = 0))
), active_sessions as (
  select session_id,
         bool_or(ago = 0) as today, bool_or(ago = 1) as day_before, bool_or(ago = 2) as two_days_before,
         count(*) filter (where ago = 0 and name = 'pageview') as pageviews, count(*) filter (where ago = 0) as events
  from wanted_events
  group by 1
), visit_visitors as (
  -- No column grouped by holds a null: of each row the one that is not null is its value.
  select prefix || case 0
           when grouping(source) then 'visit:source' when grouping(channel) then 'visit:channel' when grouping(referrer) then 'visit:referrer'
           when grouping(utm_source) then 'visit:utm_source' when grouping(utm_medium) then 'visit:utm_medium'
           when grouping(utm_campaign) then 'visit:utm_campaign' when grouping(country) then 'visit:country'
           when grouping(device) then 'visit:device' when grouping(browser) then 'visit:browser' when grouping(os) then 'visit:os'
           when grouping(entry_page) then 'visit:entry_page' when grouping(exit_page) then 'visit:exit_page' else 'all'
         end as dimension,
         coalesce(source, channel, referrer, utm_source, utm_medium, utm_campaign, country, device, browser, os, entry_page, exit_page, '')
           as value,
         count(*) filter (where ago = 0) as ended,
         count(*) filter (where ago = 0 and is_bounce) as bounces,
         sum(duration) filter (where ago = 0) as duration,
         sum(s.pageviews) filter (where ago = 0) as session_pageviews,
         bool_or(ago = 1) as ended_day_before,
         bool_or(ago = 2) as ended_two_days_before,
         count(*) filter (where today) as visits,
         count(*) filter (where today and day_before) as visits_day_before,
         count(*) filter (where today and two_days_before and not day_before) as visits_two_days_before,
         bool_or(day_before) as day_before,
         bool_or(two_days_before) as two_days_before,
         sum(a.pageviews) as pageviews,
         sum(a.events) as events
  from recent_sessions s
  left join active_sessions a using (session_id)
  where a.session_id is not null or ago = 0 or (ago in (1, 2) and visitor_id in (select visitor_id from recent_sessions where ago = 0))
  group by prefix, visitor_id, grouping sets (
    source, channel, referrer, utm_source, utm_medium, utm_campaign, country, device, browser, os, entry_page, exit_page, ())
), event_visits as (
  select prefix || case 0
           when grouping(pathname) then 'event:page' when grouping(hostname) then 'event:hostname' else 'event:name'
         end as dimension,
         coalesce(pathname, hostname, name) as value,
         visitor_id, session_id,
         bool_or(ago = 0) as today, bool_or(ago = 1) as day_before, bool_or(ago = 2) as two_days_before,
         count(*) filter (where ago = 0 and name = 'pageview') as pageviews, count(*) filter (where ago = 0) as events
  from wanted_events
  group by prefix, session_id, visitor_id, grouping sets (pathname, hostname, name)
), event_visitors as (
  -- Events without a visitor are of a visit and a visitor without ids, which are not counted.
  select dimension, value, visitor_id,
         count(session_id) filter (where today) as visits,
         count(session_id) filter (where today and day_before) as visits_day_before,
         count(session_id) filter (where today and two_days_before and not day_before) as visits_two_days_before,
         bool_or(day_before) as day_before,
         bool_or(two_days_before) as two_days_before,
         sum(pageviews) as pageviews,
         sum(events) as events
  from event_visits
  group by dimension, value, visitor_id
), visit_sums as (
  select dimension, value,
         count(*) filter (where ended > 0) as visitors,
         count(*) filter (where ended > 0 and ended_day_before) as seen_day_before,
         count(*) filter (where ended > 0 and ended_two_days_before and not ended_day_before) as seen_two_days_before,
         sum(ended) as visits, sum(bounces) as bounces, sum(duration) as duration, sum(session_pageviews) as session_pageviews,
         sum(pageviews) as pageviews, sum(events) as events,
         count(*) filter (where visits > 0) as active_visitors,
         count(*) filter (where visits > 0 and day_before) as active_day_before,
         count(*) filter (where visits > 0 and two_days_before and not day_before) as active_two_days_before,
         sum(visits) as active_visits, sum(visits_day_before) as active_visits_day_before,
         sum(visits_two_days_before) as active_visits_two_days_before
  from (
    select * from visit_visitors
    union all
    -- Events without a visitor are among those of the day, and nobody's.
    select 'all', '', 0, 0, 0, 0, false, false, 0, 0, 0, false, false, count(*) filter (where name = 'pageview'), count(*)
    from wanted_events
    where $7::text[] is null and session_id is null
  ) v
  where ended > 0 or visits > 0 or events > 0
  group by 1, 2
), event_sums as (
  select dimension, value,
         count(visitor_id) as visitors,
         count(visitor_id) filter (where day_before) as day_before,
         count(visitor_id) filter (where two_days_before and not day_before) as two_days_before,
         sum(visits) as visits, sum(visits_day_before) as visits_day_before, sum(visits_two_days_before) as visits_two_days_before,
         sum(pageviews) as pageviews, sum(events) as events
  from event_visitors
  where events > 0
  group by 1, 2
), engaged_visits as (
  select coalesce(s.prefix, '') as prefix, pathname, e.session_id,
         sum(engagement_time_ms) filter (where local_day = $2::date) as ms,
         bool_or(local_day = $2::date) as today, bool_or(local_day = $2::date - 1) as day_before, bool_or(local_day = $2::date - 2) as two_days_before
  from engagements e
  left join recent_sessions s on $7::text[] is not null and s.session_id = e.session_id
  where ($7::text[] is null or s.prefix is not null)
    and site_id = $1 and recorded_at >= $4::timestamptz and recorded_at < $3::timestamptz and local_day between $2::date - 2 and $2::date
  group by 1, 2, 3
), engaged_sums as (
  select prefix || 'event:page' as dimension, pathname as value,
         sum(ms) as ms,
         count(*) as visits,
         count(*) filter (where day_before) as visits_day_before,
         count(*) filter (where two_days_before and not day_before) as visits_two_days_before
  from engaged_visits
  where today
  group by 1, 2
)
select dimension, value, visitors::integer, seen_day_before::integer, seen_two_days_before::integer, visits::integer, bounces::integer,
       coalesce(duration, 0)::bigint as duration, coalesce(session_pageviews, 0)::bigint as session_pageviews,
       coalesce(pageviews, 0)::integer as pageviews, coalesce(events, 0)::integer as events,
       active_visitors::integer, active_day_before::integer, active_two_days_before::integer,
       active_visits::integer, active_visits_day_before::integer, active_visits_two_days_before::integer,
       null::bigint as engaged_ms, null::integer as engaged_visits,
       null::integer as engaged_visits_day_before, null::integer as engaged_visits_two_days_before
from visit_sums
union all
select dimension, value, coalesce(e.visitors, 0)::integer, coalesce(e.day_before, 0)::integer, coalesce(e.two_days_before, 0)::integer,
       coalesce(e.visits, 0)::integer, 0, 0, 0, coalesce(e.pageviews, 0)::integer, coalesce(e.events, 0)::integer,
       coalesce(e.visitors, 0)::integer, coalesce(e.day_before, 0)::integer, coalesce(e.two_days_before, 0)::integer,
       coalesce(e.visits, 0)::integer, coalesce(e.visits_day_before, 0)::integer, coalesce(e.visits_two_days_before, 0)::integer,
       g.ms::bigint, g.visits::integer, g.visits_day_before::integer, g.visits_two_days_before::integer
from event_sums e
full join engaged_sums g using (dimension, value)
union all
select 'source', source, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null, null, null, null
from unnest($7::text[]) as source
