insert into goals (site_id, event_name, path, scroll_threshold, custom_props, currency, display_name)
values ($1, $2, $3, $4, $5::jsonb, $6, $7)
returning id, event_name, path, scroll_threshold, currency, custom_props, display_name
