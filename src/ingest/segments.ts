// A queue of lines in the files of a folder: written and synced at one end, read and removed at the other.
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A segment is closed at this size, so that the bytes read are given back while the rest waits. */
const segmentBytesMax = 64 * 1024 * 1024

interface Segment {
  readonly path: string
  /** Bytes known to be on disk; lines behind them are not acknowledged. */
  synced: number
  read: number
}

/** Opens an empty queue; `folder` is asked for when there is something to write. */
export function createSegments(folder: () => Promise<string>) {
  const segments: Segment[] = []
  let nextNumber = 1
  const nextPath = async () => join(await folder(), `${String(nextNumber++).padStart(8, '0')}.spool`)

  /** The segment that is written to. */
  let active: { readonly segment: Segment; readonly handle: FileHandle } | undefined

  async function close(): Promise<void> {
    const closing = active
    active = undefined
    await closing?.handle.close()
  }

  async function openNext(): Promise<NonNullable<typeof active>> {
    const segment = { path: await nextPath(), synced: 0, read: 0 }
    const handle = await open(segment.path, 'wx', 0o600)
    const directory = await open(await folder(), 'r')
    await directory.sync().finally(() => directory.close())
    segments.push(segment)
    active = { segment, handle }
    return active
  }

  /** Complete lines of a segment from where it is read to; none when a torn one is all that is left. */
  async function readLines(segment: Segment, bytesMax: number): Promise<{ lines: string[]; bytes: number }> {
    const handle = await open(segment.path, 'r')
    try {
      for (let size = bytesMax; ; size *= 2) {
        const length = Math.min(size, segment.synced - segment.read)
        const buffer = Buffer.allocUnsafe(length)
        const { bytesRead } = await handle.read(buffer, 0, length, segment.read)
        const end = buffer.lastIndexOf(10, bytesRead - 1) + 1
        if (end > 0) return { lines: buffer.toString('utf8', 0, end - 1).split('\n'), bytes: end }
        // A torn last line was never acknowledged: the process died while writing it.
        if (bytesRead < size) return { lines: [], bytes: length }
      }
    } finally {
      await handle.close()
    }
  }

  return {
    /** Bytes on disk. */
    bytes: () => segments.reduce((sum, segment) => sum + segment.synced, 0),
    isEmpty: () => segments.length === 0,
    /**
     * Writes whole lines behind everything else and syncs; throws when the disk refuses, and nothing of them is kept.
     */
    async append(data: Buffer) {
      if (active && active.segment.synced >= segmentBytesMax) await close()
      const { segment, handle } = active ?? (await openNext())
      try {
        // A disk that is nearly full takes a part, and says so only when asked for the rest.
        for (let written = 0; written < data.length; )
          written += (await handle.write(data, written, data.length - written, segment.synced + written)).bytesWritten
        await handle.datasync()
        segment.synced += data.length
      } catch (error) {
        await handle.truncate(segment.synced).catch(() => {})
        throw error
      }
    },
    /** Moves a file of another queue behind this one; nothing happens when it is gone. Answers whether it was there. */
    async take(from: string) {
      const path = await nextPath()
      try {
        await rename(from, path)
      } catch {
        return false
      }
      segments.push({ path, synced: (await stat(path)).size, read: 0 })
      return true
    },
    /** The first lines, about `bytesMax` of them, at least one; `done` leaves them behind. None when all are read. */
    async first(bytesMax: number) {
      for (const segment of segments) {
        while (segment.read < segment.synced) {
          const { lines, bytes } = await readLines(segment, bytesMax)
          const done = () => {
            segment.read += bytes
          }
          if (lines.length > 0) return { lines, done }
          done()
        }
      }
      return undefined
    },
    /** Removes the first file after all of its lines were read. Must not begin while a line is appended. */
    async dropFirst() {
      const [segment] = segments
      // Before the first wait: what is appended from now on goes to another file.
      if (active?.segment === segment) await close()
      if (segment) await rm(segment.path, { force: true })
      segments.shift()
    },
    close,
  }
}
