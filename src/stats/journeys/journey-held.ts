// The statement of a journey that reads closed days from visit_sequences. A visit of one day is an array of numbers
// there, walked by its places; open days, and visits of several days, are walked as journey-sql.ts walks all visits.

import type { OfSites } from '../../db/parts.ts'
import {
  findNumbers,
  type HeldDays,
  heldOrder,
  heldSums,
  heldVisitors,
  isAmong,
  lastPlace,
  ofHeld,
  piecesText,
  placeBehind,
  placeBeside,
  siteCondition,
} from '../held-sequences.ts'
import { createBinder, goalsText, type Statement } from '../sql.ts'
import { containsText } from '../texts.ts'
import type { Journey } from './journey.ts'
import {
  all,
  askedWithin,
  countsText,
  type Frame,
  folderOf,
  frameOf,
  itemColumns,
  own,
  pageText,
  rowsText,
  union,
  walk,
  walkedText,
} from './journey-sql.ts'

/** The folder of a number, and the number of the folder. */
interface Folders {
  /** By the number of an item, the place of its folder in `names`; 0: it is in none that is asked for. */
  readonly places: readonly number[]
  readonly names: readonly string[]
}

interface HeldJourney {
  readonly frame: Frame
  readonly held: HeldDays
  /** The numbers of the items of each step. */
  readonly numbers: readonly (readonly number[])[]
  readonly folders: Folders
}

/** Events of open days, and of visits of several days, as rows that a walk can order. */
function restText({ frame, held }: HeldJourney): string {
  const open = held.stretches.map((stretch) => {
    const { join, conditions } = askedWithin(frame, stretch)
    return `select e.session_id, e.visitor_id, e.local_day, e.recorded_at, e.seq, e.position, e.name, e.pathname
  from events e${join}
  where ${all([...own(frame, stretch), ...conditions])}`
  })
  return `rest as materialized (
  ${union([...open, piecesText(frame.journey.query, held)])}
)`
}

/** The walks of visits of one day, each by the numbers of its steps: how far they came, and the number behind. */
function placesText({ frame: { journey }, held, numbers }: HeldJourney): string {
  const isAfter = journey.direction === 'after'
  const [first = [], ...others] = numbers
  const begin = isAfter ? placeBehind('0', first) : lastPlace(first)
  let text = `select visits, visitor_id, items, ${placeBeside('place', first, isAfter)} as e1
    from (
      select visits, visitor_id, items, ${first.length === 0 ? 'null::integer' : begin} as place
      from visit_sequences
      where ${ofHeld(journey.query, held, 'one day')}
      offset 0
    ) s
    where place is not null
    offset 0`
  const known = ['e1']
  for (const [index, step] of others.entries()) {
    const [before, next] = [`e${index + 1}`, `e${index + 2}`]
    text = `select visits, visitor_id, items, ${known.join(', ')},
           case when ${isAmong(`items[${before}]`, step)} then ${placeBeside(before, step, isAfter)} end as ${next}
    from (${text}) s
    offset 0`
    known.push(next)
  }
  const last = known.at(-1)!
  return `select visitor_id, num_nonnulls(${known.join(', ')}) as depth, items[${last}] as next, sum(visits) as visits
    from (${text}) s
    group by 1, 2, 3`
}

/**
 * `done`: visits by how many steps they reached and by what came next; without it they did nothing more. The rows of a
 * visit are grouped, not joined: the database expects one row of a walk, and would join each with each.
 */
