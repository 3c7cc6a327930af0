-- People who sign in: their sessions in browsers, links that are valid once, tries that failed, what they like.

create table browser_sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null constraint browser_sessions_token_hash_key unique,
  user_id bigint not null constraint browser_sessions_user_id_fkey references users on delete cascade,
  method text not null
    constraint browser_sessions_method_check check (method in ('password', 'setup', 'signin', 'reset', 'invite')),
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
