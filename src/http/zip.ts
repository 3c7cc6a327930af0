// Writes a zip archive file by file, into a stream that is never gone back in.
import { crc32, deflateRawSync } from 'node:zlib'

const version = 20
const deflated = 8
const utf8Name = 0x0800
/** 1 January 1980, the first day of a zip's calendar: the same content makes the same archive. */
const day = 0x21

export interface ZipWriter {
  /** The bytes of one more file. */
  add(name: string, content: Buffer): Buffer
  /** The bytes that end the archive. */
  end(): Buffer
}

export function createZip(): ZipWriter {
  const entries: Buffer[] = []
  let offset = 0

  /** The fields that a file's own header and its entry in the list share. */
  function headOf(content: Buffer, packed: Buffer, name: Buffer): Buffer {
    const head = Buffer.alloc(26)
    head.writeUInt16LE(version, 0)
    head.writeUInt16LE(utf8Name, 2)
    head.writeUInt16LE(deflated, 4)
    head.writeUInt16LE(day, 8)
    head.writeUInt32LE(crc32(content), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(content.length, 18)
    head.writeUInt16LE(name.length, 22)
    return head
  }

  return {
    add(fileName, content) {
      const name = Buffer.from(fileName)
      const packed = deflateRawSync(content)
      const head = headOf(content, packed, name)
      const entry = Buffer.alloc(46)
      entry.writeUInt32LE(0x02014b50, 0)
      entry.writeUInt16LE(version, 4)
      head.copy(entry, 6)
      entry.writeUInt32LE(offset, 42)
      entries.push(Buffer.concat([entry, name]))
      const bytes = Buffer.concat([Buffer.from('PK\x03\x04'), head, name, packed])
      offset += bytes.length
      return bytes
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
