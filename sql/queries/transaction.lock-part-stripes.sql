-- The same where traffic is divided: rows of part_stripes, which move with their part from node to node.
select stripe from part_stripes where {{at}}stripe = any ($1::integer[]) order by stripe for update
