-- Sums of each goal ($5, a JSON array of what completes them) of site $1 on local day $2 that ends at $3, the day before
-- the last one beginning at $4. Every goal gets a row, with zeros if no visit reached it: a missing row means a goal made
-- after the day was filled.
with goal as (
  select id::text as value, name, path, props
  from jsonb_to_recordset($5::jsonb) as g (id bigint, name text, path text, props jsonb)
), reached as (
  select g.value, e.visitor_id, e.session_id,
         count(*) filter (where e.local_day = $2::date and e.name = 'pageview') as pageviews,
         count(*) filter (where e.local_day = $2::date) as events,
         bool_or(e.local_day = $2::date - 1) as day_before,
         bool_or(e.local_day = $2::date - 2) as two_days_before
  from goal g
  join events e
    on e.site_id = $1 and e.recorded_at >= $4 and e.recorded_at < $3 and e.local_day between $2::date - 2 and $2::date
   and e.name = g.name and (g.path is null or e.pathname like g.path) and (g.props = '{}' or e.props @> g.props)
  group by 1, 2, 3
), visitor as (
  select value, visitor_id, sum(pageviews) as pageviews, sum(events) as events,
         count(session_id) filter (where events > 0) as visits,
         count(session_id) filter (where events > 0 and day_before) as visits_day_before,
         count(session_id) filter (where events > 0 and two_days_before and not day_before) as visits_two_days_before,
         bool_or(day_before) as day_before, bool_or(two_days_before) as two_days_before
  from reached
  group by 1, 2
), sums as (
  select g.value,
         count(v.visitor_id) as visitors,
         count(v.visitor_id) filter (where v.day_before) as day_before,
         count(v.visitor_id) filter (where v.two_days_before and not v.day_before) as two_days_before,
         coalesce(sum(v.visits), 0) as visits,
         coalesce(sum(v.visits_day_before), 0) as visits_day_before,
         coalesce(sum(v.visits_two_days_before), 0) as visits_two_days_before,
         coalesce(sum(v.pageviews), 0) as pageviews,
         coalesce(sum(v.events), 0) as events
  from goal g
  left join visitor v on v.value = g.value and v.events > 0
  group by 1
)
select 'event:goal' as dimension, value, visitors::integer, day_before::integer as seen_day_before, two_days_before::integer as seen_two_days_before,
       visits::integer, 0 as bounces, 0::bigint as duration, 0::bigint as session_pageviews, pageviews::integer, events::integer,
       visitors::integer as active_visitors, day_before::integer as active_day_before, two_days_before::integer as active_two_days_before,
       visits::integer as active_visits, visits_day_before::integer as active_visits_day_before,
       visits_two_days_before::integer as active_visits_two_days_before, null::bigint as engaged_ms, null::integer as engaged_visits,
       null::integer as engaged_visits_day_before, null::integer as engaged_visits_two_days_before
from sums
