-- Fewer bytes for each event (docs/performance.md, "Space").

-- A visitor's row is written about four times, so that it leaves out what it would repeat: the active days when there
-- is only that of the last event, the exit page and its hostname when they are those of the entry. Rows written before
-- keep both. More of each page is left free, because a batch that updates half of a page's rows found no room in it,
-- and a row that moves gets new index entries.
alter table visitors alter column active_days drop default;
alter table visitors alter column active_days drop not null;
alter table visitors set (fillfactor = 60);
comment on column visitors.active_days is 'Recent local days with events, ascending; null: only last_event_day';
comment on column visitors.exit_page is 'Null: the same as entry_page';
comment on column visitors.exit_hostname is 'Null: the same as entry_hostname';

create or replace view visits as
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

-- Engagement of a stretch of time: rows come in the order of time, so that a summary of each megabyte finds them as
-- fast as an entry a row did (34 bytes of each engagement; docs/performance.md). Small sites are found in
-- engagements_page, which begins with the site.
create index engagements_recorded on engagements using brin (recorded_at) with (autosummarize = on);
drop index engagements_site_recorded;

-- Chunks whose indexes were built anew once live rows went elsewhere (Apache edition).
create table rebuilt_chunks (
  chunk text collate "C" constraint rebuilt_chunks_pkey primary key,
  index_bytes bigint not null,
  rebuilt_at timestamptz not null default now()
);
comment on table rebuilt_chunks is 'Chunks whose indexes are packed, and how large those were then. Written by upkeep/chunks';
