-- What became of the events of each of the sites $1, in the hours from $2 to before $3.
select site_id, reason, sum(count)::bigint as count
from traffic_counts
where site_id = any ($1::bigint[]) and hour >= $2 and hour < $3
group by site_id, reason
