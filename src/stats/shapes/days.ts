// Shape 4, taken if daily_breakdowns holds days of the range and is exact for the question (relations.ts). It adds the
// sums of these days, raw rows of the other days, and visits that go on after the range's end.
import { addDays } from '../../rules/days.ts'
import { startOfDay } from '../../rules/time.ts'
import { idDaysMax, type Stretch } from '../coverage.ts'
import type { DayKey } from '../day-keys.ts'
import { type Field, fields, type OfDays } from '../fields.ts'
import type { Scan } from '../planner.ts'
import type { OfHeldDays } from '../relations.ts'
import { type Bounds, longSessionSeconds, longSessionsEnd, rowsOf, sumText } from '../rows.ts'
import { type Context, groupBy, instant, type Statement, tailOf, whereAll } from '../sql.ts'
import { label } from '../texts.ts'
import { bucketsMax } from './rows-by-bucket.ts'

const dateArray = (days: readonly string[]): string => `'{${days.join(',')}}'::date[]`

/**
 * The sum of a run of days: the whole sum of each day, minus the visitors who were there on an earlier day of the run.
 */
function daysText({ sum, before }: OfDays, isFirst: (day: string) => string): string {
  if (!before) return `sum(${sum})`
  const [one, two] = before
  const again = `when ${isFirst('local_day - 1')} then ${one} else ${one} + ${two}`
  return `sum(${sum} - case when ${isFirst('local_day')} then 0 ${again} end)`
}

/**
 * The column of `daily_breakdowns` that holds a value of the answer. Its empty value is written as the raw scan shows
 * it.
 */
function heldValue(scan: Scan, key: DayKey, { blankOf }: Context): { column: string; condition: string } {
  const [dimension] = scan.dimensions
  if (dimension!.kind === 'goal') {
    const ids = `'{${key.goalIds.join(',')}}'::text[]`
    return { column: `array_position(${ids}, value) - 1`, condition: ` and value = any (${ids})` }
  }
  if (dimension!.grain === 'event') return { column: 'value', condition: '' }
  const blank = blankOf(dimension!)
  if (blank === null) return { column: 'value', condition: ` and value <> ''` }
  return { column: blank === '' ? 'value' : `case value when '' then ${label(blank)} else value end`, condition: '' }
}

/** A day's row of a value stands for nothing of a source that has none of this on it. */
const presence = { events: 'events', visits: 'visits', engagements: 'engaged_visits' } as const

const ofDimension = (scan: Scan, key: DayKey, { bind }: Context): string =>
  `site_id = ${Math.trunc(Number(scan.siteIds[0]))} and dimension = ${bind(key.dimension)}::text`

/** The sums of the days that are held, or with `more` of some of their values. */
function heldText(scan: Scan, { key, runs }: OfHeldDays, context: Context, more = ''): string {
  const firstDays = (scan.buckets ?? [scan.range]).map(({ firstDay }) => firstDay)
  const firsts = dateArray(firstDays)
  const isFirst = (day: string) => (firstDays.length === 1 ? `${day} = '${firstDays[0]}'` : `${day} = any (${firsts})`)
  const keys = scan.buckets === null ? [] : [`width_bucket(local_day, ${firsts}) - 1 as b`]
  let condition = ''
  if (key.value === null) {
    const value = heldValue(scan, key, context)
    keys.push(`${value.column} as d0`)
    condition = value.condition
  } else {
    condition = ` and value = ${context.bind(key.value)}::text`
  }
  const days = runs.map(([first, last]) => `local_day between '${first}' and '${last}'`)
  const sums = scan.fields.map((field) => `${daysText(fields[field][scan.source]!.days!, isFirst)} as ${field}`)
  return `select ${[...keys, ...sums].join(', ')}
from daily_breakdowns
where ${ofDimension(scan, key, context)}${condition}
  and (${days.join(' or ')}) and ${presence[scan.source]} > 0${more}${groupBy(keys.length)}`
}

