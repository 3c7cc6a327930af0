// Every bound at its border, through the running service: slow clients, large headers, many connections, a full lane, a
// full spool.
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { ConfigError, loadConfig, settings } from '../../src/config.ts'
import { createPools } from '../../src/db/pool.ts'
import { lockAllStripes } from '../../src/db/stripes.ts'
import { sizesFor } from '../../src/machine.ts'
import { projectPath } from '../../src/paths.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createWire, until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { exceptOn } from '../support/divided.ts'
import { startService } from '../support/process.ts'

const database = await createDatabase()
const wire = await createWire(database.url)
const apps: TestApp[] = []
const start = async (env: Record<string, string>, databaseUrl = database.url) => {
  const app = await startApp({ databaseUrl, env })
  apps.push(app)
  return app
}
t.teardown(async () => {
  for (const app of apps) await app.stop()
  await wire.stop()
  await database.drop()
})
const body = JSON.stringify({ n: 'pageview', u: 'https://bounds.test/', d: 'bounds.test' })
const post = async (app: TestApp) => await fetch(`${app.url}/api/event`, { method: 'POST', body })
const refusal = { error: 'Events cannot be taken in at the moment. Please try again' }

/** Opens a connection and sends this; `answer` is what came until the service closed it. */
async function openAt(port: number, text: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {})
  const answer = once(socket, 'close').then(() => Buffer.concat(chunks).toString())
  await once(socket, 'connect')
  socket.write(text)
  return { socket, answer }
}

const open = (app: TestApp, text: string) => openAt(Number(new URL(app.url).port), text)

