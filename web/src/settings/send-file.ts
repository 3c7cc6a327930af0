// Sends a file in chunks that the connection decides the size of. What breaks off goes on where the service says it is.

import type { Refused } from '../../../src/http/schemas.ts'
import * as words from '../../../src/rules/words/en/imports.ts'
import { at } from '../service/at.ts'
import { readBody } from '../service/read.ts'
import { Refusal, refusalOf } from '../service/request.ts'
import { ask, pathTo, type Reply } from './ask.ts'

export type Upload = Reply<'GET', 'uploads/:id'>

/** The service gives a chunk 15 seconds: the size follows what the line carries in about two. */
const chunk = { first: 1 << 20, least: 1 << 16, most: 1 << 25, quickMs: 1_000, slowMs: 4_000 }
/** Pauses while the service cannot be reached. */
const pauseMs = { first: 500, most: 15_000 }

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** One chunk; undefined where no answer came, or one that says to look where the upload is. */
async function sendChunk(path: string, offset: number, piece: Blob, signal: AbortSignal): Promise<Upload | undefined> {
  const init = {
    method: 'PUT',
    headers: { accept: 'application/json', 'content-type': 'application/octet-stream' },
    body: piece,
    signal,
  }
  const response = await fetch(at(`${path}?offset=${offset}`), init).catch(() => undefined)
  signal.throwIfAborted()
  if (response === undefined) {
    // A file that was changed or taken away looks like a service that is away.
    await piece
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => {
        throw new Refusal(0, words.fileChanged, { field: 'bytes' })
      })
    return undefined
  }
  if (response.ok) return readBody<Reply<'PUT', 'uploads/:id'>>(response)
  if (response.status === 409 || response.status === 408 || response.status === 503) return undefined
  throw refusalOf(response.status, await readBody<Refused>(response))
}

/** Sends what is missing; answers when all has arrived, however often the connection broke. */
export async function sendFile(
  id: number,
  file: Blob,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (upload: Upload) => void },
): Promise<Upload> {
  const params = { id }
  const path = pathTo('uploads/:id', params)
  let upload = await ask('GET', 'uploads/:id', { params })
  let size = chunk.first
  let wait = pauseMs.first
  while (upload.state === 'receiving') {
    onProgress(upload)
    const started = performance.now()
    const next = await sendChunk(path, upload.offset, file.slice(upload.offset, upload.offset + size), signal)
    const took = performance.now() - started
    if (next !== undefined) {
      upload = next
      wait = pauseMs.first
      if (took < chunk.quickMs) size = Math.min(size * 2, chunk.most)
      else if (took > chunk.slowMs) size = Math.max(size / 2, chunk.least)
      continue
    }
    size = Math.max(size / 2, chunk.least)
    await pause(wait)
    wait = Math.min(wait * 2, pauseMs.most)
    upload = await ask('GET', 'uploads/:id', { params, signal }).catch((error: unknown) => {
      if (error instanceof Refusal && error.status === 0) return upload
      throw error
    })
  }
  return upload
}
