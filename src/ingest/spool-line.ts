// One line of the spool: a batch of enriched events with its checksum. No IP address and no user agent: an Event has no
// place for them.
import { createHash } from 'node:crypto'
import type { Reporter } from '../rules/session.ts'
import type { Dimensions, EnrichedBatch, Event, OutcomeCount, PageRequest } from './event.ts'

/** Events of one line; larger batches become several, so that a line is read in one piece. */
const lineEventsMax = 100

/** Fields of an event in a line, in this order. Behind them are its dimensions, its id and its reporter. */
const fields = [
  'siteId',
  'timezone',
  'stripe',
  'at',
  'visitorId',
  'previousVisitorId',
  'name',
  'hostname',
  'pathname',
  'interactive',
  'props',
  'scrollDepth',
  'engagementTimeMs',
  'revenue',
] as const satisfies readonly (keyof Event)[]

type StoredEvent = readonly unknown[]

interface Stored {
  readonly id: string
  readonly partOf: string | null
  readonly events: readonly StoredEvent[]
  readonly outcomes: readonly OutcomeCount[]
  /** Absent: none, and in lines of earlier versions. */
  readonly pageRequests?: readonly PageRequest[]
}

const checksum = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** A UUID made of another one and a text: the same parts of the same batch always get the same ids. */
export function deriveId(id: string, part: string): string {
  const hex = createHash('sha256').update(`${id}/${part}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

const toStored = (event: Event): StoredEvent => {
  const stored = [...fields.map((field) => event[field]), event.dimensions()]
  return event.sentId || event.reporter === 'kit' ? [...stored, event.sentId ?? null, event.reporter] : stored
}

function toEvent(stored: StoredEvent): Event {
  const dimensions = stored[fields.length] as Dimensions
  const written = Object.fromEntries(fields.map((field, index) => [field, stored[index]]))
  return {
    ...(written as Pick<Event, (typeof fields)[number]>),
    importId: null,
    sentId: (stored[fields.length + 1] as string | null | undefined) ?? null,
    reporter: (stored[fields.length + 2] as Reporter | undefined) ?? null,
    homeHostname: null,
    dimensions: () => dimensions,
  }
}

/**
 * A batch as lines, newline included. A batch of several lines gets an id for each, which remembers the batch's own.
 */
export function toLines(batch: EnrichedBatch): string[] {
  const lines: string[] = []
  const write = (stored: Stored) => {
    const text = JSON.stringify(stored)
    lines.push(`${checksum(text)} ${text}\n`)
  }
  const { id, partOf = null, outcomes } = batch
  const requests = batch.pageRequests?.length ? { pageRequests: batch.pageRequests } : {}
  if (batch.events.length <= lineEventsMax) {
    write({ id, partOf, events: batch.events.map(toStored), outcomes, ...requests })
    return lines
  }
  for (let from = 0; from < batch.events.length; from += lineEventsMax)
    write({
      id: deriveId(id, `lines ${from}`),
      partOf: id,
      events: batch.events.slice(from, from + lineEventsMax).map(toStored),
      outcomes: from === 0 ? outcomes : [],
      ...(from === 0 ? requests : {}),
    })
  return lines
}

/** Reads a line (without newline); undefined when it is torn or damaged. */
export function parseLine(line: string): EnrichedBatch | undefined {
  const text = line.slice(17)
  if (line[16] !== ' ' || checksum(text) !== line.slice(0, 16)) return undefined
  const stored = JSON.parse(text) as Stored
  const { id, partOf, outcomes, pageRequests = [] } = stored
  return { id, partOf, events: stored.events.map(toEvent), outcomes, pageRequests }
}
