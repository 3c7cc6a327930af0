-- The control plane: what people edit. Small, transactional, cached by the directory.
-- Constraint names are part of the interface: src/db/constraints.ts turns them into failures.

create table users (
  id bigint generated always as identity primary key,
  email text not null,
  name text not null default '',
  password_hash text,
  created_at timestamptz not null default now()
);
create unique index users_email_key on users (lower(email));
comment on table users is 'Operators'' accounts. Written by registry/users';

create table teams (
  id bigint generated always as identity primary key,
  identifier uuid not null default gen_random_uuid() constraint teams_identifier_key unique,
  name text not null default 'My Personal Sites',
  plan text not null default 'business'
    constraint teams_plan_check check (plan in ('starter', 'growth', 'business', 'enterprise', 'trial', 'none')),
  features text[] not null default '{}',
  sites_limit integer constraint teams_sites_limit_check check (sites_limit >= 0),
  locked_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table teams is 'Who pays: plan and features. features counts on plan enterprise only. Written by registry/teams';

create table memberships (
  team_id bigint not null constraint memberships_team_id_fkey references teams on delete cascade,
  user_id bigint not null constraint memberships_user_id_fkey references users on delete cascade,
  role text not null constraint memberships_role_check check (role in ('owner', 'admin', 'editor', 'billing', 'viewer')),
  created_at timestamptz not null default now(),
  constraint memberships_pkey primary key (team_id, user_id)
);
create index memberships_user_id_idx on memberships (user_id);
comment on table memberships is 'Full members of a team. Written by registry/teams';

create table sites (
  id bigint generated always as identity primary key,
  team_id bigint not null constraint sites_team_id_fkey references teams on delete cascade,
  domain text not null constraint sites_domain_key unique,
  domain_changed_from text constraint sites_domain_changed_from_key unique,
  domain_changed_at timestamptz,
  timezone text not null default 'Etc/UTC',
  custom_properties text[] not null default '{}',
  is_consolidated boolean not null default false,
  retention_months integer constraint sites_retention_months_check check (retention_months > 0),
  long_lived_from date,
  long_lived_to date,
  dropped_before date,
  created_at timestamptz not null default now()
);
create index sites_team_id_idx on sites (team_id);
create unique index sites_consolidated_key on sites (team_id) where is_consolidated;
comment on table sites is 'One site, or the consolidated view of a team. Written by registry/sites';
comment on column sites.long_lived_from is 'First local day over which imported visitor ids outlive their salts: sums over runs of days read raw rows there';
comment on column sites.dropped_before is 'Raw rows older than this local day are gone (retention)';

create table deleted_sites (
  site_id bigint primary key,
  deleted_at timestamptz not null default now()
);
comment on table deleted_sites is 'Sites whose traffic rows the purge task still has to remove. Written by registry/sites';

create table site_guests (
  site_id bigint not null constraint site_guests_site_id_fkey references sites on delete cascade,
  email text not null,
  role text not null constraint site_guests_role_check check (role in ('viewer', 'editor')),
  created_at timestamptz not null default now()
);
create unique index site_guests_key on site_guests (site_id, lower(email));
create index site_guests_email_idx on site_guests (lower(email));
comment on table site_guests is 'Guests of single sites; accepted once a user with that address exists. Written by registry/teams';

create table tracker_configs (
  site_id bigint primary key constraint tracker_configs_site_id_fkey references sites on delete cascade,
  public_id text not null constraint tracker_configs_public_id_key unique,
  installation_type text constraint tracker_configs_installation_type_check check (installation_type in ('manual', 'wordpress')),
  track_404_pages boolean not null default false,
  hash_based_routing boolean not null default false,
  outbound_links boolean not null default false,
  file_downloads boolean not null default false,
  revenue_tracking boolean not null default false,
  tagged_events boolean not null default false,
  form_submissions boolean not null default false,
  pageview_props boolean not null default false
);
comment on table tracker_configs is 'One tracker script configuration a site. Written by registry/tracker-config';

create table goals (
  id bigint generated always as identity primary key,
  site_id bigint not null constraint goals_site_id_fkey references sites on delete cascade,
  event_name text,
  path text,
  scroll_threshold integer not null default -1
    constraint goals_scroll_threshold_check check (scroll_threshold between -1 and 100),
  currency text,
  custom_props jsonb not null default '{}',
  display_name text not null,
  created_at timestamptz not null default now(),
  constraint goals_kind_check check ((event_name is null) <> (path is null)),
  constraint goals_currency_check check (currency is null or event_name is not null)
);
-- Digests, because names, paths and properties may be longer than an index entry; the text of jsonb is canonical.
create unique index goals_event_key on goals (site_id, md5(event_name), md5(custom_props::text)) where event_name is not null;
create unique index goals_page_key on goals (site_id, md5(path), scroll_threshold, md5(custom_props::text)) where path is not null;
comment on table goals is 'Conversion definitions. Written by registry/goals';

create table api_keys (
  id bigint generated always as identity primary key,
  user_id bigint not null constraint api_keys_user_id_fkey references users on delete cascade,
  team_id bigint constraint api_keys_team_id_fkey references teams on delete cascade,
  name text not null,
  key_hash text not null constraint api_keys_key_hash_key unique,
  key_prefix text not null,
  scopes text[] not null default '{stats:read:*}',
  hourly_request_limit integer not null default 1000000,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create index api_keys_user_id_idx on api_keys (user_id);
comment on table api_keys is 'Keys of the Sites and Stats API, hashed. Written by registry/keys';

create table plugin_tokens (
  id bigint generated always as identity primary key,
  site_id bigint not null constraint plugin_tokens_site_id_fkey references sites on delete cascade,
  token_hash bytea not null constraint plugin_tokens_token_hash_key unique,
  hint text not null,
  description text not null constraint plugin_tokens_description_check check (description <> ''),
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create index plugin_tokens_site_id_idx on plugin_tokens (site_id);
comment on table plugin_tokens is 'Tokens of the Plugins API, hashed. Written by registry/tokens';

create table shields (
  id bigint generated always as identity primary key,
  site_id bigint not null constraint shields_site_id_fkey references sites on delete cascade,
  type text not null constraint shields_type_check check (type in ('ip', 'country', 'page', 'hostname')),
  value text not null,
  description text,
  created_at timestamptz not null default now(),
  constraint shields_key unique (site_id, type, value)
);
comment on table shields is 'A site''s own drop rules. Written by registry/shields';

create table shared_links (
  id bigint generated always as identity primary key,
  site_id bigint not null constraint shared_links_site_id_fkey references sites on delete cascade,
  name text not null,
  slug text not null constraint shared_links_slug_key unique,
  password_hash text,
  created_at timestamptz not null default now(),
  constraint shared_links_name_key unique (site_id, name)
);
comment on table shared_links is 'Links that open a site''s statistics. Written by registry/shared-links';

create table salts (
  day date primary key,
  salt bytea not null constraint salts_salt_check check (octet_length(salt) = 16),
  created_at timestamptz not null default now()
);
comment on table salts is 'One salt a UTC day, deleted 48 hours after it began. Written by registry/salts';
