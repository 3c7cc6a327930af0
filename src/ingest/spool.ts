// Events that wait on disk while the database is away: append, fsync, replay in order, exactly once. Each process
// writes a folder of its own. Another process takes over the folder of a dead one (spec/ingestion 20.2).
//
//   empty --append--> waiting --replay of the last line--> empty
//   While it is waiting, new batches of the process go behind it, so that each visitor's events stay in order.
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { type FolderLock, isAbandoned, makeLockedFolder, waitsUntil } from './folder-lock.ts'
import { createLineQueue, type LineQueue } from './line-queue.ts'

/** One replay transaction brings in about this much of the spool at most. */
const replayBytesMax = 1024 * 1024

/** Waits between attempts while the database stays away. */
const replayAgainMs = 300

/** How often folders of dead processes are looked for. */
const adoptMs = 30_000

export interface Spool {
  /** True when nothing waits: batches may go to the database directly. */
  isEmpty(): boolean
  /**
   * Writes lines behind everything else and syncs; false when the size limit or the disk refuses (nothing of them is
   * kept).
   */
  append(lines: readonly string[]): Promise<boolean>
  bytes(): number
  stop(): Promise<void>
}

export interface SpoolOptions {
  readonly folder: string
  readonly bytesMax: number
  /** Bytes of others that the limit is for as well. */
  readonly bytesElsewhere?: () => number
  readonly log: Log
  /** Brings lines into the database; false while it is away: they are offered again. */
  readonly replay: (lines: readonly string[]) => Promise<boolean>
  /** Called when the spool has become empty again. */
  readonly onEmpty?: () => Promise<void>
}

interface Waiting {
  readonly data: Buffer
  readonly settle: (kept: boolean) => void
}

/** An open spool and its work in progress. */
interface Open {
  readonly options: SpoolOptions
  readonly queue: LineQueue
  readonly waiting: Waiting[]
  readonly stopped: AbortController
  writing: Promise<void> | undefined
  replaying: Promise<void> | undefined
}

const isWriting = ({ waiting, writing }: Open): boolean => waiting.length > 0 || writing !== undefined

/** Writes everything that waits with one sync; the next round takes what came meanwhile. */
async function writeAll({ options, queue, waiting }: Open): Promise<void> {
  while (waiting.length > 0) {
    const taken = waiting.splice(0)
    const kept = await queue.append(Buffer.concat(taken.map((one) => one.data))).then(
      () => true,
      (error) => {
        options.log.error({ err: error }, 'the spool cannot be written')
        return false
      },
    )
    for (const one of taken) one.settle(kept)
  }
}

function startWriting(spool: Open): void {
  spool.writing ??= writeAll(spool).finally(() => {
    spool.writing = undefined
    startReplaying(spool)
  })
}

/** Queues lines for the next write; false when the limit is reached. */
function append(spool: Open, lines: readonly string[]): Promise<boolean> {
  const { options, queue, waiting, stopped } = spool
  const data = Buffer.from(lines.join(''), 'utf8')
  const pending = waiting.reduce((sum, one) => sum + one.data.length, 0)
  const taken = queue.bytes() + pending + (options.bytesElsewhere?.() ?? 0)
  if (stopped.signal.aborted || taken + data.length > options.bytesMax) return Promise.resolve(false)
  return new Promise((settle) => {
    waiting.push({ data, settle })
    startWriting(spool)
  })
}

const pause = ({ stopped }: Open) => delay(replayAgainMs, undefined, { signal: stopped.signal }).catch(() => {})

async function replayAll(spool: Open): Promise<void> {
  const { options, queue, stopped } = spool
  let hasReplayed = false
  while (!stopped.signal.aborted && !queue.isEmpty()) {
    const next = await queue.first(replayBytesMax)
    if (next && !(await options.replay(next.lines))) await pause(spool)
    else if (next) {
      next.done()
      hasReplayed = true
    } else if (isWriting(spool)) await spool.writing
    else await queue.dropFirst()
  }
  if (hasReplayed && queue.isEmpty()) {
    options.log.info('the spool is empty again')
    await options.onEmpty?.().catch((error) => options.log.warn({ err: error }, 'refreshing after a replay failed'))
  }
}

