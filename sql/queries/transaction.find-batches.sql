-- Which of these batches are in already.
select batch_id from ingested_batches where {{at}}batch_id = any ($1::uuid[])
