-- The schema `tidemark`: SQL as an interface (docs/sql.md). Names, columns and meanings stay the same across versions and
-- engines; the tables below them may change. Made again with the relations of the engine, so every statement is idempotent:
-- `create or replace view` may add columns at the end only, and keeps what people built on a view. A migration that changes a
-- table below them drops the views and functions it has to, and says so in the changelog.
--
-- Each view has two ways to its rows. A role that reads all sites reads the tables, and its conditions reach their indexes. A
-- role that reads some sites is given the rows by a function of the owner, which the planner cannot open, so no condition,
-- estimate or EXPLAIN of that role touches a row of another site. `sql_all_name` says what the rows are; the mark
-- `{{public name …}}` behind it makes the function, the view and, `by` a column of time, the rows of a stretch of time.
-- `{{open}}` is the condition of the first way, which the planner computes, and `{{open table}}` a table behind it: for the
-- other way the table is known to be empty before anything of it is estimated (src/db/engine/sql-views.ts).
create schema if not exists tidemark;
--;
comment on schema tidemark is 'Statistics for SQL: the views of docs/sql.md';
--;
-- Says whether a role reads all sites: the owner, tidemark_reader (docs/roles.sql), and a grant without a list of sites. Runs
-- as the owner, since the role may not read `sql_roles` itself.
create or replace function sql_role_reads_all(asker name) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select (select pg_has_role(asker, c.relowner, 'member') from pg_class c where c.oid = 'public.sites'::regclass)
      or exists (select from pg_roles r where r.rolname = 'tidemark_reader' and pg_has_role(asker, r.oid, 'member'))
      or exists (select from public.sql_roles r where r.role = asker and r.site_ids is null)
$$;
--;
-- The same about the asker, declared immutable although a grant changes it: the planner then computes it, and a plan holds one
-- way to the rows and no trace of the other. Nothing rests on it but the way: `sql_sites` and `sql_site_ids` say which
-- rows, whenever the plan was made.
create or replace function sql_reads_all() returns boolean language sql immutable parallel safe begin atomic
  select sql_role_reads_all(current_user);
end;
--;
-- The sites that a role reads, for the functions of the owner. A role can name itself and a role it is a member of.
create or replace function sql_site_ids(asker name) returns bigint[]
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  acting constant name := coalesce(nullif(current_setting('role'), 'none'), session_user);
begin
  if not pg_has_role(acting, asker, 'member') then
    raise insufficient_privilege using message = format('%s may not read the sites of %s', acting, asker);
  end if;
  return array(
    select s.id
    from public.sites s
    where not s.is_consolidated
      and (public.sql_role_reads_all(asker)
        or exists (select from public.sql_roles r where r.role = asker and s.id = any (r.site_ids)))
  );
end
$$;
--;
-- The sites of the asker, as tables: of the reader of all sites, and of the owner within the functions below.
create or replace view sql_sites with (security_barrier) as
select s.id, s.domain, s.timezone, s.home_hostname, s.dropped_before
from {{open sites}} s
where not s.is_consolidated
  and (
    (select sql_role_reads_all(current_user))
    or exists (select from sql_roles r where r.role = current_user and s.id = any (r.site_ids))
  );
--;
comment on view sql_sites is 'The sites that the asker reads in the schema tidemark. Internal';
--;
-- The local days of a site of which no sums are kept, from its first event on: days of today, and those to be summed again.
-- While a time zone changes, all days.
create or replace view sql_open_days as
select s.id as site_id, day::date as local_day,
       day::timestamp at time zone s.timezone as start_at, (day + interval '1 day')::timestamp at time zone s.timezone as end_at
from sql_sites s
cross join lateral (select min(recorded_at) as first_at from {{open events}} events where site_id = s.id) e
cross join lateral generate_series(
  (e.first_at at time zone s.timezone)::date::timestamp, ((now() + interval '1 day') at time zone s.timezone)::date::timestamp, interval '1 day'
) as day
where not exists (
  select from breakdown_days b where b.site_id = s.id and b.local_day = day::date and b.state <> 'dirty'
) or exists (select from timezone_changes c where c.site_id = s.id);
--;
comment on view sql_open_days is 'Local days that tidemark.days counts from rows. Internal';
--;
create or replace view sql_all_sites as
select s.id as site_id, s.domain, s.timezone,
       least((e.first_at at time zone s.timezone)::date, d.first_day) as first_day
