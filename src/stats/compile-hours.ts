// Scans that hourly rollups answer exactly -> SQL: sums by local day, completed by running sessions and those that
// straddle the range's end (storage.md 4 and 5, spec/stats 9 and 18). The second half of compile.ts, apart because
// nothing of a filter comes here.
import { dayMs, firstOfMonth, lastOfMonth } from '../rules/time.ts'
import { longSessionsEnd } from './compile-visits.ts'
import type { Bucket } from './periods.ts'
import type { Scan } from './planner.ts'

const instant = (epochMs: number): string => `'${new Date(Math.trunc(epochMs)).toISOString()}'::timestamptz`
const hourMs = 3_600_000
/** Sessions that go on for longer after the range's end are found through their duration. */
const longSessionMs = 2 * hourMs
/** A visitor id lives for two salts: nobody seen longer ago can still have the same one. */
const visitorDaysMax = 4

const eventFields = new Set(['visitors', 'everyone', 'candidates', 'converted', 'visits', 'pageviews', 'events'])
const sessionFields = new Set([
  'visitors',
  'everyone',
  'visits',
  'sessions',
  'bounces',
  'entries',
  'duration',
  'session_pageviews',
])

const daysOf = (scan: Scan): Pick<Bucket, 'firstDay' | 'lastDay'>[] =>
  scan.buckets === null ? [scan.range] : [...scan.buckets]
const isMonth = (days: Pick<Bucket, 'firstDay' | 'lastDay'>) =>
  days.firstDay === firstOfMonth(days.firstDay) && days.lastDay === lastOfMonth(days.firstDay)

/** The sums an hourly rollup can bring. */
export const hourFieldsOf = (source: Scan['source']): ReadonlySet<string> =>
  source === 'events' ? eventFields : sessionFields

const dateArray = (days: readonly string[]): string => `'{${days.join(',')}}'::date[]`

interface Frame {
  readonly site: string
  readonly bucket: (column: string) => string
  readonly isFirstDay: string
  readonly months: string
  readonly days: string
  readonly hours: string
}

function frameOf(scan: Scan): Frame {
  const days = daysOf(scan)
  const firsts = dateArray(days.map((one) => one.firstDay))
  const from = Math.floor(scan.range.start / hourMs) * hourMs
  return {
    site: `site_id = ${Math.trunc(Number(scan.siteIds[0]))}`,
    bucket: (column) => `width_bucket(${column}, ${firsts}) - 1`,
    isFirstDay: `local_day = any (${firsts})`,
    months: `'{${days.map((one) => (isMonth(one) ? 't' : 'f')).join(',')}}'::boolean[]`,
    days: `local_day between '${scan.range.firstDay}'::date and '${scan.range.lastDay}'::date`,
    hours: `hour >= ${instant(from)} and hour < ${instant(scan.range.end)}`,
  }
}

/**
 * Visitors of a bucket from flags: of whole months by the month's flag, of days and runs of days by the day's
 * (storage.md 4).
 */
const visitorsFrom = (frame: Frame) =>
  `case when (${frame.months})[b + 1] then months else days - coalesce(repeats, 0) end`

const flags = (frame: Frame) => `sum(first_of_visitor_day) as days, sum(first_of_visitor_month) as months,
         sum(seen_day_before) filter (where not ${frame.isFirstDay}) as repeats`

function eventText(scan: Scan): string {
  const frame = frameOf(scan)
  const columns: Record<string, string> = {
    pageviews: 'pageviews',
    events: 'events',
    visits: `case when (${frame.months})[b + 1] then visit_months else visit_days end`,
  }
  const fields = scan.fields.map((field) => `(${columns[field] ?? visitorsFrom(frame)})::bigint as ${field}`)
  return `select b, ${fields.join(', ')}
from (
  select ${frame.bucket('local_day')} as b, ${flags(frame)},
         sum(first_of_visit_day) as visit_days, sum(first_of_visit_month) as visit_months, sum(pageviews) as pageviews, sum(events) as events
  from event_hours
  where ${frame.site} and ${frame.hours} and ${frame.days}
  group by 1
) sums`
}

