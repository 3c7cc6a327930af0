-- Who is told of a site's numbers, and what was told: reports of weeks and months, notices of spikes, drops and silence.

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
