// kill -9 in mid-load, real processes: every event that got a 202 is in the database exactly once.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t from 'tap'
import { createPools } from '../../src/db/pool.ts'
import { projectPath } from '../../src/paths.ts'
import { createWire, until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'

interface Service {
  readonly port: number
  readonly child: ChildProcess
}

async function serve(databaseUrl: string, spoolDir: string): Promise<Service> {
  const child = spawn(process.execPath, ['--import', 'tsx', projectPath('src', 'main.ts'), 'serve'], {
    cwd: projectPath(),
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'test-secret-key',
      SPOOL_DIR: spoolDir,
      PORT: '0',
      HOST: '127.0.0.1',
      MIGRATE_ON_START: 'false',
      RUN_TASKS: 'false',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout! })) {
    const match = /"port":(\d+).*tidemark is ready/.exec(line)
    if (match) {
      child.stdout!.resume()
      return { port: Number(match[1]), child }
    }
  }
  throw new Error('the service ended before it was ready')
}

function post(agent: Agent, port: number, path: string, ip: string): Promise<number> {
  return new Promise((resolve) => {
    const body = JSON.stringify({ n: 'pageview', u: `https://kill.test${path}`, d: 'kill.test' })
    const request = httpRequest({ agent, host: '127.0.0.1', port, path: '/api/event', method: 'POST', headers: { 'x-forwarded-for': ip } })
    request.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', () => resolve(0))
    })
    request.on('error', () => resolve(0))
    request.end(body)
  })
}

t.test('killed in mid-load, with the database and without', { timeout: 90_000 }, async (t) => {
  const database = await createDatabase()
  const wire = await createWire(database.url)
  const spoolDir = await mkdtemp(join(tmpdir(), 'tidemark-spool-'))
  const db = createPools({ databaseUrl: database.url })
  t.teardown(async () => {
    await db.stop()
    await wire.stop()
    await database.drop()
    await rm(spoolDir, { recursive: true, force: true })
  })
  await db.write.query(
    `with team as (insert into teams (name) values ('t') returning id) insert into sites (team_id, domain) select id, 'kill.test' from team`,
  )

  const acknowledged = new Set<string>()
  const children: ChildProcess[] = []
  t.teardown(() => {
    for (const child of children) child.kill('SIGKILL')
  })
  let next = 0
  const round = async (atMiddle: () => void, atEnd: (service: Service) => void) => {
    const service = await serve(wire.url, spoolDir)
    children.push(service.child)
    const exited = once(service.child, 'exit')
    let isOver = false
    const agent = new Agent({ keepAlive: true })
    const wanted = acknowledged.size
    const clients = Array.from({ length: 16 }, async (_, client) => {
      while (!isOver) {
        const path = `/${next++}`
        const status = await post(agent, service.port, path, `10.9.${client}.${next % 200}`)
        if (status === 202) acknowledged.add(path)
        else if (status === 0) break
      }
    })
    await until(() => acknowledged.size >= wanted + 300)
    atMiddle()
    await until(() => acknowledged.size >= wanted + 900)
    atEnd(service)
    isOver = true
    await Promise.all(clients)
    agent.destroy()
    await exited
  }
  const kill = ({ child }: Service) => child.kill('SIGKILL')
  await round(() => {}, kill)
  // Killed while the spool fills, and while it is replayed.
  await round(() => wire.cut(), kill)
  wire.mend()
  await round(() => {}, kill)
  await round(
    () => {},
    ({ child }) => child.kill('SIGTERM'),
  )

  const stored = async () => (await db.write.query<{ pathname: string }>('select pathname from events')).map((row) => row.pathname)
  const last = await serve(database.url, spoolDir)
  children.push(last.child)
  await until(async () => {
    const paths = new Set(await stored())
    return [...acknowledged].every((path) => paths.has(path))
  }, 30_000)
  last.child.kill('SIGTERM')
  await once(last.child, 'exit')
  const paths = await stored()
  t.equal(new Set(paths).size, paths.length, 'no event twice')
  t.ok(acknowledged.size >= 3_600)
  const [counted] = await db.write.query<{ count: number }>(
    `select sum(count)::bigint as count from traffic_counts where reason = 'accepted'`,
  )
  t.equal(counted?.count, paths.length, 'the counters are exact')
})
