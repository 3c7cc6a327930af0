-- Copies the running sessions of these visitors to the ended ones, with their flags. The rows of `visitors` are
-- replaced afterwards.
insert into sessions (
  {{part,}}site_id, ended_at, session_id, visitor_id, started_at, local_day,
  first_of_visitor_day, first_of_visitor_month, seen_day_before,
  duration, is_bounce, pageviews, events, entry_page, exit_page, entry_hostname, exit_hostname, {{dimensions}})
select {{=part,}}v.site_id, v.last_event_at, v.session_id, v.visitor_id, v.started_at, v.last_event_day,
       n.first_of_visitor_day, n.first_of_visitor_month, n.seen_day_before,
       abs(extract(epoch from v.last_event_at - v.started_at))::integer,
       v.is_bounce, v.pageviews, v.events,
       v.entry_page, coalesce(v.exit_page, v.entry_page), v.entry_hostname, coalesce(v.exit_hostname, v.entry_hostname),
       {{v.dimensions}}
from unnest({{arrays}})
  as n ({{names}})
join visitors v on v.site_id = n.site_id and v.visitor_id = n.visitor_id
