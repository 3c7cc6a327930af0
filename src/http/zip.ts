// Writes a zip archive file by file, into a stream that is never gone back in: sizes follow the bytes, so no file is in
// memory. Packing is done outside of this thread.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

const version = 20
const deflated = 8
/** The name is UTF-8, and sizes and checksum stand behind the bytes. */
const flags = 0x0800 | 0x0008
/** 1 January 1980, the first day of a zip's calendar: the same content makes the same archive. */
const day = 0x21

export interface ZipWriter {
  /** The bytes of one more file. */
  add(name: string, content: AsyncIterable<string | Buffer> | Iterable<string | Buffer>): AsyncGenerator<Buffer>
  /** The bytes that end the archive. */
  end(): Buffer
}

/** Sizes and checksum of a file. */
interface Sums {
  crc: number
  packed: number
  size: number
}

/** The fields that a file's own header and its entry in the list share. */
function headOf({ crc, packed, size }: Sums, name: Buffer): Buffer {
  const head = Buffer.alloc(26)
  head.writeUInt16LE(version, 0)
  head.writeUInt16LE(flags, 2)
  head.writeUInt16LE(deflated, 4)
  head.writeUInt16LE(day, 8)
  head.writeUInt32LE(crc, 10)
  head.writeUInt32LE(packed, 14)
  head.writeUInt32LE(size, 18)
  head.writeUInt16LE(name.length, 22)
  return head
}

/** The record behind a file's bytes. */
function sumsRecord({ crc, packed, size }: Sums): Buffer {
  const record = Buffer.alloc(16)
  record.write('PK\x07\x08', 'latin1')
  record.writeUInt32LE(crc, 4)
  record.writeUInt32LE(packed, 8)
  record.writeUInt32LE(size, 12)
  return record
}

/** Packs a file, and sums it up. */
async function* pack(content: Parameters<ZipWriter['add']>[1], sums: Sums): AsyncGenerator<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      const bytes = Buffer.from(piece)
      sums.crc = crc32(bytes, sums.crc)
      sums.size += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw()
  // The error is thrown where the pieces are asked for.
  pipeline(Readable.from(counted()), deflate).catch(() => {})
  for await (const piece of deflate as AsyncIterable<Buffer>) {
    sums.packed += piece.length
    yield piece
  }
}

export function createZip(): ZipWriter {
  const entries: Buffer[] = []
  let offset = 0
  return {
    async *add(fileName, content) {
      const name = Buffer.from(fileName)
      const sums: Sums = { crc: 0, packed: 0, size: 0 }
      const header = Buffer.concat([Buffer.from('PK\x03\x04'), headOf(sums, name), name])
      yield header
      yield* pack(content, sums)
      const behind = sumsRecord(sums)
      yield behind
      const entry = Buffer.alloc(46)
      entry.writeUInt32LE(0x02014b50, 0)
      entry.writeUInt16LE(version, 4)
      headOf(sums, name).copy(entry, 6)
      entry.writeUInt32LE(offset, 42)
      entries.push(Buffer.concat([entry, name]))
      offset += header.length + sums.packed + behind.length
    },
    end() {
      const list = Buffer.concat(entries)
      const end = Buffer.alloc(22)
      end.writeUInt32LE(0x06054b50, 0)
      end.writeUInt16LE(entries.length, 8)
      end.writeUInt16LE(entries.length, 10)
      end.writeUInt32LE(list.length, 12)
      end.writeUInt32LE(offset, 16)
      return Buffer.concat([list, end])
    },
  }
}
