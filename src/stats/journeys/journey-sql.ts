// The statement of a journey (spec/journeys). Of each visit the events in the range are put in order, from the first
// that matches step 1 on, or from the last backwards; windows over a visit then walk it, one step after the other.
// Without steps all items count: they are read in stretches (journey-stretches.ts), side by side.

import { type VisitsAsked, visitsAsked } from '../chosen-visits.ts'
import type { Filter } from '../filters.ts'
import { plan, type Scan } from '../planner.ts'
import { type Bounds, visitRows } from '../rows.ts'
import {
  activity,
  type Context,
  createBinder,
  filterText,
  goalsText,
  instant,
  rowsMax,
  type Statement,
  siteIn,
  whereAll,
  within,
} from '../sql.ts'
import { containsText } from '../texts.ts'
import type { Journey } from './journey.ts'
import { around, endsAround, type Stretches, stretchesOf } from './journey-stretches.ts'

/** State that the parts of one statement share. */
export interface Frame extends Stretches {
  readonly journey: Journey
  readonly context: Context
  /** The columns that tell visits apart, of one site or of several. */
  readonly ids: readonly string[]
  /** Conditions on rows `e` of the hosts that are asked about. */
  readonly hosts: readonly string[]
  /** Condition on rows of a sum that the search finds. */
  readonly found: string
}

const isPage = `e.name = 'pageview'`
/** Kind of an item: the path of a page, or the name of an event. */
export const itemColumns = `${isPage} as is_page, case when ${isPage} then e.pathname else e.name end as item`

const asksHost = (filter: Filter): boolean => filter.kind === 'leaf' && filter.dimension.name === 'event:hostname'

/** The frame of a journey's statement, and the values that its texts bind. */
export function frameOf(journey: Journey): { frame: Frame; values: unknown[] } {
  const { bind, values } = createBinder()
  const { query, search } = journey
  const scan: Scan = { ...plan(query)[0]!, source: 'events' }
  const context: Context = { scan, bind, goals: [], currencies: [], blankOf: () => null }
  const scope = { event: 'e', visit: '', homeHostnames: scan.homeHostnames }
  const hosts = scan.filters.filter(asksHost).map((filter) => filterText(filter, scope, context))
  const ids = scan.siteIds.length === 1 ? ['session_id'] : ['site_id', 'session_id']
  const found = search === '' ? 'true' : containsText('item', search, bind)
  // Engagements may come days after the last event of their visit.
  const isWhole = activity(scan.filters) !== 'events'
  const stretches = isWhole ? { stretches: [scan.range], borders: [] } : stretchesOf(query)
  return { frame: { journey, context, ids, hosts, found, ...stretches }, values }
}

/** The join and the conditions by which visits with events within bounds are chosen. */
export function askedWithin({ context }: Frame, bounds: Bounds): VisitsAsked {
  const { scan } = context
  const ranged = (range: Bounds): Scan => ({ ...scan, range: { ...scan.range, ...range } })
  return visitsAsked(ranged(bounds), { ...context, scan: ranged(around(bounds, scan.range)) }, asksHost)
}

/** Conditions on rows `e` of events that are in sequences, within bounds. */
export const own = ({ context: { scan }, hosts }: Frame, bounds: Bounds): string[] => [
  siteIn('e', scan.siteIds),
  within('e', bounds),
  'e.session_id is not null',
  ...hosts,
]

const of = (alias: string, names: readonly string[]): string => names.map((name) => `${alias}.${name}`).join(', ')
export const all = (conditions: readonly string[]): string => conditions.join('\n    and ')
const same = (a: string, b: string, names: readonly string[]): string =>
  names.map((name) => `${a}.${name} = ${b}.${name}`).join(' and ')
export const union = (texts: readonly string[]): string => texts.join('\n  union all\n  ')

/** The folder of a page: all that begins with its first segment, which stands between two `/` (spec/journeys 4.1). */
export const folderOf = `case when is_page and item like '/%/%' then '/' || split_part(item, '/', 2) || '/**' end`

/** A way to count visitors and visits: by page and event, by folder of those that the search finds, or all of them. */
interface Counted {
  readonly keys: readonly string[]
  /** Conditions on rows of items. */
  readonly conditions: readonly string[]
}

const countedOf = ({ found, journey: { isGrouped } }: Frame): Counted[] => [
  { keys: ['is_page', 'item'], conditions: [found] },
  ...(isGrouped ? [{ keys: ['folder'], conditions: [found, `${folderOf} is not null`] }] : []),
]
const copied = ['copy', 'sign']

