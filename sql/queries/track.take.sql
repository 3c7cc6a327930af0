-- Events of tidemark.track that no other process has, in the order of their transactions, from a transaction ($1) on.
select txid::text, seq, id, site_id, at, name, url, props::text, revenue_amount::text, revenue_currency, visit
from track_queue
where txid >= $1::text::xid8
order by txid, seq
limit $2
for update skip locked
