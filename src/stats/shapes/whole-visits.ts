// Shape 3, taken for sums of events that ask nothing of the single event, only of its visit: sums of the visits that
// lie whole in a bucket, plus the events of the few that reach over a bucket's border. Events are read of those alone.
import { hourMs } from '../../rules/durations.ts'
import { fields } from '../fields.ts'
import { leavesOf } from '../filters.ts'
import { isEventFilter, type Scan } from '../planner.ts'
import {
  type Bounds,
  longSessionSeconds,
  longSessionsEnd,
  type Rows,
  runningVisits,
  visitParts,
  visitRows,
  visitsWithin,
} from '../rows.ts'
import {
  asksDone,
  bucketOf,
  type Context,
  groupBy,
  instant,
  instants,
  siteIn,
  tailOf,
  whereAll,
  within,
} from '../sql.ts'
import { bucketsMax } from './rows-by-bucket.ts'

/**
 * Clocks that change leave a day of 23 hours, and in odd places less. Over the border of an hour reach too many visits.
 */
const shortestDayMs = 20 * hourMs

export function isOfWholeVisits(scan: Scan): boolean {
  if (scan.buckets?.some(({ start, end }) => end - start < shortestDayMs)) return false
  if (scan.source !== 'events' || scan.filters.some(isEventFilter) || scan.filters.some(asksDone)) return false
  if (scan.dimensions.some((dimension) => dimension.grain === 'event')) return false
  if (!scan.fields.every((field) => fields[field].events?.wholeVisits)) return false
  return scan.dimensions.length > 0 || [...leavesOf(scan.filters)].length > 0
}

/** The texts that the three ways to lay out buckets share. */
interface Layout {
  readonly scan: Scan
  readonly buckets: readonly Bounds[]
  /** The dimensions: d0, d1, … */
  readonly names: readonly string[]
  readonly counted: readonly string[]
  readonly sums: readonly string[]
  /** Rows of visits of a stretch of time that meet conditions, with keys before their columns. */
  readonly rowsIn: (bounds: Bounds, conditions: readonly string[], keys?: readonly string[]) => string
}

export function wholeVisits(scan: Scan, context: Context): string {
  const parts = visitParts(scan, context)
  const buckets = scan.buckets ?? [scan.range]
  const names = parts.columns.map((_, index) => `d${index}`)
  const columns = parts.columns.map((text, index) => `${text} as d${index}`)
  const counted = ['visitor_id', ...(['pageviews', 'events'] as const).filter((field) => scan.fields.includes(field))]
  // With several buckets the running visits are read once: each bucket and each border would look at all that the site
  // has in `visitors`. With one it costs less to look again than to keep them.
  const running = buckets.length > 1 ? 'running' : undefined
  const whole = { start: scan.range.start, end: longSessionsEnd(scan) }
  const held = running
    ? `${running} as materialized (
  select * from ${runningVisits(scan, whole)} v${whereAll(parts.conditions)}
), `
    : ''
  const rowsIn: Layout['rowsIn'] = (bounds, conditions, keys = []) =>
    visitRows(
      scan,
      bounds,
      [...keys, ...columns, ...counted.map((column) => `v.${column}`)],
      [...conditions, ...parts.conditions],
      { running },
    )
  const sums = scan.fields.map((field) => `${fields[field].events!.wholeVisits} as ${field}`)
  const astride = `with ${held}astride as materialized (
${astrideText(scan, parts, columns, buckets, running)}
)
`
  const layout: Layout = { scan, buckets, names, counted, sums, rowsIn }
  const layOut = buckets.length <= bucketsMax ? bucketByBucket : names.length === 0 ? borderByBorder : grouped
  return `${astride}${layOut(layout)}${tailOf(scan)}`
}

/** Few buckets: a select for each. */
function bucketByBucket({ scan, buckets, names, counted, sums, rowsIn }: Layout): string {
  const isSplit = scan.buckets !== null
  const texts = buckets.map(({ start, end }, index) => {
    const key = isSplit ? [`${index} as b`] : []
    return `select ${[...key, ...names, ...sums].join(', ')}
from (
${rowsIn({ start, end }, [`v.started_at >= ${instant(start)}`])}
  union all
  select ${[...names, ...counted].join(', ')} from astride where b = ${index}
) bucket${groupBy(names.length + (isSplit ? 1 : 0))}`
  })
  return texts.join('\nunion all\n')
}

/**
 * Many buckets without dimensions: each bucket by itself is a range of the index, and its ids are sorted alone; with
 * dimensions that would be as many sorts as buckets have values. Without a group there is a row of zeros where nothing
 * is: those with data alone are rows (spec/stats 22.2).
 */