/** Distinct combinations of columns of rows: sorted, then grouped, without a hash table. */
const singles = (names: readonly string[], rows: string): string => `select ${names.join(', ')}
    from (select ${names.join(', ')} from (${rows}) r order by ${names.join(', ')}) r
    group by ${names.join(', ')}`

/**
 * Visitors and visits by the keys, of rows with `visitor_id` and the ids of visits. Sorting is faster in memory than a
 * hash table, and parts of a statement like this run side by side. `isCopied`: each `copy` of rows is counted by
 * itself, and added or taken away by its `sign`.
 */
function countsOf({ ids }: Frame, rows: string, { keys, conditions }: Counted, isCopied = false): string {
  const own = [...(isCopied ? copied : []), 'visitor_id', ...keys]
  const shown = ['is_page', 'item', 'folder'].map((key) =>
    keys.includes(key) ? key : `null::${key === 'is_page' ? 'boolean' : 'text'} as ${key}`,
  )
  const columns = [...(isCopied ? copied : []), 'visitor_id', ...ids, 'is_page', 'item', `${folderOf} as folder`]
  const items = `select ${columns.join(', ')} from (${rows}) r${whereAll(conditions)}`
  return `select ${shown.join(', ')}, ${isCopied ? 'sum(sign)' : 'count(*)'}::bigint as visitors,
         sum(${isCopied ? 'sign * visits' : 'visits'})::bigint as visits
  from (
    select ${own.join(', ')}, count(*) as visits
    from (${singles([...own, ...ids], items)}) r
    group by ${own.join(', ')}
  ) r
  group by ${keys.join(', ')}`
}

/** All visits of rows, whatever they did; their visitors are not asked for. */
const visitsOf = ({ ids }: Frame, rows: string, isCopied = false): string =>
  `select null::boolean, null::text, null::text, 0::bigint, ${isCopied ? 'sum(sign)' : 'count(*)'}::bigint
  from (${singles([...(isCopied ? copied : []), ...ids], rows)}) r`

/** Rows of items within bounds, for `countsOf`. */
function itemsWithin(frame: Frame, bounds: Bounds, more: readonly string[] = [], also = ''): string {
  const { join, conditions } = askedWithin(frame, bounds)
  return `select ${of('e', frame.ids)}, e.visitor_id, ${itemColumns}${also}
    from events e${join}
    where ${all([...own(frame, bounds), ...conditions, ...more])}`
}

/**
 * Items of visitors who were active on both sides of a border: all of them are counted once (copy 0). The items of each
 * side are taken away (copies 1 and 2), because both stretches have counted them.
 */
function itemsAcross(frame: Frame, border: number, index: number): string {
  const { scan } = frame.context
  const { range } = scan
  const visits = visitRows(scan, endsAround(border), ['v.visitor_id', 'v.started_at', 'v.ended_at'], [])
  const across = `e.visitor_id in (
      select visitor_id from (${visits}) v group by 1
      having min(started_at) < ${instant(border)} and max(ended_at) >= ${instant(border)})`
  const side = `, case when e.recorded_at < ${instant(border)} then 1 else 2 end as side`
  const items = itemsWithin(frame, around({ start: border, end: border }, range), [across], side)
  // A join with two rows would need the loops that this statement goes without.
  return `select ${frame.ids.join(', ')}, visitor_id, is_page, item,
           ${3 * index} + copy as copy, case when copy = 0 then 1 else -1 end as sign
    from (select i.*, unnest(array[0, side]) as copy from (${items}) i) i`
}

/** A relation of sums: visitors and visits by page and event, by folder, and of all visits (where all are null). */
const sumsOf = (name: string, texts: readonly string[]): string => `${name} as materialized (
  select is_page, item, folder, sum(visitors)::bigint as visitors, sum(visits)::bigint as visits
  from (${union(texts)}) c
  group by 1, 2, 3
)`

/** Without steps: all items. What reaches over borders stands by itself: beside it no part could have a worker. */
function candidates(frame: Frame): string {
  const kinds = countedOf(frame)
  const stretches = frame.stretches.map((stretch) => itemsWithin(frame, stretch))
  const within = [
    ...kinds.flatMap((by) => stretches.map((items) => countsOf(frame, items, by))),
    ...stretches.map((items) => visitsOf(frame, items)),
  ]
  if (frame.borders.length === 0) return `with ${sumsOf('counted', within)}`
  const across = union(frame.borders.map((border, index) => itemsAcross(frame, border, index)))
  const copies = 'select * from across'
  const more = [...kinds.map((by) => countsOf(frame, copies, by, true)), visitsOf(frame, copies, true)]
  return `with ${sumsOf('within', within)},
across as materialized (
  ${across}
),
${sumsOf('counted', ['select * from within', ...more])}`
}

