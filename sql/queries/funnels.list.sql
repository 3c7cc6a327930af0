-- The funnels of one site ($1), newest first, with their steps in order.
select f.id, f.name,
       jsonb_agg(jsonb_build_object('goal_id', g.id, 'display_name', g.display_name) order by s.position) as steps
from funnels f
join funnel_steps s on s.funnel_id = f.id
join goals g on g.id = s.goal_id
where f.site_id = $1
group by f.id
order by f.id desc
