-- Apache-2 edition: event_hours and session_hours are plain views (docs/architecture.md). Runs after the migrations at
-- every migrate, statement by statement (split at lines of --;), so every statement is idempotent. A name in double
-- braces stands for the SELECT of sql/rollups. A statement that says `site_id = 1 and hour >= … and hour < …` with
-- constants reads the chunks of those hours by (site_id, time): TimescaleDB makes bounds of the column out of bounds
-- of its bucket. Closed days are answered by daily_breakdowns.
create or replace view event_hours as
{{event_hours}};
--;
create or replace view session_hours as
{{session_hours}};
--;
-- What versions before migration 0019 kept here; its days went into daily_breakdowns where nothing else had them.
drop function if exists add_event_hours, add_session_hours;
--;
drop table if exists event_hours_parts, session_hours_parts;
