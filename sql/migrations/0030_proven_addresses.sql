-- Whether the address of an account was proven: a link that was mailed to it came back, a sign-in service has verified
-- it, or the operator made the account. Accounts that exist were made by the rules of their time, and count as proven.
alter table users add column is_proven boolean not null default true;
comment on column users.is_proven is 'Whether the address is known to be its owner''s: what others give to an address counts for proven accounts only';

-- What a link gives, it gives to the account that opened it.
alter table site_guests
  add column taken_by bigint constraint site_guests_taken_by_fkey references users on delete set null;
comment on column site_guests.taken_by is 'The account that opened the invitation, whose access does not depend on its address';

alter table one_time_links add column is_mailed boolean not null default false;
comment on column one_time_links.is_mailed is 'The link went out by mail alone: who opens it reads that mail';
alter table one_time_links drop constraint one_time_links_kind_check;
alter table one_time_links
  add constraint one_time_links_kind_check check (kind in ('setup', 'signin', 'reset', 'invite', 'confirm'));

-- How often something may be tried or mailed, counted by all processes together (rate-limiter-flexible's columns, in its
-- order). Keys are keyed digests.
create table rate_limits (
  key varchar(255) constraint rate_limits_pkey primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire_idx on rate_limits (expire);
comment on table rate_limits is 'Tries and mails within a window, by keyed digests. Written by registry/limits';
comment on column rate_limits.expire is 'End of the window in milliseconds since 1970';
drop table sign_in_failures;
