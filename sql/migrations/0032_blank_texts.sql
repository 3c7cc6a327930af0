-- Days whose sums hold a text that names the empty value as a value of its own: sql/rollups makes them again, with both as
-- one. Days of which retention deleted the rows stay as they are.
do $$
declare
  same_part text := case when exists (
    select from information_schema.columns where table_schema = current_schema and table_name = 'breakdown_days' and column_name = 'part'
  ) then 'd.part = b.part and ' else '' end;
begin
  execute format($sql$
    update breakdown_days b set state = 'dirty'
    where b.state = 'done' and not b.is_final and exists (
      select from daily_breakdowns d
      where %s d.site_id = b.site_id and d.local_day = b.local_day and d.dimension like '%%visit:%%'
        and d.value in ('(not set)', 'Direct / None')
    )
  $sql$, same_part);
end
$$;
