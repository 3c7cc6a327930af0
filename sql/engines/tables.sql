-- The traffic plane: append-only facts, the one small table that changes (visitors), and sums. Each engine makes them in an
-- empty database, before the migrations, statement by statement (split at lines of --;), so every statement is idempotent.
-- Text is collate "C"; an empty value is NULL; ids are signed 64 bit; hour means a UTC hour. Marks in double braces: the column
-- of the part and its place in keys where traffic is divided, and partitions by time where the engine has them natively.
create table if not exists events (
  {{part column}}site_id bigint not null,
  recorded_at timestamptz not null,
  seq bigint,
  visitor_id bigint,
  session_id bigint,
  local_day date not null,
  first_of_visitor_day boolean not null,
  first_of_visitor_month boolean not null,
  first_of_visit_day boolean not null,
  first_of_visit_month boolean not null,
  seen_day_before boolean not null,
  interactive boolean not null default true,
  name text collate "C" not null,
  hostname text collate "C",
  pathname text collate "C" not null,
  props jsonb,
  revenue_source_amount numeric,
  revenue_source_currency text collate "C",
  revenue_amount numeric,
  revenue_currency text collate "C",
  position smallint,
  import_id integer
){{by recorded_at}};
--;
comment on table events is 'One event, engagement excluded; append-only. Written by ingest/transaction';
--;
comment on column events.session_id is 'Null, as visitor_id is: a program sent the event without a visitor (spec/ingestion 23)';
--;
comment on column events.hostname is 'Null: the site''s home_hostname';
--;
comment on column events.position is 'The how manieth event of its visit, of 32,768; orders events of one second';
--;
comment on column events.seq is 'Orders events of one second that were written before there was a position; null since';
--;
comment on column events.import_id is 'The import that brought the row; null: live traffic, and imports before migration 0025';
--;
create table if not exists engagements (
  {{part column}}site_id bigint not null,
  recorded_at timestamptz not null,
  seq bigint,
  visitor_id bigint not null,
  session_id bigint not null,
  local_day date not null,
  hostname text collate "C",
  pathname text collate "C" not null,
  scroll_depth smallint constraint engagements_scroll_depth_check check (scroll_depth between 0 and 100),
  engagement_time_ms bigint not null default 0,
  props jsonb,
  import_id integer
){{by recorded_at}};
--;
comment on table engagements is 'One engagement event; append-only. Written by ingest/transaction';
--;
comment on column engagements.hostname is 'Null: the site''s home_hostname';
--;
comment on column engagements.seq is 'Orders rows of one second that were written before migration 0012; null since';
--;
comment on column engagements.import_id is 'The import that brought the row; null: live traffic, and imports before migration 0025';
--;
create table if not exists sessions (
  {{part column}}site_id bigint not null,
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
){{by ended_at}};
--;
comment on table sessions is 'One ended session; ended_at is its last activity, engagement excluded; append-only. Written by ingest/transaction and upkeep/sessions';
--;
-- In an order of columns that leaves no gaps between them. Half of each page is left free for the updates of every batch.
create table if not exists visitors (
  {{part column}}site_id bigint not null,
  visitor_id bigint not null,
  -- the visitor's last activity, and what the flags of its next rows compare with
  last_event_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- the running session; NULL session_id: none is running
  session_id bigint,
  started_at timestamptz,
  last_event_day date not null,
  last_ended_day date,
  pageviews integer,
  events integer,
  city integer,
  stripe smallint not null,
  imported boolean not null default false,
  is_bounce boolean,
  active_days date[],
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
  device text collate "C",
  browser text collate "C",
  browser_version text collate "C",
  os text collate "C",
  os_version text collate "C",
  ahead text,
  constraint visitors_pkey primary key ({{part,}}site_id, visitor_id)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);
--;
-- last_seen_at is in no index, so that the update of every batch stays inside its page (HOT). A row is in one of the two.
create index if not exists visitors_running on visitors (stripe) where session_id is not null;
--;
create index if not exists visitors_stripe on visitors (stripe) where session_id is null;
--;
-- Running visits change fast, and the planner needs to know little of them. While the table grows it is analyzed every
-- minute: with a tenth of the usual sample that takes a twelfth of the time (docs/performance.md, "Ingest").
do $$
declare
  name text;
begin
  for name in
    select attname from pg_attribute
    where attrelid = 'visitors'::regclass and attnum > 0 and not attisdropped and attstattarget is distinct from 10
  loop
    execute format('alter table visitors alter column %I set statistics 10', name);
  end loop;
