-- The filled ones (done or skipped) of the two local days of site $1 after day $2, locked: their sums count who was
-- there on that day.
select site_id, local_day, state = 'skipped' as "onlyTotals"
from breakdown_days
where site_id = $1 and state <> 'dirty' and local_day between $2::date + 1 and $2::date + 2
order by local_day
for update
