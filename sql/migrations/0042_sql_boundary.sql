-- What `sql grant` takes from PUBLIC, so that `sql revoke` of the last role gives it back (upkeep/sql-public.ts). The views of
-- the schema tidemark, made again with the relations of the engine, have a second way to their rows since (sql/views).
alter table sql_roles add column taken text[] not null default '{}';
comment on column sql_roles.taken is 'Rights that were taken from PUBLIC for this role and those after it: temporary, large_objects';
