// The files of an export: a zip, or what was unpacked from one, taken together. However the loose files come, the same
// ones are known again.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { crc32, endOfStored, headerOfStored, inStoredOrder, type StoredFile } from '../rules/stored-zip.ts'
import { readPieces, unpackingOf } from './unpack.ts'
import { readZip, type ZipFile } from './zip.ts'

/** A file of an export, or a zip of them. */
export interface ExportSource {
  readonly path: string
  /** The name that people know: an upload's path says nothing. */
  readonly name: string
}

const zipBegins = [0x504b0304, 0x504b0506]

async function isZip({ path, name }: ExportSource): Promise<boolean> {
  if (!/\.csv$/i.test(name)) return true
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && zipBegins.includes(buffer.readUInt32BE())
  } finally {
    await file.close()
  }
}

/**
 * The files one after the other, those of a zip in their place. Throws a 400 Failure for what is neither zip nor CSV.
 */
export async function* readExport(sources: readonly ExportSource[]): AsyncGenerator<ZipFile> {
  const unpacking = await unpackingOf(sources)
  for (const source of inStoredOrder(sources)) {
    if (await isZip(source)) yield* readZip(source.path, unpacking)
    else yield { name: source.name, pieces: readPieces(source.path) }
  }
}

/** The digest that identifies a set of files: of a zip's bytes, else of the zip that a page would send of them. */
export async function digestOf(sources: readonly ExportSource[]): Promise<string> {
  const digest = createHash('sha256')
  const [first] = sources
  if (sources.length === 1 && first && (await isZip(first))) {
    await pipeline(createReadStream(first.path), digest)
    return digest.digest('hex')
  }
  const stored: StoredFile[] = []
  for (const { path, name } of inStoredOrder(sources)) {
    let crc = 0
    let size = 0
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
      crc = crc32(piece, crc)
      size += piece.length
    }
    const file = { name, size, crc }
    stored.push(file)
    digest.update(headerOfStored(file))
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) digest.update(piece)
  }
  for (const part of endOfStored(stored)) digest.update(part)
  return digest.digest('hex')
}