from sql_sites s
cross join lateral (select min(recorded_at) as first_at from {{open events}} events where site_id = s.id) e
cross join lateral (select min(local_day) as first_day from {{open daily_breakdowns}} daily_breakdowns where site_id = s.id and dimension = 'all' and events > 0) d;
--;
comment on view sql_all_sites is 'Rows of tidemark.sites, of all sites that the asker reads as tables. Internal';
--;
{{public sites (
  domain, timezone, first_day
)}}
--;
create or replace view sql_all_pageviews as
select s.id as site_id, s.domain, e.recorded_at as at, (e.recorded_at at time zone s.timezone)::date as day,
       e.visitor_id as visitor, e.session_id as visit, coalesce(e.hostname, s.home_hostname) as hostname, e.pathname as path,
       e.props as properties, coalesce(e.position, e.seq) as place
from sql_sites s
join {{open events}} e on e.site_id = s.id
where e.name = 'pageview';
--;
comment on view sql_all_pageviews is 'Rows of tidemark.pageviews, of all sites that the asker reads as tables. Internal';
--;
{{public pageviews by at (
  domain, at, day, visitor, visit, hostname, path, properties, place
)}}
--;
create or replace view sql_all_custom_events as
select s.id as site_id, s.domain, e.recorded_at as at, (e.recorded_at at time zone s.timezone)::date as day,
       e.visitor_id as visitor, e.session_id as visit, coalesce(e.hostname, s.home_hostname) as hostname, e.pathname as path,
       e.name, e.props as properties,
       case when e.revenue_amount is null then e.revenue_source_amount else e.revenue_amount end as revenue,
       case when e.revenue_amount is null then e.revenue_source_currency else e.revenue_currency end as currency,
       coalesce(e.position, e.seq) as place
from sql_sites s
join {{open events}} e on e.site_id = s.id
where e.name <> 'pageview';
--;
comment on view sql_all_custom_events is 'Rows of tidemark.custom_events, of all sites that the asker reads as tables. Internal';
--;
{{public custom_events by at (
  domain, at, day, visitor, visit, hostname, path, name, properties, revenue, currency, place
)}}
--;
-- Each table is joined with the sites by itself, here and in the conversions. Of rows that a union brings the planner knows no
-- number of sites: it expects a two-hundredth of them or less, and compares each event of a join with each visit.
create or replace view sql_all_visits as
select v.site_id, v.domain, v.session_id as visit, v.visitor_id as visitor, v.started_at, v.ended_at,
       (v.ended_at at time zone v.timezone)::date as day, v.duration as seconds, v.is_running, v.is_bounce, v.pageviews, v.events,
       v.entry_page, v.exit_page, v.entry_hostname as hostname,
       nullif(nullif(v.source, {{blank direct}}), {{blank notSet}}) as source, coalesce(nullif(v.channel, {{blank notSet}}), {{blank directChannel}}) as channel,
       nullif(nullif(v.referrer, {{blank direct}}), {{blank notSet}}) as referrer,
       nullif(nullif(v.utm_source, {{blank direct}}), {{blank notSet}}) as utm_source,
       nullif(nullif(v.utm_medium, {{blank direct}}), {{blank notSet}}) as utm_medium,
       nullif(nullif(v.utm_campaign, {{blank direct}}), {{blank notSet}}) as utm_campaign,
       nullif(nullif(v.utm_content, {{blank direct}}), {{blank notSet}}) as utm_content,
       nullif(nullif(v.utm_term, {{blank direct}}), {{blank notSet}}) as utm_term,
       nullif(v.country, {{blank notSet}}) as country, nullif(v.region, {{blank notSet}}) as region, nullif(v.city, 0) as city,
       nullif(v.device, {{blank notSet}}) as device, nullif(v.browser, {{blank notSet}}) as browser, nullif(v.os, {{blank notSet}}) as os