/** Raw rows of one bucket, less the visitors and visits that the days since `seen` have counted, or of several. */
function pieceText(
  scan: Scan,
  context: Context,
  bucket: number | 'each',
  bounds: Bounds,
  seen: Bounds | null,
  more: readonly string[] = [],
): string {
  const alias = scan.source === 'visits' ? 'v' : 'e'
  const plain = { ...scan, buckets: null }
  const rows = rowsOf(bucket === 'each' ? scan : plain, context, bounds)
  const keys = rows.columns.map((text, index) => `${text} as d${index}`)
  let { from } = rows
  const joined = new Set<string>()
  const countNew = (ids: string): string => {
    const name = `seen_${ids}`
    if (!joined.has(name)) {
      const before = rowsOf(plain, context, seen!)
      const same = rows.columns.map((text, index) => ` and ${name}.d${index} = ${text}`)
      from += `
left join (
  select distinct ${[`${alias}.${ids} as id`, ...keys].join(', ')}
  from ${before.from}${whereAll(before.conditions)}
) ${name} on ${name}.id = ${alias}.${ids}${same.join('')}`
      joined.add(name)
    }
    return `count(distinct ${alias}.${ids}) filter (where ${name}.id is null)`
  }
  const sums = scan.fields.map((field) => {
    const { ids } = fields[field][scan.source]!
    return `${seen && ids ? countNew(ids) : sumText(scan, field, rows.frame)} as ${field}`
  })
  const b = bucket === 'each' ? rows.bucket : bucket
  const all = [...(scan.buckets === null ? [] : [`${b} as b`]), ...keys]
  return `select ${[...all, ...sums].join(', ')}
from ${from}${whereAll([...more, ...rows.conditions])}${groupBy(all.length)}`
}

/** Rows of several whole buckets are asked bucket by bucket where shape 1 would ask them so. */
function stretchTexts(scan: Scan, context: Context, { bucket, start, end, isOfMany, seenFrom }: Stretch): string[] {
  if (!isOfMany) {
    const seen = seenFrom === null ? null : { start: seenFrom, end: start }
    return [pieceText(scan, context, bucket, { start, end }, seen)]
  }
  const within = scan.buckets!.flatMap((one, index) => {
    const bounds = { start: Math.max(one.start, start), end: Math.min(one.end, end) }
    return bounds.start < bounds.end ? [{ index, bounds }] : []
  })
  if (scan.dimensions.length > 0 || within.length > bucketsMax)
    return [pieceText(scan, context, 'each', { start, end }, null)]
  return within.map(({ index, bounds }) => pieceText(scan, context, index, bounds, null))
}

/**
 * Visits that go on after the range's end count in its last bucket (spec/stats 9); their visitors may have been there
 * before.
 */
function straddleTexts(scan: Scan, context: Context, timezone: string): string[] {
  const { end, lastDay } = scan.range
  const days = scan.buckets?.at(-1) ?? scan.range
  const before = addDays(lastDay, 1 - idDaysMax)
  const seen = { start: before <= days.firstDay ? days.start : startOfDay(timezone, before), end }
  const bucket = (scan.buckets?.length ?? 1) - 1
  const soon = end + longSessionSeconds * 1000
  const starts = `v.started_at < ${instant(end)}`
  const isLong = `v.duration >= ${longSessionSeconds}`
  return [
    pieceText(scan, context, bucket, { start: end, end: soon }, seen, [starts]),
    pieceText(scan, context, bucket, { start: soon, end: longSessionsEnd(scan) }, seen, [starts, isLong]),
  ]
}

/** Longer pages name so many candidates that reading the list is as fast. */
const topRowsMax = 50
/** How many values of each day are looked at for a page that ends with this row. */
const topDepth = (rows: number): number => 2 * rows + 30

/**
 * True when a list of thousands of values a day is ordered by visitors, the most first, and by the columns that days
 * are ordered by.
 */
