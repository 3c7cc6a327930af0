-- Places where teams talk, which reports and notices go to. The target of a channel (address, token, chat) is a secret.
create table channels (
  id bigint generated always as identity primary key,
  site_id bigint not null constraint channels_site_id_fkey references sites on delete cascade,
  service text not null,
  name text not null,
  target bytea not null,
  target_digest bytea not null,
  hint text not null,
  signing integer not null default 0,
  created_at timestamptz not null,
  failed_at timestamptz,
  failure text,
  broken_at timestamptz,
  paused_until timestamptz,
  constraint channels_target_key unique (site_id, target_digest)
);
comment on table channels is 'Chats and webhooks that reports and notices of a site go to. Written by registry/channels';
comment on column channels.target is 'Address, token and chat as JSON, encrypted with SECRET_KEY';
comment on column channels.target_digest is 'Keyed digest of the target: the same one is kept once a site';
comment on column channels.hint is 'The target as people may see it: its host and last characters';
comment on column channels.signing is 'Which of the secrets signs, counted from 0: each press on "New secret" makes the next';
comment on column channels.failure is 'Why the last message did not arrive; null once one does';
comment on column channels.broken_at is 'Since when the service says that the channel is gone: nothing is sent until a test arrives';
comment on column channels.paused_until is 'Until when the service asked to be left alone (429)';

-- A recipient is an e-mail address or a channel.
alter table recipients add column channel_id bigint constraint recipients_channel_id_fkey references channels on delete cascade;
alter table recipients alter column address drop not null;
alter table recipients drop constraint recipients_key;
alter table recipients
  add constraint recipients_key unique nulls not distinct (site_id, kind, address, channel_id),
  add constraint recipients_target_check check (num_nonnulls(address, channel_id) = 1);
create index recipients_channel_id_idx on recipients (channel_id);
comment on table recipients is 'Addresses and channels that reports and notices of a site go to. Written by registry/recipients';
comment on column recipients.address is 'E-mail address. A webhook of an earlier version becomes a channel with the next plan';

create table report_times (
  site_id bigint not null constraint report_times_site_id_fkey references sites on delete cascade,
  kind text not null,
  day smallint not null,
  hour smallint not null,
  constraint report_times_pkey primary key (site_id, kind)
);
comment on table report_times is 'When reports of a site are due, if not on Monday or the first at 8. Written by registry/recipients';
comment on column report_times.day is 'Weekly: 1 (Monday) to 7. Monthly: day of the month, 1 to 28';
comment on column report_times.hour is 'Hour of the site''s own day, 0 to 23';
