-- daily_breakdowns answers time on page and single values of properties as well. The new sums are of event:page only,
-- NULL elsewhere: that costs no space.
alter table daily_breakdowns
  add column engaged_ms bigint,
  add column engaged_visits integer,
  add column engaged_visits_day_before integer,
  add column engaged_visits_two_days_before integer;
comment on table daily_breakdowns is 'Sums of closed local days by one dimension; the empty value is an empty string. active_*, pageviews and events are by the events of the day; engaged_* by its engagement; the others by the sessions that ended on it, and for event dimensions visitors and visits the same as active_*. *_day_before: those also there the day before; *_two_days_before: there two days before and not between. Dimension event:props lists the properties left out of the day, the empty value all of them. Written by upkeep/breakdowns';
-- What is there lacks the new sums.
update breakdown_days set state = 'dirty' where state = 'done';
