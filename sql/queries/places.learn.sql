-- Keeps the names of places: kinds $1, codes $2, names $3. Only what is new or called otherwise now is
-- written; a code is the name of a place that came without one, and replaces none.
insert into place_names (kind, code, name)
select kind, code, name
from unnest($1::text[], $2::text[], $3::text[]) as learned (kind, code, name)
order by kind, code
on conflict (kind, code) do update set name = excluded.name
  where place_names.name <> excluded.name
    and excluded.name <> excluded.code
