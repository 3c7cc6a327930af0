-- Uploads are imported in processes of their own, by turns over sites (imports/importer).
alter table uploads
  add column deaths integer not null default 0,
  add column lost integer not null default 0,
  add column turns integer not null default 0,
  add column claimed_at timestamptz;
comment on column uploads.deaths is 'How often the process of its import ended by itself, or by a limit';
comment on column uploads.lost is 'How often the service that imported it fell silent';
comment on column uploads.turns is 'How often its import made room for the file of another site';
comment on column uploads.claimed_at is 'When its import last began';
