-- What people keep beside a site's numbers: segments, notes, pins.

create table segments (
  id bigint generated always as identity primary key,
  site_id bigint not null constraint segments_site_id_fkey references sites on delete cascade,
  user_id bigint constraint segments_user_id_fkey references users on delete cascade,
  name text not null constraint segments_name_check check (char_length(name) between 1 and 255),
  filters jsonb not null,
  created_at timestamptz not null default now()
);
create unique index segments_personal_key on segments (site_id, user_id, name) where user_id is not null;
create unique index segments_site_key on segments (site_id, name) where user_id is null;
create index segments_user_id_idx on segments (user_id) where user_id is not null;
comment on table segments is 'Named filters, of the site or (with user_id) of one person. Written by registry/segments';

create table notes (
  id bigint generated always as identity primary key,
  site_id bigint not null constraint notes_site_id_fkey references sites on delete cascade,
  day date not null,
  text text not null constraint notes_text_check check (char_length(text) between 1 and 150),
  show_on_shared_links boolean not null default false,
  created_at timestamptz not null default now()
);
create index notes_site_id_idx on notes (site_id, day);
comment on table notes is 'What happened on a local day of a site. Written by registry/notes';

create table site_pins (
  user_id bigint not null constraint site_pins_user_id_fkey references users on delete cascade,
  site_id bigint not null constraint site_pins_site_id_fkey references sites on delete cascade,
  created_at timestamptz not null default now(),
  constraint site_pins_pkey primary key (user_id, site_id)
);
create index site_pins_site_id_idx on site_pins (site_id);
comment on table site_pins is 'Sites a person has put first in the list. Written by registry/pins';
