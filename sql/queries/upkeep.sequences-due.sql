-- Local days of the sites $1 whose sequences are to be made: their sums are made, raw rows of the two days before them and of
-- the two behind are there ($2 and $3 of the site say from and to which day), and no sums of these wait to be made again.
-- Days of ids that may live for years ($4 to $5) have none. $6 and $7 were tried.
select b.site_id, b.local_day
from breakdown_days b
join unnest($1::bigint[], $2::date[], $3::date[], $4::date[], $5::date[]) as s (id, first_day, last_day, long_from, long_to)
  on s.id = b.site_id
where {{at b}}b.state = 'done' and not b.is_final and b.local_day between s.first_day and s.last_day
  and (b.local_day between s.long_from and s.long_to) is not true
  and not exists (select from sequence_days d where d.site_id = b.site_id and d.local_day = b.local_day)
  and not exists (
    select from breakdown_days near
    where near.site_id = b.site_id and near.local_day between b.local_day - 2 and b.local_day + 2 and near.state = 'dirty')
  and not exists (
    select from unnest($6::bigint[], $7::date[]) as tried (site_id, local_day)
    where tried.site_id = b.site_id and tried.local_day = b.local_day)
order by b.site_id, b.local_day
limit 500
