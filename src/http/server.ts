// The HTTP server: polka, one place that turns a Reply, a Failure or a bug into a response, and the access log.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import polka, { type Middleware } from 'polka'
import { commonFailures, Failure } from '../failure.ts'
import { type Log, reasonOf } from '../log.ts'
import type { Telemetry } from '../telemetry.ts'
import { stripBasePath } from './base-path.ts'
import { ClientGone, readJsonObject, readPieces, readText } from './body.ts'
import { watchConnections } from './connections.ts'
import { notFramed, type Reply, type Route, type RouteContext } from './route.ts'
import { createRouteTable, type Found } from './route-table.ts'
import { type Patience, sendStream } from './stream.ts'
import { normaliseTarget } from './target.ts'

export interface ServerOptions {
  readonly routes: readonly Route[]
  /**
   * Handlers that answer on the bare request: the event endpoint and the tracker scripts. A path that ends in `/` is a
   * prefix.
   */
  readonly rawHandlers: readonly {
    path: string
    handle: (request: IncomingMessage, response: ServerResponse) => void
  }[]
  /** The page at an address without a route. Without it, browsers get the answer that programs get. */
  readonly fallbackPage?:
    | ((request: { path: string } & Pick<RouteContext, 'query' | 'headers'>) => Promise<Reply>)
    | undefined
  /** Takes away headers that count from some addresses alone (proxy-sign-in). */
  readonly clean?: ((request: IncomingMessage) => void) | undefined
  /** The address that guesses are counted by (rules/client-ip). */
  readonly clientIp: (request: IncomingMessage) => string
  /** True for a request of a page: its refusals carry a code. */
  readonly isOfPage?: (route: Route, asking: Pick<RouteContext, 'method' | 'headers' | 'query'>) => boolean
  /** The answer to an error of the database; undefined for one that nothing foresaw. */
  readonly databaseFailure: (error: unknown) => Failure | undefined
  readonly log: Log
  readonly telemetry: Telemetry
  readonly connectionsMax: number
  /** Address that a connection counts for. Undefined for a trusted proxy. */
  readonly shareAddressOf: (peer: string) => string | undefined
  /** The path of BASE_URL, which requests may have or not (base-path). */
  readonly basePath: string
  /** How long a stopping server goes on, in milliseconds. */
  readonly drainMs: number
  readonly requestTimeoutMs: number
  readonly headerBytesMax: number
  /** How slowly a client may take an answer in pieces; absent: as usual. */
  readonly patience?: Patience
}

export interface HttpServer {
  /** Starts listening and returns the port. */
  listen(port: number, host: string): Promise<number>
  /**
   * Goes on for `drainMs`, in which balancers see that readiness says 503; then closes the port, closes each connection
   * with its next answer and idle ones last, lets open requests finish for `graceMs`, and closes the remaining ones.
   */
  stop(graceMs: number): Promise<void>
}

const jsonType = 'application/json; charset=utf-8'
const textType = 'text/plain; charset=utf-8'

/**
 * Headers of every answer: nothing should be guessed or framed. A reply with a content policy of its own says the
 * latter itself.
 */
const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': notFramed,
} as const

function headersOf(reply: Reply): Record<string, string | string[] | number> {
  const headers: Record<string, string | string[] | number> = { ...commonHeaders, 'cache-control': 'no-store' }
  for (const [name, value] of Object.entries(reply.headers ?? {})) {
    if (value === undefined) delete headers[name]
    else headers[name] = value
  }
  return headers
}

function send(response: ServerResponse, reply: Reply, isHead: boolean): void {
  if (response.headersSent || response.destroyed) return
  const headers = headersOf(reply)
  if (reply.body === undefined) {
    response.writeHead(reply.status, headers).end()
    return
  }
  const isText = typeof reply.body === 'string'
  const payload = isText ? (reply.body as string) : JSON.stringify(reply.body)
  headers['content-type'] ??= isText ? textType : jsonType
  headers['content-length'] = Buffer.byteLength(payload)
  response.writeHead(reply.status, headers).end(isHead ? undefined : payload)
}

/** Fires with ClientGone when the connection of an answer closes before the answer is on its way. */
function leavingOf(response: ServerResponse): AbortSignal {
  const leaving = new AbortController()
  const leave = () => {
    if (!response.writableEnded) leaving.abort(new ClientGone())
  }
  if (response.destroyed) leave()
  else response.once('close', leave)
  return leaving.signal
}

/** Answers to text that became no request, by the code of Node's parser. Any other text is no HTTP. */
const unparsed: Readonly<Record<string, Failure>> = {
  HPE_HEADER_OVERFLOW: commonFailures.headersTooLong(),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: commonFailures.chunksTooLong(),
  ERR_HTTP_REQUEST_TIMEOUT: commonFailures.tooSlow(),
}
const malformed = commonFailures.malformed()

