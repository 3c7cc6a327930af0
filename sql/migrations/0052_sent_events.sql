-- Events that programs send: each has an id under which it counts once, and some have no visitor. A new database has both
-- from sql/engines/tables.sql.
-- In a block, one after the other: Citus takes no such change of a partitioned table amid other statements.
do $$
begin
  alter table events alter column visitor_id drop not null;
  alter table events alter column session_id drop not null;
end
$$;
do $$
declare
  -- Traffic is divided: each row has the number of its part.
  is_divided constant boolean := exists (
    select from pg_attribute where attrelid = 'events'::regclass and attname = 'part' and not attisdropped
  );
begin
  if to_regclass('sent_events') is not null then
    return;
  end if;
  execute format(
    'create table sent_events (
       %s site_id bigint not null,
       sent_id uuid not null,
       stripe smallint not null,
       sent_at timestamptz not null default now(),
       constraint sent_events_pkey primary key (%s site_id, sent_id)
     )',
    case when is_divided then 'part integer not null,' end,
    case when is_divided then 'part,' end
  );
  create index sent_events_sent_at on sent_events (sent_at);
  comment on table sent_events is 'Digests of the ids of events that programs sent, so that each counts once; kept two days. Written by ingest/transaction';
  if is_divided and exists (select from pg_extension where extname = 'citus') then
    perform create_distributed_table('sent_events', 'part', colocate_with => 'part_stripes');
  end if;
end
$$;
comment on column events.session_id is 'Null, as visitor_id is: a program sent the event without a visitor (spec/ingestion 23)';
