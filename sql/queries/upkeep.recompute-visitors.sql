-- Gives the remembered visitors of site $1 the local days of zone $2; what they ended lately is read from sessions
-- after $3.
with ended as (
  select visitor_id, max((ended_at at time zone $2)::date) as last_ended_day
  from sessions
  where site_id = $1 and ended_at >= $3
  group by 1
), active as (
  select visitor_id, array_agg(distinct (recorded_at at time zone $2)::date order by (recorded_at at time zone $2)::date) as days
  from events
  where site_id = $1 and recorded_at >= $3
  group by 1
)
update visitors v
set last_event_day = (v.last_event_at at time zone $2)::date,
    last_ended_day = coalesce(e.last_ended_day, case when v.last_ended_day is not null then (v.last_event_at at time zone $2)::date end),
    active_days = nullif(a.days, array[(v.last_event_at at time zone $2)::date])
from visitors n
left join ended e on e.visitor_id = n.visitor_id
left join active a on a.visitor_id = n.visitor_id
where v.site_id = $1 and n.site_id = $1 and n.visitor_id = v.visitor_id