function borderByBorder({ scan, buckets, counted, sums, rowsIn }: Layout): string {
  return `select border.b, ${scan.fields.map((field) => `sums.${field}`).join(', ')}
from ${bordersOf(buckets)}
cross join lateral (
  select ${sums.join(', ')}
  from (
${rowsIn(scan.range, ['v.ended_at >= border.at', 'v.ended_at < border.until', 'v.started_at >= border.at'])}
    union all
    select ${counted.join(', ')} from astride where astride.b = border.b
  ) bucket
  having count(*) > 0
) sums`
}

/** Many buckets with dimensions: all rows grouped at once. */
function grouped({ scan, buckets, names, counted, sums, rowsIn }: Layout): string {
  const at = bucketOf('v.ended_at', buckets)
  const begins = `(${instants(buckets.map(({ start }) => start))})[${at} + 1]`
  const keys = ['b', ...names]
  return `select ${[...keys, ...sums].join(', ')}
from (
${rowsIn(scan.range, [`v.started_at >= ${begins}`], [`${at} as b`])}
  union all
  select ${[...keys, ...counted].join(', ')} from astride
) bucket${groupBy(keys.length)}`
}

/** Stretches of time as rows (at, until, b), the first with b = 0. */
function bordersOf(stretches: readonly Bounds[]): string {
  const [from, to] = [stretches.map(({ start }) => start), stretches.map(({ end }) => end)]
  const index = Array.from(stretches, (_, b) => b)
  return `unnest(${instants(from)}, ${instants(to)}, '{${index.join(',')}}'::integer[]) as border (at, until, b)`
}

/**
 * A row for each bucket of each visit that began before a border and ended after it; the last border a visit crosses is
 * the one it is found at. `running` is the relation that holds running visits already.
 */
function astrideText(
  scan: Scan,
  parts: Rows,
  columns: readonly string[],
  buckets: readonly Bounds[],
  running: string | undefined,
): string {
  const { range } = scan
  const until = longSessionsEnd(scan)
  const borders = [...buckets, { start: range.end, end: until }]
  const kept = [...columns, 'v.session_id', 'v.site_id', 'v.started_at', 'v.ended_at']
  const found = (bounds: Bounds, conditions: readonly string[]) => `select ${kept.join(', ')}
    from ${visitsWithin(scan, bounds, { running })}
    where ${[...conditions, ...parts.conditions].join(' and ')}`
  const shown = columns.map((_, index) => `s.d${index}, `).join('')
  return `  select ${bucketOf('e.recorded_at', buckets)} as b, ${shown}e.visitor_id,
         count(*) filter (where e.name = 'pageview')::integer as pageviews, count(*)::integer as events
  from (
    ${[...soonTexts(borders, found), longText(borders, found)].join('\n    union all\n    ')}
    offset 0
  ) s
  cross join lateral (
    select e.visitor_id, e.session_id, e.recorded_at, e.name
    from events e
    where ${siteIn('e', scan.siteIds)} and e.session_id = s.session_id and e.site_id = s.site_id
      and e.recorded_at >= s.started_at and e.recorded_at <= s.ended_at and ${within('e', range)}
    offset 0
  ) e${groupBy(columns.length + 2)}, e.session_id`
}

/** Selects the visits that end within bounds and meet conditions. */
type Found = (bounds: Bounds, conditions: readonly string[]) => string

const soonMs = longSessionSeconds * 1000

/** Visits that ended soon after a border: a select for each of few borders, with literal bounds. */
function soonTexts(borders: readonly Bounds[], found: Found): string[] {
  if (borders.length <= bucketsMax + 1)
    return borders.map(({ start, end }) =>
      found({ start, end: Math.min(end, start + soonMs) }, [`v.started_at < ${instant(start)}`]),
    )
  const soon = `border.at + interval '${longSessionSeconds} seconds'`
  const whole = { start: borders[0]!.start, end: borders.at(-1)!.end }
  const conditions = [
    `v.ended_at >= border.at and v.ended_at < least(border.until, ${soon})`,
    'v.started_at < border.at',
  ]
  return [
    `select s.* from ${bordersOf(borders)} cross join lateral (
    ${found(whole, conditions)}
    offset 0
    ) s`,
  ]
}

/** Visits that ended later: only long ones, each with the last border before its end. */
function longText(borders: readonly Bounds[], found: Found): string {
  const starts = borders.map(({ start }) => start)
  const border = `(${instants(starts)})[${bucketOf('v.ended_at', borders)} + 1]`
  return found({ start: starts[0]! + soonMs, end: borders.at(-1)!.end }, [
    `v.duration >= ${longSessionSeconds}`,
    `v.started_at < ${border}`,
    `v.ended_at >= ${border} + interval '${longSessionSeconds} seconds'`,
  ])
}
