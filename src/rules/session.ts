// The table of sessions (spec/ingestion 18.3): how one event changes the state of its visitor. Pure: time, ids and days
// come in as arguments; nothing here reads a clock or a database.

import { addDays, monthOf } from './days.ts'
import { idleSeconds } from './lifetimes.ts'

/**
 * Local days a visitor remembers. Ids live for two salts, at most three local days; imported ones ask the tables
 * instead.
 */
const activeDaysMax = 8

/**
 * A session's frozen attributes, by the names that tables, imports and exports have for them, in the order they are
 * handed on.
 */
export const dimensionColumns = [
  'referrer',
  'source',
  'channel',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'click_id',
  'country',
  'region',
  'city',
  'device',
  'browser',
  'browser_version',
  'os',
  'os_version',
] as const

/** The reporter of a pageview as it happens: a kit that served the page, or the script in it. */
export type Reporter = 'kit' | 'script'

/** The part of an event that the session table needs. Times are UTC epoch seconds. */
export interface SessionEvent {
  readonly at: number
  readonly localDay: string
  readonly name: string
  readonly interactive: boolean
  readonly hostname: string
  readonly pathname: string
  /** Absent: neither. */
  readonly reporter?: Reporter | null | undefined
}

/** A pageview that a kit reported and the script has not confirmed yet. */
export interface AheadPage {
  readonly hostname: string
  readonly pathname: string
  readonly localDay: string
}

/** No pages, for comparisons. */
export const noneAhead: readonly AheadPage[] = []
/** Pages of a session that wait for the script to confirm them; the oldest are forgotten first. */
const aheadMax = 16
/** Seconds within which a kit's report of a page may arrive behind the script's. */
const behindSeconds = 10

/** A session under way, without its frozen attributes. They never change, so the rules here do not need them. */
export interface RunningSession {
  readonly id: string
  readonly startedAt: number
  readonly pageviews: number
  readonly events: number
  readonly isBounce: boolean
  readonly entryPage: string | null
  readonly entryHostname: string | null
  readonly exitPage: string | null
  readonly exitHostname: string | null
}

/** State remembered for a visitor id while its salts live. */
export interface Visitor {
  /** Last event other than engagement: where the session would end. */
  readonly lastEventAt: number
  /** Last activity, engagement included: what keeps the session alive. */
  readonly lastSeenAt: number
  readonly lastEventDay: string
  readonly lastEndedDay: string | null
  /** Recent local days with events, ascending. */
  readonly activeDays: readonly string[]
  readonly session: RunningSession | null
  /** Of the running session. */
  readonly ahead: readonly AheadPage[]
}

/** The flags of an event row (docs/architecture.md, "One event"). */
export interface EventFlags {
  readonly firstOfVisitorDay: boolean
  readonly firstOfVisitorMonth: boolean
  readonly firstOfVisitDay: boolean
  readonly firstOfVisitMonth: boolean
  readonly seenDayBefore: boolean
}

/** The flags of an ended session, by the local day of its end. */
export interface EndFlags {
  readonly firstOfVisitorDay: boolean
  readonly firstOfVisitorMonth: boolean
  readonly seenDayBefore: boolean
}

/** A session that ended, with the time of its last event and that event's local day. */
export interface EndedSession {
  readonly session: RunningSession
  readonly endedAt: number
  /** Last activity, engagement included: how long it was alive. In no column, the engagement rows tell it. */
  readonly lastSeenAt: number
  readonly localDay: string
  readonly flags: EndFlags
}

export type Step =
  | {
      readonly kind: 'begun' | 'extended'
      readonly visitor: Visitor
      readonly flags: EventFlags
      readonly ended: EndedSession | null
    }
  | { readonly kind: 'engaged'; readonly visitor: Visitor }
  /** The other reporter's word on a page that counts already; `localDay`: of the day on which it counts. */
  | { readonly kind: 'confirmed'; readonly visitor: Visitor; readonly localDay: string }
  | { readonly kind: 'dropped' }
  /** The event is older than the remembered session: the visitor's ended sessions decide (rules/session-history). */
  | { readonly kind: 'late' }

