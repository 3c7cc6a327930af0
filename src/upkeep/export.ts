// Streams stored rows out as newline-delimited JSON or CSV, oldest first, events with the dimensions of their visit.
import type { Writable } from 'node:stream'
import { literal } from '../db/copy.ts'
import { type Snapshot, withSnapshot } from '../db/copy-out.ts'
import { ofPart, ownPartOf, type Part } from '../db/parts.ts'
import type { Database } from '../db/pool.ts'
import { Failure } from '../failure.ts'
import { dimensionColumns } from '../rules/session.ts'
import { dayMs, isDay } from '../rules/time.ts'
import type { SiteRow } from './sites.ts'

type Format = 'ndjson' | 'csv'

export interface ExportOptions {
  readonly db: Database
  readonly databaseUrl: string
  readonly site: SiteRow
  readonly what: 'events' | 'sessions'
  readonly format: Format
  /** Local days, inclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly sink: Writable
}

/** A slice is sorted by the server at once; a week is also the size of a chunk. */
const sliceMs = 7 * dayMs

const dimensions = (alias: string): string => dimensionColumns.map((column) => `${alias}.${column}`).join(', ')

const isoTime = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** PostgreSQL writes booleans as t and f; spreadsheets know true and false. */
const flag = (column: string, format: Format) => (format === 'csv' ? `${column}::text` : column)

const hostnameOf = (site: SiteRow): string =>
  site.home_hostname === null ? 'hostname' : `coalesce(hostname, ${literal(site.home_hostname)})`

/**
 * Events of a site in [from, to), engagement included. A session outlives its events by less than a week, but for
 * imported ones: they are over by `until`.
 */
const eventsSelect = (site: SiteRow, from: string, to: string, until: string, format: Format): string => `
select ${isoTime('e.recorded_at')} as timestamp, e.name, e.visitor_id::text as visitor_id,
  e.session_id::text as session_id,
       e.hostname, e.pathname, ${dimensions('v')}, e.props, e.scroll_depth, e.engagement_time,
       e.revenue_amount, e.revenue_currency, ${flag('e.interactive', format)} as interactive
from (
  select recorded_at, seq, position, name, visitor_id, session_id, ${hostnameOf(site)} as hostname, pathname, props,
    null::smallint as scroll_depth,
         null::bigint as engagement_time,
         case when revenue_amount is null then revenue_source_amount else revenue_amount end as revenue_amount,
         case when revenue_amount is null then revenue_source_currency else revenue_currency end as revenue_currency,
         interactive
  from events
  where {{at}}site_id = ${site.id} and recorded_at >= '${from}' and recorded_at < '${to}'
  union all
  select recorded_at, seq, null, 'engagement', visitor_id, session_id, ${hostnameOf(site)}, pathname, props,
    scroll_depth, engagement_time_ms, null, null, true
  from engagements
  where {{at}}site_id = ${site.id} and recorded_at >= '${from}' and recorded_at < '${to}'
) e
left join (
  select session_id, ${dimensions('v')}
  from visits v
  where {{at}}site_id = ${site.id} and ended_at >= '${from}'::timestamptz - interval '7 days'
    and ended_at < '${to}'::timestamptz + interval '7 days'
  union all
  select session_id, ${dimensions('v')}
  from sessions v
  where {{at}}site_id = ${site.id} and ended_at >= '${to}'::timestamptz + interval '7 days' and ended_at < '${until}'
    and started_at < '${to}'
    and duration >= 604800
) v on v.session_id = e.session_id
order by e.recorded_at, e.seq, e.position, e.session_id, e.pathname, e.engagement_time, e.scroll_depth`

/** Sessions, ended and running, by the local day of their last activity. */
const sessionsSelect = (siteId: number, from: string, to: string, format: Format): string => `
select v.session_id::text as session_id, v.visitor_id::text as visitor_id,
  ${isoTime('v.started_at')} as start, v.duration,
       ${flag('v.is_bounce', format)} as is_bounce,
       v.entry_page, v.exit_page, v.pageviews, v.events, ${dimensions('v')}
from visits v
where {{at v}}v.site_id = ${siteId} and v.ended_at >= '${from}' and v.ended_at < '${to}'
order by v.started_at, v.session_id`

/**
 * JSON never holds these control characters unescaped: CSV with them as quote and delimiter is the bare text, a line a
 * row.
 */
const bare = `(format csv, quote E'\\x01', delimiter E'\\x02', encoding 'UTF8')`

function copyStatement(select: string, format: Format, header: boolean): string {
  if (format === 'csv') return `copy (${select}) to stdout (format csv, header ${header}, encoding 'UTF8')`
  return `copy (select row_to_json(r) from (${select}) r) to stdout ${bare}`
}

/** Streams the rows of a site out; answers when all are written. The sink stays open. */
export async function exportRows(options: ExportOptions): Promise<void> {
  const { site, what, format, sink } = options
  for (const day of [options.from, options.to]) {
    if (day !== undefined && !isDay(day)) throw new Failure(400, `${JSON.stringify(day)} is no date`)
  }
  const { part } = await ownPartOf(options.db.write, site.id)
  await withSnapshot(options.databaseUrl, sink, async (snapshot) => {
    const range = await findRange(snapshot, options, part)
    if (what === 'sessions') {
      await snapshot.copy(
        copyStatement(
          ofPart(sessionsSelect(site.id, range.from.toISOString(), range.to.toISOString(), format), part),
          format,
          true,
        ),
      )
      return
    }
    // The day after the last one of long lives is over everywhere.
    const until = site.long_lived_to === null ? range.to : new Date(Date.parse(site.long_lived_to) + 3 * dayMs)
    let isFirst = true
    for (let start = range.from.getTime(); isFirst || start < range.to.getTime(); start += sliceMs) {
      const [from, to] = [
        new Date(start).toISOString(),
        new Date(Math.min(start + sliceMs, range.to.getTime())).toISOString(),
      ]
      const select = ofPart(eventsSelect(site, from, to, until.toISOString(), format), part)
      await snapshot.copy(copyStatement(select, format, isFirst))
      isFirst = false
    }
  })
}

/** The asked local days as instants, cut to where the site has rows. */
async function findRange(
  snapshot: Snapshot,
  { site, what, from, to }: ExportOptions,
  part: Part,
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
        ([table, column]) =>
          `(select ${column} from ${table} where {{at}}site_id = $1 order by ${column} ${order} limit 1)`,
      )
      .join(', ')
  const [row] = await snapshot.query<{ first: Date | null; last: Date | null; from: Date | null; to: Date | null }>(
    ofPart(
      `select least(${ends('')}) as first, greatest(${ends('desc')}) as last,
              $2::date::timestamp at time zone $4 as "from", ($3::date + 1)::timestamp at time zone $4 as "to"`,
      part,
    ),
    [site.id, from ?? null, to ?? null, site.timezone],
  )
  const first = row?.first?.getTime() ?? 0
  const end = row?.last ? row.last.getTime() + 1_000 : 0
  const start = Math.max(first, row?.from?.getTime() ?? first)
  return { from: new Date(start), to: new Date(Math.max(start, Math.min(end, row?.to?.getTime() ?? end))) }
}
