-- The filters of the segments $3 of site $1: those of the site, and of user $2.
select id, filters
from segments
where site_id = $1 and (user_id is null or user_id = $2::bigint) and id = any ($3::bigint[])
