// Forms of a request's target: the path, the absolute form of RFC 9112 3.2.2, and the forms that name no path here.
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { startApp } from '../support/app.ts'
import { ask } from '../support/raw.ts'

const service = await startApp({ env: { BASE_URL: 'http://tidemark.test/stats' } })
t.teardown(() => service.stop())
const { registry } = service.app
await service.provision({ domain: 'target.test' })

/** The status line of bytes that are sent as they are. */
async function sendBytes(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  socket.write(bytes)
  const answer = await text(socket)
  return answer.slice(0, answer.indexOf('\r\n'))
}

t.test('the absolute form is routed as its path', async (t) => {
  const forms: [target: string, status: number][] = [
    ['/api/health/live', 200],
    ['http://stats.example.com/api/health/live', 200],
    ['HTTP://Stats.Example.com:8000/api/health/live', 200],
    ['https://stats.example.com/api/health/live?x=http://y', 200],
    ['http://[::1]:8000/api/health/live', 200],
    ['http://tidemark.test/stats/api/health/live', 200],
    ['http://stats.example.com/api/nowhere', 404],
    ['http://stats.example.com/a/../api/health/live', 404],
    ['http://stats.example.com//api/health/live', 404],
    ['http://me:secret@stats.example.com/api/health/live', 400],
    ['http:///api/health/live', 400],
    ['ftp://stats.example.com/api/health/live', 400],
    ['ws://stats.example.com/', 400],
  ]
  for (const [target, status] of forms) {
    const plain = await ask(service, { target })
    t.equal(plain.status, status, target)
    if (status === 400) t.match(JSON.parse(plain.body), { error: /.+/ })
  }
  for (const [path, absolute] of [
    ['/', 'http://stats.example.com'],
    ['/?x', 'http://stats.example.com?x'],
    ['/stats/login', 'http://tidemark.test/stats/login'],
  ] as const)
    t.strictSame(await ask(service, { target: absolute }), await ask(service, { target: path }), absolute)
})

t.test('events and scripts too', async (t) => {
  const event = JSON.stringify({ n: 'pageview', u: 'https://target.test/a', d: 'target.test' })
  const headers = { 'content-type': 'text/plain', 'user-agent': 'Firefox/121.0' }
  for (const target of ['http://stats.example.com/api/event', 'https://tidemark.test/stats/api/event?x']) {
    const { status, body } = await ask(service, { method: 'POST', target, headers }, event)
    t.strictSame([status, body], [202, 'ok'], target)
  }
  t.equal((await ask(service, { target: 'http://stats.example.com/js/script.js' })).status, 200)
  const options = { method: 'OPTIONS', target: 'http://stats.example.com/api/event' }
  t.equal((await ask(service, options)).status, 204)
})

t.test('the host of an absolute form counts instead of the header', async (t) => {
  const owner = await registry.users.create({ email: 'ann@target.test', password: 'a long enough password' })
  t.ok(owner)
  const body = JSON.stringify({ email: 'ann@target.test', password: 'a long enough password' })
  const from = (target: string, host: string, origin: string) =>
    ask(service, { method: 'POST', target, headers: { host, origin, 'content-type': 'application/json' } }, body)
  const path = '/api/session'
  t.equal((await from(path, 'localhost', 'http://localhost')).status, 200)
  t.equal((await from(`http://evil.example${path}`, 'localhost', 'http://localhost')).status, 403)
  t.equal((await from(`http://localhost${path}`, 'evil.example', 'http://evil.example')).status, 403)
  t.equal((await ask(service, { target: 'http://stats.example.com/metrics' })).status, 403)
})

t.test('forms without a path are refused', async (t) => {
  const end = 'Host: x\r\nConnection: close\r\n\r\n'
  const lines: [line: string, status: string][] = [
    [`OPTIONS * HTTP/1.1\r\n${end}`, 'HTTP/1.1 400 Bad Request'],
    [`GET * HTTP/1.1\r\n${end}`, 'HTTP/1.1 400 Bad Request'],
    [`HEAD * HTTP/1.1\r\n${end}`, 'HTTP/1.1 400 Bad Request'],
    [`POST * HTTP/1.1\r\nContent-Length: 2\r\n${end}{}`, 'HTTP/1.1 400 Bad Request'],
    [`CONNECT stats.example.com:443 HTTP/1.1\r\n${end}`, 'HTTP/1.1 405 Method Not Allowed'],
    [`GET stats.example.com:80 HTTP/1.1\r\n${end}`, 'HTTP/1.1 400 Bad Request'],
    [`GET api/health HTTP/1.1\r\n${end}`, 'HTTP/1.1 400 Bad Request'],
    [`GET http:/api/health HTTP/1.1\r\n${end}`, 'HTTP/1.1 400 Bad Request'],
    [`GET http://x/api/health/live HTTP/1.0\r\n\r\n`, 'HTTP/1.1 200 OK'],
    [`GET http://x/api/health/live#a HTTP/1.1\r\n${end}`, 'HTTP/1.1 400 Bad Request'],
  ]
  for (const [line, status] of lines) t.equal(await sendBytes(line), status, line.slice(0, line.indexOf('\r')))
  t.equal((await ask(service, { target: '/api/health/live' })).status, 200, 'and the service goes on')
})
