// The local file that holds enriched events while the database is away: append, fsync, replay in order, exactly once
// (storage.md sections 1.4 and 2). Each process writes a folder of its own; what a dead process left behind is taken
// over.
//
//   empty --append--> waiting --replay of the last line--> empty
//   While it is waiting, new batches of the process go behind it, so that each visitor's events stay in order.
import { randomBytes } from 'node:crypto'
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Log } from '../log.ts'

/** A segment is closed at this size, so that replayed bytes are given back while the rest waits. */
const segmentBytesMax = 64 * 1024 * 1024

/** One replay transaction brings in about this much of the spool at most. */
const replayBytesMax = 1024 * 1024

/** Waits between attempts while the database stays away. */
const replayAgainMs = 300

/**
 * How often the folder shows that its owner lives, how long before silence counts as death, how often the dead are
 * looked for.
 */
const heartbeatMs = 10_000
const silenceMs = 5 * 60_000
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
  readonly log: Log
  /** Brings lines into the database; false while it is away: they are offered again. */
  readonly replay: (lines: readonly string[]) => Promise<boolean>
  /** Called when the spool has become empty again. */
  readonly onEmpty?: () => Promise<void>
}

interface Segment {
  readonly path: string
  /** Bytes known to be on disk; lines behind them are not acknowledged. */
  synced: number
  replayed: number
}

interface Waiting {
  readonly data: Buffer
  readonly settle: (kept: boolean) => void
}

interface Owner {
  readonly host: string
  readonly pid: number
  readonly startedAt: number
}

const myself = (): Owner => ({ host: hostname(), pid: process.pid, startedAt: Math.round(performance.timeOrigin) })

