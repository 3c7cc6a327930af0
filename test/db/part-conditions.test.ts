// Conditions on the part of a row, as statements get them where traffic is divided (db/part-conditions).
import t from 'tap'
import { withPart } from '../../src/db/part-conditions.ts'
import { ofPart } from '../../src/db/parts.ts'

/** Statements, with `#` where the condition is put: `#` alone, or `#e.` for the rows of e. */
const cases: readonly (readonly [what: string, text: string])[] = [
  ['a table', 'select from events where #site_id = $1'],
  ['a list of sites', 'select from events where #site_id = any ($1)'],
  ['some of a list', 'select from sessions where #site_id in (1, 2)'],
  ['an alias', 'select from events e where #e.site_id = $1'],
  ['an alias behind as', 'select from events as e where #e.site_id = $1'],
  ['two tables', 'select from events e join sessions s on #s.site_id = e.site_id where #e.site_id = $1'],
  ['a list of tables', 'select from sites s, events e where #e.site_id = s.id'],
  ['tables of people', 'select from goals g where g.site_id = $1'],
  ['a join with them', 'select from sites s join visitors v on #v.site_id = s.id'],
  ['commas behind the tables', 'select from sites s order by s.id, events, s.site_id = 1'],
  ['a sub-select', 'select from goals where site_id = 1 and exists (select from events where #site_id = $1)'],
  [
    'the outer alias within',
    'select from events e where exists (select from notes n where n.site_id = 1 and #e.site_id = 2)',
  ],
  ['brackets that only group', 'select from visitors where (#site_id = $1 or imported)'],
  ['a deletion', 'delete from daily_breakdowns where #site_id = $1'],
  ['a deletion with another table', 'delete from sessions s using gone g where #s.site_id = g.site_id'],
  ['a change', 'update breakdown_days b set state = $2 where #b.site_id = $1'],
  [
    'a common table',
    'with days as (select from breakdown_days where #site_id = 1) select from days d where d.site_id = 1',
  ],
  ['a column that is no condition', 'select site_id, count(*) from events group by site_id order by site_id'],
  ['columns that are written', 'insert into traffic_counts (site_id, hour) select $1, $2'],
  ['a text', "select from events where name = 'from events where site_id = 1' and #site_id = 1"],
  ['a comment', '-- of site_id = 1\nselect from events where #site_id = 1'],
]

for (const [what, text] of cases) {
  const plain = text.replaceAll('#', '')
  const wanted = text.replace(/#(\w+\.)?/g, (_, alias = '') => `${alias}part = 3 and ${alias}`)
  t.equal(withPart(plain, 3), wanted, what)
  t.equal(ofPart(plain, null), plain, `${what}: as it is where nothing is divided`)
}

t.equal(
  ofPart('insert into events ({{part,}}site_id) select {{=part,}}site_id from events where site_id = 1', 3),
  'insert into events (part, site_id) select 3, site_id from events where part = 3 and site_id = 1',
  'the column and its value have marks',
)
t.end()