/**
 * An item completes a goal of properties where one of its events does: equal neighbours have the bits of all of them.
 */
const runs = (ids: readonly string[]): string => `,
marked as (
  select i.*, (is_page, item) is distinct from (lag(is_page) over visit, lag(item) over visit) as is_new
  from items i
  window visit as (partition by ${ids.join(', ')} order by at)
),
numbered as (
  select *, count(*) filter (where is_new) over (partition by ${ids.join(', ')} order by at) as run from marked
),
whole as (
  select ${ids.join(', ')}, visitor_id, is_page, item, at,
         bit_or(bits) over (partition by ${ids.join(', ')}, run) as bits
  from numbered
)`

/**
 * The walk: `n1` is the place of the first item of step 1, each further `n` is the place of the first item behind the
 * neighbours that match the step before. `ok` says whether that item matches its own step. A visit that cannot reach a
 * step keeps only its first row there.
 */
export function walk(count: number, from: string, ids: readonly string[]): string {
  const visit = `window visit as (partition by ${ids.join(', ')})`
  const levels = [
    `l1 as (
  select *, min(at) filter (where bits & 1 > 0) over visit as n1, bit_or(bits) over visit as found from ${from} ${visit}
)`,
  ]
  for (let step = 1; step <= count; step += 1) {
    const bit = 1 << (step - 1)
    const reached = [
      `at >= n${step}`,
      `found & ${2 * bit - 1} = ${2 * bit - 1}`,
      ...(step > 1 ? [`ok${step - 1}`] : []),
    ]
    levels.push(`l${step + 1} as (
  select *, min(at) filter (where at > n${step} and bits & ${bit} = 0) over visit as n${step + 1},
         coalesce(bool_or(bits & ${bit} > 0) filter (where at = n${step}) over visit, false) as ok${step}
  from l${step} where at = n1 or (${reached.join(' and ')}) ${visit}
)`)
  }
  return levels.join(',\n')
}

/** `walked`: where each visit begins, with the steps it reached, and what came next. */
export function walkedText(count: number, ids: readonly string[]): string {
  const steps = Array.from({ length: count }, (_, index) => index + 1)
  const depth = steps.map((step) => `when not ok${step} then ${step - 1}`)
  return `walked as materialized (
  select ${ids.join(', ')}, visitor_id, is_page, item, at = n1 as is_start, n${count + 1} is null as is_end,
         case ${depth.join(' ')} else ${count} end as depth
  from l${count + 1}
  where at = n1 or (at = n${count + 1} and ${steps.map((step) => `ok${step}`).join(' and ')})
)`
}

/** Visits that have step 1, walked: `walked` holds where each begins, with the steps it reached, and what came next. */
function steps(frame: Frame): string {
  const { journey, context, ids } = frame
  const { range } = context.scan
  const isAfter = journey.direction === 'after'
  const count = journey.steps.length
  const scope = { event: 'e', visit: '', homeHostnames: context.scan.homeHostnames }
  const { join, conditions } = askedWithin(frame, range)
  const tests = journey.steps.map(({ goals }) => goalsText(goals, scope, context.bind))
  const bits = tests.map((test, index) => `case when ${test} then ${1 << index} else 0 end`)
  const order = ['e.recorded_at', 'e.seq', 'e.position'].map((name) => (isAfter ? name : `${name} desc`))
  const hasProps = journey.steps.some(({ goals }) => goals.some((goal) => Object.keys(goal.customProps).length > 0))
  const following = `select ${ids.join(', ')}, visitor_id, is_page, item from walked where not is_start`
  return `with chosen as (
  select ${of('e', ids)}, ${isAfter ? 'min' : 'max'}(e.recorded_at) as at
  from events e${join}
  where ${all([...own(frame, range), tests[0]!, ...conditions])}
  group by ${of('e', ids)}
),
items as (
  select ${of('e', ids)}, e.visitor_id, ${itemColumns}, ${bits.join(' + ')} as bits,
         row_number() over (partition by ${of('e', ids)} order by ${order.join(', ')}) as at
  from chosen c
  join events e on ${same('c', 'e', ids)}
  where e.recorded_at ${isAfter ? '>=' : '<='} c.at and ${all(own(frame, range))}
)${hasProps ? runs(ids) : ''},
${walk(count, hasProps ? 'whole' : 'items', ids)},
${walkedText(count, ids)},
reached as materialized (
  select depth, count(*) filter (where is_furthest) as visitors, sum(visits)::bigint as visits
  from (
    select depth, visits, depth = max(depth) over (partition by visitor_id) as is_furthest
    from (select visitor_id, depth, count(*) as visits from walked where is_start group by 1, 2) d
  ) d
  group by 1
),
${sumsOf(
  'counted',
  countedOf(frame).map((by) => countsOf(frame, following, by)),
)}`
}

