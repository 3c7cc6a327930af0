// The rows of visits, ended and running, of a stretch of time -> SQL text, for the statements that read them.

import { dayMs } from '../rules/time.ts'
import { instant, siteIn, whereAll, within } from './compile-filters.ts'
import { leavesOf } from './filters.ts'
import type { Scan } from './planner.ts'

/**
 * A session cannot outlive its range's end by more (spec/stats 18), but for imported ones of ids that outlive their
 * salts.
 */
export const sessionDaysMax = 7
/** Until when sessions that overlap a scan's range may go on, most of them: the others last for more than a week. */
export const sessionsEnd = (scan: Scan): number => scan.range.end + sessionDaysMax * dayMs
/** Until when all of them may. */
export const longSessionsEnd = (scan: Scan): number => Math.max(sessionsEnd(scan), scan.longUntil ?? 0)

/** Columns a running visit leaves out when they are those of its entry. */
const sameAsEntry: Record<string, string> = { exit_page: 'entry_page', exit_hostname: 'entry_hostname' }

/** What a scan can ask of a visit: the columns its dimensions and filters name, and those of its fields. */
export function visitColumnsOf(scan: Scan): string[] {
  const columns = new Set(['site_id', 'session_id', 'visitor_id', 'is_bounce', 'pageviews', 'events', 'started_at'])
  for (const leaf of leavesOf([...scan.filters, ...scan.entryFilters]))
    if (leaf.kind === 'leaf' && leaf.dimension.grain !== 'event') columns.add(leaf.dimension.column)
  for (const dimension of scan.dimensions) if (dimension.grain !== 'event') columns.add(dimension.column)
  return [...columns]
}

/**
 * The view `visits` as `v`, of visits whose last activity is in [start, end). With the bounds inside, the database
 * looks at the chunks of that time alone when it plans, and expects as many rows as there are: of the view it opens all
 * chunks and expects two rows. Long ones are those that overlap the scan's range and end after `end`.
 */
export const visitsWithin = (scan: Scan, bounds: Bounds, more?: 'and long ones'): string =>
  `(\n${visitRows(scan, bounds, [...visitColumnsOf(scan), 'ended_at', 'duration'], [], more)}\n) v`

interface Bounds {
  readonly start: number
  readonly end: number
}

/**
 * The rows of `visitsWithin` that satisfy conditions, and `columns` of them, both in terms of `v`. Said inside, the
 * database hands on no column that is not asked for: each step that leaves some out costs as much as reading the row
 * (docs/performance.md).
 */
export function visitRows(
  scan: Scan,
  bounds: Bounds,
  columns: readonly string[],
  conditions: readonly string[],
  more?: 'and long ones',
): string {
  const longEnd = longSessionsEnd(scan)
  const sites = siteIn('v', scan.siteIds)
  const ended = (found: readonly string[]) => `  select ${columns.join(', ')}
  from sessions v
  where ${[sites, ...found, ...conditions].join(' and ')}`
  const texts = [ended([within('v', bounds, 'ended_at')])]
  if (more && longEnd > bounds.end) {
    const isLong = `v.duration >= ${(sessionDaysMax * dayMs) / 1000} and v.started_at < ${instant(scan.range.end)}`
    texts.push(ended([within('v', { start: bounds.end, end: longEnd }, 'ended_at'), isLong]))
  }
  const running = visitColumnsOf(scan).map((column) =>
    column in sameAsEntry ? `coalesce(${column}, ${sameAsEntry[column]}) as ${column}` : column,
  )
  texts.push(`  select ${columns.join(', ')}
  from (
    select ${running.join(', ')}, last_event_at as ended_at, abs(extract(epoch from last_event_at - started_at))::integer as duration
    from visitors v
    where session_id is not null and ${sites} and ${within('v', bounds, 'last_event_at')}
  ) v${whereAll(conditions)}`)
  return texts.join('\n  union all\n')
}
