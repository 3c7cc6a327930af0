// The second reading of a file: its events in batches, through the same session rules and the same transaction as live
// traffic, over two connections that share the stripes, or two for each part of a site that is spread: while the
// database works for one, the other's batch is composed. Memory holds a few batches, whatever the size.
import { randomUUID } from 'node:crypto'
import type { ScriptClient } from '../db/copy.ts'
import { type Part, partsOfStripes } from '../db/parts.ts'
import type { Database } from '../db/pool.ts'
import { allStripes, importLanes } from '../db/stripes.ts'
import { fileFailures } from '../failure.ts'
import type { Event } from '../ingest/event.ts'
import { createHostSpellings, type HostSpellings } from '../ingest/host-spellings.ts'
import { sortError } from '../ingest/record.ts'
import { applyBatch } from '../ingest/transaction.ts'
import { hasSpellings } from '../rules/host.ts'
import { idleSeconds } from '../rules/lifetimes.ts'
import { dimensionColumns } from '../rules/session.ts'
import { createLineParser, isEvent, type Reading } from './check.ts'
import { openFile } from './file.ts'
import type { ImportSite } from './line.ts'
import { readRecords } from './reader.ts'

/** Larger batches are no faster (bench/NOTES.md). */
const batchEvents = 2_000
/**
 * Sessions that are over by the file's own time are moved out this often, so that `visitors` holds few running ones.
 */
const endEveryBatches = 25
/** How often a batch that lost against another transaction (deadlock) is tried again. */
const attemptsMax = 5

/** Arguments of applying a file, besides those of reading it. */
export interface Applying extends Reading {
  readonly db: Database
  /** Ends imported sessions of the site without activity since then, on these stripes (upkeep/sessions). */
  readonly endSessions: (siteId: number, idleSince: Date, stripes: readonly number[]) => Promise<number>
}

export interface ImportRow {
  id: number
  /** Of each stripe; of each half of them as long as none is in. */
  lines_done: number[]
  state: 'running' | 'abandoned' | 'done' | 'deleting'
}

/** The last line of a stripe that is in. */
export const doneOf = ({ lines_done: done }: ImportRow, stripe: number): number => done[stripe % done.length]!

/** Stripes with events that come in one after the other, beside those of the other lanes. */
interface ImportLane {
  readonly stripes: readonly number[]
  readonly part: Part
}

/** A lane for each half of the stripes, in each part of the site. */
export async function lanesOf({ db, site }: Applying): Promise<ImportLane[]> {
  const partOf = await partsOfStripes(db.write, site.id)
  const groups = Map.groupBy(allStripes, (stripe) => `${partOf(stripe)} ${stripe % importLanes.length}`)
  return Array.from(groups.values(), (stripes) => ({ stripes, part: partOf(stripes[0]!) }))
}

interface Applied {
  imported: number
  dropped: number
  sessions: number
}

/** The lines of a batch. */
interface Numbers {
  readonly first: number
  readonly last: number
}

/** A lane of an import under way, and the facts that its batches share. */
interface Applier extends ImportLane {
  readonly client: ScriptClient
  readonly options: Applying
  readonly row: ImportRow
  readonly now: Date
  readonly report: (applied: Applied) => void
  batches: number
}

/** Brings a batch in, with the import's progress in the same transaction. */
async function applyOnce({ client, part, stripes, row, now }: Applier, batch: readonly Event[], numbers: Numbers) {
  const enriched = [{ id: randomUUID(), events: batch, outcomes: [] }]
  const lane = importLanes[stripes[0]! % importLanes.length]!
  const alongside = (added: number) =>
    `update imports set ${stripes.map((stripe) => `lines_done[${stripe + 1}] = ${numbers.last}`).join(', ')}, ` +
    `events_added = events_added + ${added}, progressed_at = now() where id = ${row.id};\n`
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyBatch(client, enriched, { lane, part, now, alongside })
    } catch (error) {
      const trouble = sortError(error, client)
      if (trouble === 'data') throw fileFailures.notStored(numbers.first, numbers.last, error as Error)
      if (trouble !== 'again' || attempt === attemptsMax) throw error
    }
  }
}

