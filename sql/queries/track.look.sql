-- Whether events of tidemark.track wait at or behind a transaction ($1), and the first transaction that had not ended.
-- A row that comes to be seen later has that number or a higher one. The order is there for the planner, which would
-- else read the whole table with its dead rows.
select pg_snapshot_xmin(pg_current_snapshot())::text as floor,
       (select seq from track_queue where txid >= $1::text::xid8 order by txid, seq limit 1) is not null as waits
