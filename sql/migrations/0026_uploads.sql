-- Files that people send for an import, and what became of them. The bytes are in a file of DATA_DIR.
create table uploads (
  id bigint generated always as identity primary key,
  site_id bigint not null constraint uploads_site_id_fkey references sites on delete cascade,
  kind text not null constraint uploads_kind_check check (kind in ('events', 'umami', 'plausible')),
  name text not null constraint uploads_name_check check (char_length(name) between 1 and 255),
  bytes bigint not null,
  skip_invalid boolean not null,
  state text not null default 'receiving'
    constraint uploads_state_check check (state in ('receiving', 'waiting', 'importing', 'done', 'failed')),
  phase text constraint uploads_phase_check check (phase in ('checking', 'importing')),
  bytes_done bigint not null default 0,
  events_done bigint not null default 0,
  message text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index uploads_site_id_idx on uploads (site_id);
comment on table uploads is 'Files sent for an import. Written by registry/uploads';
comment on column uploads.bytes_done is 'How much of the file this phase has read';
comment on column uploads.message is 'What the import brought, or why it failed';
comment on column uploads.changed_at is 'While it is importing, when it was last seen to be: longer ago, and another process goes on with it';
