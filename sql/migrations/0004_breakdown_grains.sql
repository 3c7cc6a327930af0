-- daily_breakdowns answers questions now: it holds both grains of spec/stats 6, and what makes visitors and visits add
-- up over runs of days. A live id is active on at most three neighbouring local days (two UTC days of salts), so two
-- days back are enough for any run.
alter table daily_breakdowns
  add column seen_two_days_before integer not null default 0,
  add column active_visitors integer not null default 0,
  add column active_day_before integer not null default 0,
  add column active_two_days_before integer not null default 0,
  add column active_visits integer not null default 0,
  add column active_visits_day_before integer not null default 0,
  add column active_visits_two_days_before integer not null default 0,
  add column session_pageviews bigint not null default 0;
comment on table daily_breakdowns is 'Sums of closed local days by one dimension; the empty value is an empty string. active_*, pageviews and events are by the events of the day; the others by the sessions that ended on it, and for event dimensions visitors and visits the same as active_*. *_day_before: those also there the day before; *_two_days_before: there two days before and not between. Written by upkeep/breakdowns';
-- What is there lacks the new sums.
update breakdown_days set state = 'dirty' where state = 'done';

-- Visits of a source, and with a country, by index-only scans: what sums of whole visits need is in the index
-- (docs/performance.md, "Queries").
drop index sessions_source;
create index sessions_source on sessions (site_id, source, ended_at)
  include (visitor_id, session_id, started_at, country, pageviews, events, duration, is_bounce);
-- A page filter counts custom events on the page too: with events_pageviews they are found without reading rows.
create index events_custom_page on events (site_id, pathname, recorded_at) include (visitor_id, session_id) where name <> 'pageview';
