-- Adds counts of crawlers: sites $1, local days $2, names $3, pages $4, counts $5. A day of a site has $6 pages with
-- counts of their own, the first ones; a further page is counted as ''. Rows come sorted, so that two writers never
-- deadlock.
with brought as (
  select b.site_id, b.day, b.crawler, b.page, sum(b.count) as count
  from unnest($1::bigint[], $2::date[], $3::text[], $4::text[], $5::bigint[]) as b (site_id, day, crawler, page, count)
  join sites s on s.id = b.site_id
  group by 1, 2, 3, 4
),
pages as (
  select p.site_id, p.day, p.page,
         exists (select from crawler_days c where c.site_id = p.site_id and c.day = p.day and c.page = p.page) as is_known,
         (select count(distinct c.page) from crawler_days c where c.site_id = p.site_id and c.day = p.day) as held
  from (select distinct site_id, day, page from brought) p
),
placed as (
  select site_id, day, page,
         is_known or held + row_number() over (partition by site_id, day, is_known order by page) <= $6::integer as fits
  from pages
)
insert into crawler_days as old (site_id, day, crawler, page, count)
select b.site_id, b.day, b.crawler, case when p.fits then b.page else '' end as own_page, sum(b.count)
from brought b
join placed p on p.site_id = b.site_id and p.day = b.day and p.page = b.page
group by 1, 2, 3, 4
order by 1, 2, 3, 4
on conflict (site_id, day, crawler, page) do update set count = old.count + excluded.count
