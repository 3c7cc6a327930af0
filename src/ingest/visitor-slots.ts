// The visitors of a batch: as loaded, as they are now, and the sessions that ended on the way.

import { idleSeconds } from '../rules/lifetimes.ts'
import {
  apply,
  type EndedSession,
  type EventFlags,
  isLive,
  noFirst,
  type SessionEvent,
  type Visitor,
} from '../rules/session.ts'
import { placeLate } from '../rules/session-history.ts'
import { engagementName } from '../rules/tables/event-names.ts'
import { createLocalDays, type LocalDays } from '../rules/time.ts'
import type { Event } from './event.ts'

/** One visitor of the batch. */
export interface Slot {
  readonly siteId: number
  /** Null: of an event without a visitor, which has a slot to itself. */
  readonly visitorId: string | null
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
  /** Null: no visit has it. */
  readonly sessionId: string | null
  /** Position of the event in its session, from 1. 0 for engagement. */
  readonly position: number
  /** Null for engagement. */
  readonly flags: EventFlags | null
}

/** The following day of a visitor. Its first event has to learn that the visitor was here the day before. */
export interface SeenBefore {
  readonly slot: Slot
  readonly localDay: string
}

/** The second report of a page. */
export interface ConfirmedPage {
  readonly event: Event
  readonly localDay: string
}

export interface Played {
  readonly slots: ReadonlyMap<string, Slot>
  readonly placed: readonly PlacedEvent[]
  /** Engagement events without a live session. */
  readonly dropped: readonly Event[]
  /** Events that had to come in order, before a later one of their visitor. */
  readonly outOfOrder: readonly Event[]
  /** Second reports of pages, with the local day on which the page counts (spec/ingestion 25). */
  readonly confirmed: readonly ConfirmedPage[]
  /** The event that began each session of this batch: its dimensions are the session's. */
  readonly firstEvents: ReadonlyMap<string, Event>
  /** Loaded sessions that an event of this batch turned out to begin. */
  readonly earlierStarts: ReadonlyMap<string, Event>
  readonly seenBefore: readonly SeenBefore[]
}

export type Stored = NonNullable<Slot['stored']>

export const slotKey = (siteId: number, visitorId: string): string => `${siteId}:${visitorId}`

/** The state of a replay, which each event changes: the visitors so far, and what their events came to. */
interface World {
  readonly loaded: ReadonlyMap<string, Visitor>
  readonly stored: ReadonlyMap<string, Stored>
  readonly newSessionId: () => string
  readonly localDays: LocalDays
  readonly slots: Map<string, Slot>
  readonly placed: PlacedEvent[]
  readonly dropped: Event[]
  readonly outOfOrder: Event[]
  readonly confirmed: ConfirmedPage[]
  readonly firstEvents: Map<string, Event>
  readonly earlierStarts: Map<string, Event>
  readonly seenBefore: SeenBefore[]
  /** Visitors whose stored sessions have to be loaded first. */
  readonly needed: Set<string>
}

/** The slot of an id; undefined when no such visitor is known. */
function findSlot(world: World, event: Event, visitorId: string): Slot | undefined {
  const key = slotKey(event.siteId, visitorId)
  const slot = world.slots.get(key)
  if (slot) return slot
  const visitor = world.loaded.get(key)
  return visitor && addSlot(world, event, visitorId, key, visitor)
}

const newSlot = (event: Event, visitorId: string | null, visitor: Visitor | null, stored: Stored | null): Slot => ({
  siteId: event.siteId,
  visitorId,
  timezone: event.timezone,
  stripe: event.stripe,
  isImported: event.importId !== null,
  loaded: visitor,
  now: visitor,
  ended: stored?.sessions ?? [],
  stored,
  days: stored?.days ?? [],
})

function addSlot(world: World, event: Event, visitorId: string, key: string, visitor: Visitor | null): Slot {
  const slot = newSlot(event, visitorId, visitor, world.stored.get(key) ?? null)
  world.slots.set(key, slot)
  return slot
}

/** The visitor of an event: the current id, else the previous one while its session goes on (spec/ingestion 18.2). */
function slotOf(world: World, event: Event, visitorId: string): Slot {
  const { previousVisitorId } = event
  const current = findSlot(world, event, visitorId)
  if (!current?.now && previousVisitorId !== null) {
    const previous = findSlot(world, event, previousVisitorId)
    if (previous?.now && (isLive(previous.now, event.at) || event.at - previous.now.lastSeenAt <= idleSeconds))
      return previous
  }
  return current ?? addSlot(world, event, visitorId, slotKey(event.siteId, visitorId), null)
}

