// A queue of lines in the files of a folder: written and synced at one end, read and removed at the other.
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A file is closed at this size, so that the bytes read are given back while the rest waits. */
const fileBytesMax = 64 * 1024 * 1024

interface QueueFile {
  readonly path: string
  /** Bytes known to be on disk; lines behind them are not acknowledged. */
  synced: number
  read: number
}

interface Queue {
  readonly folder: () => Promise<string>
  readonly files: QueueFile[]
  /** The file that is written to. */
  active: { readonly file: QueueFile; readonly handle: FileHandle } | undefined
  nextNumber: number
}

const nextPath = async (queue: Queue): Promise<string> =>
  join(await queue.folder(), `${String(queue.nextNumber++).padStart(8, '0')}.spool`)

async function closeActive(queue: Queue): Promise<void> {
  const { active } = queue
  queue.active = undefined
  await active?.handle.close()
}

async function openNext(queue: Queue): Promise<NonNullable<Queue['active']>> {
  const file = { path: await nextPath(queue), synced: 0, read: 0 }
  const handle = await open(file.path, 'wx', 0o600)
  const directory = await open(await queue.folder(), 'r')
  await directory.sync().finally(() => directory.close())
  queue.files.push(file)
  queue.active = { file, handle }
  return queue.active
}

async function append(queue: Queue, data: Buffer): Promise<void> {
  if (queue.active && queue.active.file.synced >= fileBytesMax) await closeActive(queue)
  const { file, handle } = queue.active ?? (await openNext(queue))
  try {
    // A disk that is nearly full takes a part, and says so only when asked for the rest.
    for (let written = 0; written < data.length; )
      written += (await handle.write(data, written, data.length - written, file.synced + written)).bytesWritten
    await handle.datasync()
    file.synced += data.length
  } catch (error) {
    await handle.truncate(file.synced).catch(() => {})
    throw error
  }
}

async function take(queue: Queue, from: string): Promise<boolean> {
  const path = await nextPath(queue)
  try {
    await rename(from, path)
  } catch {
    return false
  }
  queue.files.push({ path, synced: (await stat(path)).size, read: 0 })
  return true
}

/** Complete lines of a file behind its read position; an empty list if only a torn line is left. */
async function readLines(file: QueueFile, bytesMax: number): Promise<{ lines: string[]; bytes: number }> {
  const handle = await open(file.path, 'r')
  try {
    for (let size = bytesMax; ; size *= 2) {
      const length = Math.min(size, file.synced - file.read)
      const buffer = Buffer.allocUnsafe(length)
      const { bytesRead } = await handle.read(buffer, 0, length, file.read)
      const end = buffer.lastIndexOf(10, bytesRead - 1) + 1
      if (end > 0) return { lines: buffer.toString('utf8', 0, end - 1).split('\n'), bytes: end }
      // A torn last line was never acknowledged: the process died while writing it.
      if (bytesRead < size) return { lines: [], bytes: length }
    }
  } finally {
    await handle.close()
  }
}

interface FirstLines {
  readonly lines: readonly string[]
  /** Leaves the lines behind. */
  readonly done: () => void
}

async function firstLines(files: readonly QueueFile[], bytesMax: number): Promise<FirstLines | undefined> {
  for (const file of files) {
    while (file.read < file.synced) {
      const { lines, bytes } = await readLines(file, bytesMax)
      const done = () => {
        file.read += bytes
      }
      if (lines.length > 0) return { lines, done }
      done()
    }
  }
  return undefined
}

async function dropFirst(queue: Queue): Promise<void> {
  const [file] = queue.files
  // Before the first wait, so that lines appended from now on go to another file.
  if (queue.active?.file === file) await closeActive(queue)
  if (file) await rm(file.path, { force: true })
  queue.files.shift()
}

export interface LineQueue {
  /** Bytes on disk. */
  bytes(): number
  isEmpty(): boolean
  /** Writes whole lines behind everything else and syncs; throws when the disk refuses, and nothing of them is kept. */
  append(data: Buffer): Promise<void>
  /** Moves a file of another queue behind this one; nothing happens when it is gone. Answers whether it was there. */
  take(from: string): Promise<boolean>
  /** The first lines, about `bytesMax` of them, at least one. None when all are read. */
  first(bytesMax: number): Promise<FirstLines | undefined>
  /** Removes the first file after all of its lines were read. Must not begin while a line is appended. */
  dropFirst(): Promise<void>
  close(): Promise<void>
}

/** Opens an empty queue; `folder` is asked for when there is something to write. */
export function createLineQueue(folder: () => Promise<string>): LineQueue {
  const queue: Queue = { folder, files: [], active: undefined, nextNumber: 1 }
  return {
    bytes: () => queue.files.reduce((sum, file) => sum + file.synced, 0),
    isEmpty: () => queue.files.length === 0,
    append: (data) => append(queue, data),
    take: (from) => take(queue, from),
    first: (bytesMax) => firstLines(queue.files, bytesMax),
    dropFirst: () => dropFirst(queue),
    close: () => closeActive(queue),
  }
}
