-- Forgets the visitors among these ($2) of site $1 who have no event since $3 any more.
delete from visitors v
where v.site_id = $1 and v.visitor_id = any ($2::bigint[])
  and not exists (
    select from events e where e.site_id = $1 and e.visitor_id = v.visitor_id and e.recorded_at >= $3)
