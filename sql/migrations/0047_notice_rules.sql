-- Notices on any number: rules of a site, and whom they tell.
create table notice_rules (
  id bigint generated always as identity primary key,
  site_id bigint not null constraint notice_rules_site_id_fkey references sites on delete cascade,
  name text not null,
  metric text not null,
  filters jsonb not null default '[]',
  reason text,
  condition text not null,
  value double precision not null,
  hours smallint not null,
  quiet_from smallint,
  quiet_to smallint,
  view text not null default '',
  created_at timestamptz not null,
  is_met boolean not null default false,
  told_at timestamptz,
  problem text,
  constraint notice_rules_quiet_check check (num_nulls(quiet_from, quiet_to) <> 1)
);
create index notice_rules_site_id_idx on notice_rules (site_id);
comment on table notice_rules is 'Numbers that people are told of when they go beyond a value. Written by registry/notice-rules';
comment on column notice_rules.metric is 'A metric of statistics, or "dropped": the share of events that were dropped, by the reason or by any';
comment on column notice_rules.filters is 'Filters as the v2 query takes them, with those of segments in their place';
comment on column notice_rules.condition is 'above, below (the value), or up, down, changed (by the value in percent against the same hours of the weeks before)';
comment on column notice_rules.hours is 'The number is of so many hours, up to now';
comment on column notice_rules.quiet_from is 'Hour of the site''s own day from which nothing is told, until quiet_to';
comment on column notice_rules.view is 'Parameters of the dashboard''s address that show the number';
comment on column notice_rules.is_met is 'It was told, and is true since: told again once it was false in between';
comment on column notice_rules.problem is 'Why it cannot be looked at; null: it can';

-- Recipients refer to channels and rules, so their tables are made anew behind these: a copy of a database brings tables
-- in the order in which they were made (upkeep/copy). Ids stay: links in mails name them.
create temporary table kept_recipients on commit drop as select * from recipients;
create temporary table kept_messages on commit drop as select * from messages;
drop table messages;
drop table recipients;

create table recipients (
  id bigint generated always as identity primary key,
  site_id bigint not null constraint recipients_site_id_fkey references sites on delete cascade,
  kind text not null,
  rule_id bigint constraint recipients_rule_id_fkey references notice_rules on delete cascade,
  address text,
  channel_id bigint constraint recipients_channel_id_fkey references channels on delete cascade,
  threshold integer constraint recipients_threshold_check check (threshold > 0),
  created_at timestamptz not null,
  failed_at timestamptz,
  failure text,
  constraint recipients_key unique nulls not distinct (site_id, kind, rule_id, address, channel_id),
  constraint recipients_target_check check (num_nonnulls(address, channel_id) = 1)
);
create index recipients_channel_id_idx on recipients (channel_id) where channel_id is not null;
create index recipients_rule_id_idx on recipients (rule_id) where rule_id is not null;
comment on table recipients is 'Addresses and channels that reports and notices of a site go to. Written by registry/recipients';
comment on column recipients.kind is 'A kind of rules/report-kinds, or "rule"';
comment on column recipients.rule_id is 'Of the kind "rule": which one';
comment on column recipients.address is 'E-mail address. A webhook of an earlier version becomes a channel with the next plan';
comment on column recipients.threshold is 'Visitors at which a notice is due; of silence, hours';
comment on column recipients.failure is 'Why the last message did not arrive; null once one does. Channels have their own';

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

insert into recipients (id, site_id, kind, address, channel_id, threshold, created_at, failed_at, failure)
overriding system value
select id, site_id, kind, address, channel_id, threshold, created_at, failed_at, failure from kept_recipients;
insert into messages (id, recipient_id, occasion, facts, due_at, next_at, attempts, sent_at, given_up_at)
overriding system value
select id, recipient_id, occasion, facts, due_at, next_at, attempts, sent_at, given_up_at from kept_messages;
select setval(pg_get_serial_sequence('recipients', 'id'), (select coalesce(max(id), 1) from recipients),
              exists (select from recipients)),
       setval(pg_get_serial_sequence('messages', 'id'), (select coalesce(max(id), 1) from messages),
              exists (select from messages));

-- What operators are told of, each once.
create table operator_notices (
  kind text not null,
  subject text not null,
  occasion text not null,
  detail text not null,
  noticed_at timestamptz not null,
  told_at timestamptz,
  constraint operator_notices_pkey primary key (kind, subject, occasion)
);
comment on table operator_notices is 'Troubles of the service that its operator is told of, each once. Written by registry/operator-notices';
comment on column operator_notices.occasion is 'Tells a trouble from an earlier one of the same kind and subject';
