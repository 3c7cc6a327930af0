// The statement of a journey (spec/journeys). Of each visit the events in the range are put in order, from the first
// that matches step 1 on, or from the last backwards; windows over a visit then walk it, one step after the other.

import { visitsAsked } from './chosen-visits.ts'
import type { Filter } from './filters.ts'
import type { Journey } from './journey.ts'
import { plan, type Scan } from './planner.ts'
import { type Context, createBinder, filterText, goalsText, rowsMax, type Statement, siteIn, within } from './sql.ts'
import { containsText } from './texts.ts'

/** State that the parts of one statement share. */
interface Frame {
  readonly journey: Journey
  readonly context: Context
  /** The columns that tell visits apart, of one site or of several. */
  readonly ids: readonly string[]
  /** Rows `e` of events that are in sequences: those of the range, and of the hosts that are asked about. */
  readonly own: readonly string[]
  /** Conditions on visits. */
  readonly join: string
  readonly conditions: readonly string[]
}

const isPage = `e.name = 'pageview'`
/** Kind of an item: the path of a page, or the name of an event. */
const columns = `${isPage} as is_page, case when ${isPage} then e.pathname else e.name end as item`

const asksHost = (filter: Filter): boolean => filter.kind === 'leaf' && filter.dimension.name === 'event:hostname'

function frameOf(journey: Journey): { frame: Frame; values: unknown[] } {
  const { bind, values } = createBinder()
  const scan: Scan = { ...plan(journey.query)[0]!, source: 'events' }
  const context: Context = { scan, bind, goals: [], currencies: [], blankOf: () => null }
  const scope = { event: 'e', visit: '', homeHostnames: scan.homeHostnames }
  const hosts = scan.filters.filter(asksHost).map((filter) => filterText(filter, scope, context))
  const ids = scan.siteIds.length === 1 ? ['session_id'] : ['site_id', 'session_id']
  const own = [siteIn('e', scan.siteIds), within('e', scan.range), ...hosts]
  return { frame: { journey, context, ids, own, ...visitsAsked(scan, context, asksHost) }, values }
}

const of = (alias: string, names: readonly string[]): string => names.map((name) => `${alias}.${name}`).join(', ')
const all = (conditions: readonly string[]): string => conditions.join('\n    and ')
const same = (a: string, b: string, names: readonly string[]): string =>
  names.map((name) => `${a}.${name} = ${b}.${name}`).join(' and ')

/** Every item of every visit once: what a journey may begin with. */
const candidates = ({ ids, own, join, conditions }: Frame): string => `with following as materialized (
  select distinct ${of('e', ids)}, e.visitor_id, ${columns}
  from events e${join}
  where ${all([...own, ...conditions])}
)`

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
 * The walk: `n1` is the place of the first item of step 1, each further one that of the first behind the neighbours
 * that match the step before; `ok` says whether it matches its own step.
 */
function walk(count: number, from: string, ids: readonly string[]): string {
  const visit = `window visit as (partition by ${ids.join(', ')})`
  const levels = [`l1 as (select *, min(at) filter (where bits & 1 > 0) over visit as n1 from ${from} ${visit})`]
  for (let step = 1; step <= count; step += 1) {
    const bit = 1 << (step - 1)
    levels.push(`l${step + 1} as (
  select *, min(at) filter (where at > n${step} and bits & ${bit} = 0) over visit as n${step + 1},
         coalesce(bool_or(bits & ${bit} > 0) filter (where at = n${step}) over visit, false) as ok${step}
  from l${step} ${visit}
)`)
  }
  return levels.join(',\n')
}

