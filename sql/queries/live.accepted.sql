-- How many events of the sites of each view ($1: [[sites]], by its index) were accepted in the hours from $2 on.
select view.index::integer as index, coalesce(sum(counts.count), 0)::bigint as accepted
from jsonb_array_elements($1::jsonb) with ordinality as view (sites, index)
left join traffic_counts counts
  on counts.site_id in (select jsonb_array_elements_text(view.sites)::bigint)
 and counts.hour >= $2 and counts.reason = 'accepted'
group by view.index
order by view.index
