-- Dropped crawlers by name and page. A table of the registry, on every engine: few rows, written every other second.
create table crawler_days (
  site_id bigint not null constraint crawler_days_site_id_fkey references sites on delete cascade,
  day date not null,
  crawler text collate "C" not null,
  page text collate "C" not null,
  count bigint not null,
  constraint crawler_days_pkey primary key (site_id, day, crawler, page)
);
create index crawler_days_page_idx on crawler_days (site_id, day, page);
create index crawler_days_day_idx on crawler_days (day);
comment on table crawler_days is 'Dropped events of crawlers by local day, name (a fixed list, else other) and page (the empty text: further pages). Kept 400 days. Written by ingest/crawler-counts';
