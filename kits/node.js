// Tidemark for Node's (request, response, next): Express, Fastify, Koa, polka, connect. No dependencies.
// `tidemark kit show --kit <name>` prints it with a site's values.
//
// carry(request, response, next)  answers the script and the events of a page, under the site's own address. It stands
//                                 before whatever reads bodies
// count(request, response, next)  counts the pages that are served, where no script is wanted; never waited for. With
//                                 `coverage` it tells the service how many pages were served beside the script
//
// visit(request)                  a visit token of the visitor: an event of yours that brings it joins the visit
//
// The secret is for the server alone. It signs the visitor's address, so that the service needs to trust no proxy.
import { createHmac } from 'node:crypto'

export const settings = {
  service: '{{service}}',
  domain: '{{domain}}',
  secret: '{{secret}}',
  script: '{{script}}',
  /** Under which path of the site the script (`/script.js`) and the events (`/event`) are. */
  path: '{{path}}',
  /** True beside the script: `count` then reports page requests, which are no events and no visitors. */
  coverage: false,
  /**
   * The visitor's address. Behind a proxy of your own: Express's `request.ip` with `trust proxy`, or the header that your
   * proxy sets, `(request) => request.headers['x-real-ip']`.
   */
  ipOf: (request) => request.ip ?? request.socket.remoteAddress,
}

const eventBytesMax = 1_000_000
const scriptKeptMs = 3_600_000
const timeoutMs = 5_000
const waitingMax = 100

/** How many events were left out: more than a hundred were on their way, or the service was away. */
export let dropped = 0
let waiting = 0

/** The visitor's address and agent, signed, good for a minute. */
function signed(ip, userAgent) {
  const sent = JSON.stringify({ ip, user_agent: userAgent, at: Math.floor(Date.now() / 1000) })
  const payload = Buffer.from(sent).toString('base64url')
  return `v1 ${payload}.${createHmac('sha256', settings.secret).update(payload).digest('base64url')}`
}

/** The query of an event's address that says that the visitor agreed to campaign data, or nothing. */
const consentOf = (query) => (/[?&](c|consent)=(1|true)(&|$)/.test(query) ? '?c=1' : '')

/** Sends an event to the service, as this visitor. */
async function send(body, ip, userAgent, consent = '') {
  const headers = { 'content-type': 'text/plain', 'user-agent': userAgent }
  if (ip) headers['x-tidemark-client'] = signed(ip, userAgent)
  const signal = AbortSignal.timeout(timeoutMs)
  return fetch(`${settings.service}/api/event${consent}`, { method: 'POST', headers, body, signal })
}

/** A visit token of the visitor, good until the day (UTC) ends; undefined while there is none. */
export async function visit(request) {
  try {
    const asked = JSON.stringify({ n: ['visit'], d: settings.domain, u: urlOf(request) })
    const answer = await send(asked, settings.ipOf(request), request.headers['user-agent'] ?? '')
    const token = await answer.text()
    return answer.status === 200 ? token : undefined
  } catch {
    return undefined
  }
}

function answer(response, status, headers = {}, body = '') {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, { 'cache-control': 'no-store', 'content-length': Buffer.byteLength(body), ...headers })
  response.end(body)
}

let script

/** The script, kept for an hour, and longer while the service is away. */
async function carryScript(request, response) {
  if (!script || Date.now() - script.at > scriptKeptMs) {
    try {
      const found = await fetch(settings.service + settings.script, { signal: AbortSignal.timeout(timeoutMs) })
      if (found.ok) script = { at: Date.now(), body: await found.text(), etag: found.headers.get('etag') ?? '' }
      else await found.body?.cancel()
    } catch {
      // The script that is kept is good enough.
    }
  }
  if (!script) return answer(response, 503)
  const headers = { 'cache-control': 'public, max-age=3600', ...(script.etag && { etag: script.etag }) }
  if (script.etag && request.headers['if-none-match'] === script.etag) {
    response.writeHead(304, headers).end()
    return
  }
  const type = { 'content-type': 'text/javascript; charset=utf-8', 'x-content-type-options': 'nosniff' }
  answer(response, 200, { ...headers, ...type }, script.body)
}

/** The body of an event, up to its limit; undefined above it. What read the body before has left it in `body`. */
async function readBody(request) {
  const { body } = request
  if (body !== undefined && request.readableEnded)
    return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  const chunks = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length <= eventBytesMax) chunks.push(chunk)
  }
  return length > eventBytesMax ? undefined : Buffer.concat(chunks)
}

