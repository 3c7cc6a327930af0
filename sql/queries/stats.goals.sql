-- The goals of one site ($1), oldest first.
select id, display_name, event_name, path, scroll_threshold, currency, custom_props
from goals
where site_id = $1
order by id
