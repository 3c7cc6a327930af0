// Fetches a data file, checks it, and puts it in place of the old one in one step: readers see the old file or the new,
// never half of one.
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Duplex, PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'

export interface Download {
  /** `http:`, `https:` or `file:`; a gzip file is unpacked. */
  readonly url: string
  /** The file to replace. */
  readonly path: string
  /** Most bytes, as sent and as unpacked. */
  readonly bytesMax: number
  /** For everything together. */
  readonly timeoutMs: number
  /** Throws when the file cannot be used. */
  readonly verify: (path: string) => Promise<void>
}

/** An address without what may be secret in it: licence keys travel in user-info and query. */
export function nameAddress(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/**
 * Replaces a file by what the address holds, once that is verified; resolves to its size. Whatever goes wrong, the old
 * file stays as it was and the error says why.
 */
export async function download({ url, path, bytesMax, timeoutMs, verify }: Download): Promise<number> {
  const folder = dirname(path)
  const sent = `${path}.${process.pid}.part`
  const unpacked = `${path}.${process.pid}.unpacked.part`
  const signal = AbortSignal.timeout(timeoutMs)
  // The file is open before its source, and closed when both are through: one that was still being opened when the
  // source failed would appear after everything was tidied up. There is no wait between source and pipe, so that an
  // error of the source always has a listener.
  const save = async (to: string, step: Duplex, begin: () => Promise<Readable>) => {
    const file = await open(to, 'w')
    try {
      await pipeline(await begin(), step, limit(bytesMax), file.createWriteStream(), { signal })
    } finally {
      await file.close()
    }
  }
  try {
    await mkdir(folder, { recursive: true })
    await removeAbandoned(path, timeoutMs)
    await save(sent, new PassThrough(), () => openAddress(url, signal))
    const packed = await isGzip(sent)
    if (packed) await save(unpacked, createGunzip(), async () => createReadStream(sent))
    const file = packed ? unpacked : sent
    await verify(file)
    const { size } = await stat(file)
    await sync(file)
    await rename(file, path)
    await sync(folder)
    return size
  } catch (error) {
    const why = signal.aborted ? `not done within ${timeoutMs} ms` : reasonOf(error)
    throw new Error(`${nameAddress(url)}: ${why}; what was in use stays`, { cause: error })
  } finally {
    await Promise.all([rm(sent, { force: true }), rm(unpacked, { force: true })])
  }
}

async function openAddress(url: string, signal: AbortSignal): Promise<Readable> {
  const { protocol } = new URL(url)
  if (protocol === 'file:') return createReadStream(fileURLToPath(url))
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new Error('only http:, https: and file: addresses can be read')
  const response = await fetch(url, { signal })
  if (protocol === 'https:' && !response.url.startsWith('https:')) {
    await response.body?.cancel()
    throw new Error('it leads to an address that is not encrypted')
  }
  if (!response.ok || response.body === null) {
    await response.body?.cancel()
    throw new Error(`the answer is ${response.status} ${response.statusText}`.trim())
  }
  return Readable.fromWeb(response.body as ReadableStream)
}

/** Passes bytes on until there are too many. */
function limit(bytesMax: number) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > bytesMax) throw new Error(`the file has more than ${bytesMax} bytes`)
      yield chunk
    }
  }
}

/** Told by its first bytes: servers may or may not have undone a `.gz` on the way. */
async function isGzip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(3), 0, 3, 0)
    return bytesRead === 3 && buffer.equals(Buffer.from([0x1f, 0x8b, 0x08]))
  } finally {
    await file.close()
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Parts left by downloads that were killed: older than any download may take. */
async function removeAbandoned(path: string, timeoutMs: number): Promise<void> {
  const folder = dirname(path)
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith('.part')) continue
    const { mtimeMs } = await stat(join(folder, name))
    if (Date.now() - mtimeMs > timeoutMs) await rm(join(folder, name), { force: true })
  }
}

/** The words of an error; those of `fetch` are in its cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message: string; cause?: { message?: string; code?: string } }
  return cause ? `${message} (${cause.message || cause.code})` : message
}