async function carryEvent(request, response) {
  try {
    const body = await readBody(request)
    if (body === undefined) return answer(response, 413)
    const consent = consentOf(request.originalUrl ?? request.url)
    const taken = await send(body, settings.ipOf(request), request.headers['user-agent'] ?? '', consent)
    const headers = { 'content-type': taken.headers.get('content-type') ?? 'text/plain' }
    for (const name of ['x-service-dropped', 'retry-after'])
      if (taken.headers.has(name)) headers[name] = taken.headers.get(name)
    answer(response, taken.status, headers, await taken.text())
  } catch {
    dropped += 1
    answer(response, 503, { 'retry-after': '60' })
  }
}

const pathOf = (request) => (request.originalUrl ?? request.url).split(/[?#]/, 1)[0]

/** Answers the script and the events, and hands every other request on. */
export function carry(request, response, next) {
  const path = pathOf(request)
  const isScript = path === `${settings.path}/script.js`
  if (!isScript && path !== `${settings.path}/event`) return next()
  const isRight = isScript ? ['GET', 'HEAD'].includes(request.method) : request.method === 'POST'
  if (!isRight) return answer(response, 405)
  return isScript ? carryScript(request, response) : carryEvent(request, response)
}

/** Headers of requests for a part of a page: Next, SvelteKit, Turbo, htmx, pjax, Inertia, Unpoly, and ranges. */
const parts = [
  ...['next-router-prefetch', 'x-middleware-prefetch', 'rsc', 'x-nextjs-data', 'x-sveltekit-invalidated'],
  ...['turbo-frame', 'hx-request', 'x-pjax', 'x-inertia', 'x-up-version', 'range'],
]

/** True for a page that a person opens: no part of a page, nothing fetched ahead, no redirect and no error. */
export function isPage({ method, headers }, status, type) {
  const ahead = ['sec-purpose', 'x-sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/.test(headers[name] ?? ''),
  )
  const isPart = parts.some((name) => name in headers) || headers['x-requested-with'] === 'XMLHttpRequest'
  const goal = headers['sec-fetch-dest']
  if (method !== 'GET' || ahead || isPart || (goal && goal !== 'document')) return false
  const isWhole = status >= 200 && status < 300 && ![204, 205, 206].includes(status)
  return (isWhole && /^(text\/html|application\/xhtml\+xml)/i.test(type)) || status === 304
}

/** The type among headers as `writeHead` takes them: an object, pairs, or names and values by turns. */
function typeAmong(headers) {
  if (!headers) return undefined
  const pairs = Array.isArray(headers)
    ? headers.every(Array.isArray)
      ? headers
      : headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : []))
    : Object.entries(headers)
  return pairs.find(([name]) => String(name).toLowerCase() === 'content-type')?.[1]
}

/** Remembers the type of a page: headers that are given to `writeHead` cannot be asked for afterwards. */
function watchType(response) {
  let type
  const { writeHead } = response
  response.writeHead = function (status, ...rest) {
    type = typeAmong(rest.find((one) => typeof one === 'object'))
    return writeHead.call(this, status, ...rest)
  }
  return () => String(type ?? response.getHeader('content-type') ?? '')
}

/** The address of the page as the visitor sees it. */
function urlOf(request) {
  const scheme = request.protocol ?? (request.socket.encrypted ? 'https' : 'http')
  return `${scheme}://${request.headers.host ?? settings.domain}${request.originalUrl ?? request.url}`
}

function countPage(request, url, ip) {
  if (waiting >= waitingMax) {
    dropped += 1
    return
  }
  const kind = settings.coverage ? 'request' : 'page'
  const event = { n: 'pageview', k: kind, u: url, d: settings.domain, r: request.headers.referer ?? null }
  waiting += 1
  send(JSON.stringify(event), ip, request.headers['user-agent'] ?? '')
    .then((taken) => taken.body?.cancel())
    .catch(() => {
      dropped += 1
    })
    .finally(() => {
      waiting -= 1
    })
}

/** Counts each page once it is served. Nothing of it is waited for, and nothing of it throws. */
export function count(request, response, next) {
  // Read now: routers change the path, and a socket that is gone has no address.
  const [url, ip, typeOf] = [urlOf(request), settings.ipOf(request), watchType(response)]
  response.once('finish', () => {
    if (isPage(request, response.statusCode, typeOf())) countPage(request, url, ip)
  })
  next()
}
