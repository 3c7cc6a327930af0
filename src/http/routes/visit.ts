// POST /api/visit: a token that stands for the visitor until the day ends (spec/ingestion 23.2). Asked by pages and by
// kits, as events are: without credentials, from every origin.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Clock, systemClock } from '../../clock.ts'
import { notTaken } from '../../failure.ts'
import type { Ingest } from '../../ingest/accept.ts'
import { hostOf, readFields } from '../../ingest/visit-tokens.ts'
import { type Proxies, resolveClientIp } from '../../rules/client-ip.ts'
import { kitClientHeader } from '../../rules/kit-client.ts'
import { preflight, readSmallBody, sendJson, textOf, tooLarge } from './events.ts'

/** Makes the handler of `/api/visit`; the client is who the headers say, as for events (spec/ingestion 6). */
export function visitRoute(options: {
  ingest: Pick<Ingest, 'visitOf'>
  proxies: Proxies
  clock?: Clock
  /** Counts answers by status. */
  count: (status: number) => void
}): (request: IncomingMessage, response: ServerResponse) => void {
  const { ingest, proxies, clock = systemClock, count } = options

  const answer = (response: ServerResponse, status: number, body: unknown, headers: readonly string[] = []): void => {
    if (response.destroyed || response.headersSent) return
    count(status)
    sendJson(response, status, body, headers)
  }

  const take = (request: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    const { headers } = request
    const fields = readFields(body)
    if (!fields) {
      answer(response, 400, { errors: tooLarge.errors })
      return
    }
    const domain = fields['d'] ?? fields['domain']
    if (typeof domain !== 'string' || domain.trim() === '') {
      answer(response, 400, { errors: { domain: [`can't be blank`] } })
      return
    }
    const { ip, ipType } = resolveClientIp({ headers, peer: request.socket.remoteAddress, proxies })
    const visit = ingest.visitOf({
      domain,
      hostname: hostOf(fields['u'] ?? fields['url']) ?? hostOf(headers.origin),
      ip,
      ipType,
      userAgent: headers['user-agent'] ?? '',
      kitClient: textOf(headers[kitClientHeader]),
      receivedAtMs: clock.now().getTime(),
    })
    if (visit === undefined) answer(response, 503, { error: notTaken }, ['Retry-After', '5'])
    else answer(response, 200, { visit })
  }

  return (request, response) => {
    if (request.method === 'POST') {
      readSmallBody(
        request,
        response,
        (body) => take(request, response, body),
        () => answer(response, 400, { errors: tooLarge.errors }),
      )
      return
    }
    request.resume()
    if (request.method === 'OPTIONS') {
      count(204)
      response.writeHead(204, preflight).end()
    } else answer(response, 405, { error: 'Method not allowed' }, ['Allow', 'POST, OPTIONS'])
  }
}
