-- Statistics that people delete: everything of a site, days, a page, an event, or the visits that match filters. One row a
-- deletion, which stays as a record of it; its days while it runs.
create table erasures (
  id bigint generated always as identity primary key,
  site_id bigint not null constraint erasures_site_id_fkey references sites on delete cascade,
  kind text not null constraint erasures_kind_check check (kind in ('everything', 'days', 'page', 'event', 'filters')),
  first_day date,
  last_day date,
  page text,
  event text,
  filters jsonb,
  goals jsonb not null default '[]',
  until timestamptz not null,
  last_import bigint not null default 0,
  visits bigint not null,
  events bigint not null,
  days integer not null,
  state text not null default 'waiting'
    constraint erasures_state_check check (state in ('waiting', 'running', 'done', 'stopped')),
  actor jsonb not null default '{"kind": "service"}',
  made_by bigint constraint erasures_made_by_fkey references users on delete set null,
  made_at timestamptz not null default now(),
  begins_at timestamptz not null,
  chosen_at timestamptz,
  finished_at timestamptz,
  steps integer not null default 0,
  steps_done integer not null default 0,
  first_erased date,
  last_erased date,
  places text[] not null default '{}'
);
create index erasures_site on erasures (site_id, id);
create index erasures_made_by_idx on erasures (made_by) where made_by is not null;
comment on table erasures is 'Deletions of statistics, asked for and done. Written by registry/erasures and upkeep/erasures';
comment on column erasures.filters is 'As the Stats API reads them: a list of version 2, or a text of version 1; segments are filled in';
comment on column erasures.goals is 'The goals of the site as they were when the visits were counted, if filters name some';
comment on column erasures.until is 'Only visits that began, and events that came, before it';
comment on column erasures.last_import is 'The newest import then: rows and sums of later ones stay';
comment on column erasures.visits is 'Visits, events and local days as they were counted and confirmed';
comment on column erasures.actor is 'Who asked for it, for the audit log';
comment on column erasures.begins_at is 'It can be stopped until a task takes it, which is not earlier';
comment on column erasures.chosen_at is 'When its visits were written to erasure_days';
comment on column erasures.first_erased is 'The first and the last local day of what went so far';
comment on column erasures.places is 'Regions and cities of visits that went: a kind, a space, a code';

create table erasure_days (
  erasure_id bigint not null constraint erasure_days_erasure_id_fkey references erasures on delete cascade,
  day date not null,
  session_ids bigint[] not null,
  constraint erasure_days_pkey primary key (erasure_id, day)
);
comment on table erasure_days is 'Visits that a running deletion still has to look at, by the UTC day of their end. Written by upkeep/erasures';
