// Scans that daily_breakdowns answers exactly -> SQL: its sums for the days it holds, completed by raw rows of the
// other days and by sessions that straddle the range's end (storage.md 5, spec/stats 9 and 18).

import { addDays, startOfDay } from '../rules/time.ts'
import {
  type CompileOptions,
  engagementSums,
  eventParts,
  groupBy,
  label,
  type Parts,
  type Statement,
  visitParts,
} from './compile.ts'
import { type Context, createBinder, instant, whereAll, within } from './compile-filters.ts'
import { compileHours } from './compile-hours.ts'
import { longSessionsEnd, visitsWithin } from './compile-visits.ts'
import type { Field } from './metrics.ts'
import type { Scan } from './planner.ts'
import { type BreakdownKey, type Coverage, idDaysMax, type Stretch } from './relations.ts'

/**
 * Sessions that go on for longer after the range's end are found through their duration, by an index of the long ones.
 */
const longSessionSeconds = 2 * 3_600

const dateArray = (days: readonly string[]): string => `'{${days.join(',')}}'::date[]`
const visitorFields = new Set<Field>(['visitors', 'everyone', 'candidates', 'group_candidates', 'converted'])

interface Breakdown {
  readonly scan: Scan
  readonly key: BreakdownKey
  readonly coverage: Coverage
  readonly context: Context
  readonly options: CompileOptions
}

/** Those of a run of days: all firsts of the day, minus who was there on a day of the run before it. */
function additive(
  prefix: 'visitors' | 'visits' | 'active_visitors' | 'active_visits' | 'engaged_visits',
  isFirst: (day: string) => string,
): string {
  const [one, two] = {
    visitors: ['seen_day_before', 'seen_two_days_before'],
    visits: ['0', '0'],
    active_visitors: ['active_day_before', 'active_two_days_before'],
    active_visits: ['active_visits_day_before', 'active_visits_two_days_before'],
    engaged_visits: ['engaged_visits_day_before', 'engaged_visits_two_days_before'],
  }[prefix] as [string, string]
  if (one === '0') return `sum(${prefix})`
  return `sum(${prefix} - case when ${isFirst('local_day')} then 0 when ${isFirst('local_day - 1')} then ${one} else ${one} + ${two} end)`
}

function heldFields(scan: Scan, isFirst: (day: string) => string): Partial<Record<Field, string>> {
  const isEvents = scan.source === 'events'
  const visitors = additive(isEvents ? 'active_visitors' : 'visitors', isFirst)
  const visits = additive(isEvents ? 'active_visits' : 'visits', isFirst)
  return {
    visitors,
    everyone: visitors,
    candidates: visitors,
    group_candidates: visitors,
    converted: visitors,
    visits,
    sessions: visits,
    exits: visits,
    entries: visits,
    bounces: 'sum(bounces)',
    duration: 'sum(duration)',
    session_pageviews: 'sum(session_pageviews)',
    pageviews: 'sum(pageviews)',
    exit_pageviews: 'sum(pageviews)',
    events: 'sum(events)',
    engaged_ms: 'sum(engaged_ms)',
    engaged_sessions: additive('engaged_visits', isFirst),
  }
}

/** What of `daily_breakdowns` is a value of the answer: its empty value as the raw scan would show it. */
function heldValue({ scan, key, options }: Breakdown): { column: string; condition: string } {
  const [dimension] = scan.dimensions
  if (dimension!.kind === 'goal') {
    const ids = `'{${key.goalIds.join(',')}}'::text[]`
    return { column: `array_position(${ids}, value) - 1`, condition: ` and value = any (${ids})` }
  }
  if (dimension!.grain === 'event') return { column: 'value', condition: '' }
  const blank = options.blankOf(dimension!)
  if (blank === null) return { column: 'value', condition: ` and value <> ''` }
  return { column: blank === '' ? 'value' : `case value when '' then ${label(blank)} else value end`, condition: '' }
}

