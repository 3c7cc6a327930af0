-- Takes rows of imported days of site $1 from $2 to $3, of imports up to $4, away: those of the dimensions $5 with a value
-- like $8, and those of groups of dimensions that have it first ($6) or second ($7). The totals of a day lose what the rows of
-- the dimension $9 counted.
with gone as (
  delete from imported_days
  where site_id = $1 and local_day between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')
    and coalesce(import_id, 0) <= $4
    and (dimension = any ($5::text[]) and value like $8
      or dimension = any ($6::text[]) and split_part(value, chr(31), 1) like $8
      or dimension = any ($7::text[]) and split_part(value, chr(31), 2) like $8)
  returning local_day, dimension, pageviews, events
), less as (
  select local_day, sum(pageviews) as pageviews, sum(events) as events
  from gone
  where dimension = $9
  group by 1
), lessened as (
  update imported_days d
  set pageviews = greatest(0, d.pageviews - l.pageviews), events = greatest(0, d.events - l.events)
  from less l
  where d.site_id = $1 and d.local_day = l.local_day and d.dimension = ''
)
select count(*)::integer as rows from gone
