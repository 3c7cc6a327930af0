-- Second factors of people: the secret that their app shares with the service, and codes for when the app is lost.

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
