-- Remembers that these batches are in.
insert into ingested_batches (batch_id) select unnest($1::uuid[])
