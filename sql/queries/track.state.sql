-- The queue of tidemark.track: rows that wait, of a million at most; the age of the oldest; calls that found no room.
select (select count(*) from (select from track_queue limit 1000000) rows) as waiting,
       coalesce(
         extract(epoch from clock_timestamp() - (select at from track_queue order by txid, seq limit 1)), 0
       )::float as seconds,
       pg_sequence_last_value('track_queue_dropped') - 1 as dropped
