// Fetches a data file, checks it, and puts it in place of the old one in one step: readers see the old file or the new,
// never half of one.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Duplex, PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import { withoutAddresses } from '../rules/text.ts'
import { findInTar, isTar } from './tar.ts'

export interface Download {
  /** `http:`, `https:` or `file:`; a gzip file is unpacked. */
  readonly url: string
  /**
   * Header `Authorization` for the host of the address; a redirect to another origin goes without. Absent: as the
   * address's own user and password say.
   */
  readonly authorization?: string | undefined
  /** Name of the file to take out of a tar archive. */
  readonly member?: RegExp
  /** The file to replace. */
  readonly path: string
  /** Most bytes, as sent and as unpacked. */
  readonly bytesMax: number
  /** For everything together. */
  readonly timeoutMs: number
  /** Throws when the file cannot be used. */
  readonly verify: (path: string) => Promise<void>
}

/** A download that failed. `isMissing`: the address has no such file (404). */
export class DownloadError extends Error {
  get isMissing(): boolean {
    return this.cause instanceof Missing
  }
}

class Missing extends Error {}

/** An address without what may be secret in it: licence keys travel in user-info and query. */
export function nameAddress(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

/**
 * Replaces a file by a download from the address, once the download is verified; resolves to its size. If anything goes
 * wrong, the old file stays as it was and the error says why.
 */
export async function download(asked: Download): Promise<number> {
  const { url, path, bytesMax, timeoutMs, verify } = asked
  const folder = dirname(path)
  const sent = `${path}.${process.pid}.part`
  const unpacked = `${path}.${process.pid}.unpacked.part`
  const member = `${path}.${process.pid}.member.part`
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
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeAbandoned(path, timeoutMs)
    await save(sent, new PassThrough(), () => openAddress(asked, signal))
    const packed = await isGzip(sent)
    if (packed) await save(unpacked, createGunzip(), async () => createReadStream(sent))
    const whole = packed ? unpacked : sent
    const file = (await takeMember(whole, member, asked.member)) ? member : whole
    await verify(file)
    const { size } = await stat(file)
    await sync(file)
    await rename(file, path)
    await sync(folder)
    return size
  } catch (error) {
    const why = signal.aborted ? `not done within ${timeoutMs} ms` : reasonOf(error)
    throw new DownloadError(`${nameAddress(url)}: ${why}; what was in use stays`, { cause: error })
  } finally {
    await Promise.all([sent, unpacked, member].map((part) => rm(part, { force: true })))
  }
}

/** Writes the wanted member of a tar archive to a file; false for a file that is no archive. */
async function takeMember(path: string, to: string, wanted: RegExp | undefined): Promise<boolean> {
  if (!wanted) return false
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0)
    if (!isTar(buffer.subarray(0, bytesRead))) return false
    const entry = await findInTar(file, (name) => wanted.test(name))
    if (!entry) throw new Error('the archive has no such file')
    const { start, size } = entry
    await pipeline(createReadStream(path, { start, end: start + size - 1 }), createWriteStream(to))
    if ((await stat(to)).size !== size) throw new Error('the archive is cut off')
    return true
  } finally {
    await file.close()
  }
}

/** An address without its user and password, and the header that says them. Throws for one that cannot be decoded. */
function splitCredentials(address: string): { url: URL; authorization: string | undefined } {
  const url = new URL(address)
  const { username, password } = url
  if (username === '' && password === '') return { url, authorization: undefined }
  url.username = ''
  url.password = ''
  try {
    const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return { url, authorization: `Basic ${Buffer.from(text).toString('base64')}` }
  } catch {
    throw new Error('a "%" in its user or password begins no escape; write it as %25')
  }
}

async function openAddress(asked: Download, signal: AbortSignal): Promise<Readable> {
  const { protocol } = new URL(asked.url)
  if (protocol === 'file:') return createReadStream(fileURLToPath(asked.url))
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new Error('only http:, https: and file: addresses can be read')
  const { url, authorization = asked.authorization } = splitCredentials(asked.url)
  // fetch takes the header away if a redirect leads to another origin.
  const asking = fetch(url, { signal, ...(authorization ? { headers: { authorization } } : {}) })
  const response = await asking.catch((error: unknown) => {
    throw new Error(withoutAddresses(reasonOf(error)))
  })
  if (protocol === 'https:' && !response.url.startsWith('https:')) {
    await response.body?.cancel()
    throw new Error('it leads to an address that is not encrypted')
  }
  if (!response.ok || response.body === null) {
    await response.body?.cancel()
    const said = `the answer is ${response.status} ${response.statusText}`.trim()
    throw response.status === 404 ? new Missing(said) : new Error(said)
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

/** The words of an error. Errors of `fetch` have them in their cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message: string; cause?: { message?: string; code?: string } }
  return cause ? `${message} (${cause.message || cause.code})` : message
}
