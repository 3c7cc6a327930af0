-- More questions answered from an index alone (docs/performance.md, "Queries").

-- Visits of a source and a country lie together: of 1.2 million visits of a source over a year, 344,000 of one country
-- need not be looked for among the others.
drop index sessions_source;
create index sessions_source on sessions (site_id, source, country, ended_at)
  include (visitor_id, session_id, started_at, pageviews, events, duration, is_bounce);

-- Rows that only come are marked as visible to all after every twentieth: scans of an index alone look at the others
-- one by one.
alter table events set (autovacuum_vacuum_insert_scale_factor = 0.05);
alter table engagements set (autovacuum_vacuum_insert_scale_factor = 0.05);
alter table sessions set (autovacuum_vacuum_insert_scale_factor = 0.05);
