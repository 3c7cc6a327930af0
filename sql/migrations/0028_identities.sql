-- Sign-in by OpenID Connect: who somebody is to a provider, and what a session began with.

create table identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null constraint identities_user_id_fkey references users on delete cascade,
  created_at timestamptz not null default now(),
  constraint identities_pkey primary key (issuer, subject),
  constraint identities_user_key unique (user_id, issuer)
);
comment on table identities is 'Accounts of people at a sign-in service, by which they are known here once they came. Written by registry/identities';

alter table browser_sessions drop constraint browser_sessions_method_check;
alter table browser_sessions add constraint browser_sessions_method_check
  check (method in ('password', 'setup', 'signin', 'reset', 'invite', 'oidc'));
