-- Counts of crawlers of the sites $1 from the local day $2 to $3, both inclusive.
select to_char(day, 'YYYY-MM-DD') as day, crawler, page, sum(count)::bigint as count
from crawler_days
where site_id = any ($1::bigint[]) and day between $2::date and $3::date
group by 1, 2, 3
