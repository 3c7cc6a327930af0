-- A visit of several days that went on after some of them were filled left its old exit page in their sums: they are
-- filled anew. Live visits of a day and more are rare, so that few days are. Days whose raw rows retention has deleted
-- stay as they are.
update breakdown_days b
set state = 'dirty'
from sessions v
join sites s on s.id = v.site_id
where v.duration >= 86400 and b.site_id = v.site_id and b.state <> 'dirty'
  and b.local_day between (v.started_at at time zone s.timezone)::date and (v.ended_at at time zone s.timezone)::date
  and (s.dropped_before is null or b.local_day >= s.dropped_before + 2);
