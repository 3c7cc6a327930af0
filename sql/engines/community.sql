-- Community edition: event_hours and session_hours as continuous aggregates (storage.md section 5), columnstore on old
-- chunks. Runs after the migrations at every migrate, statement by statement (split at lines of --;) and outside of a
-- transaction: continuous aggregates cannot be made in one. A name in double braces stands for the SELECT of
-- sql/rollups.
create table if not exists kept_days (
  site_id bigint primary key,
  before date not null
);
--;
comment on table kept_days is 'Local days whose raw rows retention deleted: their sums come from the *_kept tables, since a refresh would empty the continuous aggregate. Written by upkeep/retention';
--;
create table if not exists event_hours_kept (
  site_id bigint not null,
  hour timestamptz not null,
  local_day date not null,
  pageviews bigint not null,
  events bigint not null,
  first_of_visitor_day bigint not null,
  first_of_visitor_month bigint not null,
  first_of_visit_day bigint not null,
  first_of_visit_month bigint not null,
  seen_day_before bigint not null,
  constraint event_hours_kept_pkey primary key (site_id, hour, local_day)
);
--;
comment on table event_hours_kept is 'Sums that outlive their raw rows. Written by upkeep/retention';
--;
create materialized view if not exists event_hours_live
with (timescaledb.continuous, timescaledb.materialized_only = false) as
{{event_hours}}
with no data;
--;
create or replace view event_hours as
select site_id, hour, local_day, pageviews, events, first_of_visitor_day, first_of_visitor_month,
       first_of_visit_day, first_of_visit_month, seen_day_before
from event_hours_live live
where not exists (select from kept_days k where k.site_id = live.site_id and live.local_day < k.before)
union all
select site_id, hour, local_day, pageviews, events, first_of_visitor_day, first_of_visitor_month,
       first_of_visit_day, first_of_visit_month, seen_day_before
from event_hours_kept;
--;
-- end_offset: a row never lands below the watermark unseen (30 minutes idle, one bucket, some slack). No start_offset:
-- late rows of any age are picked up by the next run; only buckets that changed are computed.
select add_continuous_aggregate_policy('event_hours_live', start_offset => null, end_offset => interval '2 hours',
  schedule_interval => interval '5 minutes', if_not_exists => true);
--;
create table if not exists session_hours_kept (
  site_id bigint not null,
  hour timestamptz not null,
  local_day date not null,
  visits bigint not null,
  bounces bigint not null,
  duration bigint not null,
  pageviews bigint not null,
  events bigint not null,
  first_of_visitor_day bigint not null,
  first_of_visitor_month bigint not null,
  seen_day_before bigint not null,
  constraint session_hours_kept_pkey primary key (site_id, hour, local_day)
);
--;
comment on table session_hours_kept is 'Sums that outlive their raw rows. Written by upkeep/retention';
--;
create materialized view if not exists session_hours_live
with (timescaledb.continuous, timescaledb.materialized_only = false) as
{{session_hours}}
with no data;
--;
create or replace view session_hours as
select site_id, hour, local_day, visits, bounces, duration, pageviews, events,
       first_of_visitor_day, first_of_visitor_month, seen_day_before
from session_hours_live live
where not exists (select from kept_days k where k.site_id = live.site_id and live.local_day < k.before)
union all
select site_id, hour, local_day, visits, bounces, duration, pageviews, events,
       first_of_visitor_day, first_of_visitor_month, seen_day_before
from session_hours_kept;
--;
-- end_offset: a row never lands below the watermark unseen (30 minutes idle, one bucket, some slack). No start_offset:
-- late rows of any age are picked up by the next run; only buckets that changed are computed.
select add_continuous_aggregate_policy('session_hours_live', start_offset => null, end_offset => interval '2 hours',
  schedule_interval => interval '5 minutes', if_not_exists => true);
--;
do $$
begin
  if not exists (
    select from timescaledb_information.hypertables
    where hypertable_schema = current_schema() and hypertable_name = 'events' and compression_enabled
  ) then
    alter table events set (timescaledb.compress, timescaledb.compress_segmentby = 'site_id, name', timescaledb.compress_orderby = 'pathname, recorded_at');
  end if;
end
$$;
--;
select add_compression_policy('events', compress_after => interval '14 days', if_not_exists => true);
--;
do $$
begin
  if not exists (
    select from timescaledb_information.hypertables
    where hypertable_schema = current_schema() and hypertable_name = 'engagements' and compression_enabled
  ) then
    alter table engagements set (timescaledb.compress, timescaledb.compress_segmentby = 'site_id', timescaledb.compress_orderby = 'pathname, recorded_at');
  end if;
end
$$;
--;
select add_compression_policy('engagements', compress_after => interval '14 days', if_not_exists => true);
--;
do $$
begin
  if not exists (
    select from timescaledb_information.hypertables
    where hypertable_schema = current_schema() and hypertable_name = 'sessions' and compression_enabled
  ) then
    alter table sessions set (timescaledb.compress, timescaledb.compress_segmentby = 'site_id', timescaledb.compress_orderby = 'ended_at');
  end if;
end
$$;
--;
select add_compression_policy('sessions', compress_after => interval '14 days', if_not_exists => true);
