-- What makes a cluster of the tables of postgres.sql: traffic divided into parts, the registry in local tables of the
-- coordinator (docs/scale.md). Stands in that file where it says so. Without the extension the same tables are plain ones:
-- what is divided is asked as on Citus, on one machine. `tidemark.parts` is the number of parts, for good.
create table if not exists part_stripes (
  part integer not null,
  stripe smallint not null,
  left_sites bigint[] not null default '{}',
  constraint part_stripes_pkey primary key (part, stripe)
);
--;
comment on table part_stripes is 'A row for each stripe of a part, locked by each writer of its visitors; left_sites: sites with visitors that went to another part. Written by upkeep/spread';
--;
do $$
declare
  relation text;
  count constant integer := current_setting('tidemark.parts')::integer;
begin
  if exists (select from parts) then
    return;
  end if;
  if not exists (select from pg_extension where extname = 'citus') then
    insert into parts (index, part) select index, index from generate_series(0, count - 1) as index;
  else
    perform create_distributed_table('part_stripes', 'part', shard_count => count, colocate_with => 'none');
    foreach relation in array array['visitors', 'ingested_batches', 'sent_events', 'traffic_counts', 'daily_breakdowns', 'breakdown_days',
      'imported_days', 'page_requests', 'sequence_items', 'visit_sequences', 'sequence_sums', 'sequence_days', 'events', 'engagements', 'sessions']
    loop
      perform create_distributed_table(relation::regclass, 'part', colocate_with => 'part_stripes');
    end loop;
    perform create_reference_table('place_names');
    -- The first number of each shard: that way every part has one of its own.
    insert into parts (index, part)
    select row_number() over (order by part) - 1, part
    from (
      select min(number) as part
      from generate_series(0, 100 * count) as number
      group by get_shard_id_for_distribution_column('part_stripes', number)
    ) firsts;
  end if;
end
$$;
--;
insert into part_stripes (part, stripe)
select part, stripe from parts cross join generate_series(0, 15) as stripe
on conflict do nothing;