t.test('a client that is slow with its headers or its body is cut off', async (t) => {
  const app = await start({ HTTP_REQUEST_TIMEOUT_MS: '300' })
  await app.provision({ domain: 'bounds.test' })
  const head = 'POST /api/event HTTP/1.1\r\nHost: x\r\n'
  for (const [what, text] of Object.entries({
    'half a header': `${head}User-Ag`,
    'headers without their end': head,
    'half a body': `${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    'a chunk that does not end': `${head}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body.slice(0, 10)}`,
  })) {
    const startedAt = performance.now()
    const { answer } = await open(app, text)
    t.match(await answer, /^HTTP\/1\.1 408/, what)
    t.ok(performance.now() - startedAt >= 290, `${what}: not before its time`)
  }
  t.equal((await post(app)).status, 202, 'others are served meanwhile and afterwards')
})

t.test('the header block', async (t) => {
  const app = await start({ HTTP_HEADER_BYTES_MAX: '4096' })
  const send = async (bytes: number) =>
    (await fetch(`${app.url}/api/event`, { method: 'POST', body, headers: { 'user-agent': 'x'.repeat(bytes) } })).status
  t.equal(await send(3_500), 202)
  t.equal(await send(4_200), 431)
})

t.test('connections', async (t) => {
  const app = await start({ HTTP_CONNECTIONS_MAX: '2' })
  const request = 'GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n'
  const half = `POST /api/event HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`
  const hold = async () => {
    const one = await open(app, half)
    one.answer.catch(() => {})
    // Told to go on: the request is under way.
    await once(one.socket, 'data')
    return one
  }
  const held = [await hold(), await hold()]
  const refused = await open(app, request)
  t.equal(await refused.answer.catch(() => ''), '', 'where all are busy, one too many is closed without an answer')
  for (const { socket } of held) socket.destroy()
  await until(async () => {
    const next = await open(app, request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    return (await next.answer.catch(() => '')).startsWith('HTTP/1.1 200')
  })
  t.pass('a place that became free is given away')
})

t.test('connections of several processes behind one port', async (t) => {
  const spoolDir = await mkdtemp(join(tmpdir(), 'tidemark-spool-'))
  const env = { WEB_CONCURRENCY: '2', HTTP_CONNECTIONS_MAX: '3' }
  const { child, exited, port } = await startService({ databaseUrl: database.url, spoolDir, env })
  t.teardown(async () => {
    child.kill('SIGTERM')
    await exited
    await rm(spoolDir, { recursive: true, force: true })
  })
  const sockets: Socket[] = []
  let closed = 0
  while (sockets.length < 7) {
    const { socket, answer } = await openAt(port, '')
    sockets.push(socket)
    void answer.then(() => {
      closed += 1
    })
  }
  await until(() => closed > 0)
  t.pass('one too many is closed, not handed from process to process')
  for (const socket of sockets) socket.destroy()
  await until(async () =>
    fetch(`http://127.0.0.1:${port}/api/health/live`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  t.pass('places that became free are given away')
})

t.test('a full lane', async (t) => {
  const app = await start({ INGEST_QUEUE_MAX: '1' })
  let first: Promise<Response> | undefined
  await apps[0]!.app.db.transaction(async (tx) => {
    await lockAllStripes(tx)
    first = post(app)
    await until(() => app.app.ingest!.depth() === 1)
    const second = await post(app)
    t.equal(second.status, 503)
    t.equal(second.headers.get('retry-after'), '5')
    t.equal(second.headers.get('access-control-allow-origin'), '*', 'a page may read it')
    t.strictSame(await second.json(), refusal)
  })
  t.equal((await first!).status, 202)
})

t.test('a full spool', async (t) => {
  const app = await start({ SPOOL_BYTES_MAX: '0' }, wire.url)
  t.equal((await post(app)).status, 202)
  wire.cut()
  const refused = await post(app)
  t.equal(refused.status, 503)
  t.equal(refused.headers.get('retry-after'), '5')
  t.equal(refused.headers.get('access-control-allow-origin'), '*')
  t.strictSame(await refused.json(), refusal)
  t.match(await (await fetch(`${app.url}/metrics`)).text(), /^tidemark_ingest_refused_total\{cause="spool"\} 1$/m)
  wire.mend()
  await until(async () => (await post(app)).status === 202)
  t.equal(
    (await fetch(`${app.url}/api/event`, { method: 'POST', body: '{}' })).status,
    400,
    'what is wrong is wrong at any time',
  )
})

t.test(
  'the connections of a process are those that docs/operate.md adds up',
  { skip: exceptOn('connections') },
  async (t) => {
    const own = await createDatabase()
    const app = await startApp({ databaseUrl: own.url, env: { DATABASE_CONNECTIONS_MAX: '5' }, tasks: true })
    t.teardown(async () => {
      await app.stop()
      await own.drop()
    })
    await app.provision({ domain: 'bounds.test' })
    t.equal((await post(app)).status, 202)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    // More than the pool has; tasks may hold some of them.
    const holding = Array.from({ length: 8 }, () => app.app.db.transaction(() => released))
    const watch = createPools({ databaseUrl: apps[0]!.databaseUrl, connectionsMax: 1 })
    t.teardown(() => watch.stop())
    const name = new URL(own.url).pathname.slice(1)
    let counts: Record<string, number> = {}
    await until(async () => {
      const rows = await watch.write.query<{ who: string; count: number }>(
        `select application_name as who, count(*) from pg_stat_activity
       where datname = $1 and backend_type = 'client backend' group by 1`,
        [name],
      )
      counts = Object.fromEntries(rows.map(({ who, count }) => [who, count]))
      // A connection says its name when it is open, and the service opens some of them when it first needs them.
      return counts['tidemark'] === 3 && counts['tidemark lane'] === 1 && counts['tidemark listen'] === 1
    })
    release()
    await Promise.all(holding)
    const { 'tidemark tasks': queue, 'tidemark work': work = 0, 'tidemark statistics': asked = 0, ...others } = counts
    t.strictSame(others, { tidemark: 3, 'tidemark lane': 1, 'tidemark listen': 1 })
    t.ok(work <= 6, `${work} for the work of tasks`)
    t.ok(asked <= 2, `${asked} for statistics`)
    t.ok(queue! > 0 && queue! <= 5, `${queue} for the queue of tasks`)
    // Lanes and the pool, the spool, changes, the queue and the work of tasks, and two imports from settings pages.
    const most = (bytes: number) =>
      Number(settings['INGEST_LANES']?.fallback) + sizesFor(bytes).connections + 1 + 1 + 5 + 6 + 2 * 6
    t.match(
      await readFile(projectPath('docs', 'operate.md'), 'utf8'),
      `opens at most ${most(2 ** 33)} with the settings as they are, ${most(2 ** 29)} with less than 900 MB`,
    )
  },
)

t.test('every number among the settings has a border on both sides', async (t) => {
  const load = (name: string, value: string | undefined) => () =>
    loadConfig({ DATABASE_URL: 'postgres://x/y', SECRET_KEY: 'x', ...(value === undefined ? {} : { [name]: value }) })
  const numbers = Object.values(settings).flatMap(({ name, bounds }) => (bounds ? [{ name, bounds }] : []))
  t.ok(numbers.length >= 14)
  for (const { name, bounds } of numbers) {
    const [min, max] = bounds
    t.doesNotThrow(load(name, String(min)), `${name}: the least`)
    t.doesNotThrow(load(name, String(max)), `${name}: the most`)
    for (const value of [String(min - 1), String(max + 1), '1.5', 'many', '1e3'])
      t.throws(
        load(name, value),
        new ConfigError(`${name} must be a whole number from ${min} to ${max}; see \`tidemark help settings\``),
        value,
      )
  }
  t.throws(load('INGEST_LANES', '3'), /INGEST_LANES must divide 16/)
})

t.test('addresses among the settings', async (t) => {
  const load = (name: string, value: string) =>
    loadConfig({ DATABASE_URL: 'postgres://x/y', SECRET_KEY: 'x', BASE_URL: '', [name]: value })
  const bases: [given: string, read: string][] = [
    ['http://x.test', 'http://x.test'],
    ['http://x.test/', 'http://x.test'],
    ['HTTPS://X.Test:443//', 'https://x.test'],
    ['http://x.test//stats//', 'http://x.test/stats'],
    ['http://x.test/a///b/../c/', 'http://x.test/a/c'],
    ['http://[::1]:8000/s', 'http://[::1]:8000/s'],
    ['https://bücher.test/Übersicht', 'https://xn--bcher-kva.test/%C3%9Cbersicht'],
    [' http://x.test/s ', 'http://x.test/s'],
  ]
  for (const [given, read] of bases) t.equal(load('BASE_URL', given).baseUrl, read, given)
  const refused: [name: string, value: string, words: string][] = [
    ...['x.test', '//x.test', 'http://', 'http://x.test:99999'].map(
      (value) => ['BASE_URL', value, 'is not an address'] as [string, string, string],
    ),
    ...['ftp://x.test', 'javascript:alert(1)', 'file:///x', 'postgres://x'].map(
      (value) => ['BASE_URL', value, 'must begin with http:// or https://'] as [string, string, string],
    ),
    ...['http://x.test?a', 'http://x.test/s#a', 'http://me@x.test', 'http://me:pass@x.test/'].map(
      (value) => ['BASE_URL', value, 'must be a host and a path alone'] as [string, string, string],
    ),
    ['DATABASE_URL', 'mysql://x/y', 'must begin with postgres:// or postgresql://'],
    ['READ_DATABASE_URL', 'http://x/y', 'must begin with postgres:// or postgresql://'],
    ['SMTP_URL', 'https://x', 'must begin with smtp:// or smtps://'],
    ['GEOIP_UPDATE_URL', 'x', 'is not an address'],
    ['OIDC_ISSUER', 'https://me:secret@sso.example', 'must have no user and password'],
  ]
  for (const [name, value, words] of refused)
    t.throws(() => load(name, value), new ConfigError(`${name} ${words}; see \`tidemark help settings\``), value)
})
