-- The last visits since $3 of these visitors ($2) of site $1 that saw activity at $4 or later: they still run.
select last.session_id::text as session_id
from (
  select distinct on (visitor_id) visitor_id, session_id, ended_at
  from sessions
  where site_id = $1 and visitor_id = any ($2::bigint[]) and ended_at >= $3
  order by visitor_id, ended_at desc, started_at desc
) last
left join (
  select session_id, max(recorded_at) as at
  from engagements
  where site_id = $1 and visitor_id = any ($2::bigint[]) and recorded_at >= $3
  group by 1
) engaged on engaged.session_id = last.session_id
where greatest(last.ended_at, engaged.at) >= $4
