-- Writes the new state of visitors whose row stays, their sessions' dimensions untouched. The active days come as numbers
-- of days since 2000-01-01, with commas: no cast from text to dates is immutable, as Citus wants it of an update.
update visitors v
set last_event_at = n.last_event_at,
    last_seen_at = n.last_seen_at,
    last_event_day = n.last_event_day,
    last_ended_day = n.last_ended_day,
    active_days = case when n.active_days is not null then array(
      select date '2000-01-01' + day::integer from unnest(string_to_array(n.active_days, ',')) as day) end,
    imported = v.imported or n.imported,
    started_at = n.started_at,
    pageviews = n.pageviews,
    events = n.events,
    is_bounce = n.is_bounce,
    entry_page = n.entry_page,
    entry_hostname = n.entry_hostname,
    exit_page = n.exit_page,
    exit_hostname = n.exit_hostname
from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::date[], $6::date[], $7::text[], $8::boolean[],
            $9::timestamptz[], $10::integer[], $11::integer[], $12::boolean[], $13::text[], $14::text[], $15::text[], $16::text[])
  as n (site_id, visitor_id, last_event_at, last_seen_at, last_event_day, last_ended_day, active_days, imported,
        started_at, pageviews, events, is_bounce, entry_page, entry_hostname, exit_page, exit_hostname)
where v.site_id = n.site_id and v.visitor_id = n.visitor_id
