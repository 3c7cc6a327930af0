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

alter table recipients add column rule_id bigint
  constraint recipients_rule_id_fkey references notice_rules on delete cascade;
alter table recipients drop constraint recipients_key;
alter table recipients
  add constraint recipients_key unique nulls not distinct (site_id, kind, rule_id, address, channel_id);
create index recipients_rule_id_idx on recipients (rule_id) where rule_id is not null;
comment on column recipients.rule_id is 'Of the kind "rule": which one';

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