/** A session's first event. It stays a bounce even when the event is interactive. */
export function begin(event: SessionEvent, id: string): RunningSession {
  const isPageview = event.name === 'pageview'
  return {
    id,
    startedAt: event.at,
    pageviews: isPageview ? 1 : 0,
    events: 1,
    isBounce: true,
    entryPage: isPageview ? event.pathname : null,
    entryHostname: isPageview ? event.hostname : null,
    exitPage: isPageview ? event.pathname : null,
    exitHostname: isPageview ? event.hostname : null,
  }
}

/**
 * A later event of a session; `lastEventAt` is the session's last event so far. An older event never becomes the exit
 * page.
 */
export function extend(session: RunningSession, event: SessionEvent, lastEventAt: number): RunningSession {
  const isPageview = event.name === 'pageview'
  const pageviews = isPageview ? session.pageviews + 1 : session.pageviews
  const isEntry = isPageview && (session.entryPage === null || event.at < session.startedAt)
  const isExit = isPageview && (session.exitPage === null || event.at >= lastEventAt)
  return {
    id: session.id,
    startedAt: Math.min(event.at, session.startedAt),
    pageviews,
    events: session.events + 1,
    isBounce: session.isBounce && pageviews < 2 && (isPageview || !event.interactive),
    entryPage: isEntry ? event.pathname : session.entryPage,
    entryHostname: isEntry ? event.hostname : session.entryHostname,
    exitPage: isExit ? event.pathname : session.exitPage,
    exitHostname: isExit ? event.hostname : session.exitHostname,
  }
}

/** The flags of a session that ends on `localDay`, when the visitor's previous one ended on `previousDay`. */
export function endFlags(localDay: string, previousDay: string | null): EndFlags {
  if (previousDay === localDay) return { firstOfVisitorDay: false, firstOfVisitorMonth: false, seenDayBefore: false }
  return {
    firstOfVisitorDay: true,
    firstOfVisitorMonth: previousDay === null || monthOf(previousDay) !== monthOf(localDay),
    seenDayBefore: previousDay !== null && addDays(previousDay, 1) === localDay,
  }
}

/** Ends the running session of a visitor. */
function end(visitor: Visitor, session: RunningSession): EndedSession {
  return {
    session,
    endedAt: visitor.lastEventAt,
    lastSeenAt: visitor.lastSeenAt,
    localDay: visitor.lastEventDay,
    flags: endFlags(visitor.lastEventDay, visitor.lastEndedDay),
  }
}

/** The flags of an event that is the first of nothing. */
export const noFirst: EventFlags = {
  firstOfVisitorDay: false,
  firstOfVisitorMonth: false,
  firstOfVisitDay: false,
  firstOfVisitMonth: false,
  seenDayBefore: false,
}

/** Adds a day to the remembered ones, ascending, the oldest forgotten first. */
export function withActiveDay(days: readonly string[], day: string): readonly string[] {
  if (days.length === 0 || days[days.length - 1]! < day) return [...days, day].slice(-activeDaysMax)
  if (days.includes(day)) return days
  return [...days, day].sort().slice(-activeDaysMax)
}

/**
 * The flags of an event on `day` for a visitor active on `days`. The events of its session so far lie on the days
 * `from` to `to` (null: a new session).
 */
export function flagsAmong(
  days: readonly string[],
  day: string,
  session: { readonly from: string; readonly to: string } | null,
): EventFlags {
  const seen = days.includes(day)
  const month = monthOf(day)
  return {
    firstOfVisitorDay: !seen,
    firstOfVisitorMonth: !days.some((known) => monthOf(known) === month),
    firstOfVisitDay: session === null || day < session.from || day > session.to,
    firstOfVisitMonth: session === null || month < monthOf(session.from) || month > monthOf(session.to),
    seenDayBefore: !seen && days.includes(addDays(day, -1)),
  }
}

/** The flags of an event that is not older than anything known: one comparison with the last event's day. */
function nextFlags(visitor: Visitor | null, day: string, isNewSession: boolean): EventFlags {
  const last = visitor ? visitor.lastEventDay : null
  if (last === day) {
    if (!isNewSession) return noFirst
    return { ...noFirst, firstOfVisitDay: true, firstOfVisitMonth: true }
  }
  const newMonth = last === null || monthOf(last) !== monthOf(day)
  return {
    firstOfVisitorDay: true,
    firstOfVisitorMonth: newMonth,
    firstOfVisitDay: true,
    firstOfVisitMonth: isNewSession || newMonth,
    seenDayBefore: last !== null && addDays(last, 1) === day,
  }
}

