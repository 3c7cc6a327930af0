-- Imports write over two connections, each for half of the stripes: how far each is. An import nobody goes on with is
-- given up after two days, so that what it remembers of visitors does not stay for ever.

alter table imports alter column lines_done drop default;
alter table imports alter column lines_done type bigint[] using array[lines_done, lines_done];
alter table imports alter column lines_done set default '{0,0}';
alter table imports add column progressed_at timestamptz not null default now();
alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check check (state in ('running', 'abandoned', 'done'));
comment on table imports is 'Files imported and how far. Written by ingest/import; given up by upkeep/housekeeping';
