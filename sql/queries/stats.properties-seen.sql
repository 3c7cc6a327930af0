-- Keys of the properties of the latest events of the sites $1, the most frequent ones first; not those of the tracker's
-- own events.
select key
from (
  select props
  from events
  where site_id = any ($1::bigint[])
  order by recorded_at desc
  limit 5000
) latest, jsonb_object_keys(props) as key
where key not in ('url', 'path', 'form', 'file', 'search_query', 'result_count')
group by key
order by count(*) desc, key
limit 30
