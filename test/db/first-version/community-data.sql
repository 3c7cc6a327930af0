-- What the policies of the first version did on the Community edition for data.sql.
call refresh_continuous_aggregate('event_hours_live', null, date_trunc('hour', now()) - interval '2 hours');
--;
call refresh_continuous_aggregate('session_hours_live', null, date_trunc('hour', now()) - interval '2 hours');
