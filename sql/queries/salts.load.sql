-- The salts that are still good, oldest first.
select day, encode(salt, 'hex') as salt from salts where day >= $1::date - 1 order by day
