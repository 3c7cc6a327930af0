-- The traffic plane: append-only facts, and the one small table that changes (visitors).
-- Text is collate "C"; an empty value is NULL; ids are signed 64 bit; hour means a UTC hour.

create sequence events_seq cache 1;

create table events (
  site_id bigint not null,
  recorded_at timestamptz not null,
  seq bigint not null default nextval('events_seq'),
  visitor_id bigint not null,
  session_id bigint not null,
  local_day date not null,
  first_of_visitor_day boolean not null,
  first_of_visitor_month boolean not null,
  first_of_visit_day boolean not null,
  first_of_visit_month boolean not null,
  seen_day_before boolean not null,
  interactive boolean not null default true,
  name text collate "C" not null,
  hostname text collate "C" not null,
  pathname text collate "C" not null,
  props jsonb,
  revenue_source_amount numeric,
  revenue_source_currency text collate "C",
  revenue_amount numeric,
  revenue_currency text collate "C"
);
comment on table events is 'One event, engagement excluded; append-only. Written by ingest/transaction';
select create_hypertable('events', 'recorded_at', chunk_time_interval => interval '7 days', create_default_indexes => false);
create index events_site_recorded on events (site_id, recorded_at);
create index events_pageviews on events (site_id, pathname, recorded_at) include (visitor_id, session_id) where name = 'pageview';
create index events_custom on events (site_id, name, recorded_at) include (visitor_id, session_id) where name <> 'pageview';

create table engagements (
  site_id bigint not null,
  recorded_at timestamptz not null,
  seq bigint not null default nextval('events_seq'),
  visitor_id bigint not null,
  session_id bigint not null,
  local_day date not null,
  hostname text collate "C" not null,
  pathname text collate "C" not null,
  scroll_depth smallint constraint engagements_scroll_depth_check check (scroll_depth between 0 and 100),
  engagement_time_ms bigint not null default 0,
  props jsonb
);
comment on table engagements is 'One engagement event; append-only. Written by ingest/transaction';
select create_hypertable('engagements', 'recorded_at', chunk_time_interval => interval '7 days', create_default_indexes => false);
create index engagements_site_recorded on engagements (site_id, recorded_at);
create index engagements_page on engagements (site_id, pathname, recorded_at) include (session_id, engagement_time_ms, scroll_depth);

