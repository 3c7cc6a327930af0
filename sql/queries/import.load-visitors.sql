-- Remembers the visitors of site $1 that earlier imports brought, by their last ended session and the engagement after
-- it. Live ids among them do no harm: the import forgets all of them when it is done. An import's stripe is the lowest
-- four bits of the id.
insert into visitors (
  {{part,}}site_id, visitor_id, stripe, last_event_at, last_seen_at, last_event_day, last_ended_day, imported)
select distinct on (s.visitor_id)
       {{=part,}}s.site_id, s.visitor_id, (s.visitor_id & 15)::smallint, s.ended_at, greatest(s.ended_at, e.last_at), s.local_day, s.local_day,
       true
from sessions s
left join (
  select session_id, max(recorded_at) as last_at
  from engagements
  where site_id = $1
  group by session_id
) e on e.session_id = s.session_id
where s.site_id = $1
order by s.visitor_id, s.ended_at desc
on conflict ({{part,}}site_id, visitor_id) do nothing
