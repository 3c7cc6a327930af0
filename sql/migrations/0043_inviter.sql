-- Invitations name the person who invites, in the mail and on their page.
alter table one_time_links
  add column invited_by bigint constraint one_time_links_invited_by_fkey references users on delete set null;
create index one_time_links_invited_by_idx on one_time_links (invited_by) where invited_by is not null;
comment on column one_time_links.invited_by is 'Of an invitation: the account that made it, if the account is still there';