from (
  select s.id as site_id, s.domain, s.timezone, session_id, visitor_id, started_at, ended_at, duration, false as is_running, is_bounce,
         pageviews, events, entry_page, exit_page, entry_hostname, {{dimensions}}
  from sql_sites s
  join {{open sessions}} sessions on sessions.site_id = s.id
  union all
  select s.id, s.domain, s.timezone, session_id, visitor_id, started_at, last_event_at,
         abs(extract(epoch from last_event_at - started_at))::integer, true, is_bounce,
         pageviews, events, entry_page, coalesce(exit_page, entry_page), entry_hostname, {{dimensions}}
  from sql_sites s
  join {{open visitors}} visitors on visitors.site_id = s.id
  where session_id is not null
) v;
--;
comment on view sql_all_visits is 'Rows of tidemark.visits, of all sites that the asker reads as tables. Internal';
--;
-- The index sessions_source has all columns but those apart.
{{public visits by ended_at (
  domain, visit, visitor, started_at, ended_at, day, seconds, is_running, is_bounce, pageviews, events, entry_page,
  exit_page, hostname, source, channel, referrer, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
  country, region, city, device, browser, os
) apart by visit (
  entry_page, exit_page, hostname, channel, referrer, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
  region, city, device, browser, os
)}}
--;
create or replace view sql_all_days as
select s.id as site_id, s.domain, d.local_day as day, d.visitors, d.visits, d.pageviews, d.bounces, d.events, d.ended_visits
from sql_sites s
cross join lateral (
  select k.local_day, sum(k.active_visitors)::bigint as visitors, sum(k.active_visits)::bigint as visits,
         sum(k.pageviews)::bigint as pageviews, sum(k.bounces)::bigint as bounces, sum(k.events)::bigint as events,
         sum(k.visits)::bigint as ended_visits
  from {{open daily_breakdowns}} k
  where k.site_id = s.id and k.dimension = 'all'
    and exists (select from breakdown_days b where b.site_id = s.id and b.local_day = k.local_day and b.state <> 'dirty')
    and not exists (select from timezone_changes c where c.site_id = s.id)
  group by k.local_day
  union all
  select o.local_day, e.visitors, e.visits, e.pageviews, v.bounces, e.events, v.ended_visits
  from sql_open_days o
  cross join lateral (
    select count(distinct visitor_id) as visitors, count(distinct session_id) as visits,
           count(*) filter (where name = 'pageview') as pageviews, count(*) as events
    from {{open events}} events
    where site_id = o.site_id and recorded_at >= o.start_at and recorded_at < o.end_at
  ) e
  cross join lateral (
    select count(*) as ended_visits, count(*) filter (where is_bounce) as bounces
    from (
      select is_bounce from {{open sessions}} sessions where site_id = o.site_id and ended_at >= o.start_at and ended_at < o.end_at
      union all
      select is_bounce from {{open visitors}} visitors
      where site_id = o.site_id and session_id is not null and last_event_at >= o.start_at and last_event_at < o.end_at
    ) ended
  ) v
  where o.site_id = s.id
) d
where d.events > 0 or d.ended_visits > 0;
--;
comment on view sql_all_days is 'Rows of tidemark.days, of all sites that the asker reads as tables. Internal';
--;
{{public days (
  domain, day, visitors, visits, pageviews, bounces, events, ended_visits
)}}
--;
create or replace view sql_all_page_requests as
select s.id as site_id, s.domain, r.local_day as day, case when r.import_id = 0 then 'kit' else 'log' end as known_by,
       nullif(r.page, '') as path, nullif(r.browser, '') as browser, nullif(r.country, '') as country,
       sum(r.requests)::bigint as requests, sum(r.counted_ahead)::bigint as counted_ahead
from sql_sites s
join {{open page_requests}} r on r.site_id = s.id
group by s.id, s.domain, r.local_day, r.import_id = 0, r.page, r.browser, r.country;
--;
comment on view sql_all_page_requests is 'Rows of tidemark.page_requests, of all sites that the asker reads as tables. Internal';
--;
{{public page_requests (
  domain, day, known_by, path, browser, country, requests, counted_ahead
)}}
--;
create or replace view sql_all_goals as
select s.id as site_id, s.domain, g.id as goal_id, g.display_name as goal, g.event_name as name, g.path,
       case when g.scroll_threshold >= 0 then g.scroll_threshold end as scroll_threshold, g.custom_props as properties, g.currency
