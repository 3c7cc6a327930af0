-- Writes what the next event of a running session changes, in the ordinary case; the other columns stay. The columns are
-- those of src/ingest/visitor-columns.ts, as in the statements beside it.
update visitors v
set {{sets}}
from (select {{unnested}}) n
where v.site_id = n.site_id and v.visitor_id = n.visitor_id