function stepsText(asked: HeldJourney): string {
  const { frame } = asked
  const { journey, context } = frame
  const count = journey.steps.length
  const scope = { event: 'e', visit: '', homeHostnames: context.scan.homeHostnames }
  const bits = journey.steps.map(
    ({ goals }, index) => `case when ${goalsText(goals, scope, context.bind)} then ${1 << index} else 0 end`,
  )
  const order = heldOrder.map((name) => (journey.direction === 'after' ? name : `${name} desc`))
  return `${restText(asked)},
items as (
  select session_id, visitor_id, ${itemColumns}, ${bits.join(' + ')} as bits,
         row_number() over (partition by session_id order by ${order.join(', ')}) as at
  from rest e
),
${walk(count, 'items', ['session_id'])},
${walkedText(count, ['session_id'])},
done as materialized (
  select visitor_id, depth, is_page, item, count(*) as visits
  from (
    select session_id, min(visitor_id) as visitor_id, min(depth) filter (where is_start) as depth,
           bool_or(is_page) filter (where not is_start) as is_page, min(item) filter (where not is_start) as item
    from walked
    group by session_id
    having bool_or(is_start)
  ) v
  group by 1, 2, 3, 4
  union all
  select w.visitor_id, w.depth, i.kind = 'page', i.item, w.visits
  from (${placesText(asked)}) w
  left join (select number, kind, item from sequence_items where ${siteCondition(journey.query)}) i on i.number = w.next
),
reached as materialized (
  select depth, sum(visitors)::bigint as visitors, sum(visits)::bigint as visits
  from (
    select depth, coalesce(sum(visits) filter (where visitor_id is null), 0) as visitors, sum(visits) as visits
    from done
    group by 1
    union all
    select depth, count(*), 0
    from (select visitor_id, max(depth) as depth from done where visitor_id is not null group by 1) f
    group by 1
  ) d
  group by 1
),
counted as materialized (
  ${union(sumsText(frame, `done where depth = ${count} and item is not null`))}
)`
}

/** Visitors and visits of rows by page and event, and by folder: each row is of one item. */
const sumsText = ({ found, journey: { isGrouped } }: Frame, from: string): string[] => [
  `select is_page, item, null::text as folder, ${heldVisitors} as visitors, sum(visits)::bigint as visits
  from ${from} and ${found}
  group by 1, 2`,
  ...(isGrouped
    ? [
        `select null, null, ${folderOf}, ${heldVisitors}, sum(visits)::bigint
  from ${from} and ${found} and ${folderOf} is not null
  group by ${folderOf}`,
      ]
    : []),
]

/**
 * Places of a sequence that one scan counts. The database knows how many rows a list of so many items makes, and lets
 * workers group them; of `generate_series` it expects a thousand, and hands all rows to one process first.
 */
const scanned = [
  [1, 2, 3, 4],
  [5, 6, 7, 8],
] as const
const scannedMax = 8

/** Visits of one day by the `value` of each of their items, each value once a visit: it counts at its first place. */
function valuesOnce(condition: string, valueAt: (place: string) => string): string {
  const newAt = (place: number): string => {
    const value = valueAt(String(place))
    const before = Array.from({ length: place - 1 }, (_, index) => valueAt(String(index + 1)))
    return before.length === 0 ? value : `case when ${value} not in (${before.join(', ')}) then ${value} end`
  }
  const short = scanned.map(
    (places) => `select visitor_id, value, sum(visits) as visits
    from (
      select visitor_id, visits, unnest(array[${places.map(newAt).join(', ')}]) as value
      from visit_sequences
      where ${condition} and cardinality(items) >= ${places[0]}
    ) s
    where value > 0
    group by 1, 2`,
  )
  const rest = `select visitor_id, ${valueAt('at')} as value, sum(visits) as visits
    from (
      select visitor_id, visits, items, generate_series(${scannedMax + 1}, cardinality(items)) as at
      from visit_sequences
      where ${condition} and cardinality(items) > ${scannedMax}
    ) s
    where ${valueAt('at')} > 0
      and not exists (select from generate_series(1, at - 1) as b (place) where ${valueAt('place')} = ${valueAt('at')})
    group by 1, 2`
  return union([...short, rest])
}

/** Visits by folder, each once: the sums have them by all pages, a search asks for some of the pages. */
function foldersText(frame: Frame, held: HeldDays, folders: Folders): string {
  const { query, search } = frame.journey
  const list = `'{${folders.places.join(',')}}'::integer[]`
  const folderAt = (place: string) => `(${list})[items[${place}]]`
  const known = (of: Parameters<typeof ofHeld>[2]) =>
    `select visitor_id, (${frame.context.bind(folders.names)}::text[])[value] as folder, visits
    from (${valuesOnce(ofHeld(query, held, of), folderAt)}) f`
  if (search !== '') return known('one day')
  return union([
    known('one day, known'),
    `select null, i.item, s.visits
    from sums s
    join (select number, item from sequence_items where ${siteCondition(query)} and kind = 'folder') i
      on i.number = s.number`,
  ])
}

