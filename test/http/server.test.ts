// The HTTP edge itself: routing, refusals, health, limits. Each claim through a real server and a real request.
import { connect } from 'node:net'
import { Type } from '@sinclair/typebox'
import t from 'tap'
import { Failure } from '../../src/failure.ts'
import { openRoute as route } from '../../src/http/definition.ts'
import { openApiRoutes } from '../../src/http/openapi.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { createLog } from '../../src/log.ts'
import { createTelemetry } from '../../src/telemetry.ts'
import { checkedFetch } from '../support/contract.ts'

const message = Type.Object({ error: Type.String() })
const lines: string[] = []
const routes = [
  route({
    name: 'GetNamed',
    endpoint: 'GET /a/named',
    summary: '',
    replies: { 200: Type.String() },
    handle: () => ({ status: 200, body: 'named' }),
  }),
  route({
    name: 'GetOne',
    endpoint: 'GET /a/:id',
    summary: '',
    replies: { 200: Type.Object({ id: Type.String() }) },
    handle: ({ params }) => ({ status: 200, body: params }),
  }),
  route({
    name: 'DeleteRest',
    endpoint: 'DELETE /a/rest/*',
    summary: '',
    replies: { 200: Type.Object({ '*': Type.String() }) },
    handle: ({ params }) => ({ status: 200, body: params }),
  }),
  route({
    name: 'PutBody',
    endpoint: 'PUT /body',
    summary: '',
    body: Type.Object({}),
    replies: { 200: Type.Object({ a: Type.Unknown() }) },
    handle: async (context) => ({ status: 200, body: await context.readJson() }),
  }),
  route({
    name: 'Refuse',
    endpoint: 'GET /refuse',
    summary: '',
    replies: { 418: message },
    handle: () => {
      throw new Failure(418, 'no', { headers: { 'x-why': 'tea' } })
    },
  }),
  route({
    name: 'Bug',
    endpoint: 'GET /bug',
    summary: '',
    replies: { 500: message },
    handle: () => {
      throw new Error('secret detail')
    },
  }),
]
const server = createHttpServer({
  routes: [...routes, ...openApiRoutes({ routes, baseUrl: 'http://tidemark.test' })],
  rawHandlers: [{ path: '/begun', handle: (_request, response) => void response.writeHead(200).write('begun') }],
  clientIp: () => '192.0.2.1',
  databaseFailure: () => undefined,
  log: createLog('error', { write: (line) => void lines.push(line) }),
  telemetry: createTelemetry(),
  connectionsMax: 100,
  shareAddressOf: () => undefined,
  drainMs: 0,
  basePath: '',
  requestTimeoutMs: 300,
  headerBytesMax: 4096,
})
const port = await server.listen(0, '127.0.0.1')
const url = `http://127.0.0.1:${port}`
t.teardown(() => server.stop(100))

const answers: [string, string, RequestInit, number, unknown][] = [
  ['a fixed path wins over a parameter', '/a/named', {}, 200, 'named'],
  ['a parameter is decoded, an encoded slash stays inside', '/a/x%2Fy%20z', {}, 200, { id: 'x/y z' }],
  ['broken percent-encoding stays as it is', '/a/%E0%A4', {}, 200, { id: '%E0%A4' }],
  ['the rest of a path may hold slashes', '/a/rest/p/q', { method: 'DELETE' }, 200, { '*': 'p/q' }],
  ['an empty rest is no match', '/a/rest/', { method: 'DELETE' }, 404, { error: 'Not found' }],
  ['an unknown path', '/nothing', {}, 404, { error: 'Not found' }],
  ['a known path with another method', '/body', {}, 405, { error: 'Method not allowed' }],
  ['a JSON object', '/body', { method: 'PUT', body: '{"a":1}' }, 200, { a: 1 }],
  ['a JSON array', '/body', { method: 'PUT', body: '[]' }, 400, { error: 'Invalid JSON body' }],
  ['no JSON', '/body', { method: 'PUT', body: '{' }, 400, { error: 'Invalid JSON body' }],
  ['no body', '/body', { method: 'PUT' }, 400, { error: 'Invalid JSON body' }],
  [
    'a body at the limit is read',
    '/body',
    { method: 'PUT', body: `{"a":"${'x'.repeat(1_000_000 - 8)}"}` },
    200,
    { a: 'x'.repeat(1_000_000 - 8) },
  ],
  [
    'a body over the limit',
    '/body',
    { method: 'PUT', body: `{"a":"${'x'.repeat(1_000_000 - 7)}"}` },
    413,
    { error: 'Request body is too large' },
  ],
  ['a Failure is rendered as it is', '/refuse', {}, 418, { error: 'no' }],
]
for (const [name, path, init, status, body] of answers)
  t.test(name, async (t) => {
    const response = await checkedFetch(url + path, init)
    const text = await response.text()
    t.equal(response.status, status)
    t.strictSame(response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text, body)
    t.equal(response.headers.get('x-content-type-options'), 'nosniff')
  })

