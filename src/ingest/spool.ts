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
import { createSegments } from './segments.ts'

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

/** Opens the spool: takes over what dead processes left, and replays until it is empty. */
export async function createSpool(options: SpoolOptions): Promise<Spool> {
  const { log } = options
  let locked: Promise<FolderLock> | undefined
  const segments = createSegments(async () => {
    locked ??= makeLockedFolder(options.folder, `${Date.now()}-${randomBytes(4).toString('hex')}`)
    return (await locked).path
  })
  const waiting: Waiting[] = []
  let writing: Promise<void> | undefined
  let replaying: Promise<void> | undefined
  const stopped = new AbortController()
  const isWriting = () => waiting.length > 0 || writing !== undefined

  /** Writes everything that waits with one sync; the next round takes what came meanwhile. */
  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const taken = waiting.splice(0)
      const kept = await segments.append(Buffer.concat(taken.map((one) => one.data))).then(
        () => true,
        (error) => {
          log.error({ err: error }, 'the spool cannot be written')
          return false
        },
      )
      for (const one of taken) one.settle(kept)
    }
  }

  function startWriting(): void {
    writing ??= writeAll().finally(() => {
      writing = undefined
      startReplaying()
    })
  }

  const pause = () => delay(replayAgainMs, undefined, { signal: stopped.signal }).catch(() => {})

  async function replayAll(): Promise<void> {
    let hasReplayed = false
    while (!stopped.signal.aborted && !segments.isEmpty()) {
      const next = await segments.first(replayBytesMax)
      if (next && !(await options.replay(next.lines))) await pause()
      else if (next) {
        next.done()
        hasReplayed = true
      } else if (isWriting()) await writing
      else await segments.dropFirst()
    }
    if (hasReplayed && segments.isEmpty()) {
      log.info('the spool is empty again')
      await options.onEmpty?.().catch((error) => log.warn({ err: error }, 'refreshing after a replay failed'))
    }
  }

  function startReplaying(): void {
    if (replaying || stopped.signal.aborted || segments.isEmpty()) return
    replaying = replayAll()
      .catch(async (error) => {
        log.error({ err: error }, 'replaying the spool failed; trying again')
        await pause()
      })
      .finally(() => {
        replaying = undefined
        startReplaying()
      })
  }

  /** Says what waits in a folder that is left alone for now, and until when. */
  async function tellOf(folder: string): Promise<void> {
    const until = await waitsUntil(folder)
    if (!until) return
    const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.spool'))
    const sizes = await Promise.all(
      files.map((file) =>
        stat(join(folder, file)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    )
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    if (bytes > 0)
      log.warn({ bytes, folder, until }, 'events wait in the spool of another system; taken over when it gives no sign')
  }

  /** Takes over what processes that are gone left. Of two that do so at once, one finds the files gone. */
  async function adopt(isFirst = false): Promise<void> {
    for (const name of (await readdir(options.folder).catch(() => [])).sort()) {
      const other = join(options.folder, name)
      if (!(await isAbandoned(other))) {
        if (isFirst) await tellOf(other)
        continue
      }
      const files = (await readdir(other).catch(() => [])).filter((file) => file.endsWith('.spool')).sort()
      let taken = 0
      for (const file of files) if (await segments.take(join(other, file))) taken++
      if (taken > 0) log.info({ segments: taken }, 'took over the spool of a process that is gone')
      await rm(join(other, 'owner'), { force: true })
      await rmdir(other).catch(() => {})
    }
    startReplaying()
  }

  await mkdir(options.folder, { recursive: true }).catch((error) =>
    log.error({ err: error }, 'the spool folder cannot be made'),
  )
  await adopt(true)
  let adopting = Promise.resolve()
  const adoptTimer = setInterval(() => {
    adopting = adopting.then(() => adopt()).catch((error) => log.warn({ err: error }, 'looking for left spools failed'))
  }, adoptMs)
  adoptTimer.unref()

  return {
    isEmpty: () => segments.isEmpty() && !isWriting(),
    append(lines) {
      const data = Buffer.from(lines.join(''), 'utf8')
      const pending = waiting.reduce((sum, one) => sum + one.data.length, 0)
      const taken = segments.bytes() + pending + (options.bytesElsewhere?.() ?? 0)
      if (stopped.signal.aborted || taken + data.length > options.bytesMax) return Promise.resolve(false)
      return new Promise((settle) => {
        waiting.push({ data, settle })
        startWriting()
      })
    },
    bytes: segments.bytes,
    async stop() {
      await writing
      stopped.abort()
      clearInterval(adoptTimer)
      await adopting
      await replaying
      if (!locked) return
      try {
        // A process that stops between the last replay and the removal leaves nothing to take over.
        while (!segments.isEmpty() && !(await segments.first(replayBytesMax))) await segments.dropFirst()
      } catch (error) {
        log.warn({ err: error }, 'what was replayed stays in the spool')
      }
      await segments.close()
      // The next process may take over the rest at once.
      const lock = await locked
      await lock.release()
      if (segments.isEmpty()) await rmdir(lock.path).catch(() => {})
    },
  }
}
