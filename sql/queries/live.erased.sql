-- How far deletions of statistics of the sites $1 are, as a number that only grows: beside the events that they take out of
-- the counts, each step is many.
select site_id, (sum(steps_done) * 1000000000)::bigint as steps
from erasures
where site_id = any ($1::bigint[])
group by site_id
