-- True if the sites $1 have days brought from another product.
select exists (select from imported_days where site_id = any ($1::bigint[])) as "hasImports"