/** Without steps: all items of all visits, each once a visit. */
function candidatesText(asked: HeldJourney): string {
  const { frame, held, folders } = asked
  const { query, isGrouped } = frame.journey
  const known = ofHeld(query, held, 'one day, known')
  const rest = (columns: string, more = '') =>
    `select distinct session_id, visitor_id, ${columns}
     from (select session_id, visitor_id, ${itemColumns} from rest e) e${more}`
  const counted = [
    `select is_page, item, null::text as folder, ${heldVisitors} as visitors, sum(visits)::bigint as visits
  from seen
  where ${frame.found}
  group by 1, 2`,
    `select null, null, null, 0::bigint, visits from (
    select (coalesce((select visits from sums where number = 0), 0)
      + coalesce((select sum(visits) from visit_sequences where ${known}), 0))::bigint
      + (select count(distinct session_id) from rest) as visits
  ) a`,
  ]
  if (isGrouped)
    counted.push(`select null, null, folder, ${heldVisitors}, sum(visits)::bigint
  from (
    select visitor_id, folder, 1 as visits
    from (${rest(`${folderOf} as folder`, ` where ${frame.found}`)}) e
    where folder is not null
    union all
    ${foldersText(frame, held, folders)}
  ) f
  group by folder`)
  return `${restText(asked)},
sums as materialized (
  ${heldSums(query, held)}
),
seen as materialized (
  select visitor_id, is_page, item, 1 as visits from (${rest('is_page, item')}) e
  union all
  select w.visitor_id, i.kind = 'page', i.item, w.visits
  from (
    select null::bigint as visitor_id, number as value, visits from sums
    union all
    ${valuesOnce(known, (place) => `items[${place}]`)}
  ) w
  join (
    select number, kind, item from sequence_items where ${siteCondition(query)} and kind in ('page', 'event')
  ) i on i.number = w.value
),
counted as materialized (
  ${union(counted)}
)`
}

/** Visits that ended behind the last step, by what came next: nothing. */
const endedOf = ({ steps }: Journey) => ({
  visitors: heldVisitors,
  visits: 'coalesce(sum(visits), 0)::bigint',
  from: `done where depth = ${steps.length} and item is null`,
})

/** The folders of a part's pages that the search finds. */
async function findFolders(
  { db }: Pick<OfSites, 'db'>,
  { query, isGrouped, steps, search }: Journey,
): Promise<Folders> {
  if (!isGrouped || steps.length > 0) return { places: [], names: [] }
  const { bind, values } = createBinder()
  const found = search === '' ? 'true' : containsText('item', search, bind)
  const rows = await db.query<{ number: number; folder: string | null }>(
    `select number, case when ${found} then folder end as folder
     from sequence_items
     where ${siteCondition(query)}
     order by number`,
    values,
  )
  const names = [...new Set(rows.flatMap(({ folder }) => folder ?? []))]
  const placeOf = new Map(names.map((name, index) => [name, index + 1]))
  const places = new Array<number>(rows.at(-1)?.number ?? 0).fill(0)
  for (const { number, folder } of rows) if (folder !== null) places[number - 1] = placeOf.get(folder)!
  return { places, names }
}

/** The sums of a journey whose days `held` has sequences in a part. `isPaged`: see compileJourney. */
export async function compileHeldJourney(
  part: Pick<OfSites, 'db'>,
  journey: Journey,
  held: HeldDays,
  isPaged: boolean,
): Promise<Statement> {
  const goals = journey.steps.map((step) => step.goals)
  const numbers = goals.length === 0 ? [] : await findNumbers(part, journey.query, goals, createBinder())
  const { frame, values } = frameOf(journey)
  const asked: HeldJourney = { frame, held, numbers, folders: await findFolders(part, journey) }
  const sequence = goals.length === 0 ? candidatesText(asked) : stepsText(asked)
  const rows = rowsText(frame) + pageText(frame, isPaged)
  return { text: `with ${sequence}${rows}\nunion all\n${countsText(journey, endedOf(journey))}`, values }
}
