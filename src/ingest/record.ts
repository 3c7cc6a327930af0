// A batch in a thread: facts -> late drops -> transaction; when the database is away, spool lines instead. Errors are
// sorted here.

import type { ScriptClient } from '../db/copy.ts'
import { findNode } from '../db/nodes.ts'
import type { Part } from '../db/parts.ts'
import { isDatabaseAway } from '../db/pool.ts'
import { isOtherSchema } from '../db/schema-watch.ts'
import type { EnrichedBatch, Event, OutcomeCount } from './event.ts'
import { hourOf } from './event.ts'
import { createFacts } from './facts.ts'
import { connectTraffic } from './prepared.ts'
import { deriveId, parseLine, toLines } from './spool-line.ts'
import { applyBatch, MovedAway } from './transaction.ts'
import type { ItemEvent, Task, TaskResult, WireBatch } from './wire.ts'

/**
 * How often a transaction that lost against another one (deadlock, serialisation) is tried again before it counts as
 * away.
 */
const attemptsMax = 5

type Trouble = 'away' | 'again' | 'repeated' | 'data' | 'schema'

/** The reaction to an error of a transaction. An error that the database did not cause is the data's. */
export function sortError(error: unknown): Trouble {
  if (isDatabaseAway(error)) return 'away'
  if (isOtherSchema(error)) return 'schema'
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  if (typeof code !== 'string' || code.length !== 5) return 'data'
  if (code === '23505' && constraint === 'ingested_batches_pkey') return 'repeated'
  if (/^(22|23|54)/.test(code)) return 'data'
  if (/^(40|55P03)/.test(code)) return 'again'
  return 'away'
}

/** Names an error without its content: messages may quote an event's values. */
const nameError = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown'
}

/** Where and when batches are brought in. */
interface Place {
  readonly lane: number
  readonly part: Part
  readonly now: Date
}

const placeOf = ({ lane, part, nowMs }: Pick<WireBatch, 'lane' | 'part' | 'nowMs'>): Place => ({
  lane,
  part,
  now: new Date(nowMs),
})

interface Outcome {
  readonly dropped: Event[]
  readonly invalid: Event[]
  readonly left: EnrichedBatch[]
  /** Submissions that this version cannot store any more. They are refused, so that the sender tries again. */
  readonly refused: EnrichedBatch[]
  /** Of sites that went to another part. */
  readonly moved: EnrichedBatch[]
  readonly problems: string[]
  added: number
}

/** The rest of batches with failing data, in order: halves, or the batch without its one event. */
function partsOf(batches: readonly EnrichedBatch[], outcome: Outcome, error: unknown): (readonly EnrichedBatch[])[] {
  const [first] = batches
  if (!first) return []
  if (batches.length > 1) {
    const middle = Math.ceil(batches.length / 2)
    return [batches.slice(0, middle), batches.slice(middle)]
  }
  const part = (suffix: string, events: readonly Event[], outcomes: readonly OutcomeCount[]) => [
    { id: deriveId(first.id, suffix), partOf: first.id, events, outcomes },
  ]
  const { events, outcomes } = first
  if (events.length > 1) {
    const middle = Math.ceil(events.length / 2)
    return [part('a', events.slice(0, middle), outcomes), part('b', events.slice(middle), [])]
  }
  const [event] = events
  if (!event) {
    outcome.problems.push(`counters were dropped: ${nameError(error)}`)
    return []
  }
  outcome.problems.push(`an event was dropped as invalid: ${nameError(error)}`)
  outcome.invalid.push(event)
  return [part('x', [], [...outcomes, { siteId: event.siteId, hour: hourOf(event.at), reason: 'invalid', count: 1 }])]
}

/**
 * Makes the task function of a thread. A connection to a node is opened by the first batch for a part there, and again
 * after it broke.
 */
