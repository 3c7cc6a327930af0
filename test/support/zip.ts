// Zip archives of tests: of files that are stored as they are, and unpacked.
import { crc32 } from 'node:zlib'
import { createZip } from '../../src/http/zip.ts'
import { readZip } from '../../src/imports/zip.ts'

/** An archive of the files by name. */
export function storedZip(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const data = Buffer.from(text)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    parts.push(Buffer.from('PK\u0003\u0004', 'latin1'), common, Buffer.from(name), data)
    entries.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, rest, Buffer.from(name))
    offset += 30 + name.length + data.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(entries.length / 4, 8)
  end.writeUInt16LE(entries.length / 4, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, directory, end])
}

/** An archive of the files by name, packed as the service packs its own. */
export async function packedZip(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = createZip()
  const parts: Buffer[] = []
  for (const [name, content] of Object.entries(files))
    for await (const piece of archive.add(name, [content])) parts.push(piece)
  return Buffer.concat([...parts, archive.end()])
}

/** The text of pieces. */
export async function joinPieces(pieces: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all).toString()
}

/** The texts of an archive by the names of its files. */
export async function unzip(path: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for await (const { name, pieces } of readZip(path)) files.set(name, await joinPieces(pieces))
  return files
}
