// A file as it is read: packed with gzip or not, whatever its name says, and unpacked a piece at a time.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { importFailures } from '../failure.ts'

/**
 * Lines of JSON pack to a twentieth: the largest file that is taken holds no more. A bomb would keep the import busy
 * for days.
 */
const unpackedBytesMax = 100 * 1024 ** 3
/** The usual 16 kB are four times as many pieces. */
const pieceBytes = 64 * 1024

/** How a file packed with gzip begins; no text does. */
const magic = 0x1f8b

export interface FileBytes {
  readonly pieces: AsyncIterable<Buffer>
  /** How much of the file, as it lies there, has been read. */
  position(): number
}

async function isPacked(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.readUInt16BE() === magic
  } finally {
    await file.close()
  }
}

async function* unpack(source: Readable, bytesMax: number): AsyncGenerator<Buffer> {
  const unpacked = createGunzip({ chunkSize: pieceBytes })
  // An end of one ends the other. The error is thrown where the pieces are asked for.
  pipeline(source, unpacked, () => {})
  let bytes = 0
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > bytesMax) throw importFailures.unpackedTooLarge(bytesMax)
      yield piece
    }
  } catch (error) {
    throw String((error as { code?: unknown }).code).startsWith('Z_') ? importFailures.notWhole() : error
  }
}

/** Opens a file; with more than `bytesMax` unpacked bytes, or a broken packing, its pieces end in a Failure. */
export async function openFile(path: string, bytesMax = unpackedBytesMax): Promise<FileBytes> {
  const packed = await isPacked(path)
  const source = createReadStream(path)
  return { pieces: packed ? unpack(source, bytesMax) : source, position: () => source.bytesRead }
}
