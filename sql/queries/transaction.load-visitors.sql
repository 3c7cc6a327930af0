-- What is remembered of the visitors with these keys, without the dimensions of their sessions: events do not carry
-- them. The id under the previous salt ($3) is only looked up where no visitor has the current one: an append runs its
-- parts in order, and the first row is enough. `unnest` in a select list costs less than in `from`. The columns
-- are those of src/ingest/visitor-columns.ts.
select {{reads}}
from (select unnest($1::bigint[]) as site_id, unnest($2::bigint[]) as visitor_id, unnest($3::bigint[]) as previous_id) k
cross join lateral (
  select * from visitors where site_id = k.site_id and visitor_id = k.visitor_id
  union all
  select * from visitors where site_id = k.site_id and visitor_id = k.previous_id
  limit 1
) v
