-- Marks closed local days dirty on which rows landed: daily_breakdowns has to do them again. Not those that retention
-- deleted: their sums are all there is of them.
update breakdown_days b
set state = 'dirty'
from unnest($1::bigint[], $2::date[]) as n (site_id, local_day)
where b.site_id = n.site_id and b.local_day = n.local_day and b.state <> 'dirty' and not b.is_final
