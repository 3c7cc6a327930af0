-- What is remembered of the visitors with these keys, without the dimensions of their sessions: events do not carry them.
select v.site_id,
       v.visitor_id,
       extract(epoch from v.last_event_at)::bigint,
       extract(epoch from v.last_seen_at)::bigint,
       v.last_event_day,
       v.last_ended_day,
       v.active_days,
       v.session_id,
       extract(epoch from v.started_at)::bigint,
       v.pageviews,
       v.events,
       v.is_bounce,
       v.entry_page,
       v.entry_hostname,
       v.exit_page,
       v.exit_hostname
from unnest($1::bigint[], $2::bigint[]) as k (site_id, visitor_id)
join visitors v on v.site_id = k.site_id and v.visitor_id = k.visitor_id