export function createRecord(options: { databaseUrl: string; isDirect?: boolean; name: string }) {
  const enrich = createFacts()
  const nodes = new Map<Part, string>()
  const clients = new Map<string, ScriptClient>()

  const connect = async (part: Part): Promise<ScriptClient> => {
    const { databaseUrl, isDirect = true } = options
    const node = nodes.get(part) ?? (isDirect ? await findNode(databaseUrl, part) : databaseUrl)
    nodes.set(part, node)
    const known = clients.get(node)
    if (known?.isUsable()) return known
    const client = await connectTraffic(node, options.name, part)
    clients.set(node, client)
    return client
  }

  /** Brings batches in, in order; what is left over when the database goes away is in `left`. */
  const bringIn = async (
    batches: readonly EnrichedBatch[],
    place: Place,
    isRetry: boolean,
    outcome: Outcome,
  ): Promise<void> => {
    let retry = isRetry
    for (let attempt = 1; ; attempt++) {
      try {
        const applied = await applyBatch(await connect(place.part), batches, { ...place, isRetry: retry })
        outcome.dropped.push(...applied.dropped)
        outcome.added += applied.added
        return
      } catch (error) {
        if (error instanceof MovedAway) {
          outcome.moved.push(...error.batches)
          return
        }
        const trouble = sortError(error)
        if (trouble === 'schema') {
          outcome.problems.push(`the schema is of another version: ${nameError(error)}`)
          outcome.refused.push(...batches)
          return
        }
        if (trouble === 'data') return halve(batches, place, retry, outcome, error)
        if (trouble === 'away' || attempt >= attemptsMax) {
          // It may have moved to another node.
          nodes.delete(place.part)
          outcome.problems.push(`the database is away: ${nameError(error)}`)
          outcome.left.push(...batches)
          return
        }
        if (trouble === 'repeated') retry = true
      }
    }
  }

  /**
   * Halves until the offending event stands alone; that one is dropped as `invalid` and counted (spec/ingestion 20.3).
   */
  const halve = async (
    batches: readonly EnrichedBatch[],
    place: Place,
    isRetry: boolean,
    outcome: Outcome,
    error: unknown,
  ): Promise<void> => {
    for (const part of partsOf(batches, outcome, error)) {
      if (outcome.refused.length > 0) outcome.refused.push(...part)
      else if (outcome.left.length > 0) outcome.left.push(...part)
      else await bringIn(part, place, isRetry, outcome)
    }
  }

  const emptyOutcome = (): Outcome => ({
    dropped: [],
    invalid: [],
    left: [],
    refused: [],
    moved: [],
    problems: [],
    added: 0,
  })

  const write = async (task: Extract<Task, { kind: 'write' | 'enrich' }>): Promise<TaskResult> => {
    const { batch } = task
    const enriched = enrich(batch)
    const whole: EnrichedBatch = { id: batch.id, events: enriched.events, outcomes: enriched.outcomes }
    const outcome = emptyOutcome()
    if (task.kind === 'enrich') outcome.left.push(whole)
    else await bringIn([whole], placeOf(batch), false, outcome)
    const sessionDrops = [...outcome.dropped, ...outcome.invalid] as ItemEvent[]
    const counts = new Map<string, number>()
    const count = (reason: string, by: number) => by > 0 && counts.set(reason, (counts.get(reason) ?? 0) + by)
    for (const { reason, count: by } of enriched.outcomes) count(reason, by)
    count('no_session_for_engagement', outcome.dropped.length)
    count('invalid', outcome.invalid.length)
    count('accepted', enriched.events.length - sessionDrops.length)
    return {
      dropped:
        sessionDrops.length === 0
          ? enriched.dropped
          : [...enriched.dropped, ...sessionDrops.map((event) => event.item)],
      spool: outcome.left.flatMap(toLines),
      moved: outcome.moved.flatMap(toLines),
      isOtherSchema: outcome.refused.length > 0,
      away: outcome.left.length > 0 && task.kind === 'write',
      outcomes: [...counts],
      places: enriched.places,
      problems: outcome.problems,
    }
  }

  const replay = async (task: Extract<Task, { kind: 'replay' }>): Promise<TaskResult> => {
    const batches: EnrichedBatch[] = []
    const outcome = emptyOutcome()
    for (const line of task.lines) {
      const batch = parseLine(line)
      if (batch) batches.push(batch)
      else outcome.problems.push('a damaged line of the spool was left out')
    }
    await bringIn(batches, placeOf(task), true, outcome)
    let from = Number.POSITIVE_INFINITY
    let to = 0
    for (const batch of batches) {
      for (const event of batch.events) {
        from = Math.min(from, event.at)
        to = Math.max(to, event.at)
      }
    }
    return {
      dropped: [],
      spool: [],
      moved: outcome.moved.flatMap(toLines),
      isOtherSchema: outcome.refused.length > 0,
      away: outcome.left.length > 0 || outcome.refused.length > 0,
      outcomes: [],
      places: [],
      problems: outcome.problems,
      ...(to > 0 ? { touched: [from, to] as const } : {}),
    }
  }

  return {
    run: (task: Task): Promise<TaskResult> => (task.kind === 'replay' ? replay(task) : write(task)),
    async stop(): Promise<void> {
      for (const client of clients.values()) await client.stop().catch(() => {})
    },
  }
}
