-- The same where traffic is divided: rows of part_stripes, which move with their part from node to node. Answers which
-- sites left a stripe of the part for another one.
select stripe, left_sites from part_stripes where {{at}}stripe = any ($1::integer[]) order by stripe for update