/** Writes an answer to a connection that has no response of its own. It is the last one. */
function writeRefusal(socket: Duplex, { status, body, headers: own }: Failure): void {
  const payload = JSON.stringify(body)
  const headers = {
    ...commonHeaders,
    ...own,
    'content-type': jsonType,
    'content-length': Buffer.byteLength(payload),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${payload}`)
}

/** The answer to what became no request, and the end of its connection: as Node does it, with a body. */
function refuseUnparsed(
  error: NodeJS.ErrnoException,
  socket: Duplex & { readonly _httpMessage?: ServerResponse | null },
): void {
  // An answer that has begun must not have another one amid it; Node keeps it there.
  if (socket.writable && !socket._httpMessage?.headersSent)
    writeRefusal(socket, unparsed[error.code ?? ''] ?? malformed)
  socket.destroy(error)
}

/** The answer to CONNECT, which asks for a tunnel (RFC 9112, 3.2.3). Node hands its bare connection over. */
function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  if (socket.writable) writeRefusal(socket, commonFailures.methodNotAllowed('GET, HEAD, POST, PUT, DELETE'))
  socket.end()
}

/** True when the request address has exactly this path, with or without a query. */
const isPath = (url: string, path: string): boolean =>
  url.startsWith(path) && (url.length === path.length || url[path.length] === '?')

/** Paths that only programs ask for. They get JSON, with any Accept header. */
const programPath = /^\/(api|js|assets|metrics)(\/|$)/

/** True when a person asks for a page. Browsers name HTML, programs accept anything. */
const wantsPage = (request: IncomingMessage, path: string): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  /\btext\/html\b/i.test(request.headers.accept ?? '') &&
  !programPath.test(path)

/**
 * A request on its way to an idle connection arrives within this time; a client that uses its connections comes back
 * within as long as the service drained before.
 */
const lastRequestsMs = 50

/**
 * Closes the listener first and idle connections last, lets open requests finish for `graceMs`, then closes the
 * remaining ones. The server's own `close` would close idle connections at once, and with them requests that are on the
 * wire.
 */
function closeServer(server: Server, graceMs: number, idleMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs)
    NetServer.prototype.close.call(server, () => {
      clearTimeout(timer)
      resolve()
    })
    setTimeout(() => server.closeIdleConnections(), idleMs)
  })
}

/** The body of a refusal. Pages get the code and what a sentence of theirs needs. */
const bodyOf = ({ body, code, field, gaps }: Failure, isCoded: boolean) =>
  isCoded && code !== undefined
    ? { ...body, code, ...(field !== undefined && { field }), ...(Object.keys(gaps).length > 0 && { gaps }) }
    : body

/** The Failure that an error stands for. An error that nothing foresaw is logged, and told by the request's number. */
function failureOf({ databaseFailure, log }: ServerOptions, error: unknown, requestId: string): Failure {
  const failure = error instanceof Failure ? error : databaseFailure(error)
  if (failure === undefined) {
    log.error({ err: error, requestId }, 'a request failed')
    return commonFailures.internal(requestId)
  }
  if (failure.cause !== undefined)
    log[failure.status < 500 ? 'debug' : 'warn'](
      { reason: reasonOf(failure.cause), requestId },
      'a request was refused',
    )
  return failure
}

/** The answer to an error. `isCoded`: a page asks. */
function refuse(options: ServerOptions, error: unknown, requestId: string, isCoded = false): Reply {
  const failure = failureOf(options, error, requestId)
  return { status: failure.status, body: bodyOf(failure, isCoded), headers: failure.headers }
}

/** A request and its address in parts. */
interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly method: string
  readonly path: string
  /** With its question mark, or empty. */
  readonly search: string
}

function readAsked(request: IncomingMessage, response: ServerResponse): Asked {
  const url = request.url ?? '/'
  const queryAt = url.indexOf('?')
  return {
    request,
    response,
    requestId: randomUUID(),
    method: request.method ?? 'GET',
    path: queryAt < 0 ? url : url.slice(0, queryAt),
    search: queryAt < 0 ? '' : url.slice(queryAt),
  }
}

/** True when a page asks: refusals of its route carry a code. */
const isOfPage = ({ isOfPage }: ServerOptions, { request, method, search }: Asked, route: Route): boolean =>
  isOfPage?.(route, { method, headers: request.headers, query: new URLSearchParams(search.slice(1)) }) ?? false

/** The request as a route's handler sees it. */
const contextOf = (
  options: ServerOptions,
  asked: Asked,
  { route, params }: Extract<Found, { route: Route }>,
): RouteContext => {
  const { request, response, requestId, method, search } = asked
  return {
    method,
    params,
    query: new URLSearchParams(search.slice(1)),
    search,
    headers: request.headers,
    get ip() {
      return options.clientIp(request)
    },
    peer: request.socket.remoteAddress ?? '',
    readJson: ({ optional = false } = {}) => readJsonObject(request, optional),
    readText: () => readText(request),
    readPieces: () => readPieces(request),
    get gone() {
      return leavingOf(response)
    },
    refusalOf: (error) => refuse(options, error, requestId, isOfPage(options, asked, route)),
  }
}

/** The answer of the route, or of the page at an address without one. Throws the refusal. */
async function handle(options: ServerOptions, asked: Asked, found: Found): Promise<Reply> {
  if ('route' in found) return found.route.handle(contextOf(options, asked, found))
  if (found.allowed.length > 0) throw commonFailures.methodNotAllowed(found.allowed.join(', '))
  const { request, path, search } = asked
  if (!options.fallbackPage || !wantsPage(request, path)) throw commonFailures.notFound()
  return options.fallbackPage({ path, query: new URLSearchParams(search.slice(1)), headers: request.headers })
}

/** Sends an answer, piece by piece if it is a stream. */
async function sendReply({ log, patience }: ServerOptions, asked: Asked, reply: Reply): Promise<void> {
  const { request, response, requestId, method } = asked
  // An unread body must not block the connection for the next request.
  if (!request.complete) request.resume()
  const { stream, compressed = false, status } = reply
  if (!stream) {
    send(response, reply, method === 'HEAD')
    return
  }
  await sendStream(request, response, { status, headers: headersOf(reply) }, { compressed, stream, patience }).catch(
    (error: unknown) => {
      if (!(error instanceof ClientGone)) log.error({ err: error, requestId }, 'an answer was cut off')
    },
  )
}

/** Answers a request and counts it, unless the client has left. */
async function answer(options: ServerOptions, asked: Asked, found: Found): Promise<void> {
  const { log, telemetry } = options
  const { requestId } = asked
  const startedAt = performance.now()
  const name = 'route' in found ? found.route.name : 'NotFound'
  let reply: Reply
  try {
    reply = await handle(options, asked, found)
  } catch (error) {
    if (error instanceof ClientGone) return
    reply = refuse(options, error, requestId, 'route' in found && isOfPage(options, asked, found.route))
  }
  await sendReply(options, asked, reply)
  const seconds = (performance.now() - startedAt) / 1000
  telemetry.requests.inc({ route: name, status: String(reply.status) })
  telemetry.requestSeconds.observe({ route: name }, seconds)
  log.debug({ requestId, route: name, status: reply.status, ms: Math.round(seconds * 1000) }, 'request')
}

/**
 * Reads the target before polka, which looks at paths alone. A request that is answered here is finished when polka
 * comes to it, a moment later.
 */
function readTarget(request: IncomingMessage, response: ServerResponse): void {
  if (normaliseTarget(request)) return
  request.resume()
  send(response, { status: malformed.status, body: malformed.body }, request.method === 'HEAD')
}

/** Node's server with the limits of the settings. */
function createLimitedServer({
  headerBytesMax,
  requestTimeoutMs,
  connectionsMax,
  shareAddressOf,
}: ServerOptions): Server {
  const server = createServer({
    maxHeaderSize: headerBytesMax,
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(requestTimeoutMs, 5_000),
    keepAliveTimeout: 65_000,
  })
  watchConnections(server, {
    most: connectionsMax,
    addressOf: ({ remoteAddress = '' }) => shareAddressOf(remoteAddress),
  })
  server.on('clientError', refuseUnparsed)
  server.on('connect', refuseTunnel)
  server.on('request', readTarget)
  return server
}

/** Builds the server over the given routes. */
export function createHttpServer(options: ServerOptions): HttpServer {
  const { rawHandlers, drainMs } = options
  const findRoute = createRouteTable(options.routes)
  const server = createLimitedServer(options)
  let isClosing = false

  const dispatch: Middleware = (request, response, next) => {
    // A busy client would otherwise keep its connection busy until it is cut.
    if (isClosing) response.shouldKeepAlive = false
    options.clean?.(request)
    const url = stripBasePath(request.url ?? '/', options.basePath)
    request.url = url
    for (const raw of rawHandlers) {
      if (raw.path.endsWith('/') ? url.startsWith(raw.path) : isPath(url, raw.path)) {
        raw.handle(request, response)
        return
      }
    }
    next()
  }
  const app = polka({
    server,
    onError: (error, _request, response) => send(response, refuse(options, error, randomUUID()), false),
    onNoMatch: (request, response) => {
      const asked = readAsked(request, response)
      void answer(options, asked, findRoute(asked.method, asked.path))
    },
  }).use(dispatch)

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        app.listen(port, host, () => {
          server.off('error', reject)
          resolve((server.address() as AddressInfo).port)
        })
      }),
    async stop(graceMs) {
      // Connections stay open meanwhile: clients that had to make new ones would meet the port as it closes.
      if (drainMs > 0) await sleep(drainMs)
      isClosing = true
      await closeServer(server, graceMs, Math.max(lastRequestsMs, drainMs))
    },
  }
}
