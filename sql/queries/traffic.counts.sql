-- What became of the events of the sites $1 in each hour from $2 to before $3.
select hour, reason, sum(count)::bigint as count
from traffic_counts
where site_id = any ($1::bigint[]) and hour >= $2 and hour < $3
group by hour, reason
