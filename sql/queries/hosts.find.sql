-- How the site $1 spells the host $2.
select spelling from host_spellings where site_id = $1 and host = $2
