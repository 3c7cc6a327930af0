-- The record of who changed what (registry/audit). It outlives what it is about: no row of another table is referenced.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  team_id bigint,
  site_id bigint,
  site text,
  kind text not null,
  subject text not null,
  by_kind text not null,
  by_name text not null,
  by_detail text not null,
  before jsonb,
  after jsonb
);
create index audit_log_team_id_idx on audit_log (team_id, id desc);
create index audit_log_site_id_idx on audit_log (site_id, id desc) where site_id is not null;
create index audit_log_at_idx on audit_log (at);
comment on table audit_log is 'Who changed what: settings, people, keys, deletions. Written by registry/audit, kept for AUDIT_LOG_DAYS';
comment on column audit_log.site is 'The domain of the site at that time';
comment on column audit_log.subject is 'The thing or the person that was changed, by its name at that time';
comment on column audit_log.by_kind is 'user, key, token, command or service (registry/audit)';
comment on column audit_log.by_name is 'The address of the account at that time; empty without one';
comment on column audit_log.by_detail is 'The name of the key, or the description of the plugin token';
