-- Recomputes local day and flags of the ended sessions of site $1 that ended in [$3, $4), by the zone $2; $5: where
-- looking back begins.
with placed as (
  select ended_at, session_id, visitor_id, (ended_at at time zone $2)::date as day
  from sessions
  where site_id = $1 and ended_at >= $5 and ended_at < $4
), flagged as (
  select ended_at, session_id, day,
         row_number() over (partition by visitor_id, day order by ended_at, session_id) = 1 as visitor_day,
         row_number() over (partition by visitor_id, date_trunc('month', day::timestamp) order by ended_at, session_id) = 1 as visitor_month,
         coalesce(max(day) over (
           partition by visitor_id order by day groups between unbounded preceding and 1 preceding) = day - 1, false) as day_before
  from placed
)
update sessions s
set local_day = f.day,
    first_of_visitor_day = f.visitor_day,
    first_of_visitor_month = f.visitor_month,
    seen_day_before = f.visitor_day and f.day_before
from flagged f
where s.site_id = $1 and s.ended_at >= $3 and s.ended_at < $4
  and f.ended_at >= $3 and s.ended_at = f.ended_at and s.session_id = f.session_id
  and (s.local_day, s.first_of_visitor_day, s.first_of_visitor_month, s.seen_day_before)
      is distinct from (f.day, f.visitor_day, f.visitor_month, f.visitor_day and f.day_before)
