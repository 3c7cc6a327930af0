// A batch is one transaction: stripes, load visitors, play the session rules, write, commit. Two
// round trips: one script takes the locks and loads, the other one writes everything, its COPY data sent along.
import { randomFillSync } from 'node:crypto'
import { arrayLiteral, type ScriptClient } from '../db/copy.ts'
import type { Part } from '../db/parts.ts'
import { monthOf } from '../rules/days.ts'
import { daySeconds } from '../rules/durations.ts'
import { idleSeconds } from '../rules/lifetimes.ts'
import { dimensionColumns, type EndedSession, type Visitor } from '../rules/session.ts'
import { createLocalDays } from '../rules/time.ts'
import type { EnrichedBatch, Event, PageRequest } from './event.ts'
import { placePages } from './page-requests.ts'
import type { Row } from './parameters.ts'
import { call, setPlanMode } from './prepared.ts'
import { toEnded } from './rows.ts'
import { instant, keyOfRow, toVisitor } from './visitor-columns.ts'
import { type ConfirmedPage, type Played, play, type Stored, slotKey } from './visitor-slots.ts'
import { composeWrite } from './write.ts'

export interface Applied {
  /** Engagement events without a live session (spec/ingestion 16.3); empty when the batch was in already. */
  readonly dropped: readonly Event[]
  /** Events whose ids have counted already, and events before a later one of their visitor (spec/ingestion 23.1). */
  readonly repeated: readonly Event[]
  readonly outOfOrder: readonly Event[]
  /** Second reports of pages that count (spec/ingestion 25). */
  readonly confirmed: readonly Event[]
  /** Rows added to `events` and `engagements`. */
  readonly added: number
  /** Sessions that began. */
  readonly begun: number
}

const randomBytes = new BigInt64Array(512)
let randomLeft = 0

/** A random signed 64-bit id as decimal text. */
function newSessionId(): string {
  if (randomLeft === 0) {
    randomFillSync(randomBytes)
    randomLeft = randomBytes.length
  }
  randomLeft -= 1
  return randomBytes[randomLeft]!.toString()
}

const localDays = createLocalDays()

interface ApplyOptions {
  readonly lane: number
  /** That all of the batches' events are of. */
  readonly part: Part
  readonly now: Date
  readonly isRetry?: boolean
  /** SQL that commits with the batches, which add so many rows: an import's progress. */
  readonly alongside?: (added: number) => string
}

/** The sites of some events have left the part for another one: these batches have to find their way anew. */
export class MovedAway extends Error {
  readonly batches: readonly EnrichedBatch[]

  constructor(batches: readonly EnrichedBatch[]) {
    super('a site has left the part')
    this.batches = batches
  }
}

/** True when the site of an event has left its stripe, by the rows of the locks. */
function hasMoved(locked: readonly Row[], events: readonly Event[]): boolean {
  const left = locked.filter(([, sites]) => sites !== '{}')
  if (left.length === 0) return false
  const sites = new Map(left.map(([stripe, ids]) => [Number(stripe), ids!.slice(1, -1).split(',')]))
  return events.some(({ siteId, stripe }) => sites.get(stripe)?.includes(String(siteId)))
}

/**
 * Brings batches in, in order, in one transaction, exactly once: a batch with an id that is in already is left out
 * (spec/ingestion 20.1). Throws the database's errors, with everything rolled back.
 */
export async function applyBatch(
  scripts: ScriptClient,
  batches: readonly EnrichedBatch[],
  options: ApplyOptions,
): Promise<Applied> {
  try {
    return await transact(scripts, batches, options)
  } catch (error) {
    if (scripts.isUsable()) await scripts.run('rollback').catch(() => {})
    throw error
  }
}