/** True when the visitor's running session is live for an event at `at`. */
export function isLive(visitor: Visitor, at: number): boolean {
  return (
    visitor.session !== null && at - visitor.lastSeenAt <= idleSeconds && at >= visitor.session.startedAt - idleSeconds
  )
}

/** True when the event is older than the visitor's row can decide. */
const isLate = (visitor: Visitor, at: number): boolean => at - visitor.lastSeenAt <= idleSeconds

/**
 * Finds the page that a report of a running session is the second word on: for the script the oldest one that a kit
 * reported, for a kit the page that the script reported a moment before.
 */
function confirm(visitor: Visitor, event: SessionEvent): Extract<Step, { kind: 'confirmed' }> | undefined {
  const { hostname, pathname, reporter, at } = event
  if (!reporter || event.name !== 'pageview') return undefined
  const index = visitor.ahead.findIndex((page) => page.pathname === pathname && page.hostname === hostname)
  const seen = { ...visitor, lastSeenAt: Math.max(visitor.lastSeenAt, at) }
  if (reporter === 'script') {
    if (index < 0) return undefined
    const ahead = visitor.ahead.length === 1 ? noneAhead : visitor.ahead.toSpliced(index, 1)
    return { kind: 'confirmed', visitor: { ...seen, ahead }, localDay: visitor.ahead[index]!.localDay }
  }
  const { exitPage, exitHostname } = visitor.session!
  const isBehind = index < 0 && exitPage === pathname && exitHostname === hostname
  if (!isBehind || Math.abs(at - visitor.lastEventAt) > behindSeconds) return undefined
  return { kind: 'confirmed', visitor: seen, localDay: visitor.lastEventDay }
}

/** The pages that wait for the script once an event counts. */
function withAhead(ahead: readonly AheadPage[], { name, hostname, pathname, localDay, reporter }: SessionEvent) {
  if (reporter !== 'kit' || name !== 'pageview') return ahead
  return [...ahead, { hostname, pathname, localDay }].slice(-aheadMax)
}

/** Applies one event to its visitor: begins, extends, ends or keeps alive a session (spec/ingestion 16 and 18.3). */
export function apply(visitor: Visitor | null, event: SessionEvent, newSessionId: () => string): Step {
  const live = visitor !== null && isLive(visitor, event.at)
  if (event.name === 'engagement') {
    if (!live) return visitor !== null && isLate(visitor, event.at) ? { kind: 'late' } : { kind: 'dropped' }
    return { kind: 'engaged', visitor: event.at > visitor.lastSeenAt ? { ...visitor, lastSeenAt: event.at } : visitor }
  }
  if (live) {
    const confirmed = confirm(visitor, event)
    if (confirmed) return confirmed
    const session = visitor.session!
    // A day already passed: the comparison with the last day does not hold, the remembered days do.
    const isOlderDay = event.localDay < visitor.lastEventDay
    if (isOlderDay && (event.at < session.startedAt || !visitor.activeDays.includes(event.localDay)))
      return { kind: 'late' }
    return {
      kind: 'extended',
      visitor: {
        lastEventAt: Math.max(visitor.lastEventAt, event.at),
        lastSeenAt: Math.max(visitor.lastSeenAt, event.at),
        lastEventDay: isOlderDay ? visitor.lastEventDay : event.localDay,
        lastEndedDay: visitor.lastEndedDay,
        activeDays:
          event.localDay === visitor.lastEventDay
            ? visitor.activeDays
            : withActiveDay(visitor.activeDays, event.localDay),
        session: extend(session, event, visitor.lastEventAt),
        ahead: withAhead(visitor.ahead, event),
      },
      flags: isOlderDay ? noFirst : nextFlags(visitor, event.localDay, false),
      ended: null,
    }
  }
  if (visitor !== null && isLate(visitor, event.at)) return { kind: 'late' }
  const ended = visitor?.session ? end(visitor, visitor.session) : null
  return {
    kind: 'begun',
    visitor: {
      lastEventAt: event.at,
      lastSeenAt: event.at,
      lastEventDay: event.localDay,
      lastEndedDay: ended ? ended.localDay : (visitor?.lastEndedDay ?? null),
      activeDays: withActiveDay(visitor?.activeDays ?? [], event.localDay),
      session: begin(event, newSessionId()),
      ahead: withAhead(noneAhead, event),
    },
    flags: nextFlags(visitor, event.localDay, true),
    ended,
  }
}
