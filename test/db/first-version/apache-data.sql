-- What the writing transactions of the first version kept in the rollups of the Apache edition for data.sql.
insert into event_hours_parts
select site_id, date_trunc('hour', recorded_at, 'UTC'), local_day, 1, count(*) filter (where name = 'pageview'), count(*),
  count(*) filter (where first_of_visitor_day), count(*) filter (where first_of_visitor_month),
  count(*) filter (where first_of_visit_day), count(*) filter (where first_of_visit_month), count(*) filter (where seen_day_before)
from events group by 1, 2, 3;
insert into session_hours_parts
select site_id, date_trunc('hour', ended_at, 'UTC'), local_day, 1, count(*), count(*) filter (where is_bounce), sum(duration), sum(pageviews),
  sum(events), count(*) filter (where first_of_visitor_day), count(*) filter (where first_of_visitor_month), count(*) filter (where seen_day_before)
from sessions group by 1, 2, 3;
