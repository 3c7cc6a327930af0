-- Events that an application sends in its own transaction, by tidemark.track (sql/views/track.sql, docs/events-in-sql.md).
create table track_queue (
  -- The transaction first: a poller knows from a snapshot below which number no row can come any more.
  txid xid8 not null default pg_current_xact_id(),
  seq bigint generated always as identity,
  id uuid not null default gen_random_uuid(),
  site_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  name text not null,
  url text not null,
  props jsonb,
  revenue_amount numeric,
  revenue_currency text,
  visit text,
  constraint track_queue_pkey primary key (txid, seq)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000);
comment on table track_queue is 'Events of tidemark.track until they are moved; names no site by a key, so that no call waits for a change of the site. Written by tidemark.track, emptied by ingest/track-queue';
comment on column track_queue.visit is 'The visit token of the call; gone with the row';
comment on column track_queue.at is 'The instant of the call';

-- Sequences and no row: nobody waits for a number, and a rollback brings none back.
create sequence track_queue_room;
comment on sequence track_queue_room is 'The last seq of track_queue that has room. Raised by ingest/track-queue';
select setval('track_queue_room', 1000000);
create sequence track_queue_dropped;
comment on sequence track_queue_dropped is 'Calls of tidemark.track that found no room, one more than the number';
select nextval('track_queue_dropped');

create table track_keys (
  role text constraint track_keys_pkey primary key,
  key uuid not null default gen_random_uuid(),
  site_ids bigint[]
);
comment on table track_keys is 'Roles of the database that may call tidemark.track; the empty name stands for the owner of the tables. Written by upkeep/sql-track-roles';
comment on column track_keys.key is 'Shown to the role alone, by track_own_keys: proves to track_event who calls';
comment on column track_keys.site_ids is 'Sites that the role sends events to; null: all, for the owner';
insert into track_keys (role) values ('');

-- The role of docs/roles.sql, if it is there: the service raises the room, and who may call is the owner's to say.
do $$
begin
  if exists (select from pg_roles where rolname = 'tidemark_writer') and has_schema_privilege('tidemark_writer', 'public', 'usage')
  then
    grant update on sequence track_queue_room to tidemark_writer;
    revoke all on track_keys from tidemark_writer;
  end if;
end
$$;
