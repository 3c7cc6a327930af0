// GET /pixel/<domain>.gif: a pageview without JavaScript, for <noscript>, READMEs and mails (spec/ingestion 1.7). The
// request becomes an event like any other; its values come from the address instead of a body.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Clock, systemClock } from '../../clock.ts'
import type { Accepted, Ingest } from '../../ingest/accept.ts'
import { type Proxies, resolveClientIp } from '../../rules/client-ip.ts'

/** One transparent point. */
const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const headers = {
  'content-type': 'image/gif',
  'content-length': picture.length,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const

/**
 * The address of the page: as the picture's address gives it, a path of the domain or a whole address; else the page
 * that shows the picture, as its browser tells; else the domain.
 * @example pageOf('example.com', '/a', undefined) // 'https://example.com/a'
 */
export function pageOf(domain: string, given: string | null, referer: string | undefined): string {
  if (given) return given.startsWith('/') ? `https://${domain}${given}` : given
  return referer !== undefined && /^https?:\/\//i.test(referer) ? referer : `https://${domain}/`
}

/** The body of the event that a request stands for; undefined for an address that is no picture. */
function readEvent(url: string, referer: string | undefined): Buffer | undefined {
  const [, name, query = ''] = /^\/pixel\/([^?]+)\.gif(?:\?(.*))?$/s.exec(url) ?? []
  if (name === undefined) return undefined
  let domain: string
  try {
    domain = decodeURIComponent(name)
  } catch {
    return undefined
  }
  const said = new URLSearchParams(query)
  const event = { n: 'pageview', d: domain, u: pageOf(domain, said.get('url'), referer), r: said.get('referrer') }
  return Buffer.from(JSON.stringify(event))
}

/** Makes the handler of the paths below /pixel/. The picture is the same whatever became of the pageview. */
export function pixelRoute(options: {
  ingest: Pick<Ingest, 'submit'>
  proxies: Proxies
  clock?: Clock
}): (request: IncomingMessage, response: ServerResponse) => void {
  const { ingest, proxies, clock = systemClock } = options

  const send = (request: IncomingMessage, response: ServerResponse, status: number): void => {
    if (response.destroyed || response.headersSent) return
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : picture)
  }

  const answer = (request: IncomingMessage, response: ServerResponse, outcome: Accepted): void => {
    if (outcome.status === 503) response.setHeader('retry-after', outcome.retryAfterSeconds)
    send(request, response, outcome.status === 202 ? 200 : outcome.status)
  }

  return (request, response) => {
    request.resume()
    const { headers, method } = request
    if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return send(request, response, 405)
    }
    const body = readEvent(request.url ?? '', headers.referer)
    if (body === undefined) return send(request, response, 404)
    // Programs ask for the head alone; nobody has seen the page.
    if (method === 'HEAD') return send(request, response, 200)
    const { ip, ipType, header } = resolveClientIp({ headers, peer: request.socket.remoteAddress, proxies })
    const receivedAtMs = clock.now().getTime()
    const userAgent = headers['user-agent'] ?? ''
    const isNamed = header !== 'socket'
    ingest.submit({ body, userAgent, ip, ipType, receivedAtMs, isPixel: true, request, isNamed }, (outcome) =>
      answer(request, response, outcome),
    )
  }
}
