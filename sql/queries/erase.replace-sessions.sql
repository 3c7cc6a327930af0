-- Takes these visits ($2) of site $1 that ended in [$3, $4) away, and puts their rest in their place ($5 to $15,
-- a visit each; a visit may have become several), by the zone $16. Answers how many, when the first began and the last ended,
-- their places, and with $17 their visitors.
with kept as (
  select *
  from unnest($5::bigint[], $6::bigint[], $7::timestamptz[], $8::timestamptz[], $9::integer[], $10::integer[], $11::boolean[],
    $12::text[], $13::text[], $14::text[], $15::text[])
    as k (of_id, session_id, started_at, ended_at, pageviews, events, is_bounce, entry_page, entry_hostname, exit_page, exit_hostname)
), gone as (
  delete from sessions
  where site_id = $1 and session_id = any ($2::bigint[]) and ended_at >= $3 and ended_at < $4
  returning *
), put as (
  insert into sessions (
    {{part,}}site_id, ended_at, session_id, visitor_id, started_at, local_day,
    first_of_visitor_day, first_of_visitor_month, seen_day_before,
    duration, is_bounce, pageviews, events, entry_page, exit_page, entry_hostname, exit_hostname, {{dimensions}})
  select {{=part,}}g.site_id, k.ended_at, k.session_id, g.visitor_id, k.started_at, (k.ended_at at time zone $16)::date,
         g.first_of_visitor_day, g.first_of_visitor_month, g.seen_day_before,
         abs(extract(epoch from k.ended_at - k.started_at))::integer,
         k.is_bounce, k.pageviews, k.events, k.entry_page, k.exit_page, k.entry_hostname, k.exit_hostname, {{dimensions}}
  from gone g
  join kept k on k.of_id = g.session_id
)
select count(*)::integer as visits,
       min(started_at) as first, max(ended_at) as last,
       array_remove(
         array_agg(distinct 'region ' || region) filter (where session_id <> all (select of_id from kept))
         || array_agg(distinct 'city ' || city) filter (where session_id <> all (select of_id from kept)), null) as places,
       case when $17::boolean then array_agg(distinct visitor_id::text) end as visitors
from gone
