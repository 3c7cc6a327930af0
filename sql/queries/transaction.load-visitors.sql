-- What is remembered of the visitors with these keys, without the dimensions of their sessions: events do not carry
-- them. The id under the previous salt ($3) is only looked up where no visitor has the current one: an append runs its
-- parts in order, and the first row is enough. `unnest` in a select list costs less than in `from`, and date_part()
-- less than extract(), which answers numeric.
select v.site_id,
       v.visitor_id,
       date_part('epoch', v.last_event_at),
       date_part('epoch', v.last_seen_at),
       v.last_event_day,
       v.last_ended_day,
       v.active_days,
       v.session_id,
       date_part('epoch', v.started_at),
       v.pageviews,
       v.events,
       v.is_bounce,
       v.entry_page,
       v.entry_hostname,
       coalesce(v.exit_page, v.entry_page),
       coalesce(v.exit_hostname, v.entry_hostname)
from (select unnest($1::bigint[]) as site_id, unnest($2::bigint[]) as visitor_id, unnest($3::bigint[]) as previous_id) k
cross join lateral (
  select * from visitors where site_id = k.site_id and visitor_id = k.visitor_id
  union all
  select * from visitors where site_id = k.site_id and visitor_id = k.previous_id
  limit 1
) v