function isTop({ page, buckets, source, dimensions: [dimension] }: Scan, { key }: OfHeldDays): boolean {
  if (page === null || buckets !== null || key.value !== null || dimension?.ofDays !== 'many') return false
  const isOrdered = page.order[0] === 'visitors desc' && (source === 'visits' || dimension.grain === 'event')
  return isOrdered && page.offset + page.limit <= topRowsMax
}

/**
 * The first rows of a list without reading the list. Only the first values of each day, and of the raw rows of the
 * other days, are summed. A value that is never among them has no more visitors than the last one named, day by day:
 * `most` of them together (a threshold algorithm). Where that is not enough to be sure of the page, the list is read
 * after all. Top 10 pages of 30 days of 50,000 events: a third of the database's CPU (docs/performance.md).
 */
function topText(scan: Scan, relation: OfHeldDays, context: Context, pieces: readonly string[]): string {
  const depth = topDepth(scan.page!.offset + scan.page!.limit)
  const sums = added(scan.fields)
  const blank = context.blankOf(scan.dimensions[0]!)
  const runs = relation.runs.map(
    ([first, last]) => `select generate_series('${first}'::date, '${last}', '1 day')::date`,
  )
  // The label of the empty value may be a value as well. Both are one row.
  const names = ['select value from firsts', ...(blank === null ? [] : [`select unnest(array['', ${label(blank)}])`])]
  const mosts = [`select min(visitors) as visitors from firsts group by day having count(*) = ${depth}`]
  const parts = [heldText(scan, relation, context, ' and value = any (array(select value from names))')]
  let rest = ''
  if (pieces.length > 0) {
    rest = `rest as materialized (select d0, ${sums} from (\n${pieces.join('\nunion all\n')}\n) pieces group by 1), `
    names.push(`(select d0 from rest order by visitors desc limit ${depth})`)
    mosts.push(`(select visitors from rest order by visitors desc limit 1 offset ${depth - 1})`)
    parts.push(`select d0, ${scan.fields.join(', ')} from rest where d0 in (select value from names)`)
  }
  return `with firsts as materialized (
  select day, value, visitors from (${runs.join(' union all ')}) days (day) cross join lateral (
    select value, visitors from daily_breakdowns
    where ${ofDimension(scan, relation.key, context)} and local_day = day and ${presence[scan.source]} > 0
    order by visitors desc limit ${depth}
  ) list
), ${rest}names as materialized (${names.join(' union ')})
select d0, ${sums}, (select sum(visitors)::bigint from (${mosts.join(' union all ')}) mosts) as most
from (
${parts.join('\nunion all\n')}
) parts group by 1${tailOf(scan)}`
}

/** True when the rows of `topText` are the page: no value that was left out can belong to it. */
function isTopPage(limit: number, rows: readonly Record<string, unknown>[]): boolean {
  const last = rows.at(-1)
  if (last === undefined) return false
  return last['most'] === null || (rows.length === limit && Number(last['visitors']) > Number(last['most']))
}

const added = (names: readonly Field[]): string => names.map((field) => `sum(${field})::bigint as ${field}`).join(', ')

export function days(
  scan: Scan,
  relation: OfHeldDays,
  context: Context,
  timezone: string,
): Pick<Statement, 'text' | 'unless'> {
  const pieces = relation.stretches.flatMap((stretch) => stretchTexts(scan, context, stretch))
  if (scan.source === 'visits') pieces.push(...straddleTexts(scan, context, timezone))
  const keys = [...(scan.buckets === null ? [] : ['b']), ...scan.dimensions.map((_, index) => `d${index}`)]
  const texts = [heldText(scan, relation, context), ...pieces]
  const sums =
    texts.length === 1
      ? texts[0]!
      : `select ${[...keys, added(scan.fields)].join(', ')}
from (
${texts.join('\nunion all\n')}
) parts${groupBy(keys.length)}`
  const text = sums + (scan.page ? tailOf(scan) : '')
  if (!isTop(scan, relation)) return { text }
  return {
    text: topText(scan, relation, context, pieces),
    unless: { isRight: (rows) => isTopPage(scan.page!.limit, rows), whole: text },
  }
}
