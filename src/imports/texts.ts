// The texts that several files hold: each packed with gzip or not, those of a zip one after the other.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { fileFailures, importFailures } from '../failure.ts'
import type { ExportSource } from './export-files.ts'
import { openFile } from './file.ts'
import { readZip, zipLimits } from './zip.ts'

/** One text, its bytes a piece at a time. */
export interface TextFile {
  readonly name: string
  readonly pieces: AsyncIterable<Buffer>
}

const zipBegins = [0x504b0304, 0x504b0506]

async function startOf(path: string): Promise<number> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.readUInt32BE()
  } finally {
    await file.close()
  }
}

/** True for a file that begins like a zip. */
export const isZip = async (path: string): Promise<boolean> => zipBegins.includes(await startOf(path))

/** Files that systems put beside those that they pack. */
const ofSystem = /(?:^|[/\\])(?:__MACOSX[/\\]|\._|\.DS_Store$|Thumbs\.db$)/i

function unpacked(name: string, bytes: Buffer): Buffer {
  if (bytes.length < 2 || bytes.readUInt16BE() !== 0x1f8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: zipLimits.fileBytesMax })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw fileFailures.tooLargeUnpacked(name)
    throw importFailures.notWhole()
  }
}

async function* oneOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** The texts one after the other. Throws a 400 Failure for what is packed, but broken. */
export async function* openTexts(sources: readonly ExportSource[]): AsyncGenerator<TextFile> {
  for (const { path, name } of sources) {
    if (!(await isZip(path))) {
      yield { name, pieces: (await openFile(path)).pieces }
      continue
    }
    for await (const file of readZip(path))
      if (!ofSystem.test(file.name))
        yield { name: file.name, pieces: oneOf(unpacked(file.name, await file.readBytes())) }
  }
}

/** The bytes of a text, for one that is small enough. */
export async function textOf({ name, pieces }: TextFile): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > zipLimits.fileBytesMax) throw fileFailures.tooLarge(name)
    chunks.push(piece)
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
}

/**
 * Two digests of the texts, whatever their names, order and packing: one that identifies them, and a key that only
 * somebody with the files can know. The key is never stored.
 */
export async function digestTexts(
  sources: readonly ExportSource[],
): Promise<{ readonly fingerprint: string; readonly key: Buffer }> {
  const found: { text: string; key: string }[] = []
  for await (const { pieces } of openTexts(sources)) {
    const digest = createHash('sha256')
    const keyed = createHash('sha256').update('tidemark visitors\0')
    for await (const piece of pieces) {
      digest.update(piece)
      keyed.update(piece)
    }
    found.push({ text: digest.digest('hex'), key: keyed.digest('hex') })
  }
  found.sort((a, b) => (a.text < b.text ? -1 : 1))
  if (found.length === 1) return { fingerprint: found[0]!.text, key: Buffer.from(found[0]!.key, 'hex') }
  const join = (part: 'text' | 'key') => createHash('sha256').update(found.map((one) => one[part]).join('\n'))
  return { fingerprint: join('text').digest('hex'), key: join('key').digest() }
}
