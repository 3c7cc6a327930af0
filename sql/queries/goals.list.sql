-- All goals of a site, newest first.
select id, event_name, path, scroll_threshold, currency, custom_props, display_name
from goals
where site_id = $1
order by id desc
