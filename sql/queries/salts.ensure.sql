-- One salt a UTC day however many processes ask; the ones older than 48 hours go. Answers those that are left, oldest
-- first.
with gone as (
  delete from salts where day < $1::date - 1
), made as (
  insert into salts (day, salt)
  select day, salt from unnest($2::date[], $3::bytea[]) as n (day, salt)
  on conflict (day) do nothing
)
select 1
