-- SQL as an interface (docs/sql.md): the views are made with the relations of the engine (sql/views); here is what they ask.
create table sql_roles (
  role text constraint sql_roles_pkey primary key,
  is_made boolean not null,
  site_ids bigint[],
  created_at timestamptz not null default now()
);
comment on table sql_roles is 'Roles of the database that read the schema tidemark. Written by upkeep/sql-roles';
comment on column sql_roles.is_made is 'Made by `tidemark sql grant`, so `tidemark sql revoke` drops it';
comment on column sql_roles.site_ids is 'The sites it reads; null: all, later ones too';

-- The pattern of LIKE for the path of a goal: stars are any characters, everything else is itself.
create function sql_like(path text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(path, '([\\%_])', '\\\1', 'g'), '\*+', '%', 'g')
$$;
comment on function sql_like is 'The pattern of LIKE for the path of a goal';
