-- Visits of a source and a country lie together: of 1.2 million visits of a source over a year, 344,000 of one country need not be looked
-- for among the others (docs/performance.md, "Queries").
drop index sessions_source;
create index sessions_source on sessions (site_id, source, country, ended_at)
  include (visitor_id, session_id, started_at, pageviews, events, duration, is_bounce);
