// A batch in a thread: facts -> late drops -> transaction; when the database is away, spool lines instead. Errors are
// sorted here.

import type { ScriptClient } from '../db/copy.ts'
import { findNode } from '../db/nodes.ts'
import type { Part } from '../db/parts.ts'
import { isDatabaseAway } from '../db/pool.ts'
import { isOtherSchema } from '../db/schema-watch.ts'
import type { EnrichedBatch, Event } from './event.ts'
import { hourOf } from './event.ts'
import { createFacts, type Enriched } from './facts.ts'
import { connectTraffic } from './prepared.ts'
import { deriveId, parseLine, toLines } from './spool-line.ts'
import { type Applied, applyBatch, MovedAway } from './transaction.ts'
import { isDrop, type Verdict } from './verdict.ts'
import type { ItemEvent, Task, TaskResult, WireBatch } from './wire.ts'

/**
 * How often a transaction that lost against another one (deadlock, serialisation) is tried again before it counts as
 * away.
 */
const attemptsMax = 5

type Trouble = 'away' | 'again' | 'repeated' | 'data' | 'schema'

/**
 * The reaction to an error of a transaction. An error without an SQLSTATE is the data's only if the connection still
 * works: without a connection nothing says that the data is wrong, and an event would be lost.
 */
export function sortError(error: unknown, client: Pick<ScriptClient, 'isUsable'> | undefined): Trouble {
  if (isDatabaseAway(error)) return 'away'
  if (isOtherSchema(error)) return 'schema'
  const { code, constraint, severity } = error as { code?: unknown; constraint?: unknown; severity?: unknown }
  if (typeof code !== 'string' || severity === undefined) return client?.isUsable() ? 'data' : 'away'
  // A shard's constraint has its number behind its name.
  const isOf = (name: string) => typeof constraint === 'string' && constraint.startsWith(name)
  if (code === '23505' && isOf('ingested_batches_pkey')) return 'repeated'
  // Another sender of the same event was quicker: the next try finds its id.
  if (code === '23505' && isOf('sent_events_pkey')) return 'again'
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
  /** Events that were not kept, and why. */
  readonly verdicts: [event: Event, verdict: Verdict][]
  readonly left: EnrichedBatch[]
  /** Submissions that this version cannot store any more. They are refused, so that the sender tries again. */
  readonly refused: EnrichedBatch[]
  /** Of sites that went to another part. */
  readonly moved: EnrichedBatch[]
  readonly problems: string[]
  added: number
}

type Counts = Required<Pick<EnrichedBatch, 'outcomes' | 'pageRequests'>>

const verdictsOf = ({ dropped, repeated, outOfOrder, confirmed }: Applied): readonly [Verdict, readonly Event[]][] => [
  ['no_session_for_engagement', dropped],
  ['duplicate', repeated],
  ['out_of_order', outOfOrder],
  ['confirmed', confirmed],
]

/** The rest of batches with failing data, in order: halves, or the batch without its one event. */
function partsOf(batches: readonly EnrichedBatch[], outcome: Outcome, error: unknown): (readonly EnrichedBatch[])[] {
  const [first] = batches
  if (!first) return []
  if (batches.length > 1) {
    const middle = Math.ceil(batches.length / 2)
    return [batches.slice(0, middle), batches.slice(middle)]
  }
  const part = (suffix: string, events: readonly Event[], counts: Counts) => [
    { id: deriveId(first.id, suffix), partOf: first.id, events, ...counts },
  ]
  const { events, outcomes, pageRequests = [] } = first
  if (events.length > 1) {
    const middle = Math.ceil(events.length / 2)
    return [
      part('a', events.slice(0, middle), { outcomes, pageRequests }),
      part('b', events.slice(middle), { outcomes: [], pageRequests: [] }),
    ]
  }
  const [event] = events
  if (!event) {
    outcome.problems.push(`counters were dropped: ${nameError(error)}`)
    return []
  }
  outcome.problems.push(`an event was dropped as invalid: ${nameError(error)}`)
  outcome.verdicts.push([event, 'invalid'])
  const invalid = { siteId: event.siteId, hour: hourOf(event.at), reason: 'invalid', count: 1 } as const
  return [part('x', [], { outcomes: [...outcomes, invalid], pageRequests })]
}

/** The connections of a thread, one to each node: opened by the first batch for a part there, anew after it broke. */
function createConnections(options: { databaseUrl: string; isDirect?: boolean; name: string }) {
  const { databaseUrl, isDirect = true } = options
  const nodes = new Map<Part, string>()
  const clients = new Map<string, ScriptClient>()
  return {
    async connect(part: Part): Promise<ScriptClient> {
      const node = nodes.get(part) ?? (isDirect ? await findNode(databaseUrl, part) : databaseUrl)
      nodes.set(part, node)
      const known = clients.get(node)
      if (known?.isUsable()) return known
      const client = await connectTraffic(node, options.name, part)
      clients.set(node, client)
      return client
    },
    /** Looks for the part's node anew the next time: it may have moved to another one. */
    forget: (part: Part): boolean => nodes.delete(part),
    async stop(): Promise<void> {
      for (const client of clients.values()) await client.stop().catch(() => {})
    },
  }
}

type Connections = Pick<ReturnType<typeof createConnections>, 'connect' | 'forget'>

