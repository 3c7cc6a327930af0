-- Adds page requests that kits report; rows come sorted by key, so that two writers of one lane never deadlock.
insert into page_requests as old
  ({{part,}}site_id, local_day, page, browser, country, import_id, lane, requests, counted_ahead)
select {{=part,}}{{each site_id}}, {{each local_day}}, {{each page}}, {{each browser}}, {{each country}}, 0, $8::smallint,
       {{each requests}}, {{each counted_ahead}}
on conflict ({{part,}}site_id, local_day, page, browser, country, import_id, lane) do update
set requests = old.requests + excluded.requests, counted_ahead = old.counted_ahead + excluded.counted_ahead
