-- Gives these remembered visitors ($2) of site $1 the rest of their activity since $3, by the zone $4.
with active as (
  select visitor_id, max(recorded_at) as at,
         array_agg(distinct (recorded_at at time zone $4)::date order by (recorded_at at time zone $4)::date) as days
  from events
  where site_id = $1 and visitor_id = any ($2::bigint[]) and recorded_at >= $3
  group by 1
), engaged as (
  select visitor_id, max(recorded_at) as at
  from engagements
  where site_id = $1 and visitor_id = any ($2::bigint[]) and recorded_at >= $3
  group by 1
), ended as (
  select visitor_id, max((ended_at at time zone $4)::date) as day
  from sessions
  where site_id = $1 and visitor_id = any ($2::bigint[]) and ended_at >= $3
  group by 1
)
update visitors v
set last_event_at = a.at,
    last_seen_at = greatest(a.at, g.at),
    last_event_day = (a.at at time zone $4)::date,
    last_ended_day = e.day,
    active_days = nullif(a.days, array[(a.at at time zone $4)::date])
from active a
left join engaged g on g.visitor_id = a.visitor_id
left join ended e on e.visitor_id = a.visitor_id
where v.site_id = $1 and v.visitor_id = a.visitor_id