function startReplaying(spool: Open): void {
  if (spool.replaying || spool.stopped.signal.aborted || spool.queue.isEmpty()) return
  spool.replaying = replayAll(spool)
    .catch(async (error) => {
      spool.options.log.error({ err: error }, 'replaying the spool failed; trying again')
      await pause(spool)
    })
    .finally(() => {
      spool.replaying = undefined
      startReplaying(spool)
    })
}

/** The files of a spool's folder, oldest first; none when the folder is gone. */
const spoolFilesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.spool')).sort()

/** Says what waits in a folder that is left alone for now, and until when. */
async function tellOf(folder: string, log: Log): Promise<void> {
  const until = await waitsUntil(folder)
  if (!until) return
  const sizes = (await spoolFilesIn(folder)).map((file) =>
    stat(join(folder, file)).then(
      ({ size }) => size,
      () => 0,
    ),
  )
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  if (bytes > 0)
    log.warn({ bytes, folder, until }, 'events wait in the spool of another system; taken over when it gives no sign')
}

/** Takes over what processes that are gone left. Of two that do so at once, one finds the files gone. */
async function adopt(spool: Open, isFirst: boolean): Promise<void> {
  const { log, folder } = spool.options
  for (const name of (await readdir(folder).catch(() => [])).sort()) {
    const other = join(folder, name)
    if (await isAbandoned(other)) await takeOver(spool, other)
    else if (isFirst) await tellOf(other, log)
  }
  startReplaying(spool)
}

async function takeOver({ options, queue }: Open, folder: string): Promise<void> {
  let taken = 0
  for (const file of await spoolFilesIn(folder)) if (await queue.take(join(folder, file))) taken++
  if (taken > 0) options.log.info({ segments: taken }, 'took over the spool of a process that is gone')
  await rm(join(folder, 'owner'), { force: true })
  await rmdir(folder).catch(() => {})
}

/** Adopts every half a minute; answers a function that ends it. */
function adoptAgain(spool: Open): () => Promise<void> {
  let adopting = Promise.resolve()
  const timer = setInterval(() => {
    adopting = adopting
      .then(() => adopt(spool, false))
      .catch((error) => spool.options.log.warn({ err: error }, 'looking for left spools failed'))
  }, adoptMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    return adopting
  }
}

/** Removes replayed files and leaves the rest to the next process, which may take the folder over at once. */
async function leave({ options, queue }: Open, lock: FolderLock): Promise<void> {
  try {
    // A process that stops between the last replay and the removal leaves nothing to take over.
    while (!queue.isEmpty() && !(await queue.first(replayBytesMax))) await queue.dropFirst()
  } catch (error) {
    options.log.warn({ err: error }, 'what was replayed stays in the spool')
  }
  await queue.close()
  await lock.release()
  if (queue.isEmpty()) await rmdir(lock.path).catch(() => {})
}

/** Opens the spool: takes over what dead processes left, and replays until it is empty. */
export async function createSpool(options: SpoolOptions): Promise<Spool> {
  let locked: Promise<FolderLock> | undefined
  const queue = createLineQueue(async () => {
    locked ??= makeLockedFolder(options.folder, `${Date.now()}-${randomBytes(4).toString('hex')}`)
    return (await locked).path
  })
  const stopped = new AbortController()
  const spool: Open = { options, queue, waiting: [], stopped, writing: undefined, replaying: undefined }
  await mkdir(options.folder, { recursive: true, mode: 0o700 }).catch((error) =>
    options.log.error({ err: error }, 'the spool folder cannot be made'),
  )
  await adopt(spool, true)
  const endAdopting = adoptAgain(spool)
  return {
    isEmpty: () => queue.isEmpty() && !isWriting(spool),
    append: (lines) => append(spool, lines),
    bytes: queue.bytes,
    async stop() {
      await spool.writing
      stopped.abort()
      await endAdopting()
      await spool.replaying
      if (locked) await leave(spool, await locked)
    },
  }
}
