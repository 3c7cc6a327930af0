-- The property keys of the newest 10,000 events with properties of the sites $1 since $2, the most frequent first.
select key
from (
  select props
  from events
  where site_id = any ($1::bigint[]) and recorded_at >= $2 and props is not null
  order by recorded_at desc
  limit 10000
) newest
cross join lateral jsonb_object_keys(newest.props) as key
group by key
order by count(*) desc, key
limit 300
