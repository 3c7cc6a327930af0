-- The last number that the queue of tidemark.track gave, and the transaction after all that may have been given one.
select coalesce(pg_sequence_last_value('track_queue_seq_seq'), 0) as issued,
       pg_snapshot_xmax(pg_current_snapshot())::text as ceiling
