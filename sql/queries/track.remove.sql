-- Removes rows of the queue of tidemark.track by their numbers ($3), which lie between two transactions ($1, $2).
delete from track_queue where txid between $1::text::xid8 and $2::text::xid8 and seq = any ($3)
