-- Running visits change fast, and the planner needs to know little of them. While the table grows they are analyzed
-- every minute, all 35 columns: with a tenth of the usual sample that takes a twelfth of the time (docs/performance.md,
-- "Ingest").
do $$
declare
  name text;
begin
  for name in select attname from pg_attribute where attrelid = 'visitors'::regclass and attnum > 0 and not attisdropped loop
    execute format('alter table visitors alter column %I set statistics 10', name);
  end loop;
end
$$;
