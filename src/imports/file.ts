// A file as it is read: packed with gzip or not, whatever its name says, and unpacked a piece at a time.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createUnpacking, unpackPieces } from './unpack.ts'

export interface FileBytes {
  readonly pieces: AsyncIterable<Buffer>
  /** How much of the file, as it lies there, has been read. */
  position(): number
}

/** Opens a file. With more than `bytesMax` unpacked bytes, or a broken packing, its pieces end in a Failure. */
export async function openFile(path: string, bytesMax?: number): Promise<FileBytes> {
  const unpacking = createUnpacking((await stat(path)).size, bytesMax)
  const source = createReadStream(path)
  return { pieces: unpackPieces(source, unpacking), position: () => source.bytesRead }
}
