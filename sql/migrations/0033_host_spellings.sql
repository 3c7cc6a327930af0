-- Hosts that have a written and an ASCII form (`café.example`, `xn--caf-dma.example`): rows name a host as its first
-- event of the site wrote it (spec/ingestion 5.6).
create table host_spellings (
  site_id bigint not null constraint host_spellings_site_id_fkey references sites on delete cascade,
  host text not null,
  spelling text not null,
  constraint host_spellings_pkey primary key (site_id, host)
);
comment on table host_spellings is 'How the rows of a site spell an internationalised host. Written by ingest/host-spellings';
comment on column host_spellings.host is 'The host in ASCII';
comment on column host_spellings.spelling is 'The host as the first event wrote it';
