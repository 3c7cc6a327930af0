-- Visitors of stripe $1 without activity since $2, unless a running import still needs them; a running session is ended
-- first.
with gone as (
  delete from visitors
  where {{at}}stripe = $1 and last_seen_at < $2 and session_id is null and not imported
  returning 1
)
select count(*) as count from gone
