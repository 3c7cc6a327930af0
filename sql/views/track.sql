-- tidemark.track: an event in the application's own transaction (docs/events-in-sql.md). Made again with the relations of
-- the engine, so every statement is idempotent. Marks in double braces are limits of rules/ (src/db/engine/sql-track.ts).
--
-- Who calls is asked where `current_user` is the caller: in `track`, which acts for its caller. `track_event` acts for the
-- owner and cannot see the caller, so it takes keys as proof, which the view below shows to their own role alone. A role
-- that calls `track_event` itself gets no further than with `track`. The schema public is not in the path of the functions:
-- where everybody may create in it, a function of the same name for text would be chosen for a literal.
create or replace view track_own_keys as
select array_agg(k.key) as keys
from track_keys k
where case when k.role = ''
  then pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = 'public.sites'::regclass), 'usage')
  else pg_has_role(current_user, to_regrole(quote_ident(k.role))::oid, 'usage')
end;
--;
comment on view track_own_keys is 'Keys by which the asker sends events: one row. Internal';
--;
-- What is wrong with an event, by field, in the words of /api/event (rules/submission.ts, rules/props.ts). Characters are
-- counted as people see them: accents, joined emoji and flags are one each.
create or replace function track_name_error(name text) returns text
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
begin
  return case
    when name is null or btrim(name, {{white space}}) = '' then 'can''t be blank'
    when octet_length(name) > {{nameBytes}} then 'should be at most {{nameCharacters}} character(s)'
    when char_length(name) > {{nameCharacters}} and char_length(
      regexp_replace(regexp_replace(regexp_replace(regexp_replace(name,
        '[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d]\u200d?[\u0915-\u0939\u0958-\u095f\u0995-\u09b9\u0a95-\u0ab9\u0b15-\u0b39\u0c15-\u0c39\u0d15-\u0d3a]|\u17d2[\u1780-\u17b3]|\u1039[\u1000-\u102a]', '', 'g'),
        '[{{marks}}]', '', 'g'),
        '\u200d[\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff]?', '', 'g'),
        '\r\n|[\u1100-\u115f]+|[\U0001f1e6-\U0001f1ff]{2}', 'x', 'g')
    ) > {{nameCharacters}} then 'should be at most {{nameCharacters}} character(s)'
    when octet_length(name) > {{indexedBytes}} and (
      select sum(octet_length(c)) from (select distinct regexp_split_to_table(name, '') as c) distinct_characters
    ) > {{distinctBytes}} then 'is invalid'
    when name = '{{engagement}}' then 'engagement event requires a valid integer value for at least one of ''sd'' or ''e'' fields'
  end;
end
$$;
--;
create or replace function track_url_error(url text) returns text
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
begin
  return case
    when url is null then 'is required'
    when lower(left(url, 5)) = 'data:' then 'scheme is not allowed'
    when octet_length(url) > {{urlBytes}} then 'must be a valid url'
  end;
