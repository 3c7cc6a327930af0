// The COPY formats of events, engagements and sessions: one list of columns each. The list of `visitors` is in
// visitor-columns.ts.
import { copyFlag, copyPlain, copyText, createCopy } from '../db/copy.ts'
import type { EndedSession } from '../rules/session.ts'
import type { Dimensions, Event } from './event.ts'
import { positionsOf, type Row } from './parameters.ts'
import { dimensionFields, instant, toSession } from './visitor-columns.ts'
import type { PlacedEvent, Slot } from './visitor-slots.ts'

/** A session that began and ended in the batch. */
export interface SessionRow {
  readonly slot: Slot
  readonly ended: EndedSession
  readonly dimensions: Dimensions
}

/** The hostname as the tables have it: null for the home hostname of the site. */
const hostname = ({ event }: PlacedEvent): string =>
  copyText(event.hostname === event.homeHostname ? null : event.hostname)

export const eventCopy = createCopy<PlacedEvent>('events', [
  ['site_id', ({ slot }) => copyPlain(slot.siteId)],
  ['recorded_at', ({ event }) => instant(event.at)],
  ['visitor_id', ({ slot }) => copyPlain(slot.visitorId)],
  ['session_id', ({ sessionId }) => copyPlain(sessionId)],
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

/** The ids under which programs sent events. */
export const sentCopy = createCopy<Event>('sent_events', [
  ['site_id', ({ siteId }) => copyPlain(siteId)],
  ['sent_id', ({ sentId }) => copyPlain(sentId ?? null)],
  ['stripe', ({ stripe }) => copyPlain(stripe)],
])

export const engagementCopy = createCopy<PlacedEvent>('engagements', [
  ['site_id', ({ slot }) => copyPlain(slot.siteId)],
  ['recorded_at', ({ event }) => instant(event.at)],
  ['visitor_id', ({ slot }) => copyPlain(slot.visitorId)],
  ['session_id', ({ sessionId }) => copyPlain(sessionId)],
  ['local_day', ({ localDay }) => localDay],
  ['hostname', hostname],
  ['pathname', ({ event }) => copyText(event.pathname)],
  ['scroll_depth', ({ event }) => copyPlain(event.scrollDepth)],
  ['engagement_time_ms', ({ event }) => copyPlain(event.engagementTimeMs)],
  ['props', ({ event }) => copyText(event.props)],
  ['import_id', ({ event }) => copyPlain(event.importId)],
])

interface SessionColumn {
  readonly name: string
  readonly copy: (row: SessionRow) => string
  /** How it is loaded, from `s`. Unset: late events do not need it. */
  readonly read?: string
}

const secondsOf = (name: string): string => `extract(epoch from s.${name})::bigint`

/** The columns of `sessions`: COPY writes them, and late events load them. */
const columns = [
  { name: 'site_id', copy: ({ slot }) => copyPlain(slot.siteId), read: 's.site_id' },
  { name: 'ended_at', copy: ({ ended }) => instant(ended.endedAt), read: secondsOf('ended_at') },
  { name: 'session_id', copy: ({ ended }) => ended.session.id, read: 's.session_id' },
  { name: 'visitor_id', copy: ({ slot }) => copyPlain(slot.visitorId), read: 's.visitor_id' },
  { name: 'started_at', copy: ({ ended }) => instant(ended.session.startedAt), read: secondsOf('started_at') },
  { name: 'local_day', copy: ({ ended }) => ended.localDay, read: 's.local_day' },
  {
    name: 'first_of_visitor_day',
    copy: ({ ended }) => copyFlag(ended.flags.firstOfVisitorDay),
    read: 's.first_of_visitor_day',
  },
  {
    name: 'first_of_visitor_month',
    copy: ({ ended }) => copyFlag(ended.flags.firstOfVisitorMonth),
    read: 's.first_of_visitor_month',
  },
  { name: 'seen_day_before', copy: ({ ended }) => copyFlag(ended.flags.seenDayBefore), read: 's.seen_day_before' },
  { name: 'duration', copy: ({ ended }) => copyPlain(durationOf(ended)) },
  { name: 'is_bounce', copy: ({ ended }) => copyFlag(ended.session.isBounce), read: 's.is_bounce' },
  { name: 'pageviews', copy: ({ ended }) => copyPlain(ended.session.pageviews), read: 's.pageviews' },
  { name: 'events', copy: ({ ended }) => copyPlain(ended.session.events), read: 's.events' },
  { name: 'entry_page', copy: ({ ended }) => copyText(ended.session.entryPage), read: 's.entry_page' },
  { name: 'exit_page', copy: ({ ended }) => copyText(ended.session.exitPage), read: 's.exit_page' },
  { name: 'entry_hostname', copy: ({ ended }) => copyText(ended.session.entryHostname), read: 's.entry_hostname' },
  { name: 'exit_hostname', copy: ({ ended }) => copyText(ended.session.exitHostname), read: 's.exit_hostname' },
] as const satisfies readonly SessionColumn[]

const list: readonly SessionColumn[] = columns

export const sessionCopy = createCopy<SessionRow>('sessions', [
  ...list.map(({ name, copy }) => [name, copy] as const),
  ...dimensionFields<SessionRow>(),
])

type Loaded = Extract<(typeof columns)[number], { readonly read: string }>['name']
const loaded = list.filter((column) => column.read !== undefined)

/** The select list of `load_sessions`. */
export const sessionReads: readonly string[] = loaded.map(({ read }) => read!)
const at = positionsOf<Loaded>(loaded.map(({ name }) => name as Loaded))

/** A row of `load_sessions`, with the key of its visitor. */
export function toEnded(row: Row): { readonly key: string; readonly ended: EndedSession } {
  const endedAt = Number(row[at.ended_at])
  return {
    key: `${row[at.site_id]}:${row[at.visitor_id]}`,
    ended: {
      session: toSession(row, at, row[at.session_id]!, row[at.started_at]!),
      endedAt,
      lastSeenAt: endedAt,
      localDay: row[at.local_day]!,
      flags: {
        firstOfVisitorDay: row[at.first_of_visitor_day] === 't',
        firstOfVisitorMonth: row[at.first_of_visitor_month] === 't',
        seenDayBefore: row[at.seen_day_before] === 't',
      },
    },
  }
}

/** Seconds from a session's start to its last event. */
export const durationOf = (ended: EndedSession): number => Math.abs(ended.endedAt - ended.session.startedAt)
