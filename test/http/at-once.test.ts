// Places of exports: shares of links, people and keys, and how slowly a client may take an answer.
import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import t from 'tap'
import { createAtOnce } from '../../src/http/at-once.ts'
import { openRoute as route } from '../../src/http/definition.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { type Patience, patienceLeft, usualPatience } from '../../src/http/stream.ts'
import { createLog } from '../../src/log.ts'
import { createTelemetry } from '../../src/telemetry.ts'
import { runs } from '../support/effort.ts'

const places = { most: 6, forLinks: 4, ofLink: 2, ofAsker: 3 }
const link = (id: number) => ({ kind: 'links', name: `link ${id}` }) as const
const person = (id: number) => ({ kind: 'people', name: `session ${id}` }) as const

t.test('a link has a place for an address, and the last places are for people and keys', (t) => {
  const { enter } = createAtOnce(places)
  const leave = enter(link(1), '192.0.2.1')
  t.ok(leave)
  t.equal(enter(link(1), '192.0.2.1'), undefined, 'the same link and address')
  t.ok(enter(link(1), '192.0.2.2'), 'another address')
  t.equal(enter(link(1), '192.0.2.3'), undefined, 'a link takes two')
  t.ok(enter(link(2), '2001:db8::1'))
  t.equal(enter(link(2), '2001:db8::2'), undefined, 'the same network')
  t.ok(enter(link(3), '192.0.2.1'))
  t.equal(enter(link(4), '192.0.2.9'), undefined, 'links take four')
  t.ok(enter(person(1), '192.0.2.1'))
  t.ok(enter({ kind: 'keys', name: 'key 1' }, '192.0.2.1'))
  t.equal(enter(person(2), '192.0.2.1'), undefined, 'all are taken')
  leave?.()
  leave?.()
  t.ok(enter(person(2), '192.0.2.1'))
  t.equal(enter(person(3), '192.0.2.1'), undefined, 'a place is given back once')
  t.end()
})

t.test('shares hold in any order of coming and going', (t) => {
  const step = fc.record({ isLink: fc.boolean(), id: fc.nat(3), at: fc.nat(2), leaves: fc.boolean() })
  const property = fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
    const { enter } = createAtOnce(places)
    const inside: { isLink: boolean; name: string; leave: () => void }[] = []
    for (const { isLink, id, at, leaves } of steps) {
      if (leaves) inside.shift()?.leave()
      const asker = isLink ? link(id) : person(id)
      const leave = enter(asker, `192.0.2.${at}`)
      if (leave) inside.push({ isLink, name: asker.name, leave })
      const links = inside.filter((one) => one.isLink).length
      const own = inside.filter(({ name }) => name === asker.name).length
      if (inside.length > 6 || links > 4 || own > (isLink ? 2 : 3)) return false
      if (!leave && !isLink && own < 3 && inside.length < 6) return false
    }
    for (const { leave } of inside) leave()
    return enter(person(9), '192.0.2.1') !== undefined
  })
  fc.assert(property, { numRuns: runs(300), seed: 11 })
  t.end()
})

t.test('a client may be waited for as long as its bytes take at the least speed, and a while more', (t) => {
  const cases: [bytes: number, waitedMs: number, left: number][] = [
    [0, 0, 30_000],
    [0, 29_000, 1_000],
    [0, 30_000, 0],
    [4_096, 30_000, 1_000],
    [4_096 * 600, 0, 30_000],
    [4_096 * 600, 600_000, 30_000],
    [4_096 * 600, 630_000, 0],
  ]
  for (const [bytes, waitedMs, left] of cases) t.equal(patienceLeft(usualPatience, bytes, waitedMs), left)
  t.end()
})

/** A server with an answer that never ends, and a socket that takes a little of it now and then. */
async function startEndless(t: { teardown(work: () => unknown): void }, patience: Patience) {
  const server = createHttpServer({
    routes: [
      route({
        name: 'GetEndless',
        endpoint: 'GET /endless',
        summary: '',
        replies: {},
        handle: () => ({
          status: 200,
          async stream(sink) {
            for (;;) await sink.write('x'.repeat(65_536))
          },
        }),
      }),
    ],
    rawHandlers: [],
    clientIp: () => '192.0.2.1',
    databaseFailure: () => undefined,
    log: createLog('silent'),
    telemetry: createTelemetry(),
    connectionsMax: 100,
    shareAddressOf: () => undefined,
    drainMs: 0,
    basePath: '',
    requestTimeoutMs: 10_000,
    headerBytesMax: 4096,
    patience,
  })
  const port = await server.listen(0, '127.0.0.1')
  t.teardown(() => server.stop(0))
  const socket: Socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.on('error', () => undefined).write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n')
  return socket
}

t.test('a reader that goes on, but slower than the least speed, is ended', async (t) => {
  const socket = await startEndless(t, { stalledMs: 600_000, graceMs: 100, bytesPerSecond: 1e12 })
  let taken = 0
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve('ended')))
  socket.on('data', (bytes) => {
    taken += bytes.length
    socket.pause()
    setTimeout(() => socket.resume(), 10)
  })
  t.equal(await ended, 'ended')
  t.ok(taken > 0)
})

t.test('a reader that is fast enough is not ended', async (t) => {
  const socket = await startEndless(t, { stalledMs: 600_000, graceMs: 600_000, bytesPerSecond: 1 })
  let taken = 0
  await new Promise<void>((resolve, reject) => {
    socket.once('close', () => reject(new Error('ended')))
    socket.on('data', (bytes) => {
      taken += bytes.length
      if (taken > 20_000_000) resolve()
    })
  })
  t.ok(taken > 20_000_000)
})
