// The days and visits that journeys and funnels read from visit_sequences, the sequences of closed days
// (upkeep/sequences), and those that they read from rows beside it: open and dirty days, and visits of several days.
import type { OfSites } from '../db/parts.ts'
import type { Queryable } from '../db/pool.ts'
import type { Goal } from '../rules/goal.ts'
import { fatesOf, runsOf, stretchesOf } from './coverage.ts'
import { sourceAsked } from './day-keys.ts'
import type { Query } from './query.ts'
import { hasLongLived } from './relations.ts'
import type { Bounds } from './rows.ts'
import { goalsText } from './sql.ts'
import type { Bind } from './texts.ts'

/** Each stretch is a part of the statement that has to be planned. */
const stretchesMax = 60

/** Days of a question with sequences, and the time between them. */
export interface HeldDays {
  readonly runs: readonly (readonly [first: string, last: string])[]
  /** Time that rows have to answer. */
  readonly stretches: readonly Bounds[]
  /** Number of the source that is asked about; null: all visits. */
  readonly source: number | null
}

/** True when the items of a step are all that is asked of it: sequences know no properties and no engagement. */
const isOfItems = (goal: Goal): boolean => goal.scrollThreshold < 0 && Object.keys(goal.customProps).length === 0

/** The source whose visits are asked about; null: all visits; undefined: sequences cannot answer. */
function sourceOf({ site, range, filters }: Query): string | null | undefined {
  if (site.isConsolidated || site.ids.length !== 1 || !range.wholeDays || hasLongLived(site, [range])) return undefined
  if (filters.length === 0) return null
  return filters.length === 1 ? sourceAsked(filters[0]!) : undefined
}

/** True while rows may have the local days of another time zone. */
export const isChanging = async (db: Queryable, siteId: number): Promise<boolean> =>
  (await db.query('select from timezone_changes where site_id = $1', [siteId])).length > 0

/** True for questions that sequences can answer, if there are some. */
export const asksSequences = (query: Query, goals: readonly Goal[]): boolean =>
  goals.every(isOfItems) && sourceOf(query) !== undefined

interface HeldRow {
  readonly days: readonly string[]
  readonly source: number | null
}

/** The days of a question whose sequences can be trusted in a part; undefined if rows have to answer all of it. */
export async function findHeldDays({ db }: Pick<OfSites, 'db'>, query: Query): Promise<HeldDays | undefined> {
  const source = sourceOf(query)
  if (source === undefined) return undefined
  const { firstDay, lastDay } = query.range
  const [row] = await db.query<HeldRow>(
    `select array(
       select d.local_day
       from sequence_days d
       join breakdown_days b on b.site_id = d.site_id and b.local_day = d.local_day and b.state = 'done'
       where d.site_id = $1 and d.local_day between $2 and $3 and d.state = 'done'
         and ($4::text is null or exists (
           select from daily_breakdowns s
           where s.site_id = d.site_id and s.dimension = 'source' and s.local_day = d.local_day and s.value = $4))
         and not exists (
           select from breakdown_days near
           where near.site_id = d.site_id and near.local_day between d.local_day - 2 and d.local_day + 2
             and near.state = 'dirty')
     )::text[] as days,
     (select number from sequence_items where site_id = $1 and kind = 'source' and item = $4) as source`,
    [query.site.ids[0], firstDay, lastDay, source],
  )
  const held = new Set(row?.days)
  if (held.size === 0 || (source !== null && row!.source === null)) return undefined
  const days = [{ firstDay, lastDay }]
  const runs = runsOf(fatesOf(days, (day) => held.has(day), null))
  const stretches = stretchesOf(runs, days, { timezone: query.site.timezone, range: query.range })
  if (stretches.length > stretchesMax) return undefined
  return {
    runs: runs.filter(({ fate }) => fate === 'held').map(({ first, last }) => [first, last]),
    stretches,
    source: row!.source,
  }
}

/** The pages and events that have numbers, as rows `e` that goals can be asked about. */
const numbered = (site: string): string => `(
    select number, case kind when 'page' then 'pageview' else item end as name,
           case kind when 'page' then item else '' end as pathname
    from sequence_items
    where ${site} and kind in ('page', 'event')
  ) e`

/** The numbers of the items that complete each of these steps. */
export async function findNumbers(
  { db }: Pick<OfSites, 'db'>,
  query: Query,
  steps: readonly (readonly Goal[])[],
  { bind, values }: { bind: Bind; values: readonly unknown[] },
): Promise<number[][]> {
  const scope = { event: 'e', visit: '', homeHostnames: query.site.homeHostnames }
  const tests = steps.map((goals) => goalsText(goals, scope, bind))
  const bits = tests.map((test, at) => `case when ${test} then ${1 << at} else 0 end`)
  const rows = await db.query<{ number: number; bits: number }>(
    `select number, ${bits.join(' + ')} as bits from ${numbered(siteCondition(query))} where ${tests.join(' or ')}`,
    values,
  )
  return steps.map((_, at) => rows.filter((row) => row.bits & (1 << at)).map(({ number }) => number))
}

