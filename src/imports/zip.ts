// The files of a zip archive, one after the other and a piece at a time: neither the archive nor a file of it is ever
// in memory.
import { stat } from 'node:fs/promises'
import { type ZipFile as Archive, type Entry, openPromise } from 'yauzl'
import { Failure, fileFailures } from '../failure.ts'
import { countPieces, createUnpacking, type Unpacking } from './unpack.ts'

/** Files of an archive: days of ten years in three folders. */
const filesMax = 10_000
/** Characters of a name: as many as file systems take. */
const nameCharactersMax = 255

export interface ZipFile {
  readonly name: string
  /** The unpacked bytes. They can be read until the next file is asked for. */
  readonly pieces: AsyncIterable<Buffer>
}

const isSystemError = (error: unknown): boolean => typeof (error as NodeJS.ErrnoException).syscall === 'string'

async function* read(archive: Archive, entry: Entry, unpacking: Unpacking): AsyncGenerator<Buffer> {
  try {
    const stream = await archive.openReadStreamPromise(entry)
    yield* countPieces(stream as AsyncIterable<Buffer>, unpacking)
  } catch (error) {
    throw error instanceof Failure || isSystemError(error) ? error : fileFailures.notUnpacked(entry.fileName, error)
  }
}

/**
 * Lists the files of an archive, folders left out. Throws a 400 Failure for a file that is no plain zip, and for an
 * archive with too many files.
 */
export async function* readZip(path: string, counted?: Unpacking): AsyncGenerator<ZipFile> {
  const unpacking = counted ?? createUnpacking((await stat(path)).size)
  const orNoZip = (cause: unknown): never => {
    throw isSystemError(cause) ? cause : fileFailures.noZip(cause)
  }
  // Some writers leave sizes out. Unpacked bytes are counted here.
  const archive = await openPromise(path, { validateEntrySizes: false }).catch(orNoZip)
  const entries = archive.eachEntry()[Symbol.asyncIterator]()
  let files = 0
  try {
    for (;;) {
      const { done, value: entry } = await entries.next().catch(orNoZip)
      if (done) return
      if (++files > filesMax) throw fileFailures.tooManyFiles(filesMax)
      if (!entry.fileName.endsWith('/'))
        yield { name: entry.fileName.slice(-nameCharactersMax), pieces: read(archive, entry, unpacking) }
    }
  } finally {
    archive.close()
  }
}
