// Moves the events of tidemark.track from their queue into the write path (sql/views/track.sql). Every process that
// takes events has a mover. A row is deleted once its event is settled, so a kill at any point brings it again, under
// an id that counts once.
//
// The queue is asked by polling: a NOTIFY would let every commit of the callers wait for one lock. A dead row is read
// again by each look until it is vacuumed, and a transaction that stays open for hours keeps all of them. So a look
// begins with the first transaction that had not ended at the last one, and only now and then with the first row.
import { setTimeout as delay } from 'node:timers/promises'
import { type Database, isDatabaseAway, isReadOnlyError, type Queryable } from '../db/pool.ts'
import { statement } from '../db/statements.ts'
import type { Log } from '../log.ts'
import type { Telemetry } from '../telemetry.ts'
import type { BatchItem, BatchResult } from './batch.ts'

const lookEveryMs = 500
/** After an error that a row may have caused. */
const lookSoonMs = 50
const lookAgainMs = 1_000
/** Rows of one batch. */
const rowsMax = 1_000
/** A look at the whole queue comes this often, and takes at most a fortieth of the time. */
const sweepEveryMs = 2_000
const sweepShare = 40
/** Times that one row by itself may end the batch with an error that is not the database's absence. */
const triesMax = 3

interface TrackRow {
  readonly txid: string
  readonly seq: number
  readonly id: string
  readonly site_id: number
  readonly at: Date
  readonly name: string
  readonly url: string
  /** As JSON text. */
  readonly props: string | null
  readonly revenue_amount: string | null
  readonly revenue_currency: string | null
  readonly visit: string | null
}

export interface TrackQueueOptions {
  readonly db: Pick<Database, 'write' | 'transaction'>
  readonly takeBatch: (items: readonly BatchItem[]) => Promise<readonly BatchResult[] | 'refused'>
  /** Rows that may wait. Further calls are counted, and their events dropped. */
  readonly queueMax: number
  readonly log: Log
  readonly telemetry?: Pick<Telemetry, 'trackEvents'> | undefined
}

export interface TrackQueue {
  /** Ends the mover. A batch in flight is finished first. */
  stop(): Promise<void>
}

/** A row as ingestion takes it. */
function itemOf(row: TrackRow): BatchItem {
  const { id, site_id, at, name, url, props, revenue_amount, revenue_currency, visit } = row
  return {
    id: `track ${id}`,
    siteId: site_id,
    text: JSON.stringify({
      ...{ n: name, u: url, p: props ?? undefined },
      revenue: revenue_amount === null ? undefined : { amount: revenue_amount, currency: revenue_currency },
    }),
    ip: null,
    userAgent: null,
    visit,
    atMs: at.getTime(),
    takenAtMs: at.getTime(),
    isOrdered: false,
  }
}

/** The service takes nothing in at the moment. */
class NotTaken extends Error {}

const later = (one: string, other: string): string => (BigInt(one) > BigInt(other) ? one : other)
const earlier = (one: string, other: string): string => (BigInt(one) < BigInt(other) ? one : other)

/** A look at the queue. Transactions stand by their numbers, as decimal text. */
interface Look {
  /** The first that had not ended. */
  readonly floor: string
  /** The one after all that had begun. */
  readonly ceiling: string
  /** The last number that the queue gave to a row. */
  readonly issued: number
  readonly waits: boolean
}

/** Where the looks at the queue begin. */
function createPlace(now: () => number) {
  let from = '0'
  let sweptAt = Number.NEGATIVE_INFINITY
  let sweepMs = 0
  return {
    /** The transaction that the next look begins with, and if it looks at the whole queue. */
    next(): { start: string; isSweep: boolean } {
      const isSweep = now() - sweptAt >= Math.max(sweepEveryMs, sweepMs * sweepShare)
      return { start: isSweep ? '0' : from, isSweep }
    },
    /** Notes that the whole queue was looked at, and how long that took. */
    swept(tookMs: number) {
      sweptAt = now()
      sweepMs = tookMs
    },
    /** Nothing is left before this transaction. */
    reached(txid: string) {
      from = later(from, txid)
    },
    /** Something before it may be left after all. */
    lost() {
      sweptAt = Number.NEGATIVE_INFINITY
    },
  }
}

/**
 * Room in the queue. Rows that were moved leave theirs. Rows of transactions that rolled back leave it once the queue
 * was seen empty after every transaction that had been open had ended.
 */
function createRoom(db: Queryable, queueMax: number) {
  let seen = 0
  let settled = 0
  let mark: { readonly issued: number; readonly ceiling: string } | undefined
  const make = (moved: number, settled: number) => db.query(statement('track.make-room'), [moved, settled, queueMax])
  return {
    /** Brings the room to `queueMax`, which may be another one since the last start. */
    settle: () => make(0, 0),
    moved: (count: number) => make(count, 0),
    /** The queue was seen empty by a look. */
    async empty({ floor, ceiling, issued }: Look) {
      if (mark && BigInt(floor) >= BigInt(mark.ceiling)) {
        settled = mark.issued
        mark = undefined
        await make(0, settled)
      }
      // Numbers of the look before: a transaction that was given one had begun by now.
      if (!mark && seen > settled) mark = { issued: seen, ceiling }
      seen = issued
    },
  }
}