async function transact(
  scripts: ScriptClient,
  batches: readonly EnrichedBatch[],
  options: ApplyOptions,
): Promise<Applied> {
  const all = batches.flatMap((batch) => batch.events)
  const sent = all.filter(isSent)
  const keys = visitorKeys(all)
  const stripes = [...new Set(all.map((event) => event.stripe))].sort((a, b) => a - b)
  const ids = arrayLiteral(batches.flatMap((batch) => (batch.partOf ? [batch.id, batch.partOf] : [batch.id])))
  const { part } = options
  const load = [
    'begin',
    ...(stripes.length > 0 ? [call('lock_stripes', [arrayLiteral(stripes)], part)] : []),
    ...(options.isRetry ? [call('find_batches', [ids], part)] : []),
    ...(sent.length > 0 ? [call('find_sent', sentArrays(sent), part)] : []),
    keys.sites.length > 0
      ? call('load_visitors', [keys.sites, keys.visitors, keys.previous].map(arrayLiteral), part)
      : 'select 1 where false',
  ]
  const results = await scripts.run(load.join(';\n'))
  const known = new Set<string | null>(
    options.isRetry ? results.at(sent.length > 0 ? -3 : -2)!.map((row) => row[0] ?? null) : [],
  )
  const fresh =
    known.size === 0 ? batches : batches.filter((batch) => !known.has(batch.id) && !known.has(batch.partOf ?? null))
  if (fresh.length === 0) {
    await scripts.run('rollback')
    return { dropped: [], repeated: [], outOfOrder: [], confirmed: [], added: 0, begun: 0 }
  }
  const offered = known.size === 0 ? all : fresh.flatMap((batch) => batch.events)
  const { events, repeated } =
    sent.length > 0 ? withoutRepeated(offered, results.at(-2)!) : { events: offered, repeated: [] }
  if (part !== null && stripes.length > 0 && hasMoved(results[0]!, events)) throw new MovedAway(fresh)
  const loaded = new Map<string, Visitor>()
  for (const row of results.at(-1)!) loaded.set(keyOfRow(row), toVisitor(row))

  let played = play(events, loaded, noStored, newSessionId, localDays)
  if ('needed' in played) {
    // Playing with the stored sessions can make further visitors late; each round adds at least one, and there are
    // finitely many.
    const stored = new Map<string, Stored>()
    while ('needed' in played) {
      await loadStored(scripts, part, events, loaded, played.needed, stored)
      played = play(events, loaded, stored, newSessionId, localDays)
    }
  }
  const seen = (played as Played).confirmed.map(toSeen)
  const reported = [...fresh.flatMap(({ pageRequests = [] }) => pageRequests), ...seen]
  const write = composeWrite(played as Played, fresh, {
    ...options,
    localDays,
    pageRequests: await placePages(scripts, part, reported),
    alongside: options.alongside?.(played.placed.length),
  })
  await scripts.run(write.script, write.copies)
  const { dropped, outOfOrder, placed, firstEvents, confirmed } = played as Played
  const again = confirmed.map(({ event }) => event)
  return { dropped, repeated, outOfOrder, confirmed: again, added: placed.length, begun: firstEvents.size }
}

/** A page that the kit counts no longer ahead of the script. */
function toSeen({ event, localDay: day }: ConfirmedPage): PageRequest {
  const dimensions = event.dimensions()
  const at = (name: (typeof dimensionColumns)[number]) => String(dimensions[dimensionColumns.indexOf(name)] ?? '')
  const [browser, country] = [at('browser'), at('country')]
  return { siteId: event.siteId, day, page: event.pathname, browser, country, requests: 0, countedAhead: -1 }
}

type SentEvent = Event & { readonly sentId: string }
const isSent = (event: Event): event is SentEvent => typeof event.sentId === 'string'

/** Two array literals: the sites of events, and the ids they were sent under. */
const sentArrays = (sent: readonly SentEvent[]): string[] => [
  arrayLiteral(sent.map(({ siteId }) => siteId)),
  arrayLiteral(sent.map(({ sentId }) => sentId)),
]

/** Parts the events that count from those whose ids have counted already, by rows of `find_sent` or earlier in line. */
function withoutRepeated(offered: readonly Event[], found: readonly Row[]) {
  const known = new Set(found.map(([siteId, sentId]) => `${siteId} ${sentId}`))
  const events: Event[] = []
  const repeated: Event[] = []
  for (const event of offered) {
    const key = isSent(event) ? `${event.siteId} ${event.sentId}` : undefined
    if (key !== undefined && known.has(key)) repeated.push(event)
    else {
      events.push(event)
      if (key !== undefined) known.add(key)
    }
  }
  return { events, repeated }
}

const noStored: ReadonlyMap<string, Stored> = new Map()

