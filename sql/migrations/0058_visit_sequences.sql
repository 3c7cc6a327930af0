-- Sequences of closed local days: which pages and events visits went through, and how many did (upkeep/sequences). A rollup of
-- traffic, and so divided where traffic is. In a new database of Citus sql/engines/citus.sql divides it with the other tables.
do $$
declare
  relation text;
  is_divided constant boolean := exists (
    select from information_schema.columns
    where table_schema = current_schema and table_name = 'breakdown_days' and column_name = 'part'
  );
  part_column constant text := case when is_divided then 'part integer not null,' else '' end;
  part_key constant text := case when is_divided then 'part,' else '' end;
begin
  execute format($sql$
    create table sequence_items (
      %s site_id bigint not null,
      number integer not null,
      kind text collate "C" not null constraint sequence_items_kind_check check (kind in ('page', 'event', 'source', 'folder')),
      item text collate "C" not null,
      folder text collate "C" generated always as (
        case when kind = 'page' and item like '/%%/%%' then '/' || split_part(item, '/', 2) || '/**' end
      ) stored,
      constraint sequence_items_pkey primary key (%s site_id, number),
      constraint sequence_items_item_key unique (%s site_id, kind, item)
    )
  $sql$, part_column, part_key, part_key);
  -- In an order of columns that leaves no gaps between them.
  execute format($sql$
    create table visit_sequences (
      %s site_id bigint not null,
      local_day date not null,
      visits integer not null,
      visitor_id bigint,
      session_id bigint,
      source integer,
      items integer[] not null
    )
  $sql$, part_column);
  execute format($sql$
    create table sequence_sums (
      %s site_id bigint not null,
      local_day date not null,
      visits integer not null,
      source integer,
      number integer not null
    )
  $sql$, part_column);
  -- Two of them have no key, without which shards could only be moved with writers locked out.
  if is_divided then
    alter table visit_sequences replica identity full;
    alter table sequence_sums replica identity full;
  end if;
  execute format($sql$
    create table sequence_days (
      %s site_id bigint not null,
      local_day date not null,
      state text collate "C" not null constraint sequence_days_state_check check (state in ('done', 'refused')),
      constraint sequence_days_pkey primary key (%s site_id, local_day)
    )
  $sql$, part_column, part_key);
  if is_divided and exists (select from parts) and exists (select from pg_extension where extname = 'citus') then
    foreach relation in array array['sequence_items', 'visit_sequences', 'sequence_sums', 'sequence_days'] loop
      perform create_distributed_table(relation::regclass, 'part', colocate_with => 'part_stripes');
    end loop;
  end if;
end
$$;
create index visit_sequences_day on visit_sequences (site_id, local_day);
create index visit_sequences_named on visit_sequences (site_id, local_day) where visitor_id is not null;
create index sequence_sums_day on sequence_sums (site_id, local_day);
comment on table visit_sequences is 'Visits of a closed local day by their sequence of items of that day, equal neighbours once. visitor_id: of visitors with other visits within two days; session_id: of visits that have events on other days too. Written by upkeep/sequences';
comment on column visit_sequences.source is 'The number of the visit''s source, if the source is a big one; null otherwise';
comment on column visit_sequences.items is 'Numbers of sequence_items';
comment on table sequence_sums is 'Visits of visit_sequences without a visitor_id, by day, source and each item that they have, and by each folder of their pages; number 0: all of them. Written by upkeep/sequences';
comment on table sequence_items is 'The numbers of the pages, events and big sources of visit_sequences, and of the folders of its pages. Written by upkeep/sequences';
comment on table sequence_days is 'Which local days visit_sequences holds: done, or refused (too many or too long sequences). Written by upkeep/sequences, removed by whatever changes a day within two days';
