-- Keys of the properties of the latest events of each of the sites $1, the most frequent ones first; not those of the
-- tracker's own events.
select key
from unnest($1::bigint[]) as site (id)
cross join lateral (
  select props
  from events
  where events.site_id = site.id
  order by recorded_at desc
  limit 2000
) latest
cross join jsonb_object_keys(latest.props) as key
where key not in ('url', 'path', 'form', 'file', 'search_query', 'result_count')
group by key
order by count(*) desc, key
limit 300
