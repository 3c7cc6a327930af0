-- Moves these running visits ($2) of site $1 from visitors to sessions; answers their visitors.
with running as (
  select *
  from visitors
  where site_id = $1 and session_id = any ($2::bigint[])
  for update
), cleared as (
  update visitors v
  set last_ended_day = r.last_event_day,
      session_id = null, started_at = null, entry_page = null, exit_page = null, entry_hostname = null, exit_hostname = null,
      pageviews = null, events = null, is_bounce = null, {{dimensions = null}}
  from running r
  where v.site_id = $1 and v.visitor_id = r.visitor_id
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
  from running
  returning visitor_id
)
select visitor_id::text as visitor from moved
