// The bytes of uploads, a file each below DATA_DIR: written as they come, never held in memory.
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadFailures } from '../failure.ts'

/** Left free beside what an upload announces: a full disk would stop the database too, where both lie on one. */
const freeBytesLeast = 1024 ** 3

export type UploadFiles = ReturnType<typeof createUploadFiles>

/** Bytes of an upload from `offset` on, at most up to `end`. */
interface Chunk {
  readonly offset: number
  readonly end: number
  readonly body: AsyncIterable<Buffer>
}

/** The answer of a file that may not be there. */
const orWithout =
  <Value>(without: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return without
    throw error
  }

const sizeOf = async (path: string): Promise<number> => await stat(path).then(({ size }) => size, orWithout(0))

/** Writes a chunk into a file; answers where it ends. */
async function write(path: string, { offset, end, body }: Chunk): Promise<number> {
  const file = await open(path, offset === 0 ? 'a' : 'r+')
  let at = offset
  try {
    for await (const piece of body) {
      if (at + piece.length > end) throw uploadFailures.tooLong()
      for (let sent = 0; sent < piece.length; )
        sent += (await file.write(piece, sent, piece.length - sent, at + sent)).bytesWritten
      at += piece.length
    }
    await file.sync()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw uploadFailures.noRoom(error)
    throw error
  } finally {
    await file.close()
  }
  return at
}

/** Files of the folder `uploads` below `dataDir`, which is made when it is needed. */
export function createUploadFiles(dataDir: string) {
  const folder = join(dataDir, 'uploads')
  const pathOf = (id: number): string => join(folder, `${id}`)
  const offsetOf = (id: number): Promise<number> => sizeOf(pathOf(id))
  // Two chunks of one upload at once would write over each other.
  const writing = new Set<number>()
  return {
    pathOf,
    /** How much of it is here. */
    offsetOf,
    /** Throws a 507 Failure where there is no room for so much. */
    async requireRoom(bytes: number) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < bytes + freeBytesLeast) throw uploadFailures.noRoom()
    },
    /**
     * Writes a chunk behind what is there, at most up to `end`; what came before the client went away stays. Answers
     * the new offset. Throws a Failure for another offset (409) and for more than was announced (413).
     */
    async append(id: number, chunk: Chunk) {
      const here = await offsetOf(id)
      if (chunk.offset !== here || writing.has(id)) throw uploadFailures.offset(here)
      writing.add(id)
      try {
        return await write(pathOf(id), chunk)
      } finally {
        writing.delete(id)
      }
    },
    remove: (id: number) => rm(pathOf(id), { force: true }),
    /** The uploads that have a file here. */
    async list() {
      const names = await readdir(folder).catch(orWithout<string[]>([]))
      return names.filter((name) => /^\d+$/.test(name)).map(Number)
    },
  }
}
