// The files of a zip archive, one after the other: the whole archive is never in memory.
import { openPromise } from 'yauzl'
import { fileFailures } from '../failure.ts'

/**
 * Unpacked sizes, of one file and of all that are read: daily sums of years have a few megabytes; a bomb has more.
 */
export const zipLimits = { fileBytesMax: 512 * 1024 * 1024, archiveBytesMax: 2 * 1024 * 1024 * 1024 }

export interface ZipFile {
  readonly name: string
  /** The unpacked text; only before the next file is asked for. */
  read(): Promise<string>
  /** The same as bytes. */
  readBytes(): Promise<Buffer>
}

/** Lists the files of an archive, folders left out; throws for anything that is no plain zip. */
export async function* readZip(path: string, { fileBytesMax, archiveBytesMax } = zipLimits): AsyncGenerator<ZipFile> {
  // Some writers leave sizes out; what is unpacked is counted here.
  const archive = await openPromise(path, { validateEntrySizes: false }).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code ? cause : fileFailures.noZip()
  })
  let unpacked = 0
  try {
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      const readBytes = async (): Promise<Buffer> => {
        const chunks: Buffer[] = []
        let bytes = 0
        for await (const chunk of (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
          bytes += chunk.length
          unpacked += chunk.length
          if (bytes > fileBytesMax || unpacked > archiveBytesMax) throw fileFailures.tooLargeUnpacked(entry.fileName)
          chunks.push(chunk)
        }
        return Buffer.concat(chunks)
      }
      yield { name: entry.fileName, readBytes, read: async () => (await readBytes()).toString('utf8') }
    }
  } finally {
    archive.close()
  }
}
