-- The filled local days of site $1 from day $2 to $3 that can be compared with raw rows: no day whose own sums, or
-- those of the two days before it, wait to be done again, and none that compares with a day ($4: the first that does
-- not) whose raw rows retention took.
select b.site_id, b.local_day, b.state = 'skipped' as "onlyTotals"
from breakdown_days b
where b.site_id = $1 and b.local_day between $2 and $3 and b.state <> 'dirty' and b.local_day >= coalesce($4::date, '-infinity')
  and not exists (
    select 1
    from breakdown_days before
    where before.site_id = b.site_id and before.local_day between b.local_day - 2 and b.local_day - 1 and before.state = 'dirty')
order by b.local_day
