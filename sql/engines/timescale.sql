-- What makes hypertables of the tables of traffic, with a chunk a week. Follows tables.sql in an empty database.
select create_hypertable('events', 'recorded_at', chunk_time_interval => interval '7 days', create_default_indexes => false,
  if_not_exists => true);
--;
select create_hypertable('engagements', 'recorded_at', chunk_time_interval => interval '7 days', create_default_indexes => false,
  if_not_exists => true);
--;
select create_hypertable('sessions', 'ended_at', chunk_time_interval => interval '7 days', create_default_indexes => false,
  if_not_exists => true);
--;
-- Rows that only come are marked as visible to all after every twentieth: scans of an index alone look at the others one by
-- one. A chunk that grows fast is analyzed by the task `analyze_chunks`, every ten minutes, not by autovacuum, every minute:
-- half a second of a core in which events wait (docs/performance.md, "Ingest"). Autovacuum is left for when the tasks do not
-- run: a million rows later.
alter table events set (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_threshold = 1000000);
--;
alter table engagements set (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_threshold = 1000000);
--;
alter table sessions set (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_threshold = 1000000);
--;
create index if not exists events_site_recorded on events (site_id, recorded_at);
--;
-- Fewer bytes for each event while it is new (docs/performance.md, "Space"): a chunk that rows still come to finds pages and
-- names by entries that fold, 7 bytes each; what answers from the index alone is made once, packed, when the chunk is closed
-- (upkeep/chunks). An index of one chunk can be made by those who may create in the schema of chunks, superusers unless
-- somebody granted it. With another owner all chunks have all indexes from their beginning.
do $$
begin
  if has_schema_privilege('_timescaledb_internal', 'create') then
    create index if not exists events_page on events (site_id, pathname);
    create index if not exists events_name on events (site_id, name) where name <> 'pageview';
  else
    create index if not exists events_pageviews on events (site_id, pathname, recorded_at) include (visitor_id, session_id)
      where name = 'pageview';
    create index if not exists events_custom on events (site_id, name, recorded_at) include (visitor_id, session_id)
      where name <> 'pageview';
    create index if not exists events_custom_page on events (site_id, pathname, recorded_at) include (visitor_id, session_id)
      where name <> 'pageview';
  end if;
end
$$;
--;
create index if not exists engagements_pathname on engagements (site_id, pathname);
--;
-- Engagement of a stretch of time: rows come in the order of time, so that a summary of each megabyte finds them as fast as
-- an entry a row did (34 bytes of each engagement; docs/performance.md).
create index if not exists engagements_recorded on engagements using brin (recorded_at) with (autosummarize = on);
--;
create index if not exists sessions_site_ended on sessions (site_id, ended_at);
--;
create index if not exists sessions_long on sessions (site_id, ended_at) where duration >= 7200;
--;
-- Visits of a source and a country lie together, and the sums of whole visits are in the index.
create index if not exists sessions_source on sessions (site_id, source, country, ended_at)
  include (visitor_id, session_id, started_at, pageviews, events, duration, is_bounce);
--;
{{visits}}
--;
create table if not exists rebuilt_chunks (
  chunk text collate "C" constraint rebuilt_chunks_pkey primary key,
  index_bytes bigint not null,
  rebuilt_at timestamptz not null default now()
);
--;
comment on table rebuilt_chunks is 'Chunks whose indexes are packed, and how large those were then. Written by upkeep/chunks';
--;
create or replace function cover_chunk(chunk text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
declare
  schema name;
  relation name;
begin
  -- Every role that may work calls this, and it runs as the owner: nothing but chunks of events.
  select chunk_schema, chunk_name into schema, relation
  from timescaledb_information.chunks
  where hypertable_name = 'events' and chunk_name = chunk;
  if relation is null then
    raise exception '% is no chunk of events', chunk using errcode = 'invalid_parameter_value';
  end if;
  -- One at a time, or the second would fail to make what the first one makes.
  perform pg_advisory_xact_lock(hashtext('tidemark.cover_chunk'));
  execute format('create index if not exists %I on %I.%I (site_id, pathname, recorded_at) include (visitor_id, session_id)
    with (fillfactor = 100) where name = ''pageview''', relation || '_pageviews', schema, relation);
  execute format('create index if not exists %I on %I.%I (site_id, pathname, recorded_at) include (visitor_id, session_id)
    with (fillfactor = 100) where name <> ''pageview''', relation || '_custom_page', schema, relation);
  execute format('create index if not exists %I on %I.%I (site_id, name, recorded_at) include (visitor_id, session_id)
    with (fillfactor = 100) where name <> ''pageview''', relation || '_custom', schema, relation);
end
$$;
--;
comment on function cover_chunk is 'Gives a chunk of events that is closed the indexes that answer for pages, names and goals without reading its rows. Writers to that chunk wait meanwhile';
--;
revoke execute on function cover_chunk from public;
--;
create or replace function analyze_chunk(chunk text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
declare
  schema name;
  relation name;
begin
  -- Every role that may work calls this, and it runs as the owner: nothing but chunks of traffic.
  select chunk_schema, chunk_name into schema, relation
  from timescaledb_information.chunks
  where hypertable_name in ('events', 'engagements', 'sessions') and chunk_name = chunk;
  if relation is null then
    raise exception '% is no chunk of events, engagements or sessions', chunk using errcode = 'invalid_parameter_value';
  end if;
  execute format('analyze %I.%I', schema, relation);
end
$$;
--;
comment on function analyze_chunk is 'Lets the planner know a chunk that has changed. Called by upkeep/chunks';
--;
revoke execute on function analyze_chunk from public;
