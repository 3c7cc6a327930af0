-- Sums of each value of each property of site $1 on local day $2 that ends at $3, the day before the last one beginning
-- at $4. Properties of more than 100 values a day, or with one of more than 200 bytes, are left out and listed under
-- event:props, which sends their questions to raw rows; so are all (as the empty value) on days of more than 100
-- properties.
with property as materialized (
  select p.key, p.value, e.visitor_id, e.session_id, e.local_day, e.name
  from events e
  cross join lateral jsonb_each_text(e.props) as p (key, value)
  where e.site_id = $1 and e.recorded_at >= $4 and e.recorded_at < $3 and e.local_day between $2::date - 2 and $2::date
    and e.props is not null and p.value <> ''
), key as materialized (
  select key, count(distinct value) <= 100 and max(octet_length(value)) <= 200 as is_kept, count(*) over () as count
  from property
  where local_day = $2::date
  group by 1
), visit as (
  select key, value, visitor_id, session_id,
         count(*) filter (where local_day = $2::date and name = 'pageview') as pageviews,
         count(*) filter (where local_day = $2::date) as events,
         bool_or(local_day = $2::date - 1) as day_before,
         bool_or(local_day = $2::date - 2) as two_days_before
  from property
  where key in (select key from key where is_kept and count <= 100)
  group by 1, 2, 3, 4
), visitor as (
  select key, value, visitor_id, sum(pageviews) as pageviews, sum(events) as events,
         count(session_id) filter (where events > 0) as visits,
         count(session_id) filter (where events > 0 and day_before) as visits_day_before,
         count(session_id) filter (where events > 0 and two_days_before and not day_before) as visits_two_days_before,
         bool_or(day_before) as day_before, bool_or(two_days_before) as two_days_before
  from visit
  group by 1, 2, 3
), sums as (
  select 'event:props:' || key as dimension, value,
         count(visitor_id) as visitors,
         count(visitor_id) filter (where day_before) as day_before,
         count(visitor_id) filter (where two_days_before and not day_before) as two_days_before,
         sum(visits) as visits, sum(visits_day_before) as visits_day_before, sum(visits_two_days_before) as visits_two_days_before,
         sum(pageviews) as pageviews, sum(events) as events
  from visitor
  where events > 0
  group by 1, 2
  union all
  select distinct 'event:props', case when count <= 100 then key else '' end, 0, 0, 0, 0, 0, 0, 0, 0
  from key
  where not is_kept or count > 100
)
select dimension, value, visitors::integer, day_before::integer as seen_day_before, two_days_before::integer as seen_two_days_before,
       visits::integer, 0 as bounces, 0::bigint as duration, 0::bigint as session_pageviews, pageviews::integer, events::integer,
       visitors::integer as active_visitors, day_before::integer as active_day_before, two_days_before::integer as active_two_days_before,
       visits::integer as active_visits, visits_day_before::integer as active_visits_day_before,
       visits_two_days_before::integer as active_visits_two_days_before, null::bigint as engaged_ms, null::integer as engaged_visits,
       null::integer as engaged_visits_day_before, null::integer as engaged_visits_two_days_before
from sums
