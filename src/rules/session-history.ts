// Events older than their visitor's state (a spool replay, a slow process): they extend the session they fall into, or
// become a session of their own (spec/ingestion 18.3). Rare, so that clarity beats speed here.

import { addDays, monthOf } from './days.ts'
import { idleSeconds } from './lifetimes.ts'
import {
  begin,
  type EndedSession,
  type EventFlags,
  endFlags,
  extend,
  flagsAmong,
  isLive,
  type RunningSession,
  type SessionEvent,
  type Visitor,
  withActiveDay,
} from './session.ts'

/** A visitor with its ended sessions around the event, oldest first, and all its local days there. */
export interface History {
  readonly visitor: Visitor
  readonly ended: readonly EndedSession[]
  readonly days: readonly string[]
}

export type LateStep =
  | { readonly kind: 'dropped' }
  | { readonly kind: 'engaged'; readonly history: History; readonly sessionId: string }
  | {
      readonly kind: 'placed'
      readonly history: History
      readonly sessionId: string
      readonly flags: EventFlags
      /** Position of the event in its session, from 1. */
      readonly position: number
      /** True when a new session was made of the event. */
      readonly isNew: boolean
      /** The following local day, when its first event has to learn that the visitor was here the day before. */
      readonly seenBeforeOn: string | null
    }

/** Numbers the flags of ended sessions afresh; what came before the first is read from the first stored one. */
function reflag(ended: readonly EndedSession[], stored: EndedSession | undefined): EndedSession[] {
  let previous: string | null = stored ? dayBefore(stored) : null
  if (previous !== null && ended[0] && ended[0].localDay < previous) previous = null
  return ended.map((session) => {
    const flags = endFlags(session.localDay, previous)
    previous = session.localDay
    return { ...session, flags }
  })
}

/** A day that explains the flags of the first known session: the day its visitor's session before it ended on. */
function dayBefore({ localDay, flags }: EndedSession): string | null {
  if (!flags.firstOfVisitorDay) return localDay
  if (flags.seenDayBefore) return addDays(localDay, -1)
  if (flags.firstOfVisitorMonth) return null
  return `${monthOf(localDay)}-01`
}

/** How far an instant lies from a session; 0 inside. */
const distance = (session: EndedSession, at: number): number =>
  Math.max(session.session.startedAt - at, at - session.lastSeenAt, 0)

const byEnd = (a: EndedSession, b: EndedSession): number =>
  a.endedAt - b.endedAt || a.session.startedAt - b.session.startedAt

/** Places one late event. `localDayOf` names the site's local day of an instant. */
export function placeLate(
  history: History,
  event: SessionEvent,
  newSessionId: () => string,
  localDayOf: (at: number) => string,
): LateStep {
  const { visitor, ended } = history
  const isRunning = isLive(visitor, event.at)
  const found = isRunning ? undefined : nearest(ended, event.at, visitor)
  if (event.name === 'engagement') {
    if (isRunning) return { kind: 'engaged', history, sessionId: visitor.session!.id }
    return found ? engage(history, found, event.at) : { kind: 'dropped' }
  }
  if (isRunning) return extendRunning(history, visitor.session!, event, localDayOf)
  const session = found ? extend(found.session, event, found.endedAt) : begin(event, newSessionId())
  return placeEnded(history, session, found, event, localDayOf)
}

/** Engagement keeps an ended session alive for longer. */
function engage(history: History, found: EndedSession, at: number): LateStep {
  const { visitor, ended } = history
  const seen = { ...visitor, lastSeenAt: Math.max(visitor.lastSeenAt, found === ended.at(-1) ? at : 0) }
  const kept = ended.map((other) =>
    other === found ? { ...found, lastSeenAt: Math.max(found.lastSeenAt, at) } : other,
  )
  return { kind: 'engaged', history: { ...history, visitor: seen, ended: kept }, sessionId: found.session.id }
}

/** The event belongs to the running session. */
function extendRunning(
  { visitor, ended, days }: History,
  before: RunningSession,
  event: SessionEvent,
  localDayOf: (at: number) => string,
): LateStep {
  const session = extend(before, event, visitor.lastEventAt)
  return {
    kind: 'placed',
    history: { visitor: { ...remember(visitor, event), session }, ended, days: withDay(days, event.localDay) },
    sessionId: session.id,
    position: session.events,
    flags: flagsAmong(days, event.localDay, { from: localDayOf(before.startedAt), to: visitor.lastEventDay }),
    isNew: false,
    seenBeforeOn: seenBeforeOn(days, event.localDay),
  }
}

/** The event extended an ended session, or became one of its own: both change the flags of those behind. */
function placeEnded(
  { visitor, ended, days }: History,
  session: RunningSession,
  found: EndedSession | undefined,
  event: SessionEvent,
  localDayOf: (at: number) => string,
): LateStep {
  const endedAt = found ? Math.max(found.endedAt, event.at) : event.at
  const placed: EndedSession = {
    session,
    endedAt,
    lastSeenAt: Math.max(found?.lastSeenAt ?? 0, event.at),
    localDay: localDayOf(endedAt),
    flags: endFlags(event.localDay, null),
  }
  const sessions = reflag([...ended.filter((other) => other !== found), placed].sort(byEnd), ended[0])
  const lastEndedDay = sessions.at(-1)!.localDay
  const before = found ? { from: localDayOf(found.session.startedAt), to: found.localDay } : null
  return {
    kind: 'placed',
    history: {
      visitor: { ...remember(visitor, event), lastEndedDay },
      ended: sessions,
      days: withDay(days, event.localDay),
    },
    sessionId: session.id,
    position: session.events,
    flags: flagsAmong(days, event.localDay, before),
    isNew: !found,
    seenBeforeOn: seenBeforeOn(days, event.localDay),
  }
}

/** The visitor after a late event, its sessions aside. */
const remember = (visitor: Visitor, event: SessionEvent): Visitor => ({
  ...visitor,
  lastEventAt: Math.max(visitor.lastEventAt, event.at),
  lastSeenAt: Math.max(visitor.lastSeenAt, event.at),
  lastEventDay: [visitor.lastEventDay, event.localDay].sort()[1]!,
  activeDays: withActiveDay(visitor.activeDays, event.localDay),
})

/** The following day, when the event is the first of its own and the visitor was here on that one too. */
function seenBeforeOn(days: readonly string[], day: string): string | null {
  const next = addDays(day, 1)
  return !days.includes(day) && days.includes(next) ? next : null
}

function nearest(ended: readonly EndedSession[], at: number, visitor: Visitor): EndedSession | undefined {
  let best: EndedSession | undefined
  for (const session of ended) {
    // Engagement keeps a session alive beyond its last event; how long, the visitor remembers for the last one.
    const isLast = session === ended.at(-1) && visitor.session === null
    const until = (isLast ? Math.max(session.lastSeenAt, visitor.lastSeenAt) : session.lastSeenAt) + idleSeconds
    if (at < session.session.startedAt - idleSeconds || at > until) continue
    if (!best || distance(session, at) < distance(best, at)) best = session
  }
  return best
}

const withDay = (days: readonly string[], day: string): readonly string[] =>
  days.includes(day) ? days : [...days, day].sort()
