// Stopping while clients are busy: a connection that goes on sending is told to close with its next answer. Nothing is
// cut, and the process does not wait for the end of the grace time.
import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { startApp } from '../support/app.ts'
import { until } from '../support/cut.ts'

t.test('a busy connection ends after its next answer', async (t) => {
  const service = await startApp()
  t.teardown(() => service.stop())
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  const ended = once(socket, 'close')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const body = '{"n":"pageview","u":"https://drain.test/","d":"drain.test"}'
  const head = `POST /api/event HTTP/1.1\r\nhost: drain.test\r\ncontent-length: ${body.length}\r\n\r\n`
  socket.write(head + body.slice(0, 9))
  await once(socket, 'connect')
  await until(async () => (await fetch(`${service.url}/api/health/live`)).ok)

  const startedAt = performance.now()
  const stopped = service.app.stop()
  socket.write(body.slice(9))
  await until(() => /^HTTP\/1\.1 202 /.test(text))
  t.notMatch(text, /^connection: close/im, 'the request that was under way')
  text = ''
  socket.write(head + body)
  await Promise.all([ended, stopped])
  t.match(text, /^HTTP\/1\.1 202 /)
  t.match(text, /^connection: close/im, 'the one after it')
  t.ok(performance.now() - startedAt < 4_500, 'sooner than the 5 seconds after which connections are cut')
})
