-- Writes what the next event of a running session changes, in the ordinary case; the other columns stay.
update visitors v
set last_event_at = to_timestamp(n.last_event_at),
    last_seen_at = to_timestamp(n.last_seen_at),
    pageviews = n.pageviews,
    events = n.events,
    is_bounce = n.is_bounce,
    exit_page = n.exit_page,
    exit_hostname = n.exit_hostname
from (select unnest($1::bigint[]) as site_id, unnest($2::bigint[]) as visitor_id, unnest($3::bigint[]) as last_event_at,
             unnest($4::bigint[]) as last_seen_at, unnest($5::integer[]) as pageviews, unnest($6::integer[]) as events,
             unnest($7::boolean[]) as is_bounce, unnest($8::text[]) as exit_page, unnest($9::text[]) as exit_hostname) n
where v.site_id = n.site_id and v.visitor_id = n.visitor_id
