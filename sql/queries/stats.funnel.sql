-- The goals of one funnel ($2) of a site ($1), step by step.
select s.goal_id
from funnels f
join funnel_steps s on s.funnel_id = f.id
where f.site_id = $1 and f.id = $2
order by s.position