end
$$;
--;
-- Properties as they are kept: the first {{props}} with a text, a number, true or false; null if one is too large.
create or replace function track_props(name text, sent jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
declare
  given jsonb := sent;
  most integer := {{props}};
  kept jsonb;
  is_too_large boolean;
begin
  if jsonb_typeof(given) = 'string' then
    begin
      given := (given #>> '{}')::jsonb;
    exception when others then
      return '{}';
    end;
  end if;
  if given is null or jsonb_typeof(given) <> 'object' then
    return '{}';
  end if;
  -- The service adds the path to events of these names.
  if name in ({{path names}}) and coalesce(
    jsonb_typeof(given -> 'path') not in ('string', 'number', 'boolean') or btrim(given ->> 'path', {{white space}}) = '', true
  ) then
    most := most - 1;
  end if;
  select jsonb_object_agg(p.key, p.value),
         bool_or(octet_length(p.key) > {{keyBytes}} or (jsonb_typeof(p.value) = 'string' and octet_length(p.value #>> '{}') > {{valueBytes}}))
    into kept, is_too_large
  from (
    select e.key, e.value
    from jsonb_each(given) e
    where jsonb_typeof(e.value) in ('string', 'number', 'boolean')
      and btrim(e.key, {{white space}}) <> ''
      and btrim(e.value #>> '{}', {{white space}}) <> ''
    limit most
  ) p;
  return case when is_too_large then null else coalesce(kept, '{}') end;
end
$$;
--;
-- The site that keys send to, by its current or else its previous domain; without a domain the only one of the keys. Null:
-- no such site, or not theirs, which look alike.
create or replace function track_site(keys uuid[], domain text) returns bigint
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  wanted constant text := regexp_replace(rtrim(lower(btrim(domain, {{white space}})), '.'), '^www\.', '');
  ids bigint[];
begin
  if wanted <> '' then
    select array[s.id] into ids
    from public.sites s
    where (s.domain = wanted or s.domain_changed_from = wanted) and not s.is_consolidated
    order by s.domain = wanted desc
    limit 1;
    return (
      select ids[1]
      where exists (
        select from public.track_keys k where k.key = any (keys) and (k.site_ids is null or ids[1] = any (k.site_ids))
      )
    );
  end if;
  if exists (select from public.track_keys k where k.key = any (keys) and k.site_ids is null) then
    return null;
  end if;
  select array_agg(s.id) into ids
  from public.sites s
  where s.id in (select unnest(k.site_ids) from public.track_keys k where k.key = any (keys)) and not s.is_consolidated;
  return case when cardinality(ids) = 1 then ids[1] end;
end
$$;
--;
create or replace function track_event(
  keys uuid[], name text, url text, props jsonb, revenue_amount numeric, revenue_currency text, visit text, site text
) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  errors jsonb;
  kept jsonb;
  site_id bigint;
  has_revenue boolean;
begin
  if current_setting('transaction_read_only')::boolean then
    raise read_only_sql_transaction using message =
      'tidemark.track writes an event, and this transaction is read-only: call it in a transaction of the primary that writes';
  end if;
  site_id := public.track_site(keys, site);
  kept := public.track_props(name, props);
  errors := jsonb_strip_nulls(jsonb_build_object(
    'event_name', public.track_name_error(name),
    'url', public.track_url_error(url),
    'domain', case when site_id is null then
      case when btrim(coalesce(site, ''), {{white space}}) = '' then 'can''t be blank' else 'is unknown' end
    end,
    'props', case when kept is null then '{{propsTooLarge}}' end
  ));
  if errors <> '{}' then
    raise invalid_parameter_value using
      message = (
        select string_agg(format('%s: %s', e.field, errors ->> e.field), '; ' order by e.place)
        from unnest(array['event_name', 'url', 'domain', 'props']) with ordinality e (field, place)
        where errors ? e.field
      ),
      detail = (select jsonb_object_agg(e.key, jsonb_build_array(e.value))::text from jsonb_each(errors) e);
  end if;
  if coalesce(pg_sequence_last_value('public.track_queue_seq_seq'), 0) >= pg_sequence_last_value('public.track_queue_room') then
    perform nextval('public.track_queue_dropped');
    return;
  end if;
  -- An amount that is no money, and a token that cannot be one, are as none.
  has_revenue := octet_length(revenue_amount::text) <= {{amountCharacters}} and octet_length(revenue_currency) = 3;
  insert into public.track_queue (site_id, name, url, props, revenue_amount, revenue_currency, visit)
  values (
    site_id, name, url, nullif(kept, '{}'),
    case when has_revenue then revenue_amount end, case when has_revenue then revenue_currency end,
    case when octet_length(visit) <= {{tokenBytes}} then visit end
  );
end
$$;
--;
create or replace function tidemark.track(
  name text, url text, props jsonb default '{}', revenue_amount numeric default null, revenue_currency text default null,
  visit text default null, site text default null
) returns void language sql volatile begin atomic
  select public.track_event((select keys from public.track_own_keys), name, url, props, revenue_amount, revenue_currency, visit, site);
end;
--;
comment on function tidemark.track is 'Counts an event if the transaction commits (docs/events-in-sql.md)';
--;
-- Roles of `sql grant --track` alone call it. They keep their rights if a function or the view had to be made anew. A role
-- that was dropped and made again under its name has no right in the schema, and gets none here.
revoke all on function tidemark.track, track_event, track_name_error, track_url_error, track_props, track_site from public;
--;
do $$
declare
  granted name;
begin
  for granted in
    select r.rolname
    from track_keys k
    join pg_roles r on r.rolname = k.role
    where exists (
      select from pg_namespace n cross join lateral aclexplode(n.nspacl) a where n.nspname = 'tidemark' and a.grantee = r.oid
    )
  loop
    execute format('grant execute on function tidemark.track, track_event to %I', granted);
    execute format('grant select on track_own_keys to %I', granted);
  end loop;
end
$$;
