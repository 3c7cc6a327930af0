-- Which of the events that programs sent have counted already: sites ($1), each with a digest of an event's id ($2).
select s.site_id, s.sent_id
from (select unnest($1::bigint[]) as site_id, unnest($2::uuid[]) as sent_id) k
join sent_events s on s.site_id = k.site_id and s.sent_id = k.sent_id
