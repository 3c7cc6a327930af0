-- Page requests, known from kits and from access logs: sums of traffic, and so divided where traffic is. In a new database of
-- Citus sql/engines/citus.sql divides it with the other tables.
do $$
declare
  is_divided constant boolean := exists (
    select from information_schema.columns
    where table_schema = current_schema and table_name = 'breakdown_days' and column_name = 'part'
  );
begin
  execute format($sql$
    create table page_requests (
      %s site_id bigint not null,
      local_day date not null,
      page text collate "C" not null,
      browser text collate "C" not null,
      country text collate "C" not null,
      import_id bigint not null,
      lane smallint not null,
      requests bigint not null,
      counted_ahead bigint not null,
      constraint page_requests_pkey primary key (%s site_id, local_day, page, browser, country, import_id, lane)
    )
  $sql$, case when is_divided then 'part integer not null,' end, case when is_divided then 'part,' end);
  if is_divided and exists (select from parts) and exists (select from pg_extension where extname = 'citus') then
    perform create_distributed_table('page_requests', 'part', colocate_with => 'part_stripes');
  end if;
end
$$;
comment on table page_requests is 'Page requests by local day, page (the empty text: further pages), browser and country (the empty text: unknown). import_id: the access log that they were read from; 0: reported by kits. Written by ingest/transaction and imports/log-coverage';
comment on column page_requests.counted_ahead is 'Pageviews that a kit counted and the script has not confirmed';
-- A log that has grown takes the place of what it brought before.
alter table imports add column bytes bigint;
comment on column imports.bytes is 'Bytes of an access log that was read for its page requests; null: other imports';
