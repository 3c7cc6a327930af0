-- Adds the sums of a batch to its hours (Apache edition); rows come sorted by key, so that two writers of one lane
-- never deadlock.
insert into event_hours_parts as old (site_id, hour, local_day, lane, pageviews, events,
  first_of_visitor_day, first_of_visitor_month, first_of_visit_day, first_of_visit_month, seen_day_before)
select unnest($2::bigint[]), to_timestamp(unnest($3::bigint[])), unnest($4::date[]), $1::smallint,
       unnest($5::bigint[]), unnest($6::bigint[]), unnest($7::bigint[]), unnest($8::bigint[]), unnest($9::bigint[]),
       unnest($10::bigint[]), unnest($11::bigint[])
on conflict (site_id, hour, local_day, lane) do update
set pageviews = old.pageviews + excluded.pageviews,
    events = old.events + excluded.events,
    first_of_visitor_day = old.first_of_visitor_day + excluded.first_of_visitor_day,
    first_of_visitor_month = old.first_of_visitor_month + excluded.first_of_visitor_month,
    first_of_visit_day = old.first_of_visit_day + excluded.first_of_visit_day,
    first_of_visit_month = old.first_of_visit_month + excluded.first_of_visit_month,
    seen_day_before = old.seen_day_before + excluded.seen_day_before
