-- Whether events of tidemark.track wait at or behind a transaction ($1), and the first transaction that had not ended.
-- A row that comes to be seen later has that number or a higher one.
select pg_snapshot_xmin(pg_current_snapshot())::text as floor,
       exists (select from track_queue where txid >= $1::text::xid8) as waits