create table visitors (
  site_id bigint not null,
  visitor_id bigint not null,
  stripe smallint not null,
  -- the visitor's last activity, and what the flags of its next rows compare with
  last_event_at timestamptz not null,
  last_seen_at timestamptz not null,
  last_event_day date not null,
  last_ended_day date,
  active_days date[] not null default '{}',
  imported boolean not null default false,
  -- the running session; NULL session_id: none is running
  session_id bigint,
  started_at timestamptz,
  entry_page text collate "C",
  exit_page text collate "C",
  entry_hostname text collate "C",
  exit_hostname text collate "C",
  pageviews integer,
  events integer,
  is_bounce boolean,
  referrer text collate "C",
  source text collate "C",
  channel text collate "C",
  utm_source text collate "C",
  utm_medium text collate "C",
  utm_campaign text collate "C",
  utm_content text collate "C",
  utm_term text collate "C",
  click_id text collate "C",
  country text collate "C",
  region text collate "C",
  city integer,
  device text collate "C",
  browser text collate "C",
  browser_version text collate "C",
  os text collate "C",
  os_version text collate "C",
  constraint visitors_pkey primary key (site_id, visitor_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
-- last_seen_at is in no index, so that the update of every batch stays inside its page (HOT).
create index visitors_running on visitors (stripe) where session_id is not null;
create index visitors_stripe on visitors (stripe);
comment on table visitors is 'What is remembered of a visitor while its salts live: running session, last activity. Written by ingest/transaction and upkeep/sessions, under the stripe''s advisory lock';

create table sessions (
  site_id bigint not null,
  ended_at timestamptz not null,
  session_id bigint not null,
  visitor_id bigint not null,
  started_at timestamptz not null,
  local_day date not null,
  first_of_visitor_day boolean not null,
  first_of_visitor_month boolean not null,
  seen_day_before boolean not null,
  duration integer not null,
  is_bounce boolean not null,
  pageviews integer not null,
  events integer not null,
  entry_page text collate "C",
  exit_page text collate "C",
  entry_hostname text collate "C",
  exit_hostname text collate "C",
  referrer text collate "C",
  source text collate "C",
  channel text collate "C",
  utm_source text collate "C",
  utm_medium text collate "C",
  utm_campaign text collate "C",
  utm_content text collate "C",
  utm_term text collate "C",
  click_id text collate "C",
  country text collate "C",
  region text collate "C",
  city integer,
  device text collate "C",
  browser text collate "C",
  browser_version text collate "C",
  os text collate "C",
  os_version text collate "C"
);
comment on table sessions is 'One ended session; ended_at is its last activity, engagement excluded; append-only. Written by ingest/transaction and upkeep/sessions';
select create_hypertable('sessions', 'ended_at', chunk_time_interval => interval '7 days', create_default_indexes => false);
create index sessions_site_ended on sessions (site_id, ended_at);
create index sessions_long on sessions (site_id, ended_at) where duration >= 7200;
create index sessions_source on sessions (site_id, source, ended_at);

create view visits as
select site_id, session_id, visitor_id, started_at, ended_at, duration, is_bounce, pageviews, events,
       entry_page, exit_page, entry_hostname, exit_hostname, referrer, source, channel,
       utm_source, utm_medium, utm_campaign, utm_content, utm_term, click_id, country, region, city,
       device, browser, browser_version, os, os_version, false as is_running
from sessions
union all
select site_id, session_id, visitor_id, started_at, last_event_at,
       abs(extract(epoch from last_event_at - started_at))::integer, is_bounce, pageviews, events,
       entry_page, exit_page, entry_hostname, exit_hostname, referrer, source, channel,
       utm_source, utm_medium, utm_campaign, utm_content, utm_term, click_id, country, region, city,
       device, browser, browser_version, os, os_version, true
from visitors
where session_id is not null;
comment on view visits is 'Ended and running sessions; every session query reads this';

create table ingested_batches (
  batch_id uuid primary key,
  ingested_at timestamptz not null default now()
);
create index ingested_batches_ingested_at on ingested_batches (ingested_at);
comment on table ingested_batches is 'Batches that are in, so that a retry is harmless; kept a day. Written by ingest/transaction';

create table traffic_counts (
  site_id bigint not null,
  hour timestamptz not null,
  reason text not null,
  lane smallint not null,
  count bigint not null,
  constraint traffic_counts_pkey primary key (site_id, hour, reason, lane)
);
comment on table traffic_counts is 'Events by outcome: reason accepted or a drop reason; site_id 0 holds drops without a site. Written by ingest/transaction';

create table daily_breakdowns (
  site_id bigint not null,
  local_day date not null,
  dimension text collate "C" not null,
  value text collate "C" not null,
  visitors integer not null,
  seen_day_before integer not null,
  visits integer not null,
  pageviews integer not null,
  events integer not null,
  bounces integer not null,
  duration bigint not null,
  constraint daily_breakdowns_pkey primary key (site_id, dimension, local_day, value)
);
create index daily_breakdowns_value on daily_breakdowns (site_id, dimension, value, local_day);
comment on table daily_breakdowns is 'Sums of closed local days by one dimension; the empty value is an empty string. Written by upkeep/rollups';

create table breakdown_days (
  site_id bigint not null,
  local_day date not null,
  state text not null constraint breakdown_days_state_check check (state in ('done', 'skipped', 'dirty')),
  constraint breakdown_days_pkey primary key (site_id, local_day)
);
comment on table breakdown_days is 'Which local days daily_breakdowns holds: done, skipped (too small), dirty (to redo). Written by upkeep/rollups, marked dirty by ingest/transaction';

create table imports (
  id bigint generated always as identity primary key,
  site_id bigint not null,
  fingerprint text not null,
  source text not null default 'ndjson',
  lines_done bigint not null default 0,
  events_added bigint not null default 0,
  state text not null default 'running' constraint imports_state_check check (state in ('running', 'done')),
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
create index imports_site on imports (site_id, fingerprint);
comment on table imports is 'Files imported and how far. Written by ingest/import';

create table imported_days (
  site_id bigint not null,
  local_day date not null,
  dimension text collate "C" not null,
  value text collate "C" not null,
  visitors integer not null default 0,
  visits integer not null default 0,
  pageviews integer not null default 0,
  events integer not null default 0,
  bounces integer not null default 0,
  duration bigint not null default 0,
  constraint imported_days_pkey primary key (site_id, dimension, local_day, value)
);
comment on table imported_days is 'Daily sums brought from another product; dimension empty for the day''s totals. Written by ingest/import';

create table timezone_changes (
  site_id bigint primary key,
  timezone text not null,
  done_before timestamptz,
  started_at timestamptz not null default now()
);
comment on table timezone_changes is 'Time zone changes under way. Written by upkeep/timezone';
