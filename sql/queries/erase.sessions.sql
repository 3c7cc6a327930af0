-- Takes these visits ($2) of site $1 that ended in [$3, $4) away. Answers how many, when the first began and the last
-- ended, their places, and with $5 their visitors.
with gone as (
  delete from sessions
  where site_id = $1 and session_id = any ($2::bigint[]) and ended_at >= $3 and ended_at < $4
  returning visitor_id, started_at, ended_at, region, city
)
select count(*)::integer as visits,
       min(started_at) as first, max(ended_at) as last,
       array_remove(array_agg(distinct 'region ' || region) || array_agg(distinct 'city ' || city), null) as places,
       case when $5::boolean then array_agg(distinct visitor_id::text) end as visitors
from gone
