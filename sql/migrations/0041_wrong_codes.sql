-- At most 100 wrong codes of a second factor in a row are looked at (NIST SP 800-63B 5.2.2).
alter table second_factors
  add column wrong_codes int not null default 0,
  add column wrong_code_at timestamptz;
comment on column second_factors.wrong_codes is 'Codes of the app that were wrong since the last right one, 100 at most';
comment on column second_factors.wrong_code_at is 'When the last of them was counted';
