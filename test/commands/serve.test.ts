// Several processes for real: WEB_CONCURRENCY behind one port, and two instances on one database that are restarted one
// after the other. Under load the sums stay exact, whichever process is killed or stopped.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createPools } from '../../src/db/pool.ts'
import { projectPath } from '../../src/paths.ts'
import { announce } from '../../src/registry/changes.ts'
import { createWire, until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { inherited } from '../support/process.ts'

/** Generous: a starting process has to share the machine with the other tests. */
const limitMs = 180_000
const waitMs = 60_000
t.setTimeout(2 * limitMs)

const database = await createDatabase()
const spool = await mkdtemp(join(tmpdir(), 'tidemark-spool-'))
const db = createPools({ databaseUrl: database.url })
const children: ChildProcess[] = []
t.teardown(async () => {
  for (const child of children) child.kill('SIGKILL')
  await db.stop()
  await database.drop()
  await rm(spool, { recursive: true, force: true })
})
await db.write.query(
  `with team as (insert into teams (name) values ('t') returning id) insert into sites (team_id, domain) select id, 'many.test' from team`,
)

interface Service {
  readonly port: number
  readonly child: ChildProcess
  /** What it has written to standard output so far. */
  readonly lines: readonly string[]
  /** The same of standard error: where libraries complain. */
  readonly complaints: readonly string[]
  /** How many processes have become ready so far. */
  ready(): number
}

async function serve(processes: number, { command = 'serve', databaseUrl = database.url } = {}): Promise<Service> {
  const child = spawn(process.execPath, [projectPath('src', 'main.ts'), command], {
    cwd: projectPath(),
    env: {
      ...inherited,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'test-secret-key',
      SPOOL_DIR: spool,
      PORT: '0',
      HOST: '127.0.0.1',
      WEB_CONCURRENCY: String(processes),
      INGEST_LANES: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const lines: string[] = []
  const complaints: string[] = []
  const ports: number[] = []
  createInterface({ input: child.stdout! }).on('line', (line) => {
    lines.push(line)
    const match = /"port":(\d+).*tidemark is ready/.exec(line)
    if (match) ports.push(Number(match[1]))
  })
  createInterface({ input: child.stderr! }).on('line', (line) => complaints.push(line))
  await until(() => ports.length >= processes || child.exitCode !== null, waitMs)
  return { port: ports[0] ?? 0, child, lines, complaints, ready: () => ports.length }
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0'
let next = 0
const acknowledged = new Set<string>()

/** Sends one pageview of a path of its own; the status, or 0 when the connection broke. A 202 is remembered. */
function post(
  port: number,
  agent: Agent | undefined,
  domain = 'many.test',
): Promise<{ status: number; dropped: boolean }> {
  const path = `/${next++}`
  const body = JSON.stringify({ n: 'pageview', u: `https://${domain}${path}`, d: domain })
  const headers = { 'user-agent': firefox, 'x-forwarded-for': `10.9.${next % 16}.${next % 200}` }
  return new Promise((resolve) => {
    const broken = () => resolve({ status: 0, dropped: false })
    httpRequest(
      { agent: agent ?? false, host: '127.0.0.1', port, path: '/api/event', method: 'POST', headers },
      (response) => {
        const status = response.statusCode ?? 0
        const dropped = response.headers['x-service-dropped'] !== undefined
        if (status === 202 && !dropped) acknowledged.add(path)
        response.resume()
        response.on('end', () => resolve({ status, dropped })).on('error', broken)
      },
    )
      .on('error', broken)
      .end(body)
  })
}

/**
 * Keeps 8 clients busy until told to stop; each goes on to the next port when its connection breaks. Statuses other
 * than 202 are gathered.
 */
function startLoad(ports: () => readonly number[]) {
  const agent = new Agent({ keepAlive: true })
  const others: number[] = []
  let isOver = false
  const clients = Array.from({ length: 8 }, async (_, client) => {
    for (let turn = client; !isOver; ) {
      const { status } = await post(ports()[turn % ports().length]!, agent)
      if (status === 0) {
        turn += 1
        await delay(5)
      } else if (status !== 202) others.push(status)
    }
  })
  return {
    others,
    async stop() {
      isOver = true
      await Promise.all(clients)
      agent.destroy()
    },
  }
}

/** What was acknowledged is stored, nothing is stored twice, and the counters are exact. */
async function checkStored(t: Test): Promise<void> {
  const rows = await db.write.query<{ pathname: string }>('select pathname from events')
  const stored = new Set(rows.map((row) => row.pathname))
  t.equal(stored.size, rows.length, 'no event twice')
  t.strictSame(
    [...acknowledged].filter((path) => !stored.has(path)),
    [],
    'every acknowledged event is stored',
  )
  const [counted] = await db.write.query<{ count: number }>(
    `select sum(count)::bigint as count from traffic_counts where reason = 'accepted'`,
  )
  t.equal(counted?.count, rows.length, 'the counters are exact')
}

/** The answer to a GET on a connection of its own, which reaches one or another of the processes. */
const get = (port: number, path: string): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    httpRequest({ agent: false, host: '127.0.0.1', port, path }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
      .on('error', reject)
      .end()
  })

const acceptedBy = async (port: number): Promise<number> =>
  Number(/^tidemark_events_total\{outcome="accepted"\} (\d+)$/m.exec((await get(port, '/metrics')).body)?.[1] ?? 0)

async function stop({ child }: Service): Promise<unknown> {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  return await exited
}

const workersOf = async (pid: number): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number)

t.test('two processes behind one port', { timeout: limitMs }, async (t) => {
  const service = await serve(2)
  const { port } = service
  const pid = service.child.pid ?? 0

  const statuses = await Promise.all(Array.from({ length: 60 }, () => post(port, undefined)))
  t.ok(statuses.every(({ status }) => status === 202))
  // Each scrape on a connection of its own reaches another process; all tell the same.
  for (let scrape = 0; scrape < 4; scrape++)
    t.equal(await acceptedBy(port), 60, 'the metrics are those of both processes')
  t.strictSame(service.complaints, [], 'no library complains')

  const doomed = (await workersOf(pid))[1]!
  process.kill(doomed, 'SIGKILL')
  await until(() => service.ready() === 3, waitMs)
  t.equal(await acceptedBy(port), 60, 'what a process counted stays when it dies')

  t.equal((await post(port, undefined, 'late.test')).dropped, true, 'a site that is not there yet')
  await db.transaction(async (tx) => {
    await tx.query(`insert into sites (team_id, domain) select id, 'late.test' from teams`)
    await announce(tx, { all: true })
  })
  const known = async () =>
    (await Promise.all(Array.from({ length: 6 }, () => post(port, undefined, 'late.test')))).every(
      ({ dropped }) => !dropped,
    )
  await until(known, 1_000)

  const load = startLoad(() => [port])
  t.teardown(() => load.stop())
  const before = acknowledged.size
  await until(() => acknowledged.size >= before + 300, waitMs)
  const workers = await workersOf(pid)
  t.equal(workers.length, 2)
  process.kill(workers[0]!, 'SIGKILL')
  const atKill = acknowledged.size
  await until(() => acknowledged.size >= atKill + 300, waitMs)
  await until(() => service.ready() === 4, waitMs)
  const replaced = await workersOf(pid)
  t.equal(replaced.length, 2)
  t.notOk(replaced.includes(workers[0]!))

  // systemd and terminals signal the whole group: each worker hears it twice.
  const exited = once(service.child, 'exit')
  for (const one of replaced) process.kill(one, 'SIGTERM')
  service.child.kill('SIGTERM')
  t.strictSame(await exited, [0, null])
  await load.stop()
  t.strictSame(load.others, [], 'no answer but 202')
  await checkStored(t)
})

t.test('two instances, restarted one after the other under load', { timeout: limitMs }, async (t) => {
  const [first, second] = await Promise.all([serve(1), serve(1)])
  const ports = [first.port, second.port]
  const load = startLoad(() => ports)
  t.teardown(() => load.stop())
  const more = async () => {
    const before = acknowledged.size
    await until(() => acknowledged.size >= before + 300, waitMs)
  }
  await more()
  let [old, kept] = [first, second]
  for (let round = 0; round < 2; round++) {
    const exited = once(old.child, 'exit')
    old.child.kill('SIGTERM')
    t.strictSame(await exited, [0, null])
    const started = await serve(1)
    ports[ports.indexOf(old.port)] = started.port
    await more()
    ;[old, kept] = [kept, started]
  }
  await load.stop()
  t.strictSame(load.others, [], 'no answer but 202')
  for (const service of [old, kept]) {
    const exited = once(service.child, 'exit')
    service.child.kill('SIGTERM')
    t.strictSame(await exited, [0, null])
  }
  await checkStored(t)
})

t.test('two processes start without a database, and migrate it when it comes', { timeout: limitMs }, async (t) => {
  const empty = `${new URL(database.url).pathname.slice(1)}_empty`
  await db.write.query(`create database ${empty} template template0`)
  const wire = await createWire(Object.assign(new URL(database.url), { pathname: `/${empty}` }).href)
  t.teardown(async () => {
    await wire.stop()
    await db.write.query(`drop database ${empty} with (force)`)
  })
  wire.cut()
  const service = await serve(2, { databaseUrl: wire.url })
  t.equal(service.ready(), 2)
  t.equal((await get(service.port, '/api/health/ready')).status, 503)
  t.match((await get(service.port, '/metrics')).body, /^tidemark_sessions_running NaN$/im, 'an unknown number is not 0')
  wire.mend()
  const isReady = async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => get(service.port, '/api/health/ready')))
    return answers.every(({ status }) => status === 200)
  }
  await until(isReady, waitMs)
  t.strictSame(await stop(service), [0, null])
})

t.test('`run` says where two processes answer, and how to try it', { timeout: limitMs }, async (t) => {
  const service = await serve(2, { command: 'run' })
  t.ok(service.lines.includes(`Tidemark counts many.test on http://localhost:${service.port}`))
  t.equal(service.lines.filter((line) => line.startsWith('Put this on your pages')).length, 1)
  t.strictSame(await stop(service), [0, null])
})
