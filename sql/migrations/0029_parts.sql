-- How traffic is divided, where it is (docs/scale.md): sql/engines fills the first table on Citus, and nothing else does.

create table parts (
  index integer constraint parts_pkey primary key,
  part integer not null constraint parts_part_key unique
);
comment on table parts is 'What the rows of each part carry, for good; empty: traffic is not divided. Written by sql/engines';

create table site_parts (
  site_id bigint not null,
  stripe smallint not null,
  part integer not null,
  constraint site_parts_pkey primary key (site_id, stripe)
);
comment on table site_parts is 'The part of each stripe of a site that is spread over several; of others the part follows from the id. Written by upkeep/spread';
