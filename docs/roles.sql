-- Least-privilege roles. Run by the owner of Tidemark's tables, in its database, after `tidemark migrate`; safe to run again.
-- tidemark_writer: what `serve` and `work` need with MIGRATE_ON_START=false. tidemark_reader: traffic and sites, no secrets, no people.
do $$
begin
  if not exists (select from pg_roles where rolname = 'tidemark_writer') then
    create role tidemark_writer nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'tidemark_reader') then
    create role tidemark_reader nologin;
  end if;
  execute format('revoke create on schema public from public');
  execute format('revoke connect on database %I from public', current_database());
  execute format('grant connect on database %I to tidemark_writer, tidemark_reader', current_database());
end $$;

grant usage on schema public to tidemark_writer, tidemark_reader;
grant select, insert, update, delete on all tables in schema public to tidemark_writer;
grant usage, select on all sequences in schema public to tidemark_writer;
alter default privileges in schema public grant select, insert, update, delete on tables to tidemark_writer;
alter default privileges in schema public grant usage, select on sequences to tidemark_writer;

-- The queue of background tasks lives in a schema of its own, made by the owner.
do $$
begin
  if exists (select from pg_namespace where nspname = 'graphile_worker') then
    grant usage on schema graphile_worker to tidemark_writer;
    grant select, insert, update, delete on all tables in schema graphile_worker to tidemark_writer;
    grant usage, select on all sequences in schema graphile_worker to tidemark_writer;
    grant execute on all functions in schema graphile_worker to tidemark_writer;
  end if;
end $$;

-- The reader gets what statistics read, by name: a new table is closed until it is listed here.
do $$
declare
  relation text;
begin
  foreach relation in array array[
    'events', 'engagements', 'sessions', 'visitors', 'visits', 'event_hours', 'session_hours',
    'daily_breakdowns', 'breakdown_days', 'imported_days', 'sites', 'goals', 'traffic_counts'
  ] loop
    if to_regclass(relation) is not null then
      execute format('grant select on %I to tidemark_reader', relation);
    end if;
  end loop;
end $$;
