-- Least-privilege roles. Run by the owner of Tidemark's tables, in its database, after `tidemark migrate`; safe to run again.
-- tidemark_writer: what `serve` and `work` need with MIGRATE_ON_START=false. tidemark_reader: traffic and sites, no secrets, no people.
-- Both groups are made here if they are missing and the owner may make roles; otherwise a superuser makes them before.
do $$
declare
  name text;
begin
  foreach name in array array['tidemark_writer', 'tidemark_reader'] loop
    begin
      if not exists (select from pg_roles where rolname = name) then
        execute format('create role %I nologin', name);
      end if;
    exception when duplicate_object or unique_violation then
      null; -- another database of this server got it at the same moment
    end;
  end loop;
  execute format('revoke create on schema public from public');
  execute format('revoke connect on database %I from public', current_database());
  execute format('grant connect on database %I to tidemark_writer, tidemark_reader', current_database());
end $$;

grant usage on schema public to tidemark_writer, tidemark_reader;
grant select, insert, update, delete on all tables in schema public to tidemark_writer;
grant usage, select on all sequences in schema public to tidemark_writer;
-- The room of the queue of tidemark.track, which the service raises as it moves events.
grant update on sequence track_queue_room to tidemark_writer;
do $$
declare
  name text;
begin
  -- What the owner does for the others: the first two on TimescaleDB, the last one on Citus.
  foreach name in array array['cover_chunk(text)', 'analyze_chunk(text)', 'prepare_partitions(text, timestamptz, timestamptz)'] loop
    if to_regprocedure(name) is not null then
      execute format('grant execute on function %s to tidemark_writer', name);
    end if;
  end loop;
end $$;
revoke insert, update, delete on schema_migrations, schema_engine from tidemark_writer;
-- Records of the audit log are written and, when they are old, deleted. Nothing changes one.
revoke update on audit_log from tidemark_writer;
-- Who may call tidemark.track is for `sql grant --track`, which the owner runs.
revoke all on track_keys from tidemark_writer;
alter default privileges in schema public grant select, insert, update, delete on tables to tidemark_writer;
alter default privileges in schema public grant usage, select on sequences to tidemark_writer;

-- The queue of background tasks lives in a schema of its own. Its tables have row level security without a policy, which closes them
-- to everybody but the owner, whatever is granted.
grant usage on schema graphile_worker to tidemark_writer;
grant select, insert, update, delete on all tables in schema graphile_worker to tidemark_writer;
grant usage, select on all sequences in schema graphile_worker to tidemark_writer;
grant execute on all functions in schema graphile_worker to tidemark_writer;
revoke insert, update, delete on graphile_worker.migrations from tidemark_writer;
do $$
declare
  name text;
begin
  for name in select relname from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity loop
    execute format('drop policy if exists tidemark_writer on graphile_worker.%I', name);
    execute format('create policy tidemark_writer on graphile_worker.%I to tidemark_writer using (true) with check (true)', name);
  end loop;
end $$;

-- The reader gets what statistics read, by name: a new table is closed until it is listed here.
do $$
declare
  relation text;
begin
  foreach relation in array array[
    'events', 'engagements', 'sessions', 'visitors', 'visits', 'event_hours', 'session_hours',
    'daily_breakdowns', 'breakdown_days', 'imported_days', 'sites', 'goals', 'funnels', 'funnel_steps', 'traffic_counts',
    'timezone_changes', 'imports', 'place_names', 'site_parts', 'crawler_days', 'page_requests', 'visit_sequences',
    'sequence_sums', 'sequence_items', 'sequence_days'
  ] loop
    if to_regclass(relation) is not null then
      execute format('grant select on %I to tidemark_reader', relation);
    end if;
  end loop;
end $$;

-- The views of docs/sql.md, which show the reader all sites.
grant usage on schema tidemark to tidemark_reader;
grant select on all tables in schema tidemark to tidemark_reader;
