-- The partitions of traffic on TimescaleDB: its chunks. No view, which would be in the way when the extension is updated.
select c.chunk_name as name, format('%I.%I', c.chunk_schema, c.chunk_name) as relation, c.hypertable_name as "table",
       c.range_start as "from", c.range_end as "to", c.is_compressed as is_packed, r.oid, r.reltuples
from timescaledb_information.chunks c
join pg_class r on r.oid = format('%I.%I', c.chunk_schema, c.chunk_name)::regclass
where c.hypertable_schema = current_schema() and c.hypertable_name in ('events', 'engagements', 'sessions')
