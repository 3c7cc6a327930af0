-- What of the rollups of site $1 can be trusted: the first local day with data (if $6 asks for it: raw rows may be
-- gone), and the states of daily_breakdowns from day $2 to $3 as runs [first,
-- last, state]. A filled day that lacks one of the goals $4 counts as skipped: they are younger than it; so does one on
-- which one of the properties $5 had too many values to keep. A filled day that lacks the sums of the source $7 is `coarse`.
select case when $6::boolean then least(
         (select min(local_day) from daily_breakdowns where site_id = $1 and dimension = 'all'),
         (select local_day from events where site_id = $1 order by recorded_at limit 1),
         (select local_day from sessions where site_id = $1 order by ended_at limit 1)) end as first_day,
       coalesce((
         select json_agg(json_build_array(first, last, state) order by first)
         from (
           select state, min(local_day) as first, max(local_day) as last
           from (
             select local_day, state, local_day - row_number() over (partition by state order by local_day)::integer as run
             from (
               select local_day,
                      case when state = 'done' and cardinality($4::text[]) > (
                        select count(*)
                        from daily_breakdowns d
                        where d.site_id = $1 and d.dimension = 'event:goal' and d.local_day = b.local_day and d.value = any ($4::text[])
                      ) or cardinality($5::text[]) > 0 and exists (
                        select from daily_breakdowns d
                        where state = 'done' and d.site_id = $1 and d.dimension = 'event:props' and d.local_day = b.local_day
                          and d.value = any ($5::text[] || ''::text)
                      ) then 'skipped'
                      when state = 'done' and $7::text is not null and not exists (
                        select from daily_breakdowns d
                        where d.site_id = $1 and d.dimension = 'source' and d.local_day = b.local_day and d.value = $7::text
                      ) then 'coarse' else state end as state
               from breakdown_days b
               where site_id = $1 and local_day between $2 and $3
             ) days
           ) numbered
           group by state, run
         ) runs
       ), '[]') as runs
