// Answers sent piece by piece, as they come to be: no content-length, compressed when asked, each piece flushed.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants, createBrotliCompress, createGzip, type Gzip } from 'node:zlib'
import { ClientGone } from './body.ts'

/** Where a stream of an answer goes. */
export interface Sink {
  /** Resolves when the client takes more. Throws ClientGone when the client has left. */
  write(piece: string | Uint8Array): Promise<void>
  /** Fires when the client has left. Work for the answer may stop. */
  readonly gone: AbortSignal
}

/** How slowly a client may take an answer, which is held in memory and keeps a place meanwhile. */
export interface Patience {
  /** A client that takes nothing for so long is gone. */
  readonly stalledMs: number
  /** So long the service waits for a client in all, and longer only by the time that this speed takes. */
  readonly graceMs: number
  readonly bytesPerSecond: number
}

/** A slow telephone takes 10 kB a second; a place may be held by a client that takes 4 kB. */
export const usualPatience: Patience = { stalledMs: 30_000, graceMs: 30_000, bytesPerSecond: 4_096 }

/** How long the service still waits for a client that took `bytes` and was waited for `waitedMs`. At 0 it ends. */
export const patienceLeft = ({ stalledMs, graceMs, bytesPerSecond }: Patience, bytes: number, waitedMs: number) =>
  Math.min(stalledMs, graceMs + (bytes / bytesPerSecond) * 1000 - waitedMs)

type Coding = 'br' | 'gzip'

/** The coding a client prefers of those we have; brotli where it takes both alike. */
function codingOf(accepted: string | undefined): Coding | undefined {
  const weights = new Map<string, number>()
  for (const part of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1)
    weights.set(name, Number.isNaN(weight) ? 0 : weight)
  }
  const weightOf = (name: Coding) => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = (['br', 'gzip'] as const)
    .filter((name) => weightOf(name) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a))
  return best
}

// Answers are made once and read once, so the best levels take more time than they save.
const compressors: Readonly<Record<Coding, () => Gzip>> = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) as unknown as Gzip,
  gzip: () => createGzip({ level: 5 }),
}

/** Sends bytes and waits until the client has taken them, as long as the patience lasts; then the connection ends. */
function createSender(response: ServerResponse, gone: AbortSignal, patience: Patience) {
  let waitedMs = 0
  let bytes = 0
  return {
    send(chunk: string | Uint8Array): void {
      bytes += Buffer.byteLength(chunk)
      response.write(chunk)
    },
    taken: () =>
      new Promise<void>((resolve, reject) => {
        const startedAt = performance.now()
        const left = patienceLeft(patience, bytes, waitedMs)
        const timer = setTimeout(() => response.destroy(), Math.max(0, left))
        const settle = (done: () => void) => () => {
          clearTimeout(timer)
          waitedMs += performance.now() - startedAt
          response.off('drain', onDrain)
          gone.removeEventListener('abort', onGone)
          done()
        }
        const onDrain = settle(resolve)
        const onGone = settle(() => reject(new ClientGone()))
        response.once('drain', onDrain)
        gone.addEventListener('abort', onGone)
      }),
  }
}

/**
 * Sends the headers, then the pieces of `stream`. An error of `stream` cuts the answer off, so that no client takes it
 * for whole, and is thrown on.
 */
export async function sendStream(
  request: IncomingMessage,
  response: ServerResponse,
  head: { readonly status: number; readonly headers: Record<string, string | string[] | number> },
  options: {
    readonly compressed: boolean
    readonly stream: (sink: Sink) => Promise<void>
    readonly patience?: Patience | undefined
  },
): Promise<void> {
  const headers = { ...head.headers, 'x-accel-buffering': 'no' } as typeof head.headers
  const coding = options.compressed ? codingOf(String(request.headers['accept-encoding'] ?? '')) : undefined
  if (options.compressed) headers['vary'] = 'accept-encoding'
  if (coding) headers['content-encoding'] = coding
  response.writeHead(head.status, headers)
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  response.flushHeaders()
  const leaving = new AbortController()
  const leave = () => leaving.abort(new ClientGone())
  response.once('close', leave)
  if (response.destroyed) leave()
  const compressor = coding && compressors[coding]()
  const { send, taken } = createSender(response, leaving.signal, options.patience ?? usualPatience)
  compressor?.on('data', send)

  const sink: Sink = {
    gone: leaving.signal,
    async write(piece) {
      leaving.signal.throwIfAborted()
      if (compressor) {
        compressor.write(piece)
        await new Promise<void>((resolve) => compressor.flush(() => resolve()))
        leaving.signal.throwIfAborted()
      } else send(piece)
      if (response.writableNeedDrain) await taken()
    },
  }
  try {
    await options.stream(sink)
    if (compressor) await new Promise<void>((resolve) => compressor.once('end', resolve).end())
    response.off('close', leave)
    response.end()
  } catch (error) {
    compressor?.destroy()
    response.destroy()
    throw error
  }
}
