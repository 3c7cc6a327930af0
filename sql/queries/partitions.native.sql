-- The partitions of traffic on Citus: months. Not those of no month, with rows of unknown days; the rest of the
-- care is autovacuum's, on each node.
select r.relname as name, format('%I', r.relname) as relation, p.relname as "table", bounds.of[1]::timestamptz as "from",
       bounds.of[2]::timestamptz as "to", true as is_packed, r.oid, r.reltuples
from pg_inherits i
join pg_class r on r.oid = i.inhrelid
join pg_class p on p.oid = i.inhparent
cross join lateral regexp_match(pg_get_expr(r.relpartbound, r.oid), 'FROM \(''([^'']+)''\) TO \(''([^'']+)''\)') as bounds (of)
where p.oid in ('events'::regclass, 'engagements'::regclass, 'sessions'::regclass) and bounds.of is not null
