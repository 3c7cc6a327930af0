// The visits and events that a deletion of statistics takes: filters, days, a page or an event -> SQL. upkeep/erasures
// runs the statements.
import type { Database, Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import { addDays } from '../rules/days.ts'
import { dayMs } from '../rules/durations.ts'
import {
  type ErasureChoice,
  type ErasureCount,
  type ErasureScope,
  type ErasureSlice,
  erasesVisits,
} from '../rules/erasure.ts'
import { type GoalRow, toGoal } from '../rules/goal.ts'
import { localDayOf } from '../rules/time.ts'
import { visitsAsked } from './chosen-visits.ts'
import { type Filter, parseFiltersV1, parseFilterTree, readFiltersV1 } from './filters.ts'
import { rangeOfDays } from './periods.ts'
import { longUntilOf, type Scan } from './planner.ts'
import type { StatsSite } from './query.ts'
import { asksVisit } from './rows.ts'
import { asksDone, type Context, createBinder, filterText, instant, siteIn, within } from './sql.ts'
import type { Bind } from './texts.ts'

/** A visit with an event in a range lies within so many days of it. Imported visits may last for longer. */
const visitDaysMax = 7
/** Visits are chosen for so many days at once. */
const sliceDays = 31

/** The facts of a site that a choice needs (upkeep/sites). */
export interface ErasedSite {
  readonly id: number
  readonly domain: string
  readonly timezone: string
  readonly home_hostname: string | null
  readonly long_lived_from: string | null
  readonly long_lived_to: string | null
}

/** A deletion as it is chosen: its scope, and the bounds of time and imports. */
export interface Erased extends ErasureScope {
  /** Only visits that began, and events that came, before it. */
  readonly until: Date
  /** The newest import that it is about; rows of later ones stay. */
  readonly last_import: number
  readonly goals: readonly GoalRow[]
}

const toStatsSite = (site: ErasedSite, goals: readonly GoalRow[]): StatsSite => ({
  id: site.id,
  domain: site.domain,
  ids: [site.id],
  homeHostnames: { [site.id]: site.home_hostname },
  timezone: site.timezone,
  // Every filter works here, also without the plan that sells its feature.
  hasProps: true,
  hasRevenue: true,
  goals: goals.map(toGoal),
  isConsolidated: false,
  longLivedFrom: site.long_lived_from,
  longLivedTo: site.long_lived_to,
  droppedBefore: null,
})

/** The filters of a scope, or the 400 Failure that the Stats API has for them. */
function readFilters({ kind, page, event, filters }: ErasureScope, site: StatsSite): Filter[] {
  const asTree = (tree: readonly unknown[]) => parseFilterTree(tree, site)
  if (kind === 'page') return asTree([[page!.includes('*') ? 'matches_wildcard' : 'is', 'event:page', [page]]])
  if (kind === 'event') return asTree([['is', 'event:name', [event]]])
  if (kind !== 'filters' || filters === null) return []
  return typeof filters === 'string' ? parseFiltersV1(readFiltersV1(filters), site) : asTree(filters)
}

/** The parts that statements of one choice share. */
interface Asked {
  readonly scan: Scan
  readonly erased: Erased
  readonly filters: readonly Filter[]
}

/** Rows `e` of a table that no later import brought, before the instant of the count, within a range. */
const rowsWithin = ({ scan, erased }: Asked, range: ErasureSlice, alias = 'e'): string[] => [
  siteIn(alias, scan.siteIds),
  within(alias, range),
  `${alias}.recorded_at < ${instant(erased.until.getTime())}`,
  `coalesce(${alias}.import_id, 0) <= ${Math.trunc(erased.last_import)}`,
]

const contextOf = (scan: Scan, bind: Bind): Context => ({
  scan,
  bind,
  goals: [],
  currencies: [],
  blankOf: () => null,
})

const scopeOf = (scan: Scan, event: string) => ({ event, visit: 'v', homeHostnames: scan.homeHostnames })

/** The condition on single rows of a page or an event; null if no row of the table goes: engagement has no name. */
function rowTextOf(asked: Asked, table: 'events' | 'engagements', alias: string, bind: Bind): string | null {
  const { scan, erased, filters } = asked
  const own = rowsWithin(asked, scan.range, alias)
  if (erased.kind === 'event' && table === 'engagements') return null
  return [...own, ...filters.map((filter) => filterText(filter, scopeOf(scan, alias), contextOf(scan, bind)))].join(
    ' and ',
  )
}

/**
 * The condition on events without a visit: what is asked of events holds for each by itself, and nothing that is asked
 * of visits does. Null: none goes.
 */
function aloneTextOf(asked: Asked, slice: ErasureSlice, alias: string, bind: Bind): string | null {
  const { scan, filters } = asked
  if (filters.some((filter) => asksVisit(filter) || asksDone(filter))) return null
  const rows = [...rowsWithin(asked, slice, alias), `${alias}.session_id is null`]
  return [...rows, ...filters.map((filter) => filterText(filter, scopeOf(scan, alias), contextOf(scan, bind)))].join(
    ' and ',
  )
}

const sliced = (scan: Scan, slice: ErasureSlice): Scan => ({ ...scan, range: { ...scan.range, ...slice } })

/** The ids of the visits with a row to go in a slice of the range. */
function chosenText(asked: Asked, slice: ErasureSlice, bind: Bind): string {
  const { scan, erased, filters } = asked
  const from = (table: string, join: string, conditions: readonly string[]) =>
    `select e.session_id from ${table} e${join} where ${conditions.join(' and ')}`
  if (!erasesVisits(erased)) {
    const narrow = { ...asked, scan: sliced(scan, slice) }
    return (['events', 'engagements'] as const)
      .flatMap((table) => {
        const condition = rowTextOf(narrow, table, 'e', bind)
        return condition === null ? [] : [from(table, '', [condition])]
      })
      .join('\n  union ')
  }
  const own = rowsWithin(asked, slice)
  if (filters.length === 0) return `${from('events', '', own)}\n  union ${from('engagements', '', own)}`
  // Filters are about the whole range, also while a part of it is looked at.
  const { join, conditions } = visitsAsked(sliced(scan, slice), contextOf(scan, bind))
  return `${from('events', join, [...own, ...conditions])} group by 1`
}

/** Bounds of the rows of visits that have an event in a range. */
const around = ({ scan }: Asked, { start, end }: ErasureSlice): ErasureSlice =>
  scan.longUntil === null
    ? { start: start - visitDaysMax * dayMs, end: end + (visitDaysMax + 1) * dayMs }
    : { start: Date.UTC(1970, 0), end: Math.max(scan.longUntil, end) + (visitDaysMax + 1) * dayMs }

function slicesOf({ start, end }: ErasureSlice): ErasureSlice[] {
  const slices: ErasureSlice[] = []
  for (let from = start; from < end; from += sliceDays * dayMs)
    slices.push({ start: from, end: Math.min(from + sliceDays * dayMs, end) })
  return slices
}

/**
 * The statements of a deletion. `firstDay` is the first local day of the site with rows. Throws the 400 Failure of
 * filters that the Stats API refuses.
 */
export function chooseErased(site: ErasedSite, erased: Erased, firstDay: string | null): ErasureChoice {
  const known = toStatsSite(site, erased.goals)
  const lastDay = erased.to ?? addDays(localDayOf(site.timezone, erased.until.getTime()), 1)
  const range = rangeOfDays(site.timezone, [erased.from ?? '', firstDay ?? lastDay].sort().at(-1)!, lastDay)
  const filters = readFilters(erased, known)
  const scan: Scan = {
    source: 'events',
    siteIds: known.ids,
    homeHostnames: known.homeHostnames,
    range,
    longUntil: longUntilOf({ site: known, range }),
    buckets: null,
    smeared: false,
    dimensions: [],
    filters,
    entryFilters: [],
    fields: [],
    makesRows: true,
    page: null,
  }
  const asked: Asked = { scan, erased, filters }
  return {
    slices: slicesOf(range),
    visits(slice) {
      const { bind, values } = createBinder()
      const bounds = around(asked, slice)
      const text = `with chosen as materialized (
  ${chosenText(asked, slice, bind)}
)
select (v.ended_at at time zone 'UTC')::date as day, array_agg(v.session_id::text) as ids
from visits v
join chosen c on c.session_id = v.session_id
where ${siteIn('v', scan.siteIds)} and ${within('v', bounds, 'ended_at')}
group by 1`
      return { text, values }
    },
    count() {
      const { bind, values } = createBinder()
      const sums = 'count(distinct e.session_id)::integer as visits, count(*)::integer as events'
      const days = 'coalesce(array_agg(distinct e.local_day::text), array[]::text[]) as days'
      if (!erasesVisits(erased)) {
        const text = `select ${sums}, ${days}\nfrom events e\nwhere ${rowTextOf(asked, 'events', 'e', bind)}`
        return { text, values }
      }
      const alone = aloneTextOf(asked, range, 'e', bind)
      const text = `with chosen as materialized (
  ${chosenText(asked, range, bind)}
)
select ${sums}, ${days}
from events e
where ${siteIn('e', scan.siteIds)} and ${within('e', around(asked, range))}
  and (e.session_id in (select session_id from chosen)${alone === null ? '' : ` or (${alone})`})`
      return { text, values }
    },
    rowText: erasesVisits(erased)
      ? null
      : (table, alias, values) => rowTextOf(asked, table, alias, createBinder(values).bind),
    aloneText: (slice, alias, values) => aloneTextOf(asked, slice, alias, createBinder(values).bind),
  }
}

/** True if filters of a scope may name goals, so that these have to be kept with the deletion. */
const mayNameGoals = ({ filters }: ErasureScope): boolean => JSON.stringify(filters ?? '').includes('event:goal')

/** The goals of a site as a deletion keeps them. */
export const goalsFor = async (db: Queryable, siteId: number, scope: ErasureScope): Promise<GoalRow[]> =>
  mayNameGoals(scope) ? await db.query<GoalRow>(statement('stats.goals'), [siteId]) : []

/** Counts what a deletion would take. A count that takes longer than `timeoutMs` is a 503 Failure. */
export async function countErased(
  db: Database,
  site: ErasedSite,
  choice: ErasureChoice,
  timeoutMs: number,
): Promise<ErasureCount> {
  const { text, values } = choice.count()
  const counts = await db.readParts(
    [site.id],
    async (of) => (await of.db.query<{ visits: number; events: number; days: string[] }>(text, values))[0]!,
    timeoutMs,
  )
  return {
    visits: counts.reduce((sum, { visits }) => sum + visits, 0),
    events: counts.reduce((sum, { events }) => sum + events, 0),
    days: new Set(counts.flatMap(({ days }) => days)).size,
  }
}
