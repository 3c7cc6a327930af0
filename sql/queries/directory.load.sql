-- One row a site with all that ingestion and statistics ask about it.
-- $1: site ids, $2: team ids; both null loads everything. A site brings its team's consolidated view along.
select
  s.id,
  s.domain,
  s.domain_changed_from,
  s.timezone,
  s.home_hostname,
  s.team_id,
  s.is_consolidated,
  s.custom_properties,
  {{s.settings}},
  s.kit_secret_round,
  s.long_lived_from,
  s.long_lived_to,
  -- A view lacks what any of its sites lacks.
  case
    when s.is_consolidated then (select max(m.dropped_before) from sites m where m.team_id = s.team_id)
    else s.dropped_before
  end as dropped_before,
  t.plan,
  t.features,
  t.locked_at is not null as is_locked,
  c.public_id as tracker_public_id,
  case
    when s.is_consolidated then array(select m.id from sites m where m.team_id = s.team_id and not m.is_consolidated order by m.id)
  end as member_site_ids,
  case
    when s.is_consolidated then (
      select jsonb_object_agg(m.id, m.home_hostname) from sites m where m.team_id = s.team_id and not m.is_consolidated
    )
  end as member_hostnames,
  (select jsonb_object_agg(p.stripe, p.part) from site_parts p where p.site_id = s.id) as stripe_parts,
  (select jsonb_agg(jsonb_build_array(h.type, h.value) order by h.id) from shields h where h.site_id = s.id) as shields,
  (
    select jsonb_object_agg(g.event_name, g.currency)
    from goals g
    where g.site_id = s.id and g.event_name is not null and g.currency is not null
  ) as revenue_goals
from sites s
join teams t on t.id = s.team_id
left join tracker_configs c on c.site_id = s.id
where ($1::bigint[] is null and $2::bigint[] is null)
  or s.id = any ($1)
  or s.team_id = any ($2)
  or (s.is_consolidated and s.team_id in (select o.team_id from sites o where o.id = any ($1)))
