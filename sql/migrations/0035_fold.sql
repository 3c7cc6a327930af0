-- Lower case of every script, for questions that do not regard case, in the order of code points. PostgreSQL 17 has such
-- rules of its own; before it the C library's are the same; where the server has not made those either, ICU's come
-- nearest (a Greek sigma at the end of a word, and the dotted I of Turkish, are folded another way).
do $$
declare
  origin text;
begin
  select collname into origin
  from unnest(array['pg_c_utf8', 'C.utf8', 'C.UTF-8', 'und-x-icu', 'default']) with ordinality as known (name, place)
  join pg_collation on collname = name and collnamespace = 'pg_catalog'::regnamespace
    and collencoding in (-1, pg_char_to_encoding(getdatabaseencoding()))
  order by place
  limit 1;
  if origin = 'default' then
    raise feature_not_supported using message = 'the server has no collation of Unicode: pg_c_utf8, C.utf8 or und-x-icu';
  end if;
  execute format('create collation fold from pg_catalog.%I', origin);
end
$$;
comment on collation fold is 'Lower case of every script, in the order of code points';
