-- Takes the locks of these stripes until the end of the transaction; they come in ascending order.
select count(pg_advisory_xact_lock(hashtext('tidemark.stripe'), k.stripe)) from (select unnest($1::integer[]) as stripe) k
