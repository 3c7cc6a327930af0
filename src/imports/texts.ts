// The texts that several files hold: each packed with gzip or not, those of a zip one after the other.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { ExportSource } from './export-files.ts'
import { readPieces, unpackingOf, unpackPieces } from './unpack.ts'
import { readZip } from './zip.ts'

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

/** The texts one after the other. Throws a 400 Failure for what is packed, but broken, or unpacks to too much. */
export async function* openTexts(sources: readonly ExportSource[]): AsyncGenerator<TextFile> {
  const unpacking = await unpackingOf(sources)
  for (const { path, name } of sources) {
    if (!(await isZip(path))) yield { name, pieces: unpackPieces(readPieces(path), unpacking) }
    else
      for await (const file of readZip(path, unpacking))
        if (!ofSystem.test(file.name)) yield { name: file.name, pieces: unpackPieces(file.pieces, unpacking) }
  }
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
