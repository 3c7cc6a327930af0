-- Apache-2 edition: event_hours and session_hours as tables kept by the transaction that appends (storage.md section
-- 5). Runs after the migrations at every migrate, statement by statement (split at lines of --;), so every statement is
-- idempotent.
create table if not exists event_hours_parts (
  site_id bigint not null,
  hour timestamptz not null,
  local_day date not null,
  lane smallint not null,
  pageviews bigint not null,
  events bigint not null,
  first_of_visitor_day bigint not null,
  first_of_visitor_month bigint not null,
  first_of_visit_day bigint not null,
  first_of_visit_month bigint not null,
  seen_day_before bigint not null,
  constraint event_hours_parts_pkey primary key (site_id, hour, local_day, lane)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
--;
create index if not exists event_hours_parts_unfolded on event_hours_parts (hour) where lane <> 0;
--;
comment on table event_hours_parts is 'Sums of events by hour, one row a lane, so that lanes never wait for each other; lane 0 holds what housekeeping folded. Written by ingest/transaction and upkeep/rollups';
--;
create table if not exists session_hours_parts (
  site_id bigint not null,
  hour timestamptz not null,
  local_day date not null,
  lane smallint not null,
  visits bigint not null,
  bounces bigint not null,
  duration bigint not null,
  pageviews bigint not null,
  events bigint not null,
  first_of_visitor_day bigint not null,
  first_of_visitor_month bigint not null,
  seen_day_before bigint not null,
  constraint session_hours_parts_pkey primary key (site_id, hour, local_day, lane)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
--;
create index if not exists session_hours_parts_unfolded on session_hours_parts (hour) where lane <> 0;
--;
comment on table session_hours_parts is 'Sums of ended sessions by hour, one row a lane; lane 0 holds what housekeeping folded. Written by ingest/transaction, upkeep/sessions and upkeep/rollups';
--;
create or replace view event_hours as
select site_id, hour, local_day,
       sum(pageviews)::bigint as pageviews,
       sum(events)::bigint as events,
       sum(first_of_visitor_day)::bigint as first_of_visitor_day,
       sum(first_of_visitor_month)::bigint as first_of_visitor_month,
       sum(first_of_visit_day)::bigint as first_of_visit_day,
       sum(first_of_visit_month)::bigint as first_of_visit_month,
       sum(seen_day_before)::bigint as seen_day_before
from event_hours_parts
group by site_id, hour, local_day;
--;
create or replace view session_hours as
select site_id, hour, local_day,
       sum(visits)::bigint as visits,
       sum(bounces)::bigint as bounces,
       sum(duration)::bigint as duration,
       sum(pageviews)::bigint as pageviews,
       sum(events)::bigint as events,
       sum(first_of_visitor_day)::bigint as first_of_visitor_day,
       sum(first_of_visitor_month)::bigint as first_of_visitor_month,
       sum(seen_day_before)::bigint as seen_day_before
from session_hours_parts
group by site_id, hour, local_day;
--;
-- Adds what a batch brought. Keys may repeat and hours may be plain times; rows are touched in key order, so two
-- writers never deadlock.
create or replace function add_event_hours(
  lane smallint, site_ids bigint[], hours timestamptz[], local_days date[], pageviews bigint[], events bigint[],
  first_of_visitor_day bigint[], first_of_visitor_month bigint[],
  first_of_visit_day bigint[], first_of_visit_month bigint[], seen_day_before bigint[]
) returns void language sql as $$
  insert into event_hours_parts as old
  select n.site_id, date_trunc('hour', n.at, 'UTC'), n.local_day, $1,
         sum(n.pageviews), sum(n.events), sum(n.visitor_day), sum(n.visitor_month), sum(n.visit_day), sum(n.visit_month), sum(n.seen)
  from unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    as n (site_id, at, local_day, pageviews, events, visitor_day, visitor_month, visit_day, visit_month, seen)
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (site_id, hour, local_day, lane) do update
  set pageviews = old.pageviews + excluded.pageviews,
      events = old.events + excluded.events,
      first_of_visitor_day = old.first_of_visitor_day + excluded.first_of_visitor_day,
      first_of_visitor_month = old.first_of_visitor_month + excluded.first_of_visitor_month,
      first_of_visit_day = old.first_of_visit_day + excluded.first_of_visit_day,
      first_of_visit_month = old.first_of_visit_month + excluded.first_of_visit_month,
      seen_day_before = old.seen_day_before + excluded.seen_day_before
$$;
--;
create or replace function add_session_hours(
  lane smallint, site_ids bigint[], hours timestamptz[], local_days date[], visits bigint[], bounces bigint[], duration bigint[],
  pageviews bigint[], events bigint[], first_of_visitor_day bigint[], first_of_visitor_month bigint[], seen_day_before bigint[]
) returns void language sql as $$
  insert into session_hours_parts as old
  select n.site_id, date_trunc('hour', n.at, 'UTC'), n.local_day, $1,
         sum(n.visits), sum(n.bounces), sum(n.duration), sum(n.pageviews), sum(n.events),
         sum(n.visitor_day), sum(n.visitor_month), sum(n.seen)
  from unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    as n (site_id, at, local_day, visits, bounces, duration, pageviews, events, visitor_day, visitor_month, seen)
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (site_id, hour, local_day, lane) do update
  set visits = old.visits + excluded.visits,
      bounces = old.bounces + excluded.bounces,
      duration = old.duration + excluded.duration,
      pageviews = old.pageviews + excluded.pageviews,
      events = old.events + excluded.events,
      first_of_visitor_day = old.first_of_visitor_day + excluded.first_of_visitor_day,
      first_of_visitor_month = old.first_of_visitor_month + excluded.first_of_visitor_month,
      seen_day_before = old.seen_day_before + excluded.seen_day_before
$$;
