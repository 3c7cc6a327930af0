-- Sign-in of companies: roles that a rule gives (registry/role-rules), and teams that ask for a second factor.
alter table memberships add column role_before_rule text;
comment on column memberships.role_before_rule is 'Null: people gave the role. Empty: a rule gave the membership. Else the role that people gave, which a rule raised';
alter table teams add column requires_second_factor boolean not null default false;
comment on column teams.requires_second_factor is 'Sessions without a second factor see no site of the team (registry/sessions)';
-- Ways in which a session begins are in registry/sessions, which alone writes the column.
alter table browser_sessions drop constraint browser_sessions_method_check;