/** Opens the spool: takes over what dead processes left, and replays until it is empty. */
export async function createSpool(options: SpoolOptions): Promise<Spool> {
  const { log } = options
  const folder = join(options.folder, `${Date.now()}-${process.pid}-${randomBytes(4).toString('hex')}`)
  const segments: Segment[] = []
  const waiting: Waiting[] = []
  let nextNumber = 1
  let active: { readonly segment: Segment; readonly handle: FileHandle } | undefined
  let isMade = false
  let writing: Promise<void> | undefined
  let replaying: Promise<void> | undefined
  let wake: (() => void) | undefined
  let stopped = false

  const total = () => segments.reduce((sum, segment) => sum + segment.synced, 0)
  const isEmpty = () => segments.length === 0 && waiting.length === 0 && writing === undefined
  const segmentPath = () => join(folder, `${String(nextNumber++).padStart(8, '0')}.spool`)

  async function makeFolder(): Promise<void> {
    if (isMade) return
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'owner'), JSON.stringify(myself()))
    isMade = true
  }

  async function syncFolder(): Promise<void> {
    const handle = await open(folder, 'r')
    await handle.sync().finally(() => handle.close())
  }

  async function openSegment(): Promise<{ segment: Segment; handle: FileHandle }> {
    await makeFolder()
    const segment: Segment = { path: segmentPath(), synced: 0, replayed: 0 }
    const handle = await open(segment.path, 'wx', 0o600)
    await syncFolder()
    segments.push(segment)
    active = { segment, handle }
    return active
  }

  async function closeActive(): Promise<void> {
    const closing = active
    active = undefined
    await closing?.handle.close()
  }

  /** Writes everything that waits with one sync; the next round takes what came meanwhile. */
  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const taken = waiting.splice(0)
      const data = Buffer.concat(taken.map((one) => one.data))
      let kept = false
      try {
        if (active && active.segment.synced >= segmentBytesMax) await closeActive()
        const { segment, handle } = active ?? (await openSegment())
        const before = segment.synced
        try {
          // A disk that is nearly full takes a part, and says so only when asked for the rest.
          for (let written = 0; written < data.length; )
            written += (await handle.write(data, written, data.length - written, before + written)).bytesWritten
          await handle.datasync()
          segment.synced = before + data.length
          kept = true
        } catch (error) {
          await handle.truncate(before).catch(() => {})
          throw error
        }
      } catch (error) {
        log.error({ err: error }, 'the spool cannot be written')
      }
      for (const one of taken) one.settle(kept)
    }
  }

  function startWriting(): void {
    if (writing) return
    writing = writeAll().finally(() => {
      writing = undefined
      startReplaying()
    })
  }

  /** Complete lines of a segment from its replayed position on, about `replayBytesMax` of them, at least one. */
  async function readLines(segment: Segment): Promise<{ lines: string[]; bytes: number }> {
    const handle = await open(segment.path, 'r')
    try {
      for (let size = replayBytesMax; ; size *= 2) {
        const length = Math.min(size, segment.synced - segment.replayed)
        const buffer = Buffer.allocUnsafe(length)
        const { bytesRead } = await handle.read(buffer, 0, length, segment.replayed)
        const end = buffer.lastIndexOf(10, bytesRead - 1) + 1
        if (end > 0) return { lines: buffer.toString('utf8', 0, end - 1).split('\n'), bytes: end }
        // A torn last line was never acknowledged: the process died while writing it.
        if (bytesRead < size) return { lines: [], bytes: length }
      }
    } finally {
      await handle.close()
    }
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, replayAgainMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function replayAll(): Promise<void> {
    let hasReplayed = false
    while (!stopped) {
      const segment = segments[0]
      if (!segment) break
      if (segment.replayed < segment.synced) {
        const { lines, bytes } = await readLines(segment)
        if (lines.length > 0 && !(await options.replay(lines))) {
          await pause()
          continue
        }
        segment.replayed += bytes
        hasReplayed = true
      } else if (active?.segment === segment && (writing || waiting.length > 0)) {
        await writing
      } else {
        if (active?.segment === segment) {
          // Nobody can append between this check and the removal: appends open a new segment once `active` is gone.
          const closing = active
          active = undefined
          await closing.handle.close()
        }
        await rm(segment.path, { force: true })
        segments.shift()
      }
    }
    if (hasReplayed && segments.length === 0) {
      log.info('the spool is empty again')
      await options.onEmpty?.().catch((error) => log.warn({ err: error }, 'refreshing after a replay failed'))
    }
  }

  /** Removes the segments that are in the database: who stops in between leaves nothing to be taken over. */
  async function dropReplayed(): Promise<void> {
    for (let [segment] = segments; segment; [segment] = segments) {
      if (segment.replayed < segment.synced) {
        const { lines, bytes } = await readLines(segment)
        if (lines.length > 0) return
        segment.replayed += bytes
      } else {
        await rm(segment.path, { force: true })
        segments.shift()
      }
    }
  }

  function startReplaying(): void {
    if (replaying || stopped || segments.length === 0) return
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

  /** Takes over the segments of processes that are gone. */
  async function adopt(): Promise<void> {
    const names = await readdir(options.folder).catch(() => [])
    for (const name of names.sort()) {
      const other = join(options.folder, name)
      if (other === folder || !(await isAbandoned(other))) continue
      const files = (await readdir(other).catch(() => [])).filter((file) => file.endsWith('.spool')).sort()
      for (const file of files) {
        await makeFolder()
        const path = segmentPath()
        // Of two that adopt at once, one finds the file gone.
        const moved = await rename(join(other, file), path).then(
          () => true,
          () => false,
        )
        if (!moved) continue
        const { size } = await stat(path)
        segments.push({ path, synced: size, replayed: 0 })
      }
      if (files.length > 0) log.info({ segments: files.length }, 'took over the spool of a process that is gone')
      await rm(join(other, 'owner'), { force: true })
      await rmdir(other).catch(() => {})
    }
    startReplaying()
  }

  await mkdir(options.folder, { recursive: true }).catch((error) =>
    log.error({ err: error }, 'the spool folder cannot be made'),
  )
  await adopt()
  const heartbeat = setInterval(() => {
    if (isMade) utimes(join(folder, 'owner'), new Date(), new Date()).catch(() => {})
  }, heartbeatMs)
  heartbeat.unref()
  let adopting = Promise.resolve()
  const adoptTimer = setInterval(() => {
    adopting = adopting.then(adopt).catch((error) => log.warn({ err: error }, 'looking for left spools failed'))
  }, adoptMs)
  adoptTimer.unref()

  return {
    isEmpty,
    append(lines) {
      const data = Buffer.from(lines.join(''), 'utf8')
      const pending = waiting.reduce((sum, one) => sum + one.data.length, 0)
      if (stopped || total() + pending + data.length > options.bytesMax) return Promise.resolve(false)
      return new Promise((settle) => {
        waiting.push({ data, settle })
        startWriting()
      })
    },
    bytes: total,
    async stop() {
      await writing
      stopped = true
      wake?.()
      clearInterval(heartbeat)
      clearInterval(adoptTimer)
      await adopting
      await replaying
      await closeActive()
      if (!isMade) return
      await dropReplayed().catch((error) => log.warn({ err: error }, 'what was replayed stays in the spool'))
      if (segments.length > 0) {
        // Whoever starts next may take these over at once.
        await writeFile(join(folder, 'owner'), JSON.stringify({ ...myself(), pid: 0 })).catch(() => {})
        return
      }
      await rm(join(folder, 'owner'), { force: true })
      await rmdir(folder).catch(() => {})
    },
  }
}

/** Whether a spool folder's process is gone: by its pid on the same machine, else by its silence. */
async function isAbandoned(folder: string): Promise<boolean> {
  const file = join(folder, 'owner')
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
    const owner = JSON.parse(text) as Owner
    if (owner.pid === 0 || Date.now() - mtimeMs > silenceMs) return true
    const me = myself()
    if (owner.host !== me.host) return false
    if (owner.pid === me.pid) return owner.startedAt !== me.startedAt
    try {
      process.kill(owner.pid, 0)
      return false
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ESRCH'
    }
  } catch {
    // No readable owner: either another adopter is just done, or the folder is being made. Old ones are nobody's.
    return stat(folder).then(
      ({ mtimeMs }) => Date.now() - mtimeMs > silenceMs,
      () => false,
    )
  }
}
