-- Whether visitors of a running import of site $1 have events after $2, the last one of its file, and before $3.
select exists (
  select
  from visitors v
  join events e on e.site_id = v.site_id and e.visitor_id = v.visitor_id
  where v.site_id = $1 and v.imported and e.recorded_at > $2 and e.recorded_at < $3
) as found
