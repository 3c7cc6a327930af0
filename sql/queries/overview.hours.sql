-- Visitors of each of the sites $1 in each of the 24 hours from $2 on, whether there was an event ever, and whether there
-- was one 24 hours before that, or history from elsewhere. The first event is looked for in the order of an index: of a
-- site without events an `exists` would read those of all others.
select site.id as site_id, counted.hours,
       first.at is not null or exists (select from imported_days where site_id = site.id) as has_events,
       coalesce(first.at < $2::timestamptz - interval '24 hours', false)
         or exists (select from imported_days where site_id = site.id) as is_old
from unnest($1::bigint[]) as site (id)
left join lateral (select recorded_at as at from events where site_id = site.id order by recorded_at limit 1) first on true
left join (
  select site_id, jsonb_object_agg(hour, visitors) as hours
  from (
    select site_id, floor(extract(epoch from recorded_at - $2) / 3600)::integer as hour,
           count(distinct visitor_id) as visitors
    from events
    where site_id = any ($1::bigint[]) and recorded_at >= $2 and recorded_at < $2::timestamptz + interval '24 hours'
    group by 1, 2
  ) of_hours
  group by site_id
) counted on counted.site_id = site.id
