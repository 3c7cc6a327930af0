-- The goals of the sites $1, oldest first.
select site_id, id, display_name, event_name, path, scroll_threshold, currency, custom_props
from goals
where site_id = any ($1::bigint[])
order by site_id, id
