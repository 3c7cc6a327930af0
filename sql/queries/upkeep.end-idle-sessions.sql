-- Moves idle sessions of one stripe ($1), idle since before $2, at most $3 of them, from visitors to sessions; answers
-- how many, and when the oldest had its last event. With $4 those an import brought to that site, else all others: a
-- running import still extends its own.
with idle as (
  select *
  from visitors
  where {{at}}stripe = $1 and session_id is not null and last_seen_at < $2
    and case when $4::bigint is null then not imported else imported and site_id = $4 end
  order by last_seen_at
  limit $3
  for update
), cleared as (
  update visitors v
  set last_ended_day = idle.last_event_day,
      session_id = null, started_at = null, entry_page = null, exit_page = null, entry_hostname = null, exit_hostname = null,
      pageviews = null, events = null, is_bounce = null, {{dimensions = null}}
  from idle
  where v.site_id = idle.site_id and v.visitor_id = idle.visitor_id
), moved as (
  insert into sessions (
    {{part,}}site_id, ended_at, session_id, visitor_id, started_at, local_day,
    first_of_visitor_day, first_of_visitor_month, seen_day_before,
    duration, is_bounce, pageviews, events, entry_page, exit_page, entry_hostname, exit_hostname, {{dimensions}})
  select {{=part,}}site_id, last_event_at, session_id, visitor_id, started_at, last_event_day,
         last_ended_day is distinct from last_event_day,
         date_trunc('month', last_ended_day) is distinct from date_trunc('month', last_event_day),
         coalesce(last_ended_day = last_event_day - 1, false),
         abs(extract(epoch from last_event_at - started_at))::integer,
         is_bounce, pageviews, events,
         entry_page, coalesce(exit_page, entry_page), entry_hostname, coalesce(exit_hostname, entry_hostname), {{dimensions}}
  from idle
  returning ended_at
)
select count(*) as ended, min(ended_at) as oldest from moved
