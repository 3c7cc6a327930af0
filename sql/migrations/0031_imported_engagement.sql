-- Time and scroll depth of pages that newer exports bring. Null: the file did not have them.
alter table imported_days
  add column engaged_ms bigint,
  add column engaged_visits integer,
  add column scroll bigint,
  add column scroll_visits integer;
comment on column imported_days.engaged_ms is 'Time on the page, in milliseconds, of the visits engaged_visits';
comment on column imported_days.scroll is 'Sum of the deepest scroll, in percent, of the visits scroll_visits';
