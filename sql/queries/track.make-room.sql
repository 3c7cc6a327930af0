-- Makes room in the queue of tidemark.track: for as many rows as were moved ($1), or up to a number of rows ($3) behind a
-- row ($2) before which all is settled, whichever is more; never for more than that number behind the last row.
select setval('track_queue_room', wanted)
from (
  select pg_sequence_last_value('track_queue_room') as room, coalesce(pg_sequence_last_value('track_queue_seq_seq'), 0) as issued
) now
cross join lateral (
  select greatest(least(greatest(room + $1::bigint, $2::bigint + $3::bigint), issued + $3::bigint), 1) as wanted
) next
where wanted <> room
