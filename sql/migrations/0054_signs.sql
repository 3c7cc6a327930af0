-- Signs that the addresses of a site's visitors are a proxy's, and why a site waits for its first event. Tables of the
-- registry, on every engine: few rows, written by timers.
create table address_signs (
  site_id bigint not null constraint address_signs_site_id_fkey references sites on delete cascade,
  process uuid not null,
  tally jsonb not null,
  first_at timestamptz not null,
  seen_at timestamptz not null,
  constraint address_signs_pkey primary key (site_id, process)
);
comment on table address_signs is 'Counts of one process about the addresses of a site''s latest visitors: no address, no agent, no hash. Gone with its process. Written by ingest/address-signs';
comment on column address_signs.tally is 'rules/address-signs, Tally';
comment on column address_signs.seen_at is 'When the process last said so; older than two minutes counts as gone';
create table arrival_signs (
  site_id bigint not null constraint arrival_signs_site_id_fkey references sites on delete cascade,
  kind text collate "C" not null,
  detail text collate "C" not null,
  count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  constraint arrival_signs_pkey primary key (site_id, kind, detail)
);
create index arrival_signs_last_at_idx on arrival_signs (last_at);
comment on table arrival_signs is 'Requests from pages of a site that did not become events, by kind (rules/arrival-signs) and detail, a few of a site. Kept a day. Written by ingest/arrival-signs';
