// Packed files of an import, unpacked a piece at a time. One count of bytes holds for all layers and files of an
// import: a small file must not keep the machine busy for days.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Failure, importFailures } from '../failure.ts'

/** The usual 16 kB are four times as many pieces. */
const pieceBytes = 64 * 1024

/**
 * Unpacked bytes of an import. Lines of JSON and rows of CSV pack to a twentieth, logs of one program to a hundredth;
 * gzip can pack zeros to a thousandth, and twice to a millionth.
 */
export const unpackLimits = {
  bytesMax: 100 * 1024 ** 3,
  /** Unpacked bytes for each byte of the file. */
  ratioMax: 250,
  /** Files may unpack to this in any case. */
  bytesFree: 64 * 1024 ** 2,
}

/** Counts the unpacked bytes of an import, over all its files and layers. */
export interface Unpacking {
  /** Throws a 400 Failure when the import has more than it may. */
  take(bytes: number): void
}

/** The count for files of `packedBytes` in all. */
export function createUnpacking(packedBytes: number, bytesMax?: number): Unpacking {
  const { ratioMax, bytesFree } = unpackLimits
  const most = bytesMax ?? Math.min(unpackLimits.bytesMax, Math.max(bytesFree, ratioMax * packedBytes))
  let taken = 0
  return {
    take(bytes) {
      taken += bytes
      if (taken > most) throw importFailures.unpackedTooLarge(most)
    },
  }
}

/** The count for one reading of files. */
export async function unpackingOf(files: readonly { readonly path: string }[]): Promise<Unpacking> {
  const stats = await Promise.all(files.map(({ path }) => stat(path)))
  return createUnpacking(stats.reduce((sum, { size }) => sum + size, 0))
}

/** The bytes of a file as they lie there. The file is opened with the first piece. */
export async function* readPieces(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path) as AsyncIterable<Buffer>
}

/** Passes pieces on that a layer of packing gave. */
export async function* countPieces(pieces: AsyncIterable<Buffer>, unpacking: Unpacking): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    unpacking.take(piece.length)
    yield piece
  }
}

async function* gunzip(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const unpacked = createGunzip({ chunkSize: pieceBytes })
  // An end of one ends the other. The error is thrown where the pieces are asked for.
  pipeline(Readable.from(pieces), unpacked).catch(() => {})
  try {
    yield* unpacked as AsyncIterable<Buffer>
  } catch (error) {
    const isBroken = !(error instanceof Failure) && String((error as { code?: unknown }).code).startsWith('Z_')
    throw isBroken ? importFailures.notWhole(error) : error
  }
}

/** A file packed with gzip begins so. No text does. */
const magic = 0x1f8b

/** The pieces of a file that is packed with gzip or not, whatever its name says. */
export async function* unpackPieces(pieces: AsyncIterable<Buffer>, unpacking: Unpacking): AsyncGenerator<Buffer> {
  const source = pieces[Symbol.asyncIterator]()
  let begin: Buffer = Buffer.alloc(0)
  async function* whole(): AsyncGenerator<Buffer> {
    if (begin.length > 0) yield begin
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
  }
  try {
    while (begin.length < 2) {
      const next = await source.next()
      if (next.done) break
      begin = Buffer.concat([begin, next.value])
    }
    const isPacked = begin.length >= 2 && begin.readUInt16BE() === magic
    yield* isPacked ? countPieces(gunzip(whole()), unpacking) : whole()
  } finally {
    await source.return?.()
  }
}