/** A day's row of a value stands for nothing of a source that has none of this on it. */
const presence = { events: 'events', visits: 'visits', engagements: 'engaged_visits' } as const

/** The sums of the days that are held, or with `more` of some of their values. */
function heldText(breakdown: Breakdown, more = ''): string {
  const { scan, key, coverage, context } = breakdown
  const firstDays = scan.buckets === null ? [scan.range.firstDay] : scan.buckets.map((bucket) => bucket.firstDay)
  const firsts = dateArray(firstDays)
  const fields = heldFields(scan, (day) =>
    firstDays.length === 1 ? `${day} = '${firstDays[0]}'` : `${day} = any (${firsts})`,
  )
  const keys: string[] = []
  let condition = ''
  if (scan.buckets !== null) keys.push(`width_bucket(local_day, ${firsts}) - 1 as b`)
  if (key.value === null) {
    const value = heldValue(breakdown)
    keys.push(`${value.column} as d0`)
    condition = value.condition
  } else {
    condition = ` and value = ${context.bind(key.value)}::text`
  }
  const runs = coverage.runs.map(([first, last]) => `local_day between '${first}' and '${last}'`)
  const days = runs.length === 1 ? runs[0] : `(${runs.join(' or ')})`
  return `select ${[...keys, ...scan.fields.map((field) => `${fields[field]} as ${field}`)].join(', ')}
from daily_breakdowns
where ${ofDimension(breakdown)}${condition}
  and ${days} and ${presence[scan.source]} > 0${more}${groupBy(keys.length)}`
}

const ofDimension = ({ scan, key, context }: Breakdown): string =>
  `site_id = ${Math.trunc(Number(scan.siteIds[0]))} and dimension = ${context.bind(key.dimension)}::text`

const partsOf = (breakdown: Breakdown, start: number, end: number): Parts => {
  const scan: Scan = { ...breakdown.scan, range: { ...breakdown.scan.range, start, end } }
  const { context, options } = breakdown
  if (scan.source === 'visits') return visitParts(scan, { ...context, scan }, options)
  const parts = eventParts(scan, { ...context, scan }, options)
  return scan.source === 'events' ? parts : { ...parts, fields: engagementSums }
}

interface Bounds {
  readonly start: number
  readonly end: number
}

/** Raw rows of one bucket, less the visitors and visits that the days since `seen` have counted. */
function pieceText(
  breakdown: Breakdown,
  bucket: number,
  bounds: Bounds,
  range: { start: number; end: number },
  seen: Bounds | null,
  more: readonly string[] = [],
): string {
  const { scan } = breakdown
  const alias = scan.source === 'visits' ? 'v' : 'e'
  const parts = partsOf(breakdown, seen?.start ?? range.start, range.end)
  const fields = { ...parts.fields }
  const rowsWithin = (time: Bounds) =>
    scan.source === 'visits'
      ? { from: visitsWithin(scan, time), conditions: parts.conditions }
      : { from: parts.from, conditions: [within('e', time), ...parts.conditions] }
  const rows = rowsWithin(bounds)
  let { from } = rows
  const joinSeen = (name: string, id: string) => {
    const before = rowsWithin(seen!)
    const keys = parts.columns.map((text, index) => `${text} as d${index}`)
    const same = parts.columns.map((text, index) => ` and ${name}.d${index} = ${text}`)
    from += `
left join (
  select distinct ${[`${alias}.${id} as id`, ...keys].join(', ')}
  from ${before.from}${whereAll(before.conditions)}
) ${name} on ${name}.id = ${alias}.${id}${same.join('')}`
  }
  if (seen !== null && scan.fields.some((field) => visitorFields.has(field))) {
    joinSeen('seen', 'visitor_id')
    for (const field of visitorFields)
      fields[field] = `count(distinct ${alias}.visitor_id) filter (where seen.id is null)`
  }
  const visitField = scan.fields.find(
    (field) => field === 'engaged_sessions' || (field === 'visits' && scan.source === 'events'),
  )
  if (seen !== null && visitField) {
    joinSeen('seen_visit', 'session_id')
    fields[visitField] = `count(distinct ${alias}.session_id) filter (where seen_visit.id is null)`
  }
  const keys = [
    ...(scan.buckets === null ? [] : [`${bucket} as b`]),
    ...parts.columns.map((text, index) => `${text} as d${index}`),
  ]
  return `select ${[...keys, ...scan.fields.map((field) => `${fields[field]} as ${field}`)].join(', ')}
from ${from}${whereAll([...more, ...rows.conditions])}${groupBy(keys.length)}`
}

