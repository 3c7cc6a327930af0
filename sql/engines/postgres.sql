-- PostgreSQL without an extension: traffic by month in native partitions. Runs after the migrations at every migrate,
-- statement by statement (split at lines of --;), so every statement is idempotent. A name in double braces stands for the
-- SELECT of sql/rollups. Citus (citus.sql) is the same tables with the column of the part, divided where it says so below.
-- Rows that no month is prepared for. Without a key, shards could only be moved with writers locked out.
do $$
declare
  relation text;
begin
  foreach relation in array array['events', 'engagements', 'sessions'] loop
    if to_regclass(relation || '_default') is null then
      execute format('create table %I partition of %I default', relation || '_default', relation);
      execute format('alter table %I replica identity full', relation || '_default');
    end if;
  end loop;
end
$$;
--;
-- Each part has a table of its own on Citus: no index begins with its column.
create index if not exists events_site_recorded on events (site_id, recorded_at);
--;
create index if not exists events_pageviews on events (site_id, pathname, recorded_at) include (visitor_id, session_id)
  where name = 'pageview';
--;
create index if not exists events_custom on events (site_id, name, recorded_at) include (visitor_id, session_id)
  where name <> 'pageview';
--;
create index if not exists events_custom_page on events (site_id, pathname, recorded_at) include (visitor_id, session_id)
  where name <> 'pageview';
--;
create index if not exists engagements_pathname on engagements (site_id, pathname);
--;
create index if not exists engagements_recorded on engagements using brin (recorded_at) with (autosummarize = on);
--;
create index if not exists sessions_site_ended on sessions (site_id, ended_at);
--;
create index if not exists sessions_long on sessions (site_id, ended_at) where duration >= 7200;
--;
create index if not exists sessions_source on sessions (site_id, source, country, ended_at)
  include (visitor_id, session_id, started_at, pageviews, events, duration, is_bounce);
--;
{{divide}}
--;
{{visits}}
--;
create or replace view event_hours as
{{event_hours}};
--;
create or replace view session_hours as
{{session_hours}};
--;
-- Makes a table's partitions of months; where rows of a month are in the default partition already, they stay there. One
-- table in a transaction: it is locked against readers, who ask several tables in an order of their own.
create or replace function prepare_partitions(relation text, first timestamptz, last timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  month timestamptz;
begin
  if relation not in ('events', 'engagements', 'sessions') then
    raise invalid_parameter_value using message = format('%s has no partitions', relation);
  end if;
  perform pg_advisory_xact_lock(hashtext('tidemark.partitions'));
  for month in select generate_series(date_trunc('month', first), last, interval '1 month') loop
    continue when to_regclass(relation || to_char(month, '_YYYY_MM')) is not null;
    begin
      execute format('create table %I partition of %I for values from (%L) to (%L)',
        relation || to_char(month, '_YYYY_MM'), relation, month, month + interval '1 month');
      execute format('alter table %I replica identity full', relation || to_char(month, '_YYYY_MM'));
    exception when check_violation then
      null;
    end;
  end loop;
end
$$;
--;
drop function if exists prepare_partitions(timestamptz, timestamptz);
--;
revoke execute on function prepare_partitions from public;
--;
select prepare_partitions(name, now() - interval '1 month', now() + interval '2 months')
from unnest(array['events', 'engagements', 'sessions']) as name;
