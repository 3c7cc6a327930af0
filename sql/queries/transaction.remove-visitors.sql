-- Takes away the rows of visitors that begin another session: the new rows follow by COPY.
delete from visitors v
using unnest({{arrays}}) as n ({{names}})
where v.site_id = n.site_id and v.visitor_id = n.visitor_id
