-- A database of the first version in use: one site with 40 days of traffic in a known pattern, one running visit, and a row in every
-- table people edit. Each day has 50 new visitors; the first 40 view / and /a and stay 5 minutes, the others only see /.
insert into users (email, name) values ('owner@up.test', 'Owner');
insert into teams (name, plan) values ('Up', 'business');
insert into memberships (team_id, user_id, role) values (1, 1, 'owner');
insert into sites (team_id, domain, timezone, custom_properties) values (1, 'up.test', 'Etc/UTC', '{plan}');
insert into tracker_configs (site_id, public_id) values (1, 'up-test-tracker');
insert into goals (site_id, event_name, display_name) values (1, 'Signup', 'Signup');
insert into api_keys (user_id, name, key_hash, key_prefix) values (1, 'first', 'digest', 'abcdef');
insert into plugin_tokens (site_id, token_hash, hint, description) values (1, '\x00', 'abcd', 'first');
insert into shields (site_id, type, value) values (1, 'country', 'XX');
insert into shared_links (site_id, name, slug) values (1, 'first', 'slug');
insert into salts (day, salt) values ('2026-02-28', decode(repeat('ab', 16), 'hex'));
insert into ingested_batches (batch_id) values (gen_random_uuid());
insert into imports (site_id, fingerprint, state) values (1, 'first', 'done');

create temp table days as
select day::date as day, row_number() over (order by day) as nth
from generate_series('2026-01-20'::date, '2026-02-28'::date, interval '1 day') as day;
create temp table people as
select day, nth * 1000 + person as id, day + time '09:00' at time zone 'UTC' + person * interval '1 minute' as at, person <= 40 as stays
from days, generate_series(1, 50) as person;

insert into events (site_id, recorded_at, visitor_id, session_id, local_day, first_of_visitor_day, first_of_visitor_month,
  first_of_visit_day, first_of_visit_month, seen_day_before, name, hostname, pathname)
select 1, at, id, id, day, true, true, true, true, false, 'pageview', 'up.test', '/' from people
union all
select 1, at + interval '5 minutes', id, id, day, false, false, false, false, false, 'pageview', 'up.test', '/a' from people where stays;
insert into engagements (site_id, recorded_at, visitor_id, session_id, local_day, hostname, pathname, scroll_depth, engagement_time_ms)
select 1, at + interval '6 minutes', id, id, day, 'up.test', '/a', 50, 60000 from people where stays;
insert into sessions (site_id, ended_at, session_id, visitor_id, started_at, local_day, first_of_visitor_day, first_of_visitor_month,
  seen_day_before, duration, is_bounce, pageviews, events, entry_page, exit_page, entry_hostname, exit_hostname, browser)
select 1, case when stays then at + interval '5 minutes' else at end, id, id, at, day, true, true, false,
  case when stays then 300 else 0 end, not stays, case when stays then 2 else 1 end, case when stays then 2 else 1 end,
  '/', case when stays then '/a' else '/' end, 'up.test', 'up.test', 'Firefox'
from people;
insert into traffic_counts (site_id, hour, reason, lane, count)
select 1, date_trunc('hour', at, 'UTC'), 'accepted', 1, count(*) from people group by 2;
insert into breakdown_days (site_id, local_day, state) select 1, day, 'skipped' from days;

-- The visit that still runs: it began a minute ago and has one pageview.
insert into events (site_id, recorded_at, visitor_id, session_id, local_day, first_of_visitor_day, first_of_visitor_month,
  first_of_visit_day, first_of_visit_month, seen_day_before, name, hostname, pathname)
values (1, now() - interval '1 minute', 7, 7, (now() at time zone 'UTC')::date, true, true, true, true, false, 'pageview', 'up.test', '/');
insert into visitors (site_id, visitor_id, stripe, last_event_at, last_seen_at, last_event_day, active_days, session_id, started_at,
  entry_page, exit_page, entry_hostname, exit_hostname, pageviews, events, is_bounce)
values (1, 7, 3, now() - interval '1 minute', now() - interval '1 minute', (now() at time zone 'UTC')::date,
  array[(now() at time zone 'UTC')::date], 7, now() - interval '1 minute', '/', '/', 'up.test', 'up.test', 1, 1, true);
