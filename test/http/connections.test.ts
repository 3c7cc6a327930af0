// Open connections: the share of an address, the longest idle one that goes for a new one, and none that is cut with a
// request on the wire as the service stops (docs/security.md, S7 and S8).
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import t from 'tap'
import { startApp } from '../support/app.ts'
import { until } from '../support/cut.ts'

t.setTimeout(60_000)

const portOf = (url: string): number => Number(new URL(url).port)
const open = async (port: number, from = '127.0.0.1'): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}
const get = 'GET /api/health/live HTTP/1.1\r\nhost: a.test\r\n\r\n'
/** Whether a request over the connection is answered. */
const answers = async (socket: Socket): Promise<boolean> => {
  if (socket.destroyed) return false
  const told = Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])
  socket.write(get)
  return told
}

t.test('the longest idle connection goes for a new one', async (t) => {
  const service = await startApp({ env: { HTTP_CONNECTIONS_MAX: '60' } })
  t.teardown(() => service.stop())
  const port = portOf(service.url)
  const sockets: Socket[] = []
  for (let index = 0; index < 60; index += 1) {
    const socket = await open(port)
    t.ok(await answers(socket))
    sockets.push(socket)
  }
  t.ok(await answers(sockets[0]!), 'the first is used again, so the second is idle for longest')
  const ended = once(sockets[1]!, 'close')
  const late = await open(port)
  t.ok(await answers(late), 'the new one is served')
  await ended
  t.notOk(sockets[0]!.destroyed)
  for (const socket of [...sockets, late]) socket.destroy()
})

t.test('an address has a share; others are not cut for it', async (t) => {
  const service = await startApp({ env: { HTTP_CONNECTIONS_MAX: '80', TRUSTED_PROXIES: 'none' } })
  t.teardown(() => service.stop())
  const port = portOf(service.url)
  const calm = await open(port, '127.0.0.2')
  t.ok(await answers(calm))
  const sockets: Socket[] = []
  for (let index = 0; index < 70; index += 1) {
    const socket = await open(port, '127.0.0.3')
    t.ok(await answers(socket))
    sockets.push(socket)
  }
  await until(() => sockets.filter((socket) => socket.destroyed).length === 20)
  t.ok(
    sockets.slice(0, 20).every((socket) => socket.destroyed),
    'its own oldest went',
  )
  t.ok(await answers(calm), 'idle for longer, of another address')
  for (const socket of [...sockets, calm]) socket.destroy()
})

t.test('no request that reached the service is lost as it stops', async (t) => {
  const service = await startApp({ env: { HTTP_DRAIN_MS: '1000' } })
  t.teardown(() => service.stop())
  const agent = new Agent({ keepAlive: true, maxSockets: 60 })
  const outcomes = { answered: 0, refused: 0, lost: 0 }
  const body = JSON.stringify({ n: 'pageview', u: 'https://a.test/', d: 'a.test' })
  const ask = () =>
    new Promise<boolean>((resolve) => {
      const request = httpRequest(`${service.url}/api/event`, { method: 'POST', agent }, (response) => {
        response.resume().once('end', () => {
          outcomes.answered += 1
          resolve(true)
        })
      })
      request.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') outcomes.refused += 1
        else outcomes.lost += 1
        resolve(false)
      })
      request.end(body)
    })
  const client = async () => {
    while (await ask());
  }
  const clients = Array.from({ length: 60 }, client)
  await until(() => outcomes.answered > 500)
  const ready = async () => (await fetch(`${service.url}/api/health/ready`)).status
  t.equal(await ready(), 200)
  const stopped = service.app.stop()
  t.equal(await ready(), 503, 'readiness first')
  await Promise.all([...clients, stopped])
  t.equal(outcomes.lost, 0, JSON.stringify(outcomes))
  agent.destroy()
})
