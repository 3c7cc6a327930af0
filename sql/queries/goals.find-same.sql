-- The goal with this identity: event name or path with threshold, and exactly these properties.
select id, event_name, path, scroll_threshold, currency, custom_props, display_name
from goals
where site_id = $1
  and event_name is not distinct from $2
  and path is not distinct from $3
  and (path is null or scroll_threshold = $4)
  and custom_props = $5::jsonb