/** Brings a batch in, reports it, and now and then ends sessions that are over by its time. */
async function apply(applier: Applier, batch: readonly Event[], numbers: Numbers): Promise<void> {
  const { options, now, stripes } = applier
  const applied = await applyOnce(applier, batch, numbers)
  applier.report({ imported: applied.added, dropped: applied.dropped.length, sessions: applied.begun })
  if (++applier.batches % endEveryBatches !== 0) return
  const oldest = batch.reduce((least, event) => Math.min(least, event.at), now.getTime() / 1000)
  await options.endSessions(options.site.id, new Date((oldest - idleSeconds) * 1000), stripes)
}

/** Applies the events of a lane, a batch at a time and in order; the next batch gathers meanwhile. */
function createApplier(applier: Applier) {
  let events: Event[] = []
  let firstNumber = 0
  let lastNumber = 0
  let pending: Promise<void> | undefined
  const flush = async () => {
    const batch = events
    const numbers = { first: firstNumber, last: lastNumber }
    events = []
    await pending
    pending = apply(applier, batch, numbers)
    pending.catch(() => {})
  }
  return {
    /** Waits while a batch is full and the one before it is still under way. */
    add(event: Event, number: number): Promise<void> | undefined {
      if (events.length === 0) firstNumber = number
      events.push(event)
      lastNumber = number
      return events.length >= batchEvents ? flush() : undefined
    },
    async end(): Promise<void> {
      if (events.length > 0) await flush()
      await pending
    },
    /** Nothing is under way any more, whatever became of it. */
    settled: () => pending?.catch(() => {}),
  }
}

const [referrerAt, sourceAt] = [dimensionColumns.indexOf('referrer'), dimensionColumns.indexOf('source')] as const

/** True for a line that may name an internationalised host, maybe as JSON escapes it. */
const mayNeedSpelling = (line: string): boolean => hasSpellings(line) || line.includes('\\u')

/** The event with its hosts as the site spells them. */
async function spellEvent(spellings: HostSpellings, site: ImportSite, event: Event): Promise<Event> {
  const dimensions = [...event.dimensions()]
  const referrer = (dimensions[referrerAt] as string | null) ?? ''
  const host = referrer.split('/', 1)[0]!
  const spelled = await spellings.spell(site, host)
  if (referrer !== '') dimensions[referrerAt] = spelled + referrer.slice(host.length)
  if (dimensions[sourceAt] === host) dimensions[sourceAt] = spelled
  return { ...event, hostname: await spellings.spell(site, event.hostname), dimensions: () => dimensions }
}

/** The second reading: applies the events of a file from where an earlier run stopped. */
export async function applyFile(
  options: Applying,
  lanes: readonly (ImportLane & { readonly client: ScriptClient })[],
  path: string,
  row: ImportRow,
): Promise<Applied> {
  const site = { ...options.site, importId: row.id }
  const nowSeconds = Math.floor(options.now().getTime() / 1000)
  const parse = createLineParser(options)
  const spellings = createHostSpellings(options.db.write)
  const total: Applied = { imported: 0, dropped: 0, sessions: 0 }
  const file = await openFile(path)
  // Lines that are in are not parsed again, except the first, which may name the columns.
  const linesIn = Math.min(...row.lines_done)
  let isFirst = true
  const report = ({ imported, dropped, sessions }: Applied) => {
    total.imported += imported
    total.dropped += dropped
    total.sessions += sessions
    options.onProgress?.({ phase: 'importing', bytes: file.position(), events: total.imported })
  }
  const appliers = lanes.map((lane) => createApplier({ ...lane, options, row, now: options.now(), report, batches: 0 }))
  const applierOf = new Map(lanes.flatMap(({ stripes }, index) => stripes.map((stripe) => [stripe, appliers[index]!])))
  try {
    for await (const records of readRecords(file.pieces, { quoted: options.quoted ?? false })) {
      for (const { text, number } of records) {
        const isIn = number <= linesIn && !isFirst
        isFirst = false
        if (isIn) continue
        const event = parse(text, site, nowSeconds)
        if (!isEvent(event)) continue
        if (number <= doneOf(row, event.stripe)) continue
        const spelled = mayNeedSpelling(text) ? await spellEvent(spellings, site, event) : event
        const waiting = applierOf.get(event.stripe)!.add(spelled, number)
        if (waiting) await waiting
      }
    }
    await Promise.all(appliers.map((applier) => applier.end()))
  } finally {
    await Promise.all(appliers.map((applier) => applier.settled()))
  }
  return total
}