function visitText(scan: Scan): string {
  const frame = frameOf(scan)
  const { start, end } = scan.range
  const last = daysOf(scan).length - 1
  const firsts = dateArray(daysOf(scan).map((one) => one.firstDay))
  const lastStart = scan.buckets?.[last]?.start ?? start
  const seenFrom = scan.longUntil === null ? Math.max(lastStart, end - visitorDaysMax * dayMs) : lastStart
  const columns: Record<string, string> = {
    visits: 'visits',
    sessions: 'visits',
    entries: 'visits',
    bounces: 'bounces',
    duration: 'duration',
    session_pageviews: 'pageviews',
  }
  const fields = scan.fields.map((field) => `sum(${columns[field] ?? 'visitors'})::bigint as ${field}`)
  const straddles = (from: number, to: number, more: string) => `
  select ${last}, 1, is_bounce::int, duration, pageviews,
         (not exists (
           select from sessions before
           where before.${frame.site} and before.visitor_id = s.visitor_id
             and before.ended_at >= ${instant(seenFrom)} and before.ended_at < ${instant(end)}
         ))::int
  from sessions s
  where s.${frame.site} and s.ended_at >= ${instant(from)} and s.ended_at < ${instant(to)} and s.started_at < ${instant(end)}${more}`
  // Only a long session takes a visitor over a whole local day on which no session of theirs ends: then the day before
  // says nothing.
  const isRun = (days: Pick<Bucket, 'firstDay' | 'lastDay'>) => days.firstDay !== days.lastDay && !isMonth(days)
  const overGaps = `
  union all
  select b, 0, 0, 0, 0, -1
  from (
    select ${frame.bucket('local_day')} as b, visitor_id, started_at, local_day
    from sessions
    where ${frame.site} and ended_at >= ${instant(start)} and ended_at < ${instant(end)} and duration >= ${longSessionMs / 1000}
      and first_of_visitor_day and not seen_day_before
  ) s
  where not (${frame.months})[b + 1] and local_day - 2 >= (${firsts})[b + 1] and exists (
    select from sessions before
    where before.${frame.site} and before.visitor_id = s.visitor_id and before.local_day = s.local_day - 2
      and before.ended_at < s.started_at and before.ended_at >= s.started_at - interval '1 day'
      and before.ended_at >= ${instant(start)} and before.ended_at < ${instant(end)})`
  return `select b, ${fields.join(', ')}
from (
  select b, visits, bounces, duration, pageviews, ${visitorsFrom(frame)} as visitors
  from (
    select ${frame.bucket('local_day')} as b, ${flags(frame)},
           sum(visits) as visits, sum(bounces) as bounces, sum(duration) as duration, sum(pageviews) as pageviews
    from session_hours
    where ${frame.site} and ${frame.hours} and ${frame.days}
    group by 1
  ) ended
  union all
  select b, 1, is_bounce::int, abs(extract(epoch from last_event_at - started_at))::integer, pageviews,
         (last_ended_day is null or last_ended_day < (${firsts})[b + 1])::int
  from (
    select ${frame.bucket(`least(last_event_day, '${scan.range.lastDay}'::date)`)} as b, is_bounce, last_event_at, started_at, pageviews, last_ended_day
    from visitors
    where ${frame.site} and session_id is not null and last_event_at >= ${instant(start)} and started_at < ${instant(end)}
  ) running
  union all${straddles(end, end + longSessionMs, '')}
  union all${straddles(end + longSessionMs, longSessionsEnd(scan), ` and s.duration >= ${longSessionMs / 1000}`)}${daysOf(scan).some(isRun) ? overGaps : ''}
) sums
group by b`
}

/**
 * The statement of a scan that hourly rollups answer exactly (relations.ts). Without buckets it brings one row, b = 0.
 */
export const compileHours = (scan: Scan) => ({
  text: scan.source === 'events' ? eventText(scan) : visitText(scan),
  values: [] as readonly unknown[],
})
