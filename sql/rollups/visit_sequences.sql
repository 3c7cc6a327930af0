-- One site ($1), one closed local day ($2) from $3 to $4; $5 to $6 hold the two days before it and the two behind it; $7 is after
-- the end of every visit with events on the day; $8 are the sources with sums of their own on it. The definition of
-- visit_sequences: visits by the pages and events of the day, in their order, equal neighbours once (spec/journeys 1). A visitor
-- with one visit on these five days is counted by the row; the visits of others name their visitor, and those that have
-- events on another day name themselves: what they did on each of the days is put together when somebody asks.
with today as materialized (
  select session_id, visitor_id, recorded_at, seq, position,
         case when name = 'pageview' then 'page' else 'event' end as kind, case when name = 'pageview' then pathname else name end as item
  from events
  where site_id = $1 and recorded_at >= $3::timestamptz and recorded_at < $4::timestamptz and local_day = $2::date and session_id is not null
), around as materialized (
  select visitor_id, session_id
  from events
  where site_id = $1 and recorded_at >= $5::timestamptz and recorded_at < $6::timestamptz
    and local_day between $2::date - 2 and $2::date + 2 and local_day <> $2::date
    and session_id is not null and visitor_id in (select visitor_id from today)
  group by 1, 2
), visits as materialized (
  select t.session_id, min(t.visitor_id) as visitor_id, array_agg(i.number order by t.recorded_at, t.seq, t.position) as items
  from (
    select *, (kind, item) is distinct from (lag(kind) over visit, lag(item) over visit) as is_new
    from today
    window visit as (partition by session_id order by recorded_at, seq, position)
  ) t
  left join (select * from sequence_items where site_id = $1) i on i.kind = t.kind and i.item = t.item
  where t.is_new
  group by 1
), known as (
  select visitor_id from visits group by 1 having count(*) > 1
  union
  select visitor_id from around
), sources as (
  select s.session_id, i.number
  from (
    select session_id, coalesce(nullif(nullif(source, {{blank direct}}), {{blank notSet}}), '') as source
    from sessions
    where site_id = $1 and ended_at >= $3::timestamptz and ended_at < $7::timestamptz and started_at < $4::timestamptz
  ) s
  join (select * from sequence_items where site_id = $1 and kind = 'source') i on i.item = s.source
  where s.source = any ($8::text[])
)
select count(*)::integer as visits, k.visitor_id, a.session_id, s.number as source, v.items
from visits v
left join known k on k.visitor_id = v.visitor_id
left join (select distinct session_id from around) a on a.session_id = v.session_id
left join sources s on s.session_id = v.session_id
group by k.visitor_id, a.session_id, s.number, v.items