/** Brings batches in, in order. If the database goes away, `left` has the batches that remain. */
async function bringIn(
  connections: Connections,
  batches: readonly EnrichedBatch[],
  place: Place,
  isRetry: boolean,
  outcome: Outcome,
): Promise<void> {
  let retry = isRetry
  for (let attempt = 1; ; attempt++) {
    let client: ScriptClient | undefined
    try {
      client = await connections.connect(place.part)
      const applied = await applyBatch(client, batches, { ...place, isRetry: retry })
      for (const [verdict, events] of verdictsOf(applied))
        outcome.verdicts.push(...events.map((event): [Event, Verdict] => [event, verdict]))
      outcome.added += applied.added
      return
    } catch (error) {
      if (error instanceof MovedAway) {
        outcome.moved.push(...error.batches)
        return
      }
      const trouble = sortError(error, client)
      if (trouble === 'schema') {
        outcome.problems.push(`the schema is of another version: ${nameError(error)}`)
        outcome.refused.push(...batches)
        return
      }
      if (trouble === 'data') {
        await halve(connections, batches, place, retry, outcome, error)
        return
      }
      if (trouble === 'away' || attempt >= attemptsMax) {
        connections.forget(place.part)
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
async function halve(
  connections: Connections,
  batches: readonly EnrichedBatch[],
  place: Place,
  isRetry: boolean,
  outcome: Outcome,
  error: unknown,
): Promise<void> {
  for (const part of partsOf(batches, outcome, error)) {
    if (outcome.refused.length > 0) outcome.refused.push(...part)
    else if (outcome.left.length > 0) outcome.left.push(...part)
    else await bringIn(connections, part, place, isRetry, outcome)
  }
}

const emptyOutcome = (): Outcome => ({
  verdicts: [],
  left: [],
  refused: [],
  moved: [],
  problems: [],
  added: 0,
})

type WriteTask = Extract<Task, { kind: 'write' | 'enrich' }>

/** Brings a lane's batch in; while the database is away it only enriches it, for the spool. */
async function write(connections: Connections, task: WriteTask, enriched: Enriched): Promise<TaskResult> {
  const { batch } = task
  const { events, outcomes, pageRequests } = enriched
  const whole: EnrichedBatch = { id: batch.id, events, outcomes, pageRequests }
  const outcome = emptyOutcome()
  if (task.kind === 'enrich') outcome.left.push(whole)
  else await bringIn(connections, [whole], placeOf(batch), false, outcome)
  const later = outcome.verdicts.map(([event, verdict]) => [(event as ItemEvent).item, verdict] as const)
  return {
    verdicts: later.length === 0 ? enriched.verdicts : [...enriched.verdicts, ...later],
    spool: outcome.left.flatMap(toLines),
    moved: outcome.moved.flatMap(toLines),
    isOtherSchema: outcome.refused.length > 0,
    away: outcome.left.length > 0 && task.kind === 'write',
    outcomes: countOutcomes(enriched, outcome),
    crawlers: enriched.crawlers,
    places: enriched.places,
    problems: outcome.problems,
  }
}

/**
 * Counts the events of a batch by outcome: dropped by the drop rules, by the session rules or by the database, or
 * accepted.
 */
function countOutcomes({ events, outcomes }: Enriched, { verdicts }: Outcome): [string, number][] {
  const counts = new Map<string, number>()
  const count = (reason: string, by: number) => by > 0 && counts.set(reason, (counts.get(reason) ?? 0) + by)
  for (const { reason, count: by } of outcomes) count(reason, by)
  for (const [, verdict] of verdicts) if (isDrop(verdict)) count(verdict, 1)
  count('accepted', events.length - verdicts.length)
  return [...counts]
}

/** Brings in lines of the spool: all of them, or none while the database is away. */
async function replay(connections: Connections, task: Extract<Task, { kind: 'replay' }>): Promise<TaskResult> {
  const batches: EnrichedBatch[] = []
  const outcome = emptyOutcome()
  for (const line of task.lines) {
    const batch = parseLine(line)
    if (batch) batches.push(batch)
    else outcome.problems.push('a damaged line of the spool was left out')
  }
  await bringIn(connections, batches, placeOf(task), true, outcome)
  const touched = rangeOf(batches)
  return {
    verdicts: [],
    spool: [],
    moved: outcome.moved.flatMap(toLines),
    isOtherSchema: outcome.refused.length > 0,
    away: outcome.left.length > 0 || outcome.refused.length > 0,
    outcomes: [],
    crawlers: [],
    places: [],
    problems: outcome.problems,
    ...(touched ? { touched } : {}),
  }
}

/** The first and the last instant of the events; undefined without any. */
function rangeOf(batches: readonly EnrichedBatch[]): readonly [from: number, to: number] | undefined {
  let from = Number.POSITIVE_INFINITY
  let to = 0
  for (const { events } of batches) {
    for (const { at } of events) {
      from = Math.min(from, at)
      to = Math.max(to, at)
    }
  }
  return to > 0 ? [from, to] : undefined
}

/** Makes the task function of a thread. */
export function createRecord(options: { databaseUrl: string; isDirect?: boolean; name: string }) {
  const enrich = createFacts()
  const connections = createConnections(options)
  return {
    run: async (task: Task): Promise<TaskResult> =>
      task.kind === 'replay' ? replay(connections, task) : write(connections, task, enrich(task.batch)),
    stop: connections.stop,
  }
}
