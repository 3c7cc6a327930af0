-- Remembers that these batches ($6) are in, and adds to the outcome counters; rows come sorted by key, so that two
-- writers of one lane never deadlock. One statement for both: every transaction needs them, and each statement costs 30
-- µs before its first row.
with batch as (
  insert into ingested_batches ({{part,}}batch_id) select {{=part,}}unnest($6::uuid[])
)
insert into traffic_counts as old ({{part,}}site_id, hour, reason, lane, count)
select {{=part,}}{{each site_id}}, to_timestamp({{each hour}}), {{each reason}}, $5::smallint, {{each count}}
on conflict ({{part,}}site_id, hour, reason, lane) do update set count = old.count + excluded.count
