-- Remembers that the site $1 spells the host $2 as $3, unless it has a spelling or has as many hosts as $4.
insert into host_spellings (site_id, host, spelling)
select $1, $2, $3
where (select count(*) from host_spellings where site_id = $1) < $4
on conflict do nothing
