-- Recomputes local day and flags of the events of visits of site $1 in [$3, $4), by the zone $2; $5 is where looking back begins.
with placed as (
  select recorded_at, seq, position, visitor_id, session_id, (recorded_at at time zone $2)::date as day
  from events
  where site_id = $1 and recorded_at >= $5 and recorded_at < $4 and session_id is not null
), flagged as (
  select recorded_at, seq, position, session_id, day,
         row_number() over (partition by visitor_id, day order by recorded_at, seq, position) = 1 as visitor_day,
         row_number() over (partition by visitor_id, date_trunc('month', day::timestamp) order by recorded_at, seq, position) = 1 as visitor_month,
         row_number() over (partition by session_id, day order by recorded_at, seq, position) = 1 as visit_day,
         row_number() over (partition by session_id, date_trunc('month', day::timestamp) order by recorded_at, seq, position) = 1 as visit_month,
         coalesce(max(day) over (
           partition by visitor_id order by day groups between unbounded preceding and 1 preceding) = day - 1, false) as day_before
  from placed
)
update events e
set local_day = f.day,
    first_of_visitor_day = f.visitor_day,
    first_of_visitor_month = f.visitor_month,
    first_of_visit_day = f.visit_day,
    first_of_visit_month = f.visit_month,
    seen_day_before = f.visitor_day and f.day_before
from flagged f
where e.site_id = $1 and e.recorded_at >= $3 and e.recorded_at < $4
  and f.recorded_at >= $3 and e.recorded_at = f.recorded_at and e.session_id = f.session_id
  and e.seq is not distinct from f.seq and e.position is not distinct from f.position
  and (e.local_day, e.first_of_visitor_day, e.first_of_visitor_month, e.first_of_visit_day, e.first_of_visit_month, e.seen_day_before)
      is distinct from (f.day, f.visitor_day, f.visitor_month, f.visit_day, f.visit_month, f.visitor_day and f.day_before)
