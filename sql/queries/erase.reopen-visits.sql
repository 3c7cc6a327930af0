-- Moves these visits ($2) of site $1, which ended at $3 or later, from sessions back to visitors: they still run.
with running as (
  delete from sessions
  where site_id = $1 and session_id = any ($2::bigint[]) and ended_at >= $3
  returning *
)
update visitors v
set session_id = r.session_id, started_at = r.started_at, pageviews = r.pageviews, events = r.events, is_bounce = r.is_bounce,
    entry_page = r.entry_page, entry_hostname = r.entry_hostname,
    exit_page = nullif(r.exit_page, r.entry_page), exit_hostname = nullif(r.exit_hostname, r.entry_hostname),
    {{dimensions = r}}
from running r
where v.site_id = $1 and v.visitor_id = r.visitor_id
