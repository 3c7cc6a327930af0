// A scan and the relation that answers it -> the statement of one of five shapes (docs/architecture.md, "Shapes of
// SQL").
import { dayMs } from '../rules/durations.ts'
import { isEventFilter, type Scan } from './planner.ts'
import type { Query } from './query.ts'
import type { Relation } from './relations.ts'
import { currenciesOf } from './revenue.ts'
import { usesVisit } from './rows.ts'
import { days } from './shapes/days.ts'
import { groupedRows } from './shapes/grouped-rows.ts'
import { bucketsMax, rowsByBucket } from './shapes/rows-by-bucket.ts'
import { isOfWholeVisits, wholeVisits } from './shapes/whole-visits.ts'
import { asksDone, type Context, createBinder, type Statement } from './sql.ts'
import type { Bind } from './texts.ts'

/**
 * The price of workers in the planner's units, by the weeks that a scan reads; undefined up to a week. A worker opens
 * each partition and index of the plan anew: 50 ms for a year of weeks, where reading a row takes 0.4 µs
 * (bench/NOTES.md). Of events joined with visits the database expects the product of both, so that its costs grow with
 * the square of the time.
 */
function workerCostOf(scan: Scan): number | undefined {
  const weeks = Math.ceil((scan.range.end - scan.range.start) / (7 * dayMs))
  if (weeks <= 1) return undefined
  return 1_000 * (scan.source !== 'visits' && usesVisit(scan) ? weeks ** 2 : weeks)
}

const isSplit = ({ buckets, dimensions, smeared }: Scan): boolean =>
  buckets !== null && buckets.length <= bucketsMax && dimensions.length === 0 && !smeared

/** The facts that the texts of a statement share. */
export const contextOf = (query: Query, scan: Scan, bind: Bind): Context => ({
  scan,
  bind,
  goals: query.site.goals,
  currencies: currenciesOf(query),
  blankOf: (dimension) => (query.version === 1 ? dimension.blank : dimension.blankV2),
})

/**
 * Plans that the database must not use for the rows of a scan. It takes the events that `has_done` leaves for a few
 * rows, as it does with visits, and would loop over the events for each.
 */
export function plansLeftOut(scan: Scan): NonNullable<Statement['without']> {
  const isJoined = scan.source === 'visits' ? scan.filters.some(isEventFilter) : usesVisit(scan)
  return isJoined || scan.filters.some(asksDone) ? ['loops and merges'] : []
}

/** Columns b (bucket index), d0… (dimensions), and one a field. */
export function compileScan(query: Query, asked: Scan, relation: Relation): Statement {
  const scan = relation.kind === 'hours' ? { ...asked, fromHours: true } : asked
  const { bind, values } = createBinder()
  const context = contextOf(query, scan, bind)
  const ofRows = plansLeftOut(scan)
  // Starting a worker takes longer than reading the sums; of whole visits a pair of them for each bucket took twice as
  // long as none.
  if (relation.kind === 'breakdowns') {
    const beside = relation.stretches.length > 0 ? ofRows : []
    return { ...days(scan, relation, context, query.site.timezone), values, without: [...beside, 'workers'] }
  }
  if (isOfWholeVisits(scan)) return { text: wholeVisits(scan, context), values, without: ['workers'] }
  const text = isSplit(scan) ? rowsByBucket(scan, context) : groupedRows(scan, context)
  return { text, values, without: ofRows, workerCost: workerCostOf(scan) }
}
