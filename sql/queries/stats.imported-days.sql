-- Days brought from another product: totals of the sites $1 on local days $2 to $3.
select local_day, sum(visitors)::bigint as visitors, sum(visits)::bigint as visits, sum(pageviews)::bigint as pageviews,
       sum(events)::bigint as events, sum(bounces)::bigint as bounces, sum(duration)::bigint as duration,
       sum(engaged_ms)::bigint as engaged_ms, sum(engaged_visits)::bigint as engaged_visits,
       sum(scroll)::bigint as scroll, sum(scroll_visits)::bigint as scroll_visits
from imported_days
where site_id = any ($1::bigint[]) and dimension = '' and local_day between $2 and $3
group by local_day
order by local_day
