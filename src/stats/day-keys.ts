// The dimension of daily_breakdowns that a scan asks for: all of a day, one dimension, or one value of it.
import { type Goal, wantedBy } from '../rules/goal.ts'
import { type Dimension, dimensions } from './dimensions.ts'
import { fields } from './fields.ts'
import type { Filter } from './filters.ts'
import { isWithinDays } from './periods.ts'
import type { Scan } from './planner.ts'
import type { Query, StatsSite } from './query.ts'

/** One dimension of daily_breakdowns; `value` is the one asked for, null stands for all of them. */
export interface DayKey {
  readonly dimension: string
  readonly value: string | null
  /** The values of a breakdown by goal, in the order of their indexes. */
  readonly goalIds: readonly string[]
  /** The property the dimension is of: on days of too many values it is left out. */
  readonly property?: string
  /** The source. Only visits from it are summed. */
  readonly of?: string
}

const isWhole = (query: Query, scan: Scan): boolean =>
  !query.site.isConsolidated &&
  query.site.ids.length === 1 &&
  !scan.smeared &&
  !isWithinDays(query.interval) &&
  scan.range.wholeDays

/** The totals of a day are a dimension of their own. */
const totals = 'all'

/** True for the totals, which small days hold too. */
export const isTotal = ({ dimension }: DayKey): boolean => dimension === totals

const isScroll = (goal: Goal): boolean => wantedBy(goal).scrollDepth !== null

/** The one value that a filter lets through, spelled as it is kept. */
const oneValueOf = (filter: Filter): string | undefined =>
  filter.kind === 'leaf' &&
  filter.operator === 'is' &&
  !filter.negated &&
  filter.caseSensitive &&
  filter.values.length === 1
    ? filter.values[0]
    : undefined

/** The source that a filter lets through, if it lets through the visits of one source. */
export const sourceAsked = (filter: Filter): string | undefined =>
  filter.kind === 'leaf' && filter.dimension.name === 'visit:source' ? oneValueOf(filter) : undefined

/**
 * The dimension of daily_breakdowns a scan is about, if it is about one; of all visits, or of the visits of a source.
 */
export function keyOf(query: Query, scan: Scan): DayKey | undefined {
  if (!isWhole(query, scan)) return undefined
  if (!scan.fields.every((field) => fields[field][scan.source]?.days)) return undefined
  const key = keyWithin(query.site, scan)
  if (key) return key
  const at = scan.filters.findIndex((filter) => sourceAsked(filter) !== undefined)
  if (at < 0) return undefined
  const within = keyWithin(query.site, { ...scan, filters: scan.filters.toSpliced(at, 1) })
  if (!within || within.goalIds.length > 0 || within.property !== undefined) return undefined
  const source = sourceAsked(scan.filters[at]!)!
  return { ...within, dimension: `source:${source} ${within.dimension}`, of: source }
}

type Asking = Pick<Scan, 'source' | 'dimensions' | 'filters'>

/** The same, of all visits: of a scan with one dimension, one filter, or neither. */
export function keyWithin(site: Pick<StatsSite, 'goals'>, { source, dimensions, filters }: Asking): DayKey | undefined {
  if (dimensions.length + filters.length > 1) return undefined
  const [[dimension], [filter]] = [dimensions, filters]
  if (dimension) return dimension.kind === 'goal' ? keyOfGoals(source, site.goals) : keyOfAll(source, dimension)
  if (filter?.kind === 'goal') return keyOfGoal(source, filter.goals)
  if (filter) return keyOfValue(source, filter)
  return source === 'engagements' ? undefined : { dimension: totals, value: '', goalIds: [] }
}

/** True when days have sums by a dimension for the rows of a source. */
function isKept(source: Scan['source'], name: string): boolean {
  if (source === 'engagements') return name === 'event:page'
  return dimensions.get(name)?.ofDays !== undefined && (source === 'events' || name.startsWith('visit:'))
}

const keyOfAll = (source: Scan['source'], { name }: Dimension): DayKey | undefined =>
  isKept(source, name) ? { dimension: name, value: null, goalIds: [] } : undefined

/** A breakdown by goal: goals of one name would be one row of the answer, and two of the sums. */
function keyOfGoals(source: Scan['source'], goals: readonly Goal[]): DayKey | undefined {
  const areSingle = new Set(goals.map((goal) => goal.displayName)).size === goals.length
  if (source !== 'events' || goals.length === 0 || !areSingle || goals.some(isScroll)) return undefined
  return { dimension: 'event:goal', value: null, goalIds: goals.map((goal) => String(goal.id)) }
}

function keyOfGoal(source: Scan['source'], goals: readonly Goal[]): DayKey | undefined {
  const [goal, ...others] = goals
  if (source !== 'events' || !goal || others.length > 0 || isScroll(goal)) return undefined
  return { dimension: 'event:goal', value: String(goal.id), goalIds: [String(goal.id)] }
}

function keyOfValue(source: Scan['source'], filter: Filter): DayKey | undefined {
  const value = oneValueOf(filter)
  if (filter.kind !== 'leaf' || value === undefined) return undefined
  const { name, property, blankOfDays = '' } = filter.dimension
  // Events without the property are in no row of it.
  if (property !== undefined)
    return source === 'events' && value !== '' ? { dimension: name, value, goalIds: [], property } : undefined
  return isKept(source, name) ? { dimension: name, value: value || blankOfDays, goalIds: [] } : undefined
}
