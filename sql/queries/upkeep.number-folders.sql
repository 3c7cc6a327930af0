-- Gives numbers to the folders of the pages of site $1 that have none.
insert into sequence_items ({{part,}}site_id, number, kind, item)
select {{=part,}}$1, (select max(number) from sequence_items where site_id = $1) + row_number() over (order by folder), 'folder', folder
from (
  select folder from sequence_items where site_id = $1 and folder is not null
  except
  select item from sequence_items where site_id = $1 and kind = 'folder'
) found
