-- What the migrations call of TimescaleDB, for a new database on Citus, before they run: citus.sql takes it away, and
-- makes their tables anew.
create schema if not exists timescaledb_information;
--;
create schema if not exists _timescaledb_internal;
--;
create or replace view timescaledb_information.chunks as
select null::name as hypertable_schema, null::name as hypertable_name, null::name as chunk_schema, null::name as chunk_name,
       null::timestamptz as range_start, null::timestamptz as range_end, false as is_compressed
where false;
--;
create or replace function create_hypertable(relation regclass, time_column name, chunk_time_interval interval,
  create_default_indexes boolean) returns void language sql as 'select';
