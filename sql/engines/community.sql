-- Community edition: event_hours and session_hours as continuous aggregates, columnstore on old chunks
-- (docs/architecture.md). Runs after the migrations at every migrate, statement by statement (split at lines of --;) and
-- outside of a transaction: continuous aggregates cannot be made in one. A name in double braces stands for the SELECT
-- of sql/rollups.
create materialized view if not exists event_hours_live
with (timescaledb.continuous, timescaledb.materialized_only = false) as
{{event_hours}}
with no data;
--;
create or replace view event_hours as
select site_id, hour, local_day, pageviews, events, first_of_visitor_day, first_of_visitor_month,
       first_of_visit_day, first_of_visit_month, seen_day_before
from event_hours_live;
--;
create materialized view if not exists session_hours_live
with (timescaledb.continuous, timescaledb.materialized_only = false) as
{{session_hours}}
with no data;
--;
create or replace view session_hours as
select site_id, hour, local_day, visits, bounces, duration, pageviews, events,
       first_of_visitor_day, first_of_visitor_month, seen_day_before
from session_hours_live;
--;
-- end_offset: a row never lands below the watermark unseen (a visit's idle time, one bucket, some slack). No start_offset:
-- late rows of any age are picked up by the next run; only buckets that changed are computed.
-- buckets_per_batch: newer versions would refresh the newest ten hours first, move the watermark with them, and show none
-- of the hours before until their turn comes. In one batch all come with the watermark.
do $$
declare
  rollup text;
begin
  foreach rollup in array array['event_hours_live', 'session_hours_live'] loop
    perform add_continuous_aggregate_policy(rollup::regclass, start_offset => null, end_offset => interval '2 hours',
      schedule_interval => interval '5 minutes', if_not_exists => true);
    perform alter_job(job_id, config => config || '{"buckets_per_batch": 0}')
    from timescaledb_information.jobs
    where proc_name = 'policy_refresh_continuous_aggregate' and hypertable_name = rollup
      and config ->> 'buckets_per_batch' is distinct from '0';
  end loop;
end
$$;
--;
-- What versions before migration 0019 kept here; its days went into daily_breakdowns where nothing else had them. The second line
-- is for a database that comes from the Apache-2 edition.
drop table if exists kept_days, event_hours_kept, session_hours_kept;
--;
drop function if exists add_event_hours, add_session_hours;
--;
drop table if exists event_hours_parts, session_hours_parts;
--;
do $$
declare
  given record;
begin
  for given in select * from (values
    ('events', 'site_id, name', 'pathname, recorded_at'),
    ('engagements', 'site_id', 'pathname, recorded_at'),
    ('sessions', 'site_id', 'ended_at')) as t (relation, segments, sorting)
  loop
    if not exists (
      select from timescaledb_information.hypertables
      where hypertable_schema = current_schema() and hypertable_name = given.relation and compression_enabled
    ) then
      execute format('alter table %I set (timescaledb.compress, timescaledb.compress_segmentby = %L, timescaledb.compress_orderby = %L)',
        given.relation, given.segments, given.sorting);
    end if;
    perform add_compression_policy(given.relation::regclass, compress_after => interval '14 days', if_not_exists => true);
  end loop;
end
$$;
