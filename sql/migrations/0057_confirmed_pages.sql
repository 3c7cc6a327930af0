-- A page that a kit and the script report counts once: visitors hold the pages that wait for the script.
alter table visitors add column if not exists ahead text;
comment on column visitors.ahead is 'Pages of the running session that a kit reported and the script has not confirmed, JSON; null: none';
