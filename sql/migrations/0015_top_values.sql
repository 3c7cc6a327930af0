-- The first values of a day by visitors, for lists that need not read the day.
create index daily_breakdowns_top on daily_breakdowns (site_id, dimension, local_day, visitors);
