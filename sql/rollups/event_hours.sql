-- Sums of events by UTC hour and local day: the single definition of the rollup event_hours.
select {{part,}}site_id,
       time_bucket(interval '1 hour', recorded_at) as hour,
       local_day,
       count(*) filter (where name = 'pageview') as pageviews,
       count(*) as events,
       count(*) filter (where first_of_visitor_day) as first_of_visitor_day,
       count(*) filter (where first_of_visitor_month) as first_of_visitor_month,
       count(*) filter (where first_of_visit_day) as first_of_visit_day,
       count(*) filter (where first_of_visit_month) as first_of_visit_month,
       count(*) filter (where seen_day_before) as seen_day_before
from events
group by {{part,}}site_id, hour, local_day
