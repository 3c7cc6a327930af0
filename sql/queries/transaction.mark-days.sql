-- Marks closed local days dirty on which rows landed: daily_breakdowns has to do them again, and visit_sequences what is
-- within two days. Not those that retention deleted: their sums are all there is of them.
with landed as (
  select site_id, local_day from unnest($1::bigint[], $2::date[]) as n (site_id, local_day)
), undone as (
  delete from sequence_days d
  using landed n
  where d.site_id = n.site_id and d.local_day between n.local_day - 2 and n.local_day + 2
)
update breakdown_days b
set state = 'dirty'
from landed n
where b.site_id = n.site_id and b.local_day = n.local_day and b.state <> 'dirty' and not b.is_final
