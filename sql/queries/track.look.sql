-- Whether events of tidemark.track wait at or behind a transaction ($1); the first transaction that had not ended, and
-- the one after all that had begun; the last number that the queue gave. A row that comes to be seen later has the number
-- of the first or a higher one. The order is there for the planner, which would else read the whole table with its dead
-- rows.
select pg_snapshot_xmin(pg_current_snapshot())::text as floor,
       pg_snapshot_xmax(pg_current_snapshot())::text as ceiling,
       coalesce(pg_sequence_last_value('track_queue_seq_seq'), 0) as issued,
       (select seq from track_queue where txid >= $1::text::xid8 order by txid, seq limit 1) is not null as waits