interface VisitorKeys {
  readonly sites: number[]
  readonly visitors: string[]
  /** The id under the previous salt, or null. */
  readonly previous: (string | null)[]
}

function visitorKeys(events: readonly Event[]): VisitorKeys {
  const seen = new Map<string, string | null>()
  const keys: VisitorKeys = { sites: [], visitors: [], previous: [] }
  for (const { siteId, visitorId, previousVisitorId } of events) {
    if (visitorId === null) continue
    const key = slotKey(siteId, visitorId)
    // The same visitor from the spool can come without the previous id, written while that salt was unknown.
    if (seen.get(key) === previousVisitorId) continue
    seen.set(key, previousVisitorId)
    keys.sites.push(siteId)
    keys.visitors.push(visitorId)
    keys.previous.push(previousVisitorId)
  }
  return keys
}

/**
 * Loads the ended sessions, what kept them alive, and for imports the active days around the late events of the given
 * visitors.
 */
async function loadStored(
  scripts: ScriptClient,
  part: Part,
  events: readonly Event[],
  loaded: ReadonlyMap<string, Visitor>,
  needed: ReadonlySet<string>,
  stored: Map<string, Stored>,
): Promise<void> {
  let oldest = Number.POSITIVE_INFINITY
  let newest = 0
  let hasImported = false
  for (const event of events) {
    if (event.visitorId === null) continue
    const isNeeded = needed.has(slotKey(event.siteId, event.visitorId))
    if (!isNeeded && (event.previousVisitorId === null || !needed.has(slotKey(event.siteId, event.previousVisitorId))))
      continue
    oldest = Math.min(oldest, event.at)
    newest = Math.max(newest, event.at)
    hasImported ||= event.importId !== null
  }
  // Engagement further away keeps nothing alive for these events.
  const near = [oldest - idleSeconds, newest + idleSeconds].map((at) => `'${instant(at)}'`)
  const keys = [...needed].map((key) => key.split(':') as [string, string])
  for (const key of needed) newest = Math.max(newest, loaded.get(key)?.lastSeenAt ?? 0)
  // Flags compare with the day and the month before, local ones: on the first of a month it is still the one before in
  // the west. Live ids are three days old at most, imported ones any age.
  const monthStart = Date.parse(`${monthOf(new Date((oldest - daySeconds) * 1000).toISOString())}-01T00:00:00Z`) / 1000
  const from = (hasImported ? monthStart : oldest) - 3 * daySeconds
  const to = newest + idleSeconds + 2 * daySeconds
  const visitors = [keys.map(([site]) => Number(site)), keys.map(([, visitor]) => visitor)].map(arrayLiteral)
  const range = [...visitors, ...[from, to].map((at) => `'${instant(at)}'`)]
  // A row of the range is looked at once, not once for each visitor: thousands are late together when a file comes amid
  // others. Engagement is planned with its range, else all of a site's in the chunk is read.
  const results = await scripts.run(
    `set local enable_hashjoin = on; set local enable_nestloop = off;
${call('load_sessions', range, part)};\n${hasImported ? call('load_days', range, part) : 'select 1 where false'};
${setPlanMode(part, 'force_custom_plan')};
${call('load_engaged', [...visitors, ...near], part)};
${setPlanMode(part)}; set local enable_hashjoin = off; set local enable_nestloop = on`,
  )
  const engaged = new Map(results[2]!.map(([sessionId, at]) => [sessionId!, Number(at)]))
  const sessions = new Map<string, EndedSession[]>()
  const days = new Map<string, string[]>()
  const put = <Value>(map: Map<string, Value[]>, key: string, value: Value) => {
    const list = map.get(key)
    if (list) list.push(value)
    else map.set(key, [value])
  }
  for (const row of results[0]!) {
    const { key, ended } = toEnded(row)
    const seenAt = engaged.get(ended.session.id) ?? 0
    put(sessions, key, seenAt > ended.lastSeenAt ? { ...ended, lastSeenAt: seenAt } : ended)
  }
  for (const [siteId, visitorId, day] of results[1]!) put(days, `${siteId}:${visitorId}`, day!)
  for (const key of needed) stored.set(key, { sessions: sessions.get(key) ?? [], days: days.get(key) ?? [] })
}
