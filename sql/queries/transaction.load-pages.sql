-- The pages of site $1 and the local day $2 that have counts of their own, of $3 at most.
select distinct page from page_requests where site_id = $1 and local_day = $2 and page <> '' limit $3
