-- Fewer bytes for each row of traffic (docs/performance.md, "Space"). Rows written before keep what they have.

-- Nearly all events of a site name the same hostname, that of the domain it was made with: it stands here once, for
-- good.
alter table sites add column home_hostname text collate "C";
comment on column sites.home_hostname is 'The hostname that events and engagements leave out; it stays when the domain changes';
create function set_home_hostname() returns trigger language plpgsql as $$
begin
  new.home_hostname := regexp_replace(split_part(new.domain, '/', 1), '^www\.', '');
  return new;
end
$$;
create trigger sites_home_hostname before insert on sites for each row execute function set_home_hostname();
update sites set home_hostname = regexp_replace(split_part(domain, '/', 1), '^www\.', '');
alter table events alter column hostname drop not null;
alter table engagements alter column hostname drop not null;
comment on column events.hostname is 'Null: the site''s home_hostname';
comment on column engagements.hostname is 'Null: the site''s home_hostname';

-- What orders events of one second is their place in the visit: two bytes in place of eight, and no sequence to ask.
alter table events alter column seq drop not null;
alter table events alter column seq drop default;
alter table events add column position smallint;
comment on column events.position is 'The how manieth event of its visit, of 32,768; orders events of one second';
comment on column events.seq is 'Orders events of one second that were written before there was a position; null since';
alter table engagements alter column seq drop not null;
alter table engagements alter column seq drop default;
comment on column engagements.seq is 'Orders rows of one second that were written before migration 0012; null since';
drop sequence events_seq;

-- A running visit in an order of columns that leaves no gaps between them.
create temporary table grants on commit drop as
select c.oid::regclass::text as relation, acl.grantee::regrole::text as grantee, acl.privilege_type as privilege
from pg_class c
cross join aclexplode(c.relacl) acl
where c.oid in ('visitors'::regclass, 'visits'::regclass) and acl.grantee <> c.relowner and acl.grantee <> 0;
drop view visits;
alter table visitors rename to visitors_before;
alter table visitors_before rename constraint visitors_pkey to visitors_before_pkey;
drop index visitors_running;
drop index visitors_stripe;
create table visitors (
  site_id bigint not null,
  visitor_id bigint not null,
  -- the visitor's last activity, and what the flags of its next rows compare with
  last_event_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- the running session; NULL session_id: none is running
  session_id bigint,
  started_at timestamptz,
  last_event_day date not null,
  last_ended_day date,
  pageviews integer,
  events integer,
  city integer,
  stripe smallint not null,
  imported boolean not null default false,
  is_bounce boolean,
  active_days date[],
  entry_page text collate "C",
  exit_page text collate "C",
  entry_hostname text collate "C",
  exit_hostname text collate "C",
  referrer text collate "C",
  source text collate "C",
  channel text collate "C",
  utm_source text collate "C",
  utm_medium text collate "C",
  utm_campaign text collate "C",
  utm_content text collate "C",
  utm_term text collate "C",
  click_id text collate "C",
  country text collate "C",
  region text collate "C",
  device text collate "C",
  browser text collate "C",
  browser_version text collate "C",
  os text collate "C",
  os_version text collate "C",
  constraint visitors_pkey primary key (site_id, visitor_id)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);
insert into visitors (
  site_id, visitor_id, last_event_at, last_seen_at, session_id, started_at, last_event_day, last_ended_day, pageviews, events, city, stripe,
  imported, is_bounce, active_days, entry_page, exit_page, entry_hostname, exit_hostname, referrer, source, channel, utm_source, utm_medium,
  utm_campaign, utm_content, utm_term, click_id, country, region, device, browser, browser_version, os, os_version)
select
  site_id, visitor_id, last_event_at, last_seen_at, session_id, started_at, last_event_day, last_ended_day, pageviews, events, city, stripe,
  imported, is_bounce, active_days, entry_page, exit_page, entry_hostname, exit_hostname, referrer, source, channel, utm_source, utm_medium,
  utm_campaign, utm_content, utm_term, click_id, country, region, device, browser, browser_version, os, os_version
from visitors_before;
drop table visitors_before;
-- last_seen_at is in no index, so that the update of every batch stays inside its page (HOT). A row is in one of the
-- two.
create index visitors_running on visitors (stripe) where session_id is not null;
create index visitors_stripe on visitors (stripe) where session_id is null;
comment on table visitors is 'What is remembered of a visitor while its salts live: running session, last activity. Written by ingest/transaction and upkeep/sessions, under the stripe''s advisory lock';
comment on column visitors.active_days is 'Recent local days with events, ascending; null: only last_event_day';
comment on column visitors.exit_page is 'Null: the same as entry_page';
comment on column visitors.exit_hostname is 'Null: the same as entry_hostname';
create view visits as
select site_id, session_id, visitor_id, started_at, ended_at, duration, is_bounce, pageviews, events,
       entry_page, exit_page, entry_hostname, exit_hostname, referrer, source, channel,
       utm_source, utm_medium, utm_campaign, utm_content, utm_term, click_id, country, region, city,
       device, browser, browser_version, os, os_version, false as is_running
from sessions
union all
select site_id, session_id, visitor_id, started_at, last_event_at,
       abs(extract(epoch from last_event_at - started_at))::integer, is_bounce, pageviews, events,
       entry_page, coalesce(exit_page, entry_page), entry_hostname, coalesce(exit_hostname, entry_hostname), referrer, source, channel,
       utm_source, utm_medium, utm_campaign, utm_content, utm_term, click_id, country, region, city,
       device, browser, browser_version, os, os_version, true
from visitors
where session_id is not null;
comment on view visits is 'Ended and running sessions; every session query reads this';
do $$
declare
  given record;
begin
  for given in select * from grants loop
    execute format('grant %s on %s to %s', given.privilege, given.relation, given.grantee);
  end loop;
end
$$;