/** The condition that rows are of the question's one site. */
export const siteCondition = ({ site }: Query): string => `site_id = ${Math.trunc(Number(site.ids[0]))}`

/** Conditions on rows of a table of sequences: the days, and the source. */
const ofDays = (query: Query, { runs, source }: HeldDays): string[] => [
  siteCondition(query),
  `(${runs.map(([first, last]) => `local_day between '${first}' and '${last}'`).join(' or ')})`,
  ...(source === null ? [] : [`source = ${Math.trunc(source)}`]),
]

/** Visits of visit_sequences, by their visitor. */
const ofVisits = {
  'one day': 'session_id is null',
  /** The visitor is known, since there are other visits of the visitor around. */
  'one day, known': 'session_id is null and visitor_id is not null',
  'several days': 'session_id is not null and visitor_id is not null',
} as const

/** Conditions on rows of visit_sequences. */
export const ofHeld = (query: Query, held: HeldDays, of: keyof typeof ofVisits): string =>
  [...ofDays(query, held), ofVisits[of]].join(' and ')

/** Sums of visits of one day whose visitors are not known, by what `number` stands for; 0 is all of them. */
export const heldSums = (query: Query, held: HeldDays): string =>
  `select number, sum(visits) as visits from sequence_sums where ${ofDays(query, held).join(' and ')} group by 1`

/** The items of visits of several days on days with sequences, with the columns of `events` that order events. */
export const piecesText = (query: Query, held: HeldDays): string => `select p.session_id, p.visitor_id, p.local_day,
         null::timestamptz as recorded_at, p.at as seq, null::smallint as position,
         case i.kind when 'page' then 'pageview' else i.item end as name,
         case i.kind when 'page' then i.item else '' end as pathname
  from (
    select session_id, visitor_id, local_day, unnest(items) as number, generate_subscripts(items, 1)::bigint as at
    from visit_sequences
    where ${ofHeld(query, held, 'several days')}
  ) p
  join (select number, kind, item from sequence_items where ${siteCondition(query)}) i on i.number = p.number`

/** The order of events of a visit; events of a day that has sequences have no time. */
export const heldOrder = ['local_day', 'recorded_at', 'seq', 'position'] as const

/** Distinct visitors of rows that count `visits` of visitors without a number, or one visitor by `visitor_id`. */
export const heldVisitors =
  '(coalesce(sum(visits) filter (where visitor_id is null), 0) + count(distinct visitor_id))::bigint'

/** A test that an item is among some numbers. */
export const isAmong = (item: string, numbers: readonly number[]): string => {
  if (numbers.length === 0) return 'false'
  return numbers.length === 1 ? `${item} = ${numbers[0]}` : `${item} = any ('{${numbers.join(',')}}'::integer[])`
}

/** Items at the beginning of a search that are looked at one by one: most sequences are no longer. */
const looks = [1, 2, 3, 4] as const

/** The place of the first item of a sequence behind place `from` that is among the numbers; null if no item is. */
export function placeBehind(from: string, numbers: readonly number[]): string {
  if (numbers.length === 1) return `array_position(items, ${numbers[0]}, ${from} + 1)`
  const found = looks.map((step) => `when ${isAmong(`items[${from} + ${step}]`, numbers)} then ${from} + ${step}`)
  return `case ${found.join(' ')} when cardinality(items) > ${from} + ${looks.length} then (
      select min(at) from generate_series(${from} + ${looks.length + 1}, cardinality(items)) at
      where ${isAmong('items[at]', numbers)}) end`
}

/** The same from the end: the place of the last item that is among the numbers. */
export function lastPlace(numbers: readonly number[]): string {
  const size = 'cardinality(items)'
  const found = looks.map((step) => {
    const place = `${size} - ${step - 1}`
    return `when ${isAmong(`items[${place}]`, numbers)} then ${place}`
  })
  return `case ${found.join(' ')} when ${size} > ${looks.length} then (
      select max(at) from generate_series(1, ${size} - ${looks.length}) at
      where ${isAmong('items[at]', numbers)}) end`
}

/**
 * The place of the first item beside place `from`, in a direction, that is not among the numbers; one place beyond the
 * sequence if all are.
 */
export function placeBeside(from: string, numbers: readonly number[], isAfter: boolean): string {
  const sign = isAfter ? '+' : '-'
  // Equal neighbours are one item.
  if (numbers.length <= 1) return `${from} ${sign} 1`
  const place = (step: number) => `${from} ${sign} ${step}`
  const found = looks.map(
    (step) => `when (${isAmong(`items[${place(step)}]`, numbers)}) is not true then ${place(step)}`,
  )
  const rest = isAfter
    ? `select min(at) from generate_series(${place(looks.length + 1)}, cardinality(items) + 1) at`
    : `select max(at) from generate_series(0, ${place(looks.length + 1)}) at`
  return `case ${found.join(' ')} else (${rest} where (${isAmong('items[at]', numbers)}) is not true) end`
}
