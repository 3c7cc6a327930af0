// Event metrics under visit filters without reading the events: sums of the sessions that lie whole in a bucket, plus
// the events of the few that reach over a bucket's border (storage.md 5).
import { type CompileOptions, groupBy, type Parts, thresholds, unionBucketsMax, visitParts } from './compile.ts'
import { asksDone, type Context, instant, siteIn, within } from './compile-filters.ts'
import { longSessionsEnd, visitRows, visitsWithin } from './compile-visits.ts'
import { leavesOf } from './filters.ts'
import type { Field } from './metrics.ts'
import { isEventFilter, type Scan } from './planner.ts'

const fields: Partial<Record<Field, string>> = {
  visitors: 'count(distinct visitor_id)',
  everyone: 'count(distinct visitor_id)',
  candidates: 'count(distinct visitor_id)',
  group_candidates: 'count(distinct visitor_id)',
  visits: 'count(*)',
  pageviews: 'coalesce(sum(pageviews), 0)::bigint',
  events: 'coalesce(sum(events), 0)::bigint',
}
/** Clocks that change leave a day of 23 hours, and in odd places less. */
const shortestDayMs = 20 * 3_600_000
/** Sessions this long are found by an index of their own. */
const longSessionSeconds = 2 * 3_600

/** Whether a scan of events asks nothing of the single event, only of its session. */
export function isFromSessions(scan: Scan): boolean {
  // Over the border of an hour reach too many sessions.
  if (scan.buckets?.some(({ start, end }) => end - start < shortestDayMs)) return false
  if (scan.source !== 'events' || scan.filters.some(isEventFilter) || scan.filters.some(asksDone)) return false
  if (scan.dimensions.some((dimension) => dimension.grain === 'event') || !scan.fields.every((field) => fields[field]))
    return false
  return scan.dimensions.length > 0 || [...leavesOf(scan.filters)].length > 0
}

/** The statement's text of a scan that `isFromSessions`. */
export function sessionsText(scan: Scan, context: Context, options: CompileOptions): string {
  const parts = visitParts(scan, context, options)
  const buckets = scan.buckets ?? [scan.range]
  const names = parts.columns.map((_, index) => `d${index}`)
  const columns = parts.columns.map((text, index) => `${text} as d${index}`)
  const counted = ['visitor_id', ...(['pageviews', 'events'] as const).filter((field) => scan.fields.includes(field))]
  const rowsOf = (
    bounds: { start: number; end: number },
    conditions: readonly string[],
    keys: readonly string[] = [],
  ) =>
    visitRows(
      scan,
      bounds,
      [...keys, ...columns, ...counted.map((column) => `v.${column}`)],
      [...conditions, ...parts.conditions],
    )
  const sums = scan.fields.map((field) => `${fields[field]} as ${field}`)
  const astride = `with astride as materialized (
${astrideText(scan, parts, columns, buckets)}
)
`
  if (buckets.length <= unionBucketsMax) {
    const keys = [...(scan.buckets === null ? [] : ['b']), ...names]
    const texts = buckets.map(({ start, end }, index) => {
      const key = scan.buckets === null ? [] : [`${index} as b`]
      return `select ${[...key, ...names, ...sums].join(', ')}
from (
${rowsOf({ start, end }, [`v.started_at >= ${instant(start)}`])}
  union all
  select ${[...names, ...counted].join(', ')} from astride where b = ${index}
) bucket${groupBy(keys.length)}`
    })
    return astride + texts.join('\nunion all\n')
  }
  // Each bucket by itself is a range of the index, and its ids are sorted alone; with dimensions that would be as many
  // sorts as buckets have values. Without a group there is a row of zeros where nothing is: those with data alone are
  // rows (spec/stats 22.2).
  if (names.length === 0)
    return `${astride}select border.b, ${scan.fields.map((field) => `sums.${field}`).join(', ')}
from ${bordersOf(buckets)}
cross join lateral (
  select ${sums.join(', ')}
  from (
${rowsOf(scan.range, ['v.ended_at >= border.at', 'v.ended_at < border.until', 'v.started_at >= border.at'])}
    union all
    select ${counted.join(', ')} from astride where astride.b = border.b
  ) bucket
  having count(*) > 0
) sums`
  const keys = ['b', ...names]
  const at = `width_bucket(v.ended_at, ${thresholds(buckets)})`
  return `${astride}select ${[...keys, ...sums].join(', ')}
from (
${rowsOf(scan.range, [`v.started_at >= (${thresholds(buckets)})[${at}]`], [`${at} - 1 as b`])}
  union all
  select ${['b', ...names, ...counted].join(', ')} from astride
) bucket${groupBy(keys.length)}`
}

const instants = (list: readonly number[]) =>
  `'{${list.map((at) => `"${new Date(at).toISOString()}"`).join(',')}}'::timestamptz[]`

/** Stretches of time as rows (at, until, b), the first with b = 0. */
function bordersOf(stretches: readonly { start: number; end: number }[]): string {
  const [from, to] = [stretches.map(({ start }) => start), stretches.map(({ end }) => end)]
  const index = Array.from(stretches, (_, b) => b)
  return `unnest(${instants(from)}, ${instants(to)}, '{${index.join(',')}}'::integer[]) as border (at, until, b)`
}

/**
 * A row for each bucket of each session that began before a border and ended after it; the last border a session
 * crosses is the one it is found at.
 */
function astrideText(
  scan: Scan,
  parts: Parts,
  columns: readonly string[],
  buckets: readonly { start: number; end: number }[],
): string {
  const { range } = scan
  const borders = [...buckets, { start: range.end, end: longSessionsEnd(scan) }]
  const soon = `border.at + interval '${longSessionSeconds} seconds'`
  const found = (
    bounds: string,
  ) => `select ${[...columns, 'v.session_id', 'v.site_id', 'v.started_at', 'v.ended_at'].join(', ')}
    from ${visitsWithin(scan, { start: range.start, end: longSessionsEnd(scan) })}
    where ${[bounds, 'v.started_at < border.at', ...parts.conditions].join(' and ')}`
  return `  select width_bucket(e.recorded_at, ${thresholds(buckets)}) - 1 as b, ${columns.map((_, index) => `s.d${index}, `).join('')}e.visitor_id,
         count(*) filter (where e.name = 'pageview')::integer as pageviews, count(*)::integer as events
  from ${bordersOf(borders)}
  cross join lateral (
    ${found(`v.ended_at >= border.at and v.ended_at < least(border.until, ${soon})`)}
    union all
    ${found(`v.ended_at >= ${soon} and v.ended_at < border.until and v.duration >= ${longSessionSeconds}`)}
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