/** Visits that have step 1, walked: `walked` holds where each begins, with the steps it reached, and what came next. */
function steps({ journey, context, ids, own, join, conditions }: Frame): string {
  const isAfter = journey.direction === 'after'
  const count = journey.steps.length
  const scope = { event: 'e', visit: '', homeHostnames: context.scan.homeHostnames }
  const tests = journey.steps.map(({ goals }) => goalsText(goals, scope, context.bind))
  const bits = tests.map((test, index) => `case when ${test} then ${1 << index} else 0 end`)
  const order = ['e.recorded_at', 'e.seq', 'e.position'].map((name) => (isAfter ? name : `${name} desc`))
  const hasProps = journey.steps.some(({ goals }) => goals.some((goal) => Object.keys(goal.customProps).length > 0))
  const depth = tests.map((_, index) => `when not ok${index + 1} then ${index}`)
  return `with chosen as materialized (
  select ${of('e', ids)}, ${isAfter ? 'min' : 'max'}(e.recorded_at) as at
  from events e${join}
  where ${all([...own, tests[0]!, ...conditions])}
  group by ${of('e', ids)}
),
items as (
  select ${of('e', ids)}, e.visitor_id, ${columns}, ${bits.join(' + ')} as bits,
         row_number() over (partition by ${of('e', ids)} order by ${order.join(', ')}) as at
  from chosen c
  join events e on ${same('c', 'e', ids)}
  where e.recorded_at ${isAfter ? '>=' : '<='} c.at and ${all(own)}
)${hasProps ? runs(ids) : ''},
${walk(count, hasProps ? 'whole' : 'items', ids)},
walked as materialized (
  select ${ids.join(', ')}, visitor_id, is_page, item, at = n1 as is_start, n${count + 1} is null as is_end,
         case ${depth.join(' ')} else ${count} end as depth
  from l${count + 1}
  where at = n1 or (at = n${count + 1} and ${tests.map((_, index) => `ok${index + 1}`).join(' and ')})
),
furthest as (
  select visitor_id, max(depth) as depth from walked where is_start group by 1
),
following as (
  select ${ids.join(', ')}, visitor_id, is_page, item from walked where not is_start
)`
}

/** The folder of a page: all that begins with its first segment, which stands between two `/` (spec/journeys 4.1). */
const folderOf = `case when is_page and item like '/%/%' then '/' || split_part(item, '/', 2) || '/**' end`

/** Rows of the column: pages, events, and folders with their visitors, each visit once. */
function rowsText({ journey: { isGrouped, search }, context, ids }: Frame): string {
  const found = search === '' ? '' : `\n  where ${containsText('item', search, context.bind)}`
  const single = `,
pairs as (
  select is_page, item, visitor_id, count(*) as visits from following${found} group by 1, 2, 3
),
pages as (
  select is_page, item, ${isGrouped ? folderOf : 'null::text'} as folder,
         count(*) as visitors, sum(visits)::bigint as visits
  from pairs group by 1, 2
)`
  if (!isGrouped) return single
  return `${single},
visits_in as (
  select distinct ${folderOf} as folder, ${ids.join(', ')}, visitor_id from following${found}
),
visitors_in as (
  select folder, visitor_id, count(*) as visits from visits_in where folder is not null group by 1, 2
),
sizes as (
  select folder, count(*) as pages from pages where folder is not null group by 1
),
folders as (
  select v.folder, s.pages, count(*) as visitors, sum(v.visits)::bigint as visits
  from visitors_in v join sizes s on s.folder = v.folder
  group by 1, 2
)`
}

const line = (kind: string, step: string, visitors: string, visits: string): string =>
  `select ${kind} as kind, null::text as name, null::text as folder, ${step} as step, null::bigint as pages,
       ${visitors} as visitors, ${visits} as visits`

/** The counts of the steps and of those that did nothing more; without steps, of all visits. */
function countsText({ journey, ids }: Frame): string {
  const count = journey.steps.length
  if (count === 0)
    return line(
      `'all'`,
      'null::int',
      '0::bigint',
      `(select count(*) from (select distinct ${ids.join(', ')} from following) v)`,
    )
  const ended = `from walked where is_start and is_end and depth = ${count}`
  return `${line(
    `'step'`,
    'n.step',
    '(select count(*) from furthest f where f.depth >= n.step)',
    '(select count(*) from walked w where w.is_start and w.depth >= n.step)',
  )}
from generate_series(1, ${count}) as n (step)
union all
${line(`'ended'`, 'null::int', 'count(distinct visitor_id)', 'count(*)')}
${ended}`
}

/** The rows of pages and events; where the statement is of the only part, grouped and cut. */
function pageText({ journey: { isGrouped, limit, offset } }: Frame, isPaged: boolean): string {
  const shown = (kind: string, name: string, folder: string, pages: string) =>
    `select ${kind} as kind, ${name} as name, ${folder} as folder,
         null::int as step, ${pages} as pages, visitors, visits`
  const kind = `case when is_page then 'page' else 'event' end`
  const single = `${shown(kind, 'item', isPaged ? 'null::text' : 'folder', 'null::bigint')} from pages`
  const alone = ' where folder is null or folder not in (select folder from sizes where pages > 1)'
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
  return { text: `${sequence}${rows}\nunion all\n${countsText(frame)}`, values, without: ['loops and merges'] }
}
