-- Gives numbers to the pages and events of site $1 on day $2, between $3 and $4, and to the sources $5, that have none.
insert into sequence_items ({{part,}}site_id, number, kind, item)
select {{=part,}}$1, coalesce((select max(number) from sequence_items where site_id = $1), 0) + row_number() over (order by kind, item), kind, item
from (
  select distinct case when name = 'pageview' then 'page' else 'event' end as kind, case when name = 'pageview' then pathname else name end as item
  from events
  where site_id = $1 and recorded_at >= $3::timestamptz and recorded_at < $4::timestamptz and local_day = $2::date and session_id is not null
  union
  select 'source', source collate "C" from unnest($5::text[]) as source
) found
where not exists (
  select from sequence_items i where i.site_id = $1 and i.kind = found.kind and i.item = found.item)