/** An event before the first one of its session: the session's dimensions are this event's. */
function noteEarlierStart({ firstEvents, earlierStarts }: World, sessionId: string, event: Event): void {
  if (firstEvents.has(sessionId)) firstEvents.set(sessionId, event)
  else earlierStarts.set(sessionId, event)
}

/** Plays one event: its visitor goes on, and the event becomes a row, is dropped, or asks for stored sessions. */
function playEvent(world: World, event: Event): void {
  if (event.visitorId === null) {
    placeAlone(world, event)
    return
  }
  const slot = slotOf(world, event, event.visitorId)
  if (event.isOrdered && slot.now && event.at < slot.now.lastEventAt) {
    world.outOfOrder.push(event)
    return
  }
  const localDay = world.localDays(event.timezone, event.at)
  const sessionEvent: SessionEvent = {
    at: event.at,
    localDay,
    name: event.name,
    interactive: event.interactive,
    hostname: event.hostname,
    pathname: event.pathname,
    reporter: event.reporter,
  }
  const before = slot.now
  const step = apply(before, sessionEvent, world.newSessionId)
  if (step.kind === 'late') playLate(world, slot, event, sessionEvent)
  else if (step.kind === 'dropped') world.dropped.push(event)
  else if (step.kind === 'confirmed') {
    slot.now = step.visitor
    world.confirmed.push({ event, localDay: step.localDay })
  } else if (step.kind === 'engaged') {
    slot.now = step.visitor
    world.placed.push({ event, slot, localDay, sessionId: step.visitor.session!.id, position: 0, flags: null })
  } else {
    slot.now = step.visitor
    const { id: sessionId, events: position } = step.visitor.session!
    if (step.ended) slot.ended = [...slot.ended, step.ended]
    if (step.kind === 'begun') world.firstEvents.set(sessionId, event)
    else if (before?.session && event.at < before.session.startedAt) noteEarlierStart(world, sessionId, event)
    world.placed.push({ event, slot, localDay, sessionId, position, flags: step.flags })
  }
}

/** An event without a visitor counts by itself: it begins no visit, and is nobody's first (spec/ingestion 23.3). */
function placeAlone(world: World, event: Event): void {
  if (event.name === engagementName) {
    world.dropped.push(event)
    return
  }
  const localDay = world.localDays(event.timezone, event.at)
  const slot = newSlot(event, null, null, null)
  world.placed.push({ event, slot, localDay, sessionId: null, position: 0, flags: noFirst })
}

/** Plays an event that is older than its visitor's row can decide, over the stored sessions. */
function playLate(world: World, slot: Slot, event: Event, sessionEvent: SessionEvent): void {
  const visitor = slot.now!
  if (slot.loaded && !slot.stored) {
    world.needed.add(slotKey(slot.siteId, slot.visitorId!))
    return
  }
  const days = [...new Set([...slot.days, ...visitor.activeDays])].sort()
  const localDayOf = (at: number) => world.localDays(event.timezone, at)
  const step = placeLate({ visitor, ended: slot.ended, days }, sessionEvent, world.newSessionId, localDayOf)
  if (step.kind === 'dropped') {
    world.dropped.push(event)
    return
  }
  const { history, sessionId } = step
  slot.now = history.visitor
  slot.ended = history.ended
  slot.days = history.days
  const { localDay } = sessionEvent
  if (step.kind === 'engaged') {
    world.placed.push({ event, slot, localDay, sessionId, position: 0, flags: null })
    return
  }
  if (step.isNew) world.firstEvents.set(sessionId, event)
  else if (visitor.session?.id === sessionId && event.at < visitor.session.startedAt)
    noteEarlierStart(world, sessionId, event)
  if (step.seenBeforeOn) world.seenBefore.push({ slot, localDay: step.seenBeforeOn })
  world.placed.push({ event, slot, localDay, sessionId, position: step.position, flags: step.flags })
}

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
  const world: World = {
    loaded,
    stored,
    newSessionId,
    localDays,
    slots: new Map(),
    placed: [],
    dropped: [],
    outOfOrder: [],
    confirmed: [],
    firstEvents: new Map(),
    earlierStarts: new Map(),
    seenBefore: [],
    needed: new Set(),
  }
  for (const event of events) playEvent(world, event)
  const { needed, slots, placed, dropped, outOfOrder, confirmed, firstEvents, earlierStarts, seenBefore } = world
  if (needed.size > 0) return { needed }
  return { slots, placed, dropped, outOfOrder, confirmed, firstEvents, earlierStarts, seenBefore }
}
