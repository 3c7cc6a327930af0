-- Adds to the signs of sites $2, kinds $3, details $4 the counts $5 at the instant $1. A kind of a site has $6 details;
-- a further one is counted with the empty detail. Rows come sorted, so that two writers never deadlock.
with brought as (
  select b.site_id, b.kind, b.detail, sum(b.count) as count
  from unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[]) as b (site_id, kind, detail, count)
  join sites s on s.id = b.site_id
  group by 1, 2, 3
),
placed as (
  select b.site_id, b.kind, b.count,
         case
           when exists (select from arrival_signs a where a.site_id = b.site_id and a.kind = b.kind and a.detail = b.detail)
             or (select count(*) from arrival_signs a where a.site_id = b.site_id and a.kind = b.kind)
                + row_number() over (partition by b.site_id, b.kind order by b.detail) <= $6::integer
           then b.detail
           else ''
         end as detail
  from brought b
)
insert into arrival_signs as old (site_id, kind, detail, count, first_at, last_at)
select site_id, kind, detail, sum(count), $1::timestamptz, $1::timestamptz
from placed
group by 1, 2, 3
order by 1, 2, 3
on conflict (site_id, kind, detail) do update set count = old.count + excluded.count, last_at = excluded.last_at
