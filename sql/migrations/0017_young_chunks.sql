-- A chunk that grows fast is analyzed by the task `analyze_chunks`, every ten minutes, no longer by autovacuum, every
-- minute: half a second of a core in which events wait (docs/performance.md, "Ingest"). Autovacuum is left for when the
-- tasks do not run: a million rows later.
alter table events set (autovacuum_analyze_threshold = 1000000);
alter table engagements set (autovacuum_analyze_threshold = 1000000);
alter table sessions set (autovacuum_analyze_threshold = 1000000);

create function analyze_chunk(chunk text) returns void
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
comment on function analyze_chunk is 'Lets the planner know a chunk that has changed. Called by upkeep/chunks';
revoke execute on function analyze_chunk from public;

-- Whoever may have chunks covered may have them analyzed (docs/roles.sql): an upgrade need not run that file again for
-- it.
do $$
declare
  role regrole;
begin
  for role in
    select a.grantee
    from pg_proc p, aclexplode(p.proacl) a
    where p.oid = 'cover_chunk(text)'::regprocedure and a.grantee not in (0, p.proowner)
  loop
    execute format('grant execute on function analyze_chunk(text) to %s', role);
  end loop;
end
$$;