t.test('headers of a Failure are sent', async (t) => {
  t.equal((await checkedFetch(`${url}/refuse`)).headers.get('x-why'), 'tea')
  t.equal((await checkedFetch(`${url}/body`)).headers.get('allow'), 'PUT')
})

t.test('no answer may be framed', async (t) => {
  for (const path of [
    '/a/named',
    '/refuse',
    '/bug',
    '/nothing',
    '/api/docs',
    '/api/docs/start.js',
    '/api/openapi.json',
  ]) {
    const { headers } = await fetch(url + path)
    t.equal(headers.get('x-frame-options'), 'DENY', path)
    t.match(headers.get('content-security-policy'), /(^|; )frame-ancestors 'none'$/, path)
  }
  t.match(await sendText('hello\r\n\r\n'), /^x-frame-options: DENY\r$/im, 'what becomes no request')
})

t.test('a bug answers 500 without detail and is logged with the request id', async (t) => {
  const response = await checkedFetch(`${url}/bug`)
  const { error } = (await response.json()) as { error: string }
  t.equal(response.status, 500)
  t.notMatch(error, /secret/)
  const id = error.replace('Internal error; request ', '')
  t.ok(lines.some((line) => line.includes(id) && line.includes('secret detail')))
})

t.test('HEAD is GET without a body', async (t) => {
  const response = await checkedFetch(`${url}/a/named`, { method: 'HEAD' })
  t.equal(response.status, 200)
  t.equal(response.headers.get('content-length'), '5')
  t.equal(await response.text(), '')
})

/** Sends text as it is, and more once an answer begins; returns all that comes back until the connection is closed. */
const sendText = (text: string, more = '') =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
      if (more !== '') socket.write(more)
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })

t.test('what becomes no request is answered in JSON, and its connection closed', async (t) => {
  const head = 'PUT /body HTTP/1.1\r\nHost: x\r\n'
  const cases: [name: string, text: string, status: number, error: string][] = [
    [
      'a long header',
      `${head}X-Long: ${'x'.repeat(5000)}\r\n\r\n`,
      431,
      'The address and headers of the request are too long',
    ],
    [
      'a long query',
      `GET /a/named?${'x'.repeat(5000)} HTTP/1.1\r\n`,
      431,
      'The address and headers of the request are too long',
    ],
    ['no HTTP', 'hello\r\n\r\n', 400, 'Malformed HTTP request'],
    ['two lengths', `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{`, 400, 'Malformed HTTP request'],
    ['a request that does not end', `${head}Content-Length: 10\r\n\r\n{`, 408, 'The request did not arrive in time'],
    [
      'a long chunk extension',
      `${head}Transfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
      413,
      'The chunk extensions of the request are too long',
    ],
  ]
  for (const [name, text, status, error] of cases) {
    const [top, body] = (await sendText(text)).split('\r\n\r\n') as [string, string]
    t.match(top, new RegExp(`^HTTP/1\\.1 ${status} \\S`), name)
    t.strictSame(JSON.parse(body), { error }, name)
    for (const header of [
      'content-type: application/json; charset=utf-8',
      `content-length: ${body.length}`,
      'connection: close',
    ])
      t.ok(top.toLowerCase().split('\r\n').includes(header), `${name}: ${header}`)
  }
})

t.test('nothing is put amid an answer that has begun', async (t) => {
  t.match(
    await sendText('GET /begun HTTP/1.1\r\nHost: x\r\n\r\n', 'hello\r\n\r\n'),
    /^HTTP\/1\.1 200 OK\r\n(.+\r\n)+\r\n5\r\nbegun\r\n$/,
  )
})

t.test('headers within the limit are read', async (t) => {
  const response = await checkedFetch(`${url}/a/named`, { headers: { 'x-long': 'x'.repeat(3500) } })
  t.equal(response.status, 200)
})
