-- Names of regions and cities, whose codes are all that visits hold.

create table place_names (
  kind text collate "C" not null constraint place_names_kind_check check (kind in ('region', 'city')),
  code text collate "C" not null,
  name text collate "C" not null constraint place_names_name_check check (char_length(name) between 1 and 255),
  constraint place_names_pkey primary key (kind, code)
);
comment on table place_names is 'Regions (ISO 3166-2) and cities (GeoNames id) of visits and what the geolocation database calls them; a code that came without a name is its own. Written by ingest/place-names and by imports';
