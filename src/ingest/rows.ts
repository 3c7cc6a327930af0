// The COPY formats of the traffic tables: one list of columns each, the statement and the encoder come from the same
// list.
import { type CopyColumn, copyFlag, copyPlain, copyText, createCopy, createInstants } from '../db/copy.ts'
import { dimensionColumns, type EndedSession, type Visitor } from '../rules/session.ts'
import { dayMs } from '../rules/time.ts'
import type { Dimensions } from './event.ts'
import type { PlacedEvent, Slot } from './visitor-slots.ts'

/** A visitor row to write: the slot, its state, and the running session's dimensions. */
export interface VisitorRow {
  readonly slot: Slot
  readonly visitor: Visitor
  readonly dimensions: Dimensions
}

/** A session that began and ended in the batch. */
export interface SessionRow {
  readonly slot: Slot
  readonly ended: EndedSession
  readonly dimensions: Dimensions
}

const instant = createInstants()
const noDimensions: Dimensions = dimensionColumns.map(() => null)

const field = (value: string | number | null): string =>
  typeof value === 'string' ? copyText(value) : copyPlain(value)

const dimensionFields = <Row extends { dimensions: Dimensions }>(): CopyColumn<Row>[] =>
  dimensionColumns.map((name, index) => [name, (row) => field(row.dimensions[index] ?? null)])

/** True when the active days are only that of the last event. The table leaves them out then. */
const hasOneDay = ({ activeDays, lastEventDay }: Visitor): boolean =>
  activeDays.length === 1 && activeDays[0] === lastEventDay

/** The active days as the table has them, an array literal or null. */
const activeDaysOf = (visitor: Visitor): string | null =>
  hasOneDay(visitor) ? null : `{${visitor.activeDays.join(',')}}`

const dayZero = Date.parse('2000-01-01')

/** The same as numbers of days since 2000-01-01, with commas. */
export const activeDayNumbersOf = (visitor: Visitor): string | null =>
  hasOneDay(visitor) ? null : visitor.activeDays.map((day) => (Date.parse(day) - dayZero) / dayMs).join(',')

/** The running session's exit page as the table has it: null when it is the entry page. */
export const exitPageOf = ({ session }: Visitor): string | null =>
  session === null || session.exitPage === session.entryPage ? null : session.exitPage

/** The same for the exit page's hostname. */
export const exitHostnameOf = ({ session }: Visitor): string | null =>
  session === null || session.exitHostname === session.entryHostname ? null : session.exitHostname

/** The hostname as the tables have it: null for that of the site. */
const hostname = ({ event }: PlacedEvent): string =>
  copyText(event.hostname === event.homeHostname ? null : event.hostname)

export const eventCopy = createCopy<PlacedEvent>('events', [
  ['site_id', ({ slot }) => copyPlain(slot.siteId)],
  ['recorded_at', ({ event }) => instant(event.at)],
  ['visitor_id', ({ slot }) => slot.visitorId],
  ['session_id', ({ sessionId }) => sessionId],
  ['local_day', ({ localDay }) => localDay],
  ['first_of_visitor_day', ({ flags }) => copyFlag(flags!.firstOfVisitorDay)],
  ['first_of_visitor_month', ({ flags }) => copyFlag(flags!.firstOfVisitorMonth)],
  ['first_of_visit_day', ({ flags }) => copyFlag(flags!.firstOfVisitDay)],
  ['first_of_visit_month', ({ flags }) => copyFlag(flags!.firstOfVisitMonth)],
  ['seen_day_before', ({ flags }) => copyFlag(flags!.seenDayBefore)],
  ['interactive', ({ event }) => copyFlag(event.interactive)],
  ['name', ({ event }) => copyText(event.name)],
  ['hostname', hostname],
  ['pathname', ({ event }) => copyText(event.pathname)],
  ['position', ({ position }) => copyPlain(position & 0x7fff)],
  ['props', ({ event }) => copyText(event.props)],
  ['revenue_source_amount', ({ event }) => copyPlain(event.revenue?.sourceAmount ?? null)],
  ['revenue_source_currency', ({ event }) => copyText(event.revenue?.sourceCurrency ?? null)],
  ['revenue_amount', ({ event }) => copyPlain(event.revenue?.amount ?? null)],
  ['revenue_currency', ({ event }) => copyText(event.revenue?.currency ?? null)],
  ['import_id', ({ event }) => copyPlain(event.importId)],
])