function stretchText(breakdown: Breakdown, { bucket, start, end, seenFrom }: Stretch): string {
  const seen = seenFrom === null ? null : { start: seenFrom, end: start }
  return pieceText(breakdown, bucket, { start, end }, { start, end }, seen)
}

/**
 * Sessions that go on after the range's end count in its last bucket (spec/stats 9); their visitors may have been there
 * before.
 */
function straddleTexts(breakdown: Breakdown, timezone: string): string[] {
  const { scan } = breakdown
  const { end, lastDay } = scan.range
  const days = scan.buckets?.at(-1) ?? scan.range
  const before = addDays(lastDay, 1 - idDaysMax)
  const seen = { start: before <= days.firstDay ? days.start : startOfDay(timezone, before), end }
  const bucket = (scan.buckets?.length ?? 1) - 1
  const soon = end + longSessionSeconds * 1000
  const starts = `v.started_at < ${instant(end)}`
  const long = `v.duration >= ${longSessionSeconds}`
  return [
    pieceText(breakdown, bucket, { start: end, end: soon }, scan.range, seen, [starts]),
    pieceText(breakdown, bucket, { start: soon, end: longSessionsEnd(scan) }, scan.range, seen, [starts, long]),
  ]
}

/** The last buckets from the hours, which bring running sessions and those that straddle the range's end themselves. */
function hoursText(scan: Scan, from: number): string {
  const buckets = scan.buckets!.slice(from)
  const { start, firstDay } = buckets[0]!
  const { text } = compileHours({ ...scan, buckets, range: { ...scan.range, start, firstDay } })
  return `select b + ${from} as b, ${scan.fields.join(', ')} from (${text}) hours`
}

/** Longer pages name so many candidates that reading the list is as fast. */
const topRowsMax = 50
/** Those with thousands of values a day. Of a few dozen, as sources are, reading all is faster. */
const longLists = new Set(['event:page', 'visit:entry_page', 'visit:exit_page', 'visit:referrer'])

/** Whether a long list is by visitors, the most first, and by those that days are ordered by. */
function isTop({ scan, key }: Breakdown): boolean {
  const [dimension] = scan.dimensions
  if (scan.page === null || scan.buckets !== null || key.value !== null || !longLists.has(key.dimension)) return false
  const isOrdered = scan.page.order[0] === 'visitors desc' && (scan.source === 'visits' || dimension!.grain === 'event')
  return isOrdered && scan.page.offset + scan.page.limit <= topRowsMax
}

/**
 * The first rows of a list without reading the list. The first values of each day, and of the raw rows of the other
 * days, are the ones whose sums are made. A value that is never among them has no more visitors than the last one
 * named, day by day: `most` of them together. The page is right when all of its rows have more, or when nothing was
 * left out (a threshold algorithm, docs/performance.md).
 */
