-- Fewer bytes for each event while it is new (docs/performance.md, "Space"): a chunk that rows still come to finds
-- pages and names by entries that fold, 7 bytes each; what answers from the index alone is made once, packed, when the
-- chunk is closed (upkeep/chunks).
create index engagements_pathname on engagements (site_id, pathname);
drop index engagements_page;

create function cover_chunk(chunk text) returns void
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
comment on function cover_chunk is 'Gives a chunk of events that is closed the indexes that answer for pages, names and goals without reading its rows. Writers to that chunk wait meanwhile';
revoke execute on function cover_chunk from public;

do $$
begin
  -- An index of one chunk can be made by those who may create in the schema of chunks, superusers unless somebody
  -- granted it. With another owner all chunks keep all indexes from their beginning.
  if not has_schema_privilege('_timescaledb_internal', 'create') then
    return;
  end if;
  perform cover_chunk(chunk_name)
  from timescaledb_information.chunks
  where hypertable_schema = current_schema() and hypertable_name = 'events' and range_end < now() - interval '1 day' and not is_compressed;
  create index events_page on events (site_id, pathname);
  create index events_name on events (site_id, name) where name <> 'pageview';
  drop index events_pageviews;
  drop index events_custom;
  drop index events_custom_page;
end
$$;
-- Chunks whose indexes were packed are smaller now: they are measured anew.
delete from rebuilt_chunks;
