-- Gives visits of site $1 that end at $12 or later the sums and pages of the events that are left to them ($2 to $11, a
-- visit each), by the zone $13.
with kept as (
  select *
  from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::integer[], $6::integer[], $7::boolean[],
    $8::text[], $9::text[], $10::text[], $11::text[])
    as k (session_id, started_at, ended_at, pageviews, events, is_bounce, entry_page, entry_hostname, exit_page, exit_hostname)
), gone as (
  delete from sessions s
  using kept k
  where s.site_id = $1 and s.session_id = k.session_id and s.ended_at >= $12
  returning s.*
)
insert into sessions (
  {{part,}}site_id, ended_at, session_id, visitor_id, started_at, local_day,
  first_of_visitor_day, first_of_visitor_month, seen_day_before,
  duration, is_bounce, pageviews, events, entry_page, exit_page, entry_hostname, exit_hostname, {{dimensions}})
select {{=part,}}g.site_id, k.ended_at, g.session_id, g.visitor_id, k.started_at, (k.ended_at at time zone $13)::date,
       g.first_of_visitor_day, g.first_of_visitor_month, g.seen_day_before,
       abs(extract(epoch from k.ended_at - k.started_at))::integer,
       k.is_bounce, k.pageviews, k.events, k.entry_page, k.exit_page, k.entry_hostname, k.exit_hostname, {{dimensions}}
from gone g
join kept k using (session_id)
