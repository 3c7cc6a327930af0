-- What the pages of the sites $1 know before they ask for numbers: goals, the demo, places of any site.
select
  (
    select count(distinct display_name)::integer from goals where site_id = any ($1::bigint[])
  ) as goals,
  array(
    select distinct display_name from goals where site_id = any ($1::bigint[]) and currency is not null
  ) as revenue_goals,
  exists (
    select from imports where site_id = any ($1::bigint[]) and source = 'demo' and state = 'done'
  ) as is_demo,
  exists (select from place_names where kind = 'region') as has_regions,
  exists (select from place_names where kind = 'city') as has_cities
