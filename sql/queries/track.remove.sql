delete from track_queue q
using unnest($1::text[]::xid8[], $2::bigint[]) as moved (txid, seq)
where q.txid = moved.txid and q.seq = moved.seq