from sql_sites s
join {{open goals}} g on g.site_id = s.id;
--;
comment on view sql_all_goals is 'Rows of tidemark.goals, of all sites that the asker reads as tables. Internal';
--;
{{public goals (
  domain, goal_id, goal, name, path, scroll_threshold, properties, currency
)}}
--;
create or replace view sql_all_conversions as
select c.site_id, c.domain, c.at, (c.at at time zone c.timezone)::date as day, c.visitor, c.visit, c.goal, c.goal_id,
       coalesce(c.hostname, c.home_hostname) as hostname, c.path, c.properties, c.revenue, c.currency
from (
  select s.id as site_id, s.domain, s.timezone, s.home_hostname, e.recorded_at as at, e.visitor_id as visitor, e.session_id as visit,
         g.display_name as goal, g.id as goal_id, e.hostname, e.pathname as path, e.props as properties,
         case when e.revenue_amount is null then e.revenue_source_amount else e.revenue_amount end as revenue,
         case when e.revenue_amount is null then e.revenue_source_currency else e.revenue_currency end as currency
  from sql_sites s
  join {{open goals}} g on g.site_id = s.id
  join {{open events}} e on e.site_id = s.id and e.name = g.event_name
  where g.event_name is not null and (g.custom_props = '{}' or e.props @> g.custom_props)
  union all
  select s.id, s.domain, s.timezone, s.home_hostname, e.recorded_at, e.visitor_id, e.session_id,
         g.display_name, g.id, e.hostname, e.pathname, e.props, null, null
  from sql_sites s
  join {{open goals}} g on g.site_id = s.id
  join {{open events}} e on e.site_id = s.id and e.name = 'pageview' and e.pathname like sql_like(g.path)
  where g.path is not null and g.scroll_threshold < 0 and (g.custom_props = '{}' or e.props @> g.custom_props)
  union all
  select e.site_id, s.domain, s.timezone, s.home_hostname, e.recorded_at, e.visitor_id, e.session_id,
         e.goal, e.goal_id, e.hostname, e.pathname, e.props, null, null
  from sql_sites s
  join (
    select distinct on (e.site_id, e.session_id, g.id)
           e.site_id, e.recorded_at, e.visitor_id, e.session_id, g.display_name as goal, g.id as goal_id, e.hostname, e.pathname, e.props
    from {{open goals}} g
    join {{open engagements}} e on e.site_id = g.site_id and e.pathname like sql_like(g.path) and e.scroll_depth >= g.scroll_threshold
    where g.path is not null and g.scroll_threshold >= 0 and (g.custom_props = '{}' or e.props @> g.custom_props)
    order by e.site_id, e.session_id, g.id, e.recorded_at
  ) e on e.site_id = s.id
) c;
--;
comment on view sql_all_conversions is 'Rows of tidemark.conversions, of all sites that the asker reads as tables. Internal';
--;
{{public conversions by at (
  domain, at, day, visitor, visit, goal, goal_id, hostname, path, properties, revenue, currency
)}}
--;
comment on view tidemark.sites is 'The sites of the asker; consolidated views are left out';
--;
comment on column tidemark.sites.domain is 'The domain, as the API and the other views have it';
--;
comment on column tidemark.sites.timezone is 'IANA time zone in which the days of the site begin and end';
--;
comment on column tidemark.sites.first_day is 'The first local day with events, in rows or in sums; null: none yet. Imported days of sums are left out';
--;
comment on view tidemark.pageviews is 'One row a pageview, as long as raw rows are kept';
--;
comment on column tidemark.pageviews.domain is 'The site';
--;
comment on column tidemark.pageviews.at is 'Time of the pageview, in whole seconds';
--;
comment on column tidemark.pageviews.day is 'The same as the local date of the site';
--;
comment on column tidemark.pageviews.visitor is 'A number without meaning that tells visitors apart until the salt of its day ends: the same person has another one the next day';
--;
comment on column tidemark.pageviews.visit is 'The visit it belongs to: visits.visit of the same domain';
--;
comment on column tidemark.pageviews.hostname is 'Host of the page';
--;
comment on column tidemark.pageviews.path is 'Path of the page, without its query';
--;
comment on column tidemark.pageviews.properties is 'Custom properties, texts by name; null: none';
--;
comment on column tidemark.pageviews.place is 'Orders events of one visit in one second';
--;
comment on view tidemark.custom_events is 'One row a custom event, as long as raw rows are kept; pageviews and engagement are left out';
--;
comment on column tidemark.custom_events.domain is 'The site';
--;
comment on column tidemark.custom_events.at is 'Time of the event, in whole seconds';
--;
comment on column tidemark.custom_events.day is 'The same as the local date of the site';
--;
comment on column tidemark.custom_events.visitor is 'A number without meaning that tells visitors apart until the salt of its day ends: the same person has another one the next day';
--;
comment on column tidemark.custom_events.visit is 'The visit it belongs to: visits.visit of the same domain';
--;
comment on column tidemark.custom_events.hostname is 'Host of the page it happened on';
--;
comment on column tidemark.custom_events.path is 'Path of the page it happened on, without its query';
--;
comment on column tidemark.custom_events.name is 'Name of the event';
--;
comment on column tidemark.custom_events.properties is 'Custom properties, texts by name; null: none';
--;
comment on column tidemark.custom_events.revenue is 'Amount in units of the currency: converted to that of the goal where a goal has one, else as it was sent; null: none';
--;
comment on column tidemark.custom_events.currency is 'ISO 4217 code of the amount; null: none';
--;
comment on column tidemark.custom_events.place is 'Orders events of one visit in one second';
--;
comment on view tidemark.visits is 'One row a visit, as long as raw rows are kept; visits that are going on are rows as they are now';
--;
comment on column tidemark.visits.domain is 'The site';
--;
comment on column tidemark.visits.visit is 'Number of the visit, unique within its site';
--;
comment on column tidemark.visits.visitor is 'A number without meaning that tells visitors apart until the salt of its day ends: the same person has another one the next day';
--;
comment on column tidemark.visits.started_at is 'Time of its first event, in whole seconds';
--;
comment on column tidemark.visits.ended_at is 'Time of its last event, in whole seconds; engagement is no event';
--;
comment on column tidemark.visits.day is 'Local date of the site of its last event: the day on which visit metrics count it';
--;
comment on column tidemark.visits.seconds is 'Duration in seconds, from its first to its last event';
--;
comment on column tidemark.visits.is_running is 'It may still get events';
--;
comment on column tidemark.visits.is_bounce is 'One pageview, and no interactive custom event after its first event';
--;
comment on column tidemark.visits.pageviews is 'Number of its pageviews';
--;
comment on column tidemark.visits.events is 'Number of its pageviews and custom events';
--;
comment on column tidemark.visits.entry_page is 'Path of its first pageview; null: it has none';
--;
comment on column tidemark.visits.exit_page is 'Path of its last pageview; null: it has none';
--;
comment on column tidemark.visits.hostname is 'Host of its first pageview; null: it has none';
--;
comment on column tidemark.visits.source is 'Source, as the API names it; null: direct or unknown';
--;
comment on column tidemark.visits.channel is 'Channel, as the API names it';
--;
comment on column tidemark.visits.referrer is 'Referring page, without scheme; null: none';
--;
comment on column tidemark.visits.utm_source is 'utm_source of its first event; null: none';
--;
comment on column tidemark.visits.utm_medium is 'utm_medium of its first event; null: none';
--;
comment on column tidemark.visits.utm_campaign is 'utm_campaign of its first event; null: none';
--;
comment on column tidemark.visits.utm_content is 'utm_content of its first event; null: none';
--;
comment on column tidemark.visits.utm_term is 'utm_term of its first event; null: none';
--;
comment on column tidemark.visits.country is 'ISO 3166-1 code of two letters; null: unknown';
--;
comment on column tidemark.visits.region is 'ISO 3166-2 code; null: unknown';
--;
comment on column tidemark.visits.city is 'GeoNames id; null: unknown';
--;
comment on column tidemark.visits.device is 'Desktop, Mobile, Tablet and so on; null: unknown';
--;
comment on column tidemark.visits.browser is 'Name of the browser; null: unknown';
--;
comment on column tidemark.visits.os is 'Name of the operating system; null: unknown';
--;
comment on view tidemark.days is 'One row a site and local day with events, from sums where they are kept: exact, and there after raw rows are deleted. Equal to /api/v2/query asked for all of its metrics by time:day, without imported days';
--;
comment on column tidemark.days.domain is 'The site';
--;
comment on column tidemark.days.day is 'Local date of the site';
--;
comment on column tidemark.days.visitors is 'Unique visitors with an event on the day';
--;
comment on column tidemark.days.visits is 'Visits with an event on the day';
--;
comment on column tidemark.days.pageviews is 'Pageviews of the day';
--;
comment on column tidemark.days.bounces is 'Bounced visits with their last event on the day';
--;
comment on column tidemark.days.events is 'Pageviews and custom events of the day';
--;
comment on column tidemark.days.ended_visits is 'Visits with their last event on the day, running ones included: bounce rate is bounces of these';
--;
comment on view tidemark.page_requests is 'Page requests of kits and of access logs, one row a local day, page, browser and country; on a day that both know, the greater sum counts';
--;
comment on column tidemark.page_requests.domain is 'The site';
--;
comment on column tidemark.page_requests.day is 'Local date of the site';
--;
comment on column tidemark.page_requests.known_by is 'kit: kits reported the requests; log: access logs have them';
--;
comment on column tidemark.page_requests.path is 'Path of the page; null: pages beyond the first 1,000 of their day';
--;
comment on column tidemark.page_requests.browser is 'Name of the browser; null: unknown';
--;
comment on column tidemark.page_requests.country is 'ISO 3166-1 code of two letters; null: unknown';
--;
comment on column tidemark.page_requests.requests is 'Number of page requests';
--;
comment on column tidemark.page_requests.counted_ahead is 'Pageviews that a kit counted and the script has not confirmed';
--;
comment on view tidemark.goals is 'The goals of the sites';
--;
comment on column tidemark.goals.domain is 'The site';
--;
comment on column tidemark.goals.goal_id is 'Number of the goal';
--;
comment on column tidemark.goals.goal is 'Name it is shown by';
--;
comment on column tidemark.goals.name is 'Name of the event that completes it; null: it is a goal of pages';
--;
comment on column tidemark.goals.path is 'Path of the page that completes it, with * and ** for any characters; null: it is a goal of events';
--;
comment on column tidemark.goals.scroll_threshold is 'Depth in percent that has to be reached on the page; null: a view of the page completes it';
--;
comment on column tidemark.goals.properties is 'Custom properties that the event must have, texts by name; empty: any event';
--;
comment on column tidemark.goals.currency is 'ISO 4217 code of its revenue; null: it has none';
--;
comment on view tidemark.conversions is 'One row an event and goal that it completes, as long as raw rows are kept; a goal of scroll depth counts once a visit';
--;
comment on column tidemark.conversions.domain is 'The site';
--;
comment on column tidemark.conversions.at is 'Time of the event, in whole seconds';
--;
comment on column tidemark.conversions.day is 'The same as the local date of the site';
--;
comment on column tidemark.conversions.visitor is 'A number without meaning that tells visitors apart until the salt of its day ends: the same person has another one the next day';
--;
comment on column tidemark.conversions.visit is 'The visit it belongs to: visits.visit of the same domain';
--;
comment on column tidemark.conversions.goal is 'Name the goal is shown by';
--;
comment on column tidemark.conversions.goal_id is 'Number of the goal';
--;
comment on column tidemark.conversions.hostname is 'Host of the page it happened on';
--;
comment on column tidemark.conversions.path is 'Path of the page it happened on, without its query';
--;
comment on column tidemark.conversions.properties is 'Custom properties of the event, texts by name; null: none';
--;
comment on column tidemark.conversions.revenue is 'Amount in units of the currency; null: none';
--;
comment on column tidemark.conversions.currency is 'ISO 4217 code of the amount; null: none';
