-- What an import brought can be taken away again: each of its rows names it.
alter table events add column import_id integer;
alter table engagements add column import_id integer;
comment on column events.import_id is 'The import that brought the row; null: live traffic, and imports before migration 0025';
comment on column engagements.import_id is 'The import that brought the row; null: live traffic, and imports before migration 0025';

alter table imports
  add column name text,
  add column first_day date,
  add column last_day date,
  add column sums_added bigint not null default 0,
  add column is_marked boolean not null default false;
alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check check (state in ('running', 'abandoned', 'done', 'deleting'));
comment on table imports is 'Files imported and how far. Written by imports/import and imports/plausible; given up by upkeep/housekeeping, deleted by upkeep/import-deletion';
comment on column imports.events_added is 'Rows of events and engagements; with migrations before 0025 also engagement that was dropped';
comment on column imports.sums_added is 'Rows of imported_days';
comment on column imports.is_marked is 'Its rows name it, so that it can be deleted';

-- Sums of days: those of an earlier version belong to the last import of their day, which wrote them.
alter table imported_days add column import_id integer;
comment on column imported_days.import_id is 'The import that brought the sums';
update imports
set first_day = split_part(fingerprint, '..', 1)::date, last_day = split_part(fingerprint, '..', 2)::date, is_marked = true
where source = 'plausible' and fingerprint ~ '^\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d$';
update imported_days d
set import_id = (
  select max(i.id)
  from imports i
  where i.site_id = d.site_id and i.source = 'plausible' and d.local_day between i.first_day and i.last_day);
update imports i
set sums_added = (select count(*) from imported_days d where d.site_id = i.site_id and d.import_id = i.id)
where i.source = 'plausible';
