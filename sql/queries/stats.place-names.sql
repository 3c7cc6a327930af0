-- What the places of kind $1 with the codes $2 are called.
select code, name
from place_names
where kind = $1
  and code = any ($2::text[])