/** Rows of the column: pages, events, and folders with their visitors, each visit once. */
export function rowsText({ journey: { isGrouped } }: Frame): string {
  const single = `,
pages as (
  select is_page, item, ${isGrouped ? folderOf : 'null::text'} as folder, visitors, visits
  from counted where item is not null
)`
  if (!isGrouped) return single
  return `${single},
folders as (
  select c.folder, s.pages, c.visitors, c.visits
  from counted c join (select folder, count(*) as pages from pages group by 1) s on s.folder = c.folder
)`
}

const line = (kind: string, step: string, visitors: string, visits: string): string =>
  `select ${kind} as kind, null::text as name, null::text as folder, ${step} as step, null::bigint as pages,
       ${visitors} as visitors, ${visits} as visits`

/** Visits that ended behind the last step: their visitors, their number, and the rows that have them. */
interface Ended {
  readonly visitors: string
  readonly visits: string
  readonly from: string
}

/** The counts of the steps and of those that did nothing more; without steps, of all visits. */
export function countsText({ steps }: Journey, ended: Ended): string {
  const count = steps.length
  if (count === 0)
    return line(
      `'all'`,
      'null::int',
      '0::bigint',
      '(select coalesce(sum(visits), 0)::bigint from counted where item is null and folder is null)',
    )
  return `${line(
    `'step'`,
    'n.step',
    '(select coalesce(sum(r.visitors), 0)::bigint from reached r where r.depth >= n.step)',
    '(select coalesce(sum(r.visits), 0)::bigint from reached r where r.depth >= n.step)',
  )}
from generate_series(1, ${count}) as n (step)
union all
${line(`'ended'`, 'null::int', ended.visitors, ended.visits)}
from ${ended.from}`
}

/** The same, among the walks of visits. */
const endedOf = ({ steps }: Journey): Ended => ({
  visitors: 'count(distinct visitor_id)',
  visits: 'count(*)',
  from: `walked where is_start and is_end and depth = ${steps.length}`,
})

/** The rows of pages and events; where the statement is of the only part, grouped and cut. */
export function pageText({ journey: { isGrouped, limit, offset } }: Frame, isPaged: boolean): string {
  const shown = (kind: string, name: string, folder: string, pages: string) =>
    `select ${kind} as kind, ${name} as name, ${folder} as folder,
         null::int as step, ${pages} as pages, visitors, visits`
  const kind = `case when is_page then 'page' else 'event' end`
  const single = `${shown(kind, 'item', isPaged ? 'null::text' : 'folder', 'null::bigint')} from pages`
  const alone = ' where folder is null or folder not in (select folder from folders where pages > 1)'
  const several = isPaged ? ' where pages > 1' : ''
  const folders = `${shown(`'folder'`, 'folder', 'null::text', 'pages')} from folders${several}`
  const rows = isGrouped ? `${single}${isPaged ? alone : ''}\n  union all\n  ${folders}` : single
  const cut = `order by visits desc, name collate "C", kind desc limit ${limit} offset ${offset}`
  return `,
rows as (
  ${rows}
)
(select * from rows ${isPaged ? cut : `limit ${rowsMax + 1}`})
union all
${line(`'total'`, 'null::int', '0::bigint', '(select count(*) from rows)')}`
}

/**
 * The sums of a journey. `isPaged`: all of its visits are in one part, so that the database can group and cut the rows.
 */
export function compileJourney(journey: Journey, isPaged: boolean): Statement {
  const { frame, values } = frameOf(journey)
  const sequence = journey.steps.length === 0 ? candidates(frame) : steps(frame)
  const rows = rowsText(frame) + pageText(frame, isPaged)
  return {
    text: `${sequence}${rows}\nunion all\n${countsText(journey, endedOf(journey))}`,
    values,
    without: ['loops and merges'],
  }
}
