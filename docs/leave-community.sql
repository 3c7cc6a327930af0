-- Makes a database of TimescaleDB's Community edition one that a server with the Apache-2 edition can use: such a server
-- shows no row of the columnstore, and says nothing about it. Stop the service, then run this with psql as the owner of
-- the database while the server still has the Community edition (old rows take about five times their space), set
-- timescaledb.license to apache, restart the server and run `tidemark migrate`. Safe to run again.
select remove_compression_policy(relation, if_exists => true)
from unnest(array['events', 'engagements', 'sessions']) as relation;
select decompress_chunk(chunk, true)
from unnest(array['events', 'engagements', 'sessions']) as relation, show_chunks(relation) as chunk;
alter table events set (timescaledb.compress = false);
alter table engagements set (timescaledb.compress = false);
alter table sessions set (timescaledb.compress = false);
drop view if exists event_hours, session_hours;
drop materialized view if exists event_hours_live;
drop materialized view if exists session_hours_live;
delete from schema_engine;