function topText(breakdown: Breakdown, pieces: readonly string[], page: NonNullable<Scan['page']>): string {
  const { scan, coverage, options } = breakdown
  const depth = topDepth(page.offset + page.limit)
  const days = coverage.runs.map(
    ([first, last]) => `select generate_series('${first}'::date, '${last}', interval '1 day')::date as day`,
  )
  const sums = scan.fields.map((field) => `sum(${field})::bigint as ${field}`).join(', ')
  const blank = options.blankOf(scan.dimensions[0]!)
  // What is shown for the empty value may be a value as well: they are one row.
  const names = ['select value from firsts', ...(blank === null ? [] : [`select unnest(array['', ${label(blank)}])`])]
  const mosts = [`select min(visitors) as visitors from firsts group by day having count(*) = ${depth}`]
  const tables = [
    `firsts as materialized (
  select day, value, visitors from (${days.join(' union all ')}) days cross join lateral (
    select value, visitors from daily_breakdowns
    where ${ofDimension(breakdown)} and local_day = day and ${presence[scan.source]} > 0
    order by visitors desc limit ${depth}
  ) list
)`,
  ]
  if (pieces.length > 0) {
    tables.push(
      `rest as materialized (select d0, ${sums} from (\n${pieces.join('\nunion all\n')}\n) pieces group by 1)`,
    )
    names.push(`(select d0 from rest order by visitors desc limit ${depth})`)
    mosts.push(`(select visitors from rest order by visitors desc limit 1 offset ${depth - 1})`)
  }
  tables.push(`names as materialized (${names.join(' union ')})`)
  const parts = [heldText(breakdown, ' and value = any (array(select value from names))')]
  if (pieces.length > 0)
    parts.push(`select d0, ${scan.fields.join(', ')} from rest where d0 in (select value from names)`)
  return `with ${tables.join(', ')}
select d0, ${sums}, (select sum(visitors)::bigint from (${mosts.join(' union all ')}) mosts) as most
from (
${parts.join('\nunion all\n')}
) parts${groupBy(1)}`
}

/** How many values of each day are looked at for a page that ends with this row. */
const topDepth = (rows: number): number => 2 * rows + 30

/** Whether the rows of `topText` are the page: none that was left out can belong to it. */
const isTopPage = (page: NonNullable<Scan['page']>, rows: readonly Record<string, unknown>[]): boolean => {
  const last = rows.at(-1)
  if (last === undefined) return false
  return last['most'] === null || (rows.length === page.limit && Number(last['visitors']) > Number(last['most']))
}

/** The statement of a scan that daily_breakdowns answers exactly (relations.ts). */
export function compileBreakdowns(
  scan: Scan,
  key: BreakdownKey,
  coverage: Coverage,
  timezone: string,
  options: CompileOptions,
): Statement {
  const { bind, values } = createBinder()
  const breakdown: Breakdown = { scan, key, coverage, options, context: { scan, bind } }
  const pieces = coverage.stretches.map((stretch) => stretchText(breakdown, stretch))
  if (coverage.hoursFrom !== undefined) pieces.push(hoursText(scan, coverage.hoursFrom))
  else if (scan.source === 'visits') pieces.push(...straddleTexts(breakdown, timezone))
  const texts = [heldText(breakdown), ...pieces]
  const keys = [...(scan.buckets === null ? [] : ['b']), ...scan.dimensions.map((_, index) => `d${index}`)]
  const { page } = scan
  const tail = page ? `\norder by ${page.order.join(', ')}\nlimit ${page.limit} offset ${page.offset}` : ''
  const text =
    texts.length === 1
      ? texts[0]!
      : `select ${[...keys, ...scan.fields.map((field) => `sum(${field})::bigint as ${field}`)].join(', ')}
from (
${texts.join('\nunion all\n')}
) parts${groupBy(keys.length)}`
  // Starting a worker takes longer than reading the sums.
  const whole: Statement = { text: text + tail, values, without: 'workers' }
  if (page === null || !isTop(breakdown)) return whole
  const first = { ...whole, text: topText(breakdown, pieces, page) + tail }
  return { ...first, unless: { isRight: (rows) => isTopPage(page, rows), whole } }
}
