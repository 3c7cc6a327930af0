-- Writes the new state of visitors whose row stays, their sessions' dimensions untouched.
update visitors v
set {{sets}}
from unnest({{arrays}})
  as n ({{names}})
where v.site_id = n.site_id and v.visitor_id = n.visitor_id
