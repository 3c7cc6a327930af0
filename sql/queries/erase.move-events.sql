-- Gives events of site $1 in [$2, $3] the visit and the position that they have among the events left ($4 to $9, an event each).
update events e
set session_id = m.session_id, position = m.position
from unnest($4::bigint[], $5::timestamptz[], $6::smallint[], $7::bigint[], $8::bigint[], $9::smallint[])
  as m (of_id, recorded_at, of_position, of_seq, session_id, position)
where e.site_id = $1 and e.recorded_at >= $2 and e.recorded_at <= $3
  and e.session_id = m.of_id and e.recorded_at = m.recorded_at
  and e.position is not distinct from m.of_position and e.seq is not distinct from m.of_seq