export const engagementCopy = createCopy<PlacedEvent>('engagements', [
  ['site_id', ({ slot }) => copyPlain(slot.siteId)],
  ['recorded_at', ({ event }) => instant(event.at)],
  ['visitor_id', ({ slot }) => slot.visitorId],
  ['session_id', ({ sessionId }) => sessionId],
  ['local_day', ({ localDay }) => localDay],
  ['hostname', hostname],
  ['pathname', ({ event }) => copyText(event.pathname)],
  ['scroll_depth', ({ event }) => copyPlain(event.scrollDepth)],
  ['engagement_time_ms', ({ event }) => copyPlain(event.engagementTimeMs)],
  ['props', ({ event }) => copyText(event.props)],
  ['import_id', ({ event }) => copyPlain(event.importId)],
])

export const visitorCopy = createCopy<VisitorRow>('visitors', [
  ['site_id', ({ slot }) => copyPlain(slot.siteId)],
  ['visitor_id', ({ slot }) => slot.visitorId],
  ['stripe', ({ slot }) => copyPlain(slot.stripe)],
  ['last_event_at', ({ visitor }) => instant(visitor.lastEventAt)],
  ['last_seen_at', ({ visitor }) => instant(visitor.lastSeenAt)],
  ['last_event_day', ({ visitor }) => visitor.lastEventDay],
  ['last_ended_day', ({ visitor }) => copyPlain(visitor.lastEndedDay)],
  ['active_days', ({ visitor }) => copyPlain(activeDaysOf(visitor))],
  ['imported', ({ slot }) => copyFlag(slot.isImported)],
  ['session_id', ({ visitor }) => copyPlain(visitor.session?.id ?? null)],
  ['started_at', ({ visitor }) => (visitor.session ? instant(visitor.session.startedAt) : '\\N')],
  ['entry_page', ({ visitor }) => copyText(visitor.session?.entryPage ?? null)],
  ['exit_page', ({ visitor }) => copyText(exitPageOf(visitor))],
  ['entry_hostname', ({ visitor }) => copyText(visitor.session?.entryHostname ?? null)],
  ['exit_hostname', ({ visitor }) => copyText(exitHostnameOf(visitor))],
  ['pageviews', ({ visitor }) => copyPlain(visitor.session?.pageviews ?? null)],
  ['events', ({ visitor }) => copyPlain(visitor.session?.events ?? null)],
  ['is_bounce', ({ visitor }) => (visitor.session ? copyFlag(visitor.session.isBounce) : '\\N')],
  ...dimensionFields<VisitorRow>(),
])

export const sessionCopy = createCopy<SessionRow>('sessions', [
  ['site_id', ({ slot }) => copyPlain(slot.siteId)],
  ['ended_at', ({ ended }) => instant(ended.endedAt)],
  ['session_id', ({ ended }) => ended.session.id],
  ['visitor_id', ({ slot }) => slot.visitorId],
  ['started_at', ({ ended }) => instant(ended.session.startedAt)],
  ['local_day', ({ ended }) => ended.localDay],
  ['first_of_visitor_day', ({ ended }) => copyFlag(ended.flags.firstOfVisitorDay)],
  ['first_of_visitor_month', ({ ended }) => copyFlag(ended.flags.firstOfVisitorMonth)],
  ['seen_day_before', ({ ended }) => copyFlag(ended.flags.seenDayBefore)],
  ['duration', ({ ended }) => copyPlain(durationOf(ended))],
  ['is_bounce', ({ ended }) => copyFlag(ended.session.isBounce)],
  ['pageviews', ({ ended }) => copyPlain(ended.session.pageviews)],
  ['events', ({ ended }) => copyPlain(ended.session.events)],
  ['entry_page', ({ ended }) => copyText(ended.session.entryPage)],
  ['exit_page', ({ ended }) => copyText(ended.session.exitPage)],
  ['entry_hostname', ({ ended }) => copyText(ended.session.entryHostname)],
  ['exit_hostname', ({ ended }) => copyText(ended.session.exitHostname)],
  ...dimensionFields<SessionRow>(),
])

/** Seconds from a session's start to its last event. */
export const durationOf = (ended: EndedSession): number => Math.abs(ended.endedAt - ended.session.startedAt)

export { instant, noDimensions }
