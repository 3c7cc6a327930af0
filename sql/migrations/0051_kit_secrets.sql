-- A kit of a site signs the visitor's address with a secret that is made of this number and the service's own key. The
-- next number makes another secret.
alter table sites add column kit_secret_round integer not null default 0;
comment on column sites.kit_secret_round is 'Which of the site''s kit secrets is in use';
