-- The control plane: what people edit. Small, transactional, cached by the directory. The tables of traffic are the
-- engine's (sql/engines/tables.sql). Constraint names are part of the interface: src/db/constraints.ts turns them into
-- failures. The state of migrations 0001 to 0029 in one: a database that has run them all is taken as having run this one.

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
  created_at timestamptz not null default now(),
  home_hostname text collate "C"
);
create index sites_team_id_idx on sites (team_id);
create unique index sites_consolidated_key on sites (team_id) where is_consolidated;
comment on table sites is 'One site, or the consolidated view of a team. Written by registry/sites';
comment on column sites.long_lived_from is 'First local day over which imported visitor ids outlive their salts: sums over runs of days read raw rows there';
comment on column sites.dropped_before is 'Raw rows older than this local day are gone (retention)';
comment on column sites.home_hostname is 'The hostname that events and engagements leave out; it stays when the domain changes';

-- Nearly all events of a site name the same hostname, that of the domain it was made with: it stands here once, for good.
create function set_home_hostname() returns trigger language plpgsql as $$
begin
  new.home_hostname := regexp_replace(split_part(new.domain, '/', 1), '^www\.', '');
  return new;
end
$$;
create trigger sites_home_hostname before insert on sites for each row execute function set_home_hostname();

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

-- People who sign in: their sessions in browsers, links that are valid once, tries that failed, their settings.

create table browser_sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null constraint browser_sessions_token_hash_key unique,
  user_id bigint not null constraint browser_sessions_user_id_fkey references users on delete cascade,
  method text not null
    constraint browser_sessions_method_check check (method in ('password', 'setup', 'signin', 'reset', 'invite', 'oidc')),
  second_factor_at timestamptz,
  agent text not null default '',
  country text,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index browser_sessions_user_id_idx on browser_sessions (user_id);
create index browser_sessions_expires_at_idx on browser_sessions (expires_at);
comment on table browser_sessions is 'Who is signed in where. Written by registry/sessions';
comment on column browser_sessions.agent is 'Names of browser and system; never the header itself';

create table one_time_links (
  id bigint generated always as identity primary key,
  token_hash bytea not null constraint one_time_links_token_hash_key unique,
  kind text not null constraint one_time_links_kind_check check (kind in ('setup', 'signin', 'reset', 'invite')),
  user_id bigint constraint one_time_links_user_id_fkey references users on delete cascade,
  email text,
  role text,
  team_id bigint constraint one_time_links_team_id_fkey references teams on delete cascade,
  site_id bigint constraint one_time_links_site_id_fkey references sites on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint one_time_links_for_check check (user_id is not null or email is not null)
);
create index one_time_links_user_id_idx on one_time_links (user_id);
create index one_time_links_team_id_idx on one_time_links (team_id) where team_id is not null;
create index one_time_links_site_id_idx on one_time_links (site_id) where site_id is not null;
comment on table one_time_links is 'What lets in once. Written by registry/one-time-links';

create table sign_in_failures (
  id bigint generated always as identity primary key,
  address_digest bytea not null,
  account_digest bytea not null,
  failed_at timestamptz not null
);
create index sign_in_failures_address_digest_idx on sign_in_failures (address_digest, failed_at);
create index sign_in_failures_failed_at_idx on sign_in_failures (failed_at);
comment on table sign_in_failures is 'Wrong tries of the last hour, by keyed digests. Written by registry/sign-in-failures';

create table user_settings (
  user_id bigint primary key constraint user_settings_user_id_fkey references users on delete cascade,
  shortcuts boolean not null default true
);
comment on table user_settings is 'What an account chose for its pages. Written by registry/users';

-- Second factors of people: the secret that their app shares with the service, and codes for a lost app.

create table second_factors (
  user_id bigint primary key constraint second_factors_user_id_fkey references users on delete cascade,
  secret bytea not null,
  is_on boolean not null default false,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
comment on table second_factors is 'Time-based codes at sign-in. Written by registry/second-factors';
comment on column second_factors.secret is 'Encrypted with SECRET_KEY';
comment on column second_factors.is_on is 'False until its first code was given';
comment on column second_factors.last_step is 'The half minute whose code was taken last: a code works once';

create table recovery_codes (
  user_id bigint not null constraint recovery_codes_user_id_fkey references users on delete cascade,
  code_hash bytea not null,
  constraint recovery_codes_pkey primary key (user_id, code_hash)
);
comment on table recovery_codes is 'Each stands for one code of a second factor, once. Written by registry/second-factors';

-- Accounts of people at a sign-in service (OpenID Connect).

create table identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null constraint identities_user_id_fkey references users on delete cascade,
  created_at timestamptz not null default now(),
  constraint identities_pkey primary key (issuer, subject),
  constraint identities_user_key unique (user_id, issuer)
);
comment on table identities is 'Accounts of people at a sign-in service, by which they are known here once they came. Written by registry/identities';

-- Things that people keep beside a site's numbers: segments, notes, pins, funnels.

create table segments (
  id bigint generated always as identity primary key,
  site_id bigint not null constraint segments_site_id_fkey references sites on delete cascade,
  user_id bigint constraint segments_user_id_fkey references users on delete cascade,
  name text not null constraint segments_name_check check (char_length(name) between 1 and 255),
  filters jsonb not null,
  created_at timestamptz not null default now()
);
create unique index segments_personal_key on segments (site_id, user_id, name) where user_id is not null;
create unique index segments_site_key on segments (site_id, name) where user_id is null;
create index segments_user_id_idx on segments (user_id) where user_id is not null;
comment on table segments is 'Named filters, of the site or (with user_id) of one person. Written by registry/segments';

