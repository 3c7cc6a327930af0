-- Moves idle sessions of one stripe ($1), idle since before $2, at most $3 of them, from visitors to sessions; answers
-- their sums by hour. With $4 those an import brought to that site, else all others: a running import still extends its
-- own.
with idle as (
  select *
  from visitors
  where stripe = $1 and session_id is not null and last_seen_at < $2
    and case when $4::bigint is null then not imported else imported and site_id = $4 end
  order by last_seen_at
  limit $3
  for update
), cleared as (
  update visitors v
  set last_ended_day = idle.last_event_day,
      session_id = null, started_at = null, entry_page = null, exit_page = null, entry_hostname = null, exit_hostname = null,
      pageviews = null, events = null, is_bounce = null, referrer = null, source = null, channel = null,
      utm_source = null, utm_medium = null, utm_campaign = null, utm_content = null, utm_term = null, click_id = null,
      country = null, region = null, city = null, device = null, browser = null, browser_version = null, os = null, os_version = null
  from idle
  where v.site_id = idle.site_id and v.visitor_id = idle.visitor_id
), moved as (
  insert into sessions (
    site_id, ended_at, session_id, visitor_id, started_at, local_day,
    first_of_visitor_day, first_of_visitor_month, seen_day_before,
    duration, is_bounce, pageviews, events, entry_page, exit_page, entry_hostname, exit_hostname, referrer, source, channel,
    utm_source, utm_medium, utm_campaign, utm_content, utm_term, click_id,
    country, region, city, device, browser, browser_version, os, os_version)
  select site_id, last_event_at, session_id, visitor_id, started_at, last_event_day,
         last_ended_day is distinct from last_event_day,
         date_trunc('month', last_ended_day) is distinct from date_trunc('month', last_event_day),
         coalesce(last_ended_day = last_event_day - 1, false),
         abs(extract(epoch from last_event_at - started_at))::integer,
         is_bounce, pageviews, events,
         entry_page, coalesce(exit_page, entry_page), entry_hostname, coalesce(exit_hostname, entry_hostname), referrer, source, channel,
         utm_source, utm_medium, utm_campaign, utm_content, utm_term, click_id,
         country, region, city, device, browser, browser_version, os, os_version
  from idle
  returning site_id, ended_at, local_day, duration, is_bounce, pageviews, events,
            first_of_visitor_day, first_of_visitor_month, seen_day_before
)
select site_id,
       date_trunc('hour', ended_at, 'UTC') as hour,
       local_day,
       count(*) as visits,
       count(*) filter (where is_bounce) as bounces,
       sum(duration)::bigint as duration,
       sum(pageviews)::bigint as pageviews,
       sum(events)::bigint as events,
       count(*) filter (where first_of_visitor_day) as first_of_visitor_day,
       count(*) filter (where first_of_visitor_month) as first_of_visitor_month,
       count(*) filter (where seen_day_before) as seen_day_before
from moved
group by 1, 2, 3
