// Reads a zip archive's files, as far as exports need: stored or deflated, no encryption, no parts.
import { inflateRawSync } from 'node:zlib'

export interface ZipFile {
  readonly name: string
  read(): Buffer
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const commentBytesMax = 65_535
/** Unpacked size of one file: daily sums of years have a few megabytes; a bomb has more. */
const fileBytesMax = 512 * 1024 * 1024

/** Lists the files of an archive; throws for anything that is no plain zip. */
export function readZip(archive: Buffer): ZipFile[] {
  let end = archive.length - endBytes
  const least = Math.max(0, end - commentBytesMax)
  while (end >= least && archive.readUInt32LE(end) !== endSignature) end--
  if (end < least || end < 0) throw new Error('this is no zip archive')
  const count = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  const files: ZipFile[] = []
  for (let index = 0; index < count; index++) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== entrySignature)
      throw new Error('the zip archive is damaged')
    const method = archive.readUInt16LE(at + 10)
    const packed = archive.readUInt32LE(at + 20)
    const nameLength = archive.readUInt16LE(at + 28)
    const local = archive.readUInt32LE(at + 42)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    files.push({ name, read: () => unpack(archive, local, packed, method, name) })
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}

function unpack(archive: Buffer, local: number, packed: number, method: number, name: string): Buffer {
  if (local + 30 > archive.length || archive.readUInt32LE(local) !== localSignature)
    throw new Error(`${name}: the zip archive is damaged`)
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  const data = archive.subarray(start, start + packed)
  if (method === 0) return data
  if (method === 8) return inflateRawSync(data, { maxOutputLength: fileBytesMax })
  throw new Error(`${name}: compression method ${method} is not supported`)
}