/** Takes up to `most` rows from a transaction on, and removes them once ingestion has settled them. */
async function moveRows(
  { db, takeBatch }: Pick<TrackQueueOptions, 'db' | 'takeBatch'>,
  start: string,
  most: number,
): Promise<{ rows: readonly TrackRow[]; results: readonly BatchResult[] }> {
  return await db.transaction(async (tx) => {
    // A table of few rows and many dead ones looks small to the planner.
    await tx.query('set local enable_seqscan = off')
    const rows = await tx.query<TrackRow>(statement('track.take'), [start, most])
    if (rows.length === 0) return { rows, results: [] }
    const results = await takeBatch(rows.map(itemOf))
    if (results === 'refused') throw new NotTaken('events are not taken in at the moment')
    await remove(tx, rows)
    return { rows, results }
  })
}

/** Removes rows, which stand in the order of their transactions. */
const remove = (tx: Queryable, rows: readonly TrackRow[]) =>
  tx.query(statement('track.remove'), [rows.at(0)?.txid, rows.at(-1)?.txid, rows.map(({ seq }) => seq)])

/**
 * Removes the first row of the queue, which ends every batch that it is in, once the row behind it is taken. While that
 * one fails too, the rows are not at fault, and both stay.
 */
async function giveUp({ db, takeBatch, log, telemetry }: TrackQueueOptions, error: unknown): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx.query<TrackRow>(statement('track.take'), ['0', 2])
    const [first, second] = rows
    if (!first || !second) return
    if ((await takeBatch([itemOf(second)])) === 'refused') return
    await remove(tx, rows)
    log.error(
      { err: error, id: first.id, site: first.site_id },
      'an event of tidemark.track is lost: it cannot be taken',
    )
    telemetry?.trackEvents.inc({ outcome: 'failed' })
  })
}

/** How large the next batch is: half as large after each that ended with an error, until one row is found. */
function createSize() {
  let size = rowsMax
  let tries = 0
  return {
    size: () => size,
    succeeded() {
      size = Math.min(rowsMax, size * 2)
      tries = 0
    },
    /** Answers true if a row by itself has failed often enough. */
    failed(): boolean {
      if (size > 1) {
        size = Math.floor(size / 2)
        return false
      }
      tries += 1
      if (tries < triesMax) return false
      tries = 0
      return true
    },
  }
}

/** Looks at the queue, and moves what waits. Each look answers true if more is there to be moved at once. */
function createLooks(options: TrackQueueOptions, size: ReturnType<typeof createSize>) {
  const { db, queueMax, log, telemetry } = options
  const place = createPlace(() => performance.now())
  const room = createRoom(db.write, queueMax)
  let isSettled = false

  function count(results: readonly BatchResult[]): void {
    for (const { status, errors } of results) {
      telemetry?.trackEvents.inc({ outcome: status })
      if (status === 'refused') log.warn({ errors }, 'an event of tidemark.track is refused')
    }
  }

  async function move(start: string, floor: string): Promise<boolean> {
    const most = size.size()
    const { rows, results } = await moveRows(options, start, most)
    size.succeeded()
    count(results)
    if (rows.length > 0) await room.moved(rows.length)
    const last = rows.at(-1)
    place.reached(rows.length < most || !last ? floor : earlier(floor, last.txid))
    return rows.length === most
  }

  return {
    lost: place.lost,
    async look(): Promise<boolean> {
      if (!isSettled) await room.settle()
      isSettled = true
      const { start, isSweep } = place.next()
      const began = performance.now()
      const [row] = await db.write.query<Look>(statement('track.look'), [start])
      const found = row!
      if (isSweep) place.swept(performance.now() - began)
      if (found.waits) return await move(start, found.floor)
      place.reached(found.floor)
      await room.empty(found)
      return false
    },
  }
}

/** Starts to move events of the queue until it is stopped. */
export function createTrackQueue(options: TrackQueueOptions): TrackQueue {
  const { log } = options
  const stopping = new AbortController()
  const size = createSize()
  const looks = createLooks(options, size)
  let isFailing = false

  /** Answers how long to wait before the next look. */
  async function attempt(): Promise<number> {
    try {
      const isMore = await looks.look()
      if (isFailing) log.info('events of tidemark.track are moved again')
      isFailing = false
      return isMore ? 0 : lookEveryMs
    } catch (error) {
      looks.lost()
      if (!isFailing) log.warn({ err: error }, 'events of tidemark.track wait; trying again')
      isFailing = true
      if (isOfDatabase(error)) return lookAgainMs
      if (!size.failed()) return lookSoonMs
      await giveUp(options, error).catch(() => undefined)
      return lookAgainMs
    }
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      const ms = await attempt()
      if (ms > 0) await delay(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** True for errors that say nothing about the rows: the database is away or read-only, or the service takes nothing. */
const isOfDatabase = (error: unknown): boolean =>
  error instanceof NotTaken || isDatabaseAway(error) || isReadOnlyError(error)
