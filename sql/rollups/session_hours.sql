-- Sums of ended sessions by UTC hour and local day of their last activity: the single definition of the rollup
-- session_hours.
select {{part,}}site_id,
       time_bucket(interval '1 hour', ended_at) as hour,
       local_day,
       count(*) as visits,
       count(*) filter (where is_bounce) as bounces,
       sum(duration) as duration,
       sum(pageviews) as pageviews,
       sum(events) as events,
       count(*) filter (where first_of_visitor_day) as first_of_visitor_day,
       count(*) filter (where first_of_visitor_month) as first_of_visitor_month,
       count(*) filter (where seen_day_before) as seen_day_before
from sessions
group by {{part,}}site_id, hour, local_day
