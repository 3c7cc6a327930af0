create or replace view visits as
select {{part,}}site_id, session_id, visitor_id, started_at, ended_at, duration, is_bounce, pageviews, events,
       entry_page, exit_page, entry_hostname, exit_hostname, {{dimensions}}, false as is_running
from sessions
union all
select {{part,}}site_id, session_id, visitor_id, started_at, last_event_at,
       abs(extract(epoch from last_event_at - started_at))::integer, is_bounce, pageviews, events,
       entry_page, coalesce(exit_page, entry_page), entry_hostname, coalesce(exit_hostname, entry_hostname), {{dimensions}}, true
from visitors
where session_id is not null;
--;
comment on view visits is 'Ended and running sessions; every session query reads this';