create table notes (
  id bigint generated always as identity primary key,
  site_id bigint not null constraint notes_site_id_fkey references sites on delete cascade,
  day date not null,
  text text not null constraint notes_text_check check (char_length(text) between 1 and 150),
  show_on_shared_links boolean not null default false,
  created_at timestamptz not null default now()
);
create index notes_site_id_idx on notes (site_id, day);
comment on table notes is 'What happened on a local day of a site. Written by registry/notes';

create table site_pins (
  user_id bigint not null constraint site_pins_user_id_fkey references users on delete cascade,
  site_id bigint not null constraint site_pins_site_id_fkey references sites on delete cascade,
  created_at timestamptz not null default now(),
  constraint site_pins_pkey primary key (user_id, site_id)
);
create index site_pins_site_id_idx on site_pins (site_id);
comment on table site_pins is 'Sites a person has put first in the list. Written by registry/pins';

create table funnels (
  id bigint generated always as identity primary key,
  site_id bigint not null constraint funnels_site_id_fkey references sites on delete cascade,
  name text not null constraint funnels_name_check check (char_length(name) between 1 and 255),
  created_at timestamptz not null default now(),
  constraint funnels_name_key unique (site_id, name)
);
comment on table funnels is 'Named rows of goals. Written by registry/funnels';

create table funnel_steps (
  funnel_id bigint not null constraint funnel_steps_funnel_id_fkey references funnels on delete cascade,
  position integer not null constraint funnel_steps_position_check check (position between 1 and 8),
  goal_id bigint not null constraint funnel_steps_goal_id_fkey references goals on delete cascade,
  constraint funnel_steps_pkey primary key (funnel_id, position)
);
create index funnel_steps_goal_id_idx on funnel_steps (goal_id);
comment on table funnel_steps is 'The goals of a funnel in their order; what a deleted goal leaves has gaps. Written by registry/funnels';

-- Names of regions and cities, whose codes are all that visits hold.

create table place_names (
  kind text collate "C" not null constraint place_names_kind_check check (kind in ('region', 'city')),
  code text collate "C" not null,
  name text collate "C" not null constraint place_names_name_check check (char_length(name) between 1 and 255),
  constraint place_names_pkey primary key (kind, code)
);
comment on table place_names is 'Regions (ISO 3166-2) and cities (GeoNames id) of visits and what the geolocation database calls them; a code that came without a name is its own. Written by ingest/place-names and by imports';

-- Imports, and the files that people send for them. The bytes of a file are in DATA_DIR.

create table imports (
  id bigint generated always as identity primary key,
  site_id bigint not null,
  fingerprint text not null,
  source text not null default 'ndjson',
  lines_done bigint[] not null default '{0,0}',
  events_added bigint not null default 0,
  state text not null default 'running'
    constraint imports_state_check check (state in ('running', 'abandoned', 'done', 'deleting')),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  progressed_at timestamptz not null default now(),
  name text,
  first_day date,
  last_day date,
  sums_added bigint not null default 0,
  is_marked boolean not null default false
);
create index imports_site on imports (site_id, fingerprint);
comment on table imports is 'Files imported and how far. Written by imports/import and imports/plausible; given up by upkeep/housekeeping, deleted by upkeep/import-deletion';
comment on column imports.events_added is 'Rows of events and engagements; with migrations before 0025 also engagement that was dropped';
comment on column imports.sums_added is 'Rows of imported_days';
comment on column imports.is_marked is 'Its rows name it, so that it can be deleted';

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

-- Readers of a site's numbers by mail and webhook, and the messages to them.

create table recipients (
  id bigint generated always as identity primary key,
  site_id bigint not null constraint recipients_site_id_fkey references sites on delete cascade,
  kind text not null
    constraint recipients_kind_check check (kind in ('weekly', 'monthly', 'spike', 'drop', 'silence')),
  address text not null,
  threshold integer constraint recipients_threshold_check check (threshold > 0),
  created_at timestamptz not null,
  failed_at timestamptz,
  failure text,
  constraint recipients_key unique (site_id, kind, address)
);
comment on table recipients is 'Addresses and webhooks that reports and notices of a site go to. Written by registry/recipients';
comment on column recipients.threshold is 'Visitors at which a notice is due; of silence, hours';
comment on column recipients.failure is 'Why the last message did not arrive; null once one does';

create table messages (
  id bigint generated always as identity primary key,
  recipient_id bigint not null constraint messages_recipient_id_fkey references recipients on delete cascade,
  occasion text not null,
  facts jsonb not null default '{}',
  due_at timestamptz not null,
  next_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  given_up_at timestamptz,
  constraint messages_key unique (recipient_id, occasion)
);
create index messages_next_idx on messages (due_at, id) where sent_at is null and given_up_at is null;
comment on table messages is 'Reports and notices, each once a recipient and occasion. Written by registry/messages';
comment on column messages.occasion is 'The first day of the week or month; of a notice, when it was noticed';

-- Changes of time zones under way.

create table timezone_changes (
  site_id bigint primary key,
  timezone text not null,
  done_before timestamptz,
  started_at timestamptz not null default now()
);
comment on table timezone_changes is 'Time zone changes under way. Written by upkeep/timezone';

-- The division of traffic, where it is divided (docs/scale.md): the engine fills the first table on Citus.

create table parts (
  index integer constraint parts_pkey primary key,
  part integer not null constraint parts_part_key unique
);
comment on table parts is 'What the rows of each part carry, for good; empty: traffic is not divided. Written by sql/engines';

create table site_parts (
  site_id bigint not null,
  stripe smallint not null,
  part integer not null,
  constraint site_parts_pkey primary key (site_id, stripe)
);
comment on table site_parts is 'The part of each stripe of a site that is spread over several; of others the part follows from the id. Written by upkeep/spread';
