// The visitors of a batch: as loaded, as they are now, and the sessions that ended on the way.

import { idleSeconds } from '../rules/lifetimes.ts'
import { apply, type EndedSession, type EventFlags, isLive, type SessionEvent, type Visitor } from '../rules/session.ts'
import { placeLate } from '../rules/session-history.ts'
import { createLocalDays, type LocalDays } from '../rules/time.ts'
import type { Event } from './event.ts'

/** One visitor of the batch. */
export interface Slot {
  readonly siteId: number
  readonly visitorId: string
  readonly timezone: string
  stripe: number
  isImported: boolean
  /** The row in the database. Null for a new visitor. */
  readonly loaded: Visitor | null
  now: Visitor | null
  /** Sessions that ended: of this batch, and once `stored` is there also earlier ones, oldest first. */
  ended: readonly EndedSession[]
  /** Ended sessions and local days as the tables have them; null until a late event asks. */
  stored: { readonly sessions: readonly EndedSession[]; readonly days: readonly string[] } | null
  /** Local days of `stored` and of this batch. */
  days: readonly string[]
}

/** An event that became a row. */
export interface PlacedEvent {
  readonly event: Event
  readonly slot: Slot
  readonly localDay: string
  readonly sessionId: string
  /** The how manieth event of its session; engagement counts for nothing. */
  readonly position: number
  /** Null for engagement. */
  readonly flags: EventFlags | null
}

/** The following day of a visitor. Its first event has to learn that the visitor was here the day before. */
export interface SeenBefore {
  readonly slot: Slot
  readonly localDay: string
}

export interface Played {
  readonly slots: ReadonlyMap<string, Slot>
  readonly placed: readonly PlacedEvent[]
  /** Engagement events without a live session. */
  readonly dropped: readonly Event[]
  /** The event that began each session of this batch: its dimensions are the session's. */
  readonly firstEvents: ReadonlyMap<string, Event>
  /** Loaded sessions that an event of this batch turned out to begin. */
  readonly earlierStarts: ReadonlyMap<string, Event>
  readonly seenBefore: readonly SeenBefore[]
}

export type Stored = NonNullable<Slot['stored']>

export const slotKey = (siteId: number, visitorId: string): string => `${siteId}:${visitorId}`

/**
 * Plays the events in order over the loaded visitors. If stored sessions of some visitors are needed first, answers
 * their keys: load them and play again.
 */
export function play(
  events: readonly Event[],
  loaded: ReadonlyMap<string, Visitor>,
  stored: ReadonlyMap<string, Stored>,
  newSessionId: () => string,
  localDays: LocalDays = createLocalDays(),
): Played | { readonly needed: ReadonlySet<string> } {
  const slots = new Map<string, Slot>()
  const placed: PlacedEvent[] = []
  const dropped: Event[] = []
  const firstEvents = new Map<string, Event>()
  const earlierStarts = new Map<string, Event>()
  const seenBefore: SeenBefore[] = []
  const needed = new Set<string>()

  const find = (siteId: number, visitorId: string, event: Event, make: boolean): Slot | undefined => {
    const key = slotKey(siteId, visitorId)
    const slot = slots.get(key)
    if (slot) return slot
    const visitor = loaded.get(key) ?? null
    if (!visitor && !make) return undefined
    const kept = stored.get(key) ?? null
    const made: Slot = {
      siteId,
      visitorId,
      timezone: event.timezone,
      stripe: event.stripe,
      isImported: event.importId !== null,
      loaded: visitor,
      now: visitor,
      ended: kept?.sessions ?? [],
      stored: kept,
      days: kept?.days ?? [],
    }
    slots.set(key, made)
    return made
  }

  /** The visitor of an event: the current id, else the previous one while its session goes on (spec/ingestion 18.2). */
  const slotOf = (event: Event): Slot => {
    if (event.previousVisitorId !== null) {
      const current = find(event.siteId, event.visitorId, event, false)
      if (!current?.now) {
        const previous = find(event.siteId, event.previousVisitorId, event, false)
        if (previous?.now && (isLive(previous.now, event.at) || event.at - previous.now.lastSeenAt <= idleSeconds))
          return previous
      }
    }
    return find(event.siteId, event.visitorId, event, true)!
  }

  const playLate = (slot: Slot, event: Event, sessionEvent: SessionEvent): void => {
    const visitor = slot.now!
    if (slot.loaded && !slot.stored) {
      needed.add(slotKey(slot.siteId, slot.visitorId))
      return
    }
    const days = [...new Set([...slot.days, ...visitor.activeDays])].sort()
    const sessionBefore = visitor.session
    const step = placeLate({ visitor, ended: slot.ended, days }, sessionEvent, newSessionId, (at) =>
      localDays(event.timezone, at),
    )
    if (step.kind === 'dropped') {
      dropped.push(event)
      return
    }
    const { history, sessionId } = step
    slot.now = history.visitor
    slot.ended = history.ended
    slot.days = history.days
    if (step.kind === 'engaged') {
      placed.push({ event, slot, localDay: sessionEvent.localDay, sessionId, position: 0, flags: null })
      return
    }
    if (step.isNew) firstEvents.set(sessionId, event)
    else if (sessionBefore?.id === sessionId && event.at < sessionBefore.startedAt) noteEarlierStart(sessionId, event)
    if (step.seenBeforeOn) seenBefore.push({ slot, localDay: step.seenBeforeOn })
    placed.push({ event, slot, localDay: sessionEvent.localDay, sessionId, position: step.position, flags: step.flags })
  }

  const noteEarlierStart = (sessionId: string, event: Event): void => {
    if (firstEvents.has(sessionId)) firstEvents.set(sessionId, event)
    else earlierStarts.set(sessionId, event)
  }

  for (const event of events) {
    const slot = slotOf(event)
    const localDay = localDays(event.timezone, event.at)
    const sessionEvent: SessionEvent = {
      at: event.at,
      localDay,
      name: event.name,
      interactive: event.interactive,
      hostname: event.hostname,
      pathname: event.pathname,
    }
    const before = slot.now
    const step = apply(before, sessionEvent, newSessionId)
    if (step.kind === 'late') {
      playLate(slot, event, sessionEvent)
    } else if (step.kind === 'dropped') {
      dropped.push(event)
    } else if (step.kind === 'engaged') {
      slot.now = step.visitor
      placed.push({ event, slot, localDay, sessionId: step.visitor.session!.id, position: 0, flags: null })
    } else {
      slot.now = step.visitor
      const sessionId = step.visitor.session!.id
      if (step.ended) slot.ended = [...slot.ended, step.ended]
      if (step.kind === 'begun') firstEvents.set(sessionId, event)
      else if (before?.session && event.at < before.session.startedAt) noteEarlierStart(sessionId, event)
      placed.push({ event, slot, localDay, sessionId, position: step.visitor.session!.events, flags: step.flags })
    }
  }
  if (needed.size > 0) return { needed }
  return { slots, placed, dropped, firstEvents, earlierStarts, seenBefore }
}
