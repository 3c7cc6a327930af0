-- Days on which a visit of more than a week was active lacked its events, or would when they were filled again: they
-- are filled anew. Days whose raw rows retention has deleted stay as they are.
update breakdown_days b
set state = 'dirty'
from sessions v
join sites s on s.id = v.site_id
where v.duration >= 604800 and b.site_id = v.site_id and b.state <> 'dirty'
  and b.local_day between (v.started_at at time zone s.timezone)::date and (v.ended_at at time zone s.timezone)::date
  and (s.dropped_before is null or b.local_day >= s.dropped_before + 2);
