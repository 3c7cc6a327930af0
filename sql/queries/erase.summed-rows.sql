-- The same for sums of days of site $1 from $2 to $3 whose raw rows retention deleted: rows of the dimensions $4 with a value
-- like $5 go, of all visits and of the visits of one source. The totals lose what the rows of the dimension $6 counted.
with final as (
  select local_day
  from breakdown_days
  where site_id = $1 and is_final and local_day between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')
), gone as (
  delete from daily_breakdowns
  where site_id = $1 and local_day in (select local_day from final)
    and regexp_replace(dimension, '^source:.* ', '') = any ($4::text[]) and value like $5
  returning local_day, dimension, pageviews, events
), less as (
  select local_day, left(dimension, -length($6::text)) || 'all' as dimension, sum(pageviews) as pageviews, sum(events) as events
  from gone
  where right(dimension, length($6::text)) = $6
  group by 1, 2
), lessened as (
  update daily_breakdowns d
  set pageviews = greatest(0, d.pageviews - l.pageviews), events = greatest(0, d.events - l.events)
  from less l
  where d.site_id = $1 and d.local_day = l.local_day and d.dimension = l.dimension
)
select count(*)::integer as rows from gone
