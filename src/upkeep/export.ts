// Streams stored rows out as newline-delimited JSON or CSV, oldest first, events with the dimensions of their visit.
import type { Writable } from 'node:stream'
import { literal } from '../db/copy.ts'
import { type Snapshot, withSnapshot } from '../db/copy-out.ts'
import { type OfSites, ofPart, partsOf } from '../db/parts.ts'
import type { Database } from '../db/pool.ts'
import { upkeepFailures } from '../failure.ts'
import { formulaPattern } from '../rules/csv.ts'
import { isDay } from '../rules/days.ts'
import { dayMs } from '../rules/durations.ts'
import type { ExportedRows, ExportFormat } from '../rules/exported-rows.ts'
import { dimensionColumns } from '../rules/session.ts'
import type { SiteRow } from './sites.ts'

export interface ExportOptions {
  readonly db: Database
  readonly databaseUrl: string
  readonly site: SiteRow
  readonly what: ExportedRows
  readonly format: ExportFormat
  /** Local days, inclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly sink: Writable
}

/** A slice is sorted by the server at once, of several parts by the coordinator; a week is also the size of a chunk. */
const sliceMsOf = (parts: readonly OfSites[]) => (parts.length > 1 ? dayMs : 7 * dayMs)

const dimensions = (alias: string): string => dimensionColumns.map((column) => `${alias}.${column}`).join(', ')

/** A column of texts as it is shown: spreadsheets must not take one for a formula (spec/dashboard 16). */
function shown(column: string, format: ExportFormat): string {
  const name = column.slice(column.indexOf('.') + 1)
  if (format === 'ndjson') return column
  return `case when ${column} ~ ${literal(formulaPattern)} then '''' || ${column} else ${column} end as ${name}`
}
const shownDimensions = (alias: string, format: ExportFormat): string =>
  dimensionColumns
    .map((column) => (column === 'city' ? `${alias}.city` : shown(`${alias}.${column}`, format)))
    .join(', ')

const isoTime = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** PostgreSQL writes booleans as t and f; spreadsheets know true and false. */
const flag = (column: string, format: ExportFormat) => (format === 'csv' ? `${column}::text` : column)

const hostnameOf = (site: SiteRow): string =>
  site.home_hostname === null ? 'hostname' : `coalesce(hostname, ${literal(site.home_hostname)})`

/**
 * Events of a site in [from, to), engagement included. A session outlives its events by less than a week, but for
 * imported ones: they are over by `until`.
 */
const eventsSelect = (site: SiteRow, from: string, to: string, until: string): string => `
select e.*, ${dimensions('v')}
from (
  select recorded_at, seq, position, name, visitor_id, session_id, ${hostnameOf(site)} as hostname, pathname, props,
    null::smallint as scroll_depth,
         null::bigint as engagement_time,
         case when revenue_amount is null then revenue_source_amount else revenue_amount end as revenue_amount,
         case when revenue_amount is null then revenue_source_currency else revenue_currency end as revenue_currency,
         interactive
  from events
  where site_id = ${site.id} and recorded_at >= '${from}' and recorded_at < '${to}'
  union all
  select recorded_at, seq, null, 'engagement', visitor_id, session_id, ${hostnameOf(site)}, pathname, props,
    scroll_depth, engagement_time_ms, null, null, true
  from engagements
  where site_id = ${site.id} and recorded_at >= '${from}' and recorded_at < '${to}'
) e
left join (
  select session_id, ${dimensions('v')}
  from visits v
  where site_id = ${site.id} and ended_at >= '${from}'::timestamptz - interval '7 days'
    and ended_at < '${to}'::timestamptz + interval '7 days'
  union all
  select session_id, ${dimensions('v')}
  from sessions v
  where site_id = ${site.id} and ended_at >= '${to}'::timestamptz + interval '7 days' and ended_at < '${until}'
    and started_at < '${to}'
    and duration >= 604800
) v on v.session_id = e.session_id`

/** The rows of each part put in order, with the columns of an export. */
const eventsShown = (rows: string, format: ExportFormat): string => `
select ${isoTime('recorded_at')} as timestamp, ${shown('e.name', format)}, visitor_id::text as visitor_id,
       session_id::text as session_id, ${shown('e.hostname', format)}, ${shown('e.pathname', format)},
       ${shownDimensions('e', format)}, props, scroll_depth, engagement_time, revenue_amount, revenue_currency,
       ${flag('interactive', format)} as interactive
from (${rows}) e
order by e.recorded_at, e.seq, e.position, e.session_id, e.pathname, e.engagement_time, e.scroll_depth`

/** Sessions, ended and running, by the local day of their last activity. */
const sessionsSelect = (siteId: number, from: string, to: string): string => `
select session_id, visitor_id, started_at, duration, is_bounce, entry_page, exit_page, pageviews, events,
       ${dimensions('v')}
from visits v
where site_id = ${siteId} and ended_at >= '${from}' and ended_at < '${to}'`

const sessionsShown = (rows: string, format: ExportFormat): string => `
select session_id::text as session_id, visitor_id::text as visitor_id, ${isoTime('started_at')} as start, duration,
       ${flag('is_bounce', format)} as is_bounce, ${shown('v.entry_page', format)}, ${shown('v.exit_page', format)},
       pageviews, events, ${shownDimensions('v', format)}
from (${rows}) v
order by v.started_at, v.session_id`

/**
 * JSON never holds these control characters unescaped: CSV with them as quote and delimiter is the bare text, a line a
 * row.
 */
const bare = `(format csv, quote E'\\x01', delimiter E'\\x02', encoding 'UTF8')`

function copyStatement(select: string, format: ExportFormat, header: boolean): string {
  if (format === 'csv') return `copy (${select}) to stdout (format csv, header ${header}, encoding 'UTF8')`
  // Without the offset each node of Citus would order its own rows, and the whole would have no order.
  return `copy (select row_to_json(r) from (${select} offset 0) r) to stdout ${bare}`
}

/** Streams the rows of a site out; answers when all are written. The sink stays open. */
export async function exportRows(options: ExportOptions): Promise<void> {
  const { site, what, format, sink } = options
  for (const day of [options.from, options.to]) {
    if (day !== undefined && !isDay(day)) throw upkeepFailures.notDate(day)
  }
  const parts = await partsOf(options.db.write, [site.id])
  const inAll = (select: string) => parts.map(({ part }) => ofPart(select, part)).join('\nunion all\n')
  await withSnapshot(options.databaseUrl, sink, async (snapshot) => {
    // Bytes that the parts of a slice send the coordinator of Citus to be put in order. Servers without Citus ignore
    // it.
    await snapshot.query('set local citus.max_intermediate_result_size = -1')
    // The planner may expect two visits where workers read 50,000, and then joins each event with each visit.
    await snapshot.query('set local enable_nestloop = off')
    const range = await findRange(snapshot, options, parts)
    if (what === 'sessions') {
      const rows = inAll(sessionsSelect(site.id, range.from.toISOString(), range.to.toISOString()))
      await snapshot.copy(copyStatement(sessionsShown(rows, format), format, true))
      return
    }
    // The day after the last one of long lives is over everywhere.
    const until = site.long_lived_to === null ? range.to : new Date(Date.parse(site.long_lived_to) + 3 * dayMs)
    const sliceMs = sliceMsOf(parts)
    let isFirst = true
    for (let start = range.from.getTime(); isFirst || start < range.to.getTime(); start += sliceMs) {
      const [from, to] = [
        new Date(start).toISOString(),
        new Date(Math.min(start + sliceMs, range.to.getTime())).toISOString(),
      ]
      const rows = inAll(eventsSelect(site, from, to, until.toISOString()))
      await snapshot.copy(copyStatement(eventsShown(rows, format), format, isFirst))
      isFirst = false
    }
  })
}

/** The asked local days as instants, cut to where the site has rows. */
async function findRange(
  snapshot: Snapshot,
  { site, what, from, to }: ExportOptions,
  parts: readonly OfSites[],
): Promise<{ from: Date; to: Date }> {
  // One index step a table; aggregates over the view would read it whole.
  const tables =
    what === 'events'
      ? ([
          ['events', 'recorded_at'],
          ['engagements', 'recorded_at'],
        ] as const)
      : ([
          ['sessions', 'ended_at'],
          ['visitors', 'last_event_at'],
        ] as const)
  const ends = (order: '' | 'desc') =>
    tables
      .map(
        ([table, column]) => `(select ${column} from ${table} where site_id = $1 order by ${column} ${order} limit 1)`,
      )
      .join(', ')
  const found: Ends[] = []
  for (const { part } of parts)
    found.push(
      ...(await snapshot.query<Ends>(
        ofPart(`select least(${ends('')}) as first, greatest(${ends('desc')}) as last`, part),
        [site.id],
      )),
    )
  const [asked] = await snapshot.query<{ from: Date | null; to: Date | null }>(
    `select $1::date::timestamp at time zone $3 as "from", ($2::date + 1)::timestamp at time zone $3 as "to"`,
    [from ?? null, to ?? null, site.timezone],
  )
  const rows = found.filter(({ first }) => first !== null)
  const first = rows.length === 0 ? 0 : Math.min(...rows.map((ends) => ends.first!.getTime()))
  const end = rows.length === 0 ? 0 : Math.max(...rows.map((ends) => ends.last!.getTime())) + 1_000
  const start = Math.max(first, asked?.from?.getTime() ?? first)
  return { from: new Date(start), to: new Date(Math.max(start, Math.min(end, asked?.to?.getTime() ?? end))) }
}

interface Ends {
  readonly first: Date | null
  readonly last: Date | null
}