end
$$;
--;
comment on table visitors is 'What is remembered of a visitor while its salts live: running session, last activity. Written by ingest/transaction and upkeep/sessions, under the stripe''s advisory lock';
--;
comment on column visitors.active_days is 'Recent local days with events, ascending; null: only last_event_day';
--;
comment on column visitors.ahead is 'Pages of the running session that a kit reported and the script has not confirmed, JSON; null: none';
--;
comment on column visitors.exit_page is 'Null: the same as entry_page';
--;
comment on column visitors.exit_hostname is 'Null: the same as entry_hostname';
--;
create table if not exists ingested_batches (
  {{part column}}batch_id uuid not null,
  ingested_at timestamptz not null default now(),
  constraint ingested_batches_pkey primary key ({{part,}}batch_id)
);
--;
create index if not exists ingested_batches_ingested_at on ingested_batches (ingested_at);
--;
comment on table ingested_batches is 'Batches that are in, so that a retry is harmless; kept a day. Written by ingest/transaction';
--;
create table if not exists sent_events (
  {{part column}}site_id bigint not null,
  sent_id uuid not null,
  stripe smallint not null,
  sent_at timestamptz not null default now(),
  constraint sent_events_pkey primary key ({{part,}}site_id, sent_id)
);
--;
create index if not exists sent_events_sent_at on sent_events (sent_at);
--;
comment on table sent_events is 'Digests of the ids of events that programs sent, so that each counts once; kept two days. Written by ingest/transaction';
--;
create table if not exists traffic_counts (
  {{part column}}site_id bigint not null,
  hour timestamptz not null,
  reason text not null,
  lane smallint not null,
  count bigint not null,
  constraint traffic_counts_pkey primary key ({{part,}}site_id, hour, reason, lane)
);
--;
comment on table traffic_counts is 'Events by outcome: reason accepted or a drop reason; site_id 0 holds drops without a site. Written by ingest/transaction';
--;
-- Both grains of spec/stats 6, and what makes visitors and visits add up over runs of days. A live id is active on at most
-- three neighbouring local days (two UTC days of salts), so two days back are enough for any run.
create table if not exists daily_breakdowns (
  {{part column}}site_id bigint not null,
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
  seen_two_days_before integer not null default 0,
  active_visitors integer not null default 0,
  active_day_before integer not null default 0,
  active_two_days_before integer not null default 0,
  active_visits integer not null default 0,
  active_visits_day_before integer not null default 0,
  active_visits_two_days_before integer not null default 0,
  session_pageviews bigint not null default 0,
  -- of event:page only, NULL elsewhere: that costs no space
  engaged_ms bigint,
  engaged_visits integer,
  engaged_visits_day_before integer,
  engaged_visits_two_days_before integer,
  constraint daily_breakdowns_pkey primary key ({{part,}}site_id, dimension, local_day, value)
);
--;
create index if not exists daily_breakdowns_value on daily_breakdowns (site_id, dimension, value, local_day);
--;
-- The first values of a day by visitors, for lists that need not read the day.
create index if not exists daily_breakdowns_top on daily_breakdowns (site_id, dimension, local_day, visitors);
--;
comment on table daily_breakdowns is 'Sums of closed local days by one dimension; the empty value is an empty string. active_*, pageviews and events are by the events of the day; engaged_* by its engagement; the others by the sessions that ended on it, and for event dimensions visitors and visits the same as active_*. *_day_before: those also there the day before; *_two_days_before: there two days before and not between. Dimension event:props lists the properties left out of the day, the empty value all of them. Written by upkeep/breakdowns';
--;
create table if not exists breakdown_days (
  {{part column}}site_id bigint not null,
  local_day date not null,
  state text not null constraint breakdown_days_state_check check (state in ('done', 'skipped', 'dirty')),
  is_final boolean not null default false,
  constraint breakdown_days_pkey primary key ({{part,}}site_id, local_day)
);
--;
comment on table breakdown_days is 'Which local days daily_breakdowns holds: done, skipped (too small), dirty (to redo). Written by upkeep/rollups, marked dirty by ingest/transaction';
--;
comment on column breakdown_days.is_final is 'Retention deleted the raw rows of the day: its sums are all there is, and stay. Written by upkeep/retention';
--;
create table if not exists imported_days (
  {{part column}}site_id bigint not null,
  local_day date not null,
  dimension text collate "C" not null,
  value text collate "C" not null,
  visitors integer not null default 0,
  visits integer not null default 0,
  pageviews integer not null default 0,
  events integer not null default 0,
  bounces integer not null default 0,
  duration bigint not null default 0,
  import_id integer,
  constraint imported_days_pkey primary key ({{part,}}site_id, dimension, local_day, value)
);
--;
comment on table imported_days is 'Daily sums brought from another product; dimension empty for the day''s totals. Written by ingest/import';
--;
comment on column imported_days.import_id is 'The import that brought the sums';
