// POST /api/event on the bare request: the one endpoint that must cost next to nothing (spec/ingestion 1 and 2). No
// cookies, no credentials, any content type, readable from every origin.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Clock, systemClock } from '../../clock.ts'
import { notTaken } from '../../failure.ts'
import type { Accepted, Ingest } from '../../ingest/accept.ts'
import { type Proxies, resolveClientIp } from '../../rules/client-ip.ts'
import { daySeconds } from '../../rules/durations.ts'
import { kitClientHeader } from '../../rules/kit-client.ts'
import { bodyBytesMax, hasConsentIn } from '../../rules/submission.ts'

/** Headers of answers that pages of every site may read. */
const cors = ['Access-Control-Allow-Origin', '*', 'X-Content-Type-Options', 'nosniff', 'Cache-Control', 'no-store']
const plain = [...cors, 'Content-Type', 'text/plain; charset=utf-8']
const accepted = [...plain, 'Content-Length', '2']
const json = [...cors, 'Content-Type', 'application/json; charset=utf-8']
export const preflight = [
  ...cors,
  'Access-Control-Allow-Methods',
  'POST, OPTIONS',
  'Access-Control-Allow-Headers',
  'Content-Type',
  'Access-Control-Max-Age',
  String(daySeconds),
]

export const tooLarge: Accepted & { readonly status: 400 } = {
  status: 400,
  errors: { request: ['Unable to parse request body as json'] },
}

/** Answers JSON that pages of every site may read. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: readonly string[] = [],
): void {
  const text = JSON.stringify(body)
  response.writeHead(status, [...json, 'Content-Length', String(Buffer.byteLength(text)), ...headers]).end(text)
}

function send(response: ServerResponse, outcome: Accepted): void {
  if (response.destroyed || response.headersSent) return
  if (outcome.status === 202) {
    // The count is absent, not 0, when nothing was dropped (spec/ingestion 1).
    response
      .writeHead(202, outcome.dropped === 0 ? accepted : [...accepted, 'X-Service-Dropped', String(outcome.dropped)])
      .end('ok')
  } else if (outcome.status === 200) {
    response.writeHead(200, [...plain, 'Content-Length', String(Buffer.byteLength(outcome.visit))]).end(outcome.visit)
  } else if (outcome.status === 400) {
    sendJson(response, 400, { errors: outcome.errors })
  } else {
    sendJson(response, 503, { error: notTaken }, ['Retry-After', String(outcome.retryAfterSeconds)])
  }
}

export const textOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value

/**
 * Reads a body that is small enough, and hands it on; a larger one is answered at once by `refuse`, read to its end and
 * forgotten, so that the client gets to see the answer.
 */
export function readSmallBody(
  request: IncomingMessage,
  response: ServerResponse,
  take: (body: Buffer) => void,
  refuse: () => void,
): void {
  let first: Buffer | undefined
  let chunks: Buffer[] | undefined
  let length = 0
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > bodyBytesMax) {
      first = chunks = undefined
      if (!response.headersSent) refuse()
    } else if (first === undefined) first = chunk
    else if (chunks === undefined) chunks = [first, chunk]
    else chunks.push(chunk)
  })
  request.on('end', () => {
    if (length <= bodyBytesMax) take(chunks ? Buffer.concat(chunks, length) : (first ?? Buffer.alloc(0)))
  })
}

/** Makes the handler of `/api/event`; headers about addresses count only from trusted proxies (spec/ingestion 6). */
export function eventsRoute(options: {
  ingest: Pick<Ingest, 'submit'>
  proxies: Proxies
  clock?: Clock
  /** Counts answers by status. */
  count?: (status: number) => void
}): (request: IncomingMessage, response: ServerResponse) => void {
  const { ingest, proxies } = options
  const clock = options.clock ?? systemClock
  const count = options.count ?? (() => undefined)
  const answer = (response: ServerResponse, outcome: Accepted): void => {
    count(outcome.status)
    send(response, outcome)
  }

  const take = (request: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    const { headers } = request
    const { ip, ipType, header } = resolveClientIp({ headers, peer: request.socket.remoteAddress, proxies })
    ingest.submit(
      {
        body,
        userAgent: headers['user-agent'] ?? '',
        ip,
        ipType,
        kitClient: textOf(headers[kitClientHeader]),
        hasConsent: hasConsentIn(request.url ?? ''),
        receivedAtMs: clock.now().getTime(),
        request,
        isNamed: header !== 'socket',
      },
      (outcome) => answer(response, outcome),
    )
  }

  return (request, response) => {
    if (request.method === 'POST') {
      readSmallBody(
        request,
        response,
        (body) => take(request, response, body),
        () => answer(response, tooLarge),
      )
      return
    }
    request.resume()
    count(request.method === 'OPTIONS' ? 204 : 405)
    if (request.method === 'OPTIONS') response.writeHead(204, preflight).end()
    else sendJson(response, 405, { error: 'Method not allowed' }, ['Allow', 'POST, OPTIONS'])
  }
}
