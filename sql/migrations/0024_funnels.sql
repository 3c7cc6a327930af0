-- Funnels: goals that one visit is hoped to reach one after the other.

create table funnels (
  id bigint generated always as identity primary key,
  site_id bigint not null constraint funnels_site_id_fkey references sites on delete cascade,
  name text not null constraint funnels_name_check check (char_length(name) between 1 and 255),
  created_at timestamptz not null default now(),
  constraint funnels_name_key unique (site_id, name)
);
comment on table funnels is 'Named rows of goals. Written by registry/funnels';

create table funnel_steps (
  funnel_id bigint not null constraint funnel_steps_funnel_id_fkey references funnels on delete cascade,
  position integer not null constraint funnel_steps_position_check check (position between 1 and 8),
  goal_id bigint not null constraint funnel_steps_goal_id_fkey references goals on delete cascade,
  constraint funnel_steps_pkey primary key (funnel_id, position)
);
create index funnel_steps_goal_id_idx on funnel_steps (goal_id);
comment on table funnel_steps is 'The goals of a funnel in their order; what a deleted goal leaves has gaps. Written by registry/funnels';
