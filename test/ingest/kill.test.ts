// kill -9 in mid-load, real processes: every event that got a 202 is in the database exactly once.
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { createPools } from '../../src/db/pool.ts'
import { createWire, until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { postEvent, type ServiceProcess, startService } from '../support/process.ts'

async function post(agent: Agent, port: number, path: string, ip: string): Promise<number> {
  const body = JSON.stringify({ n: 'pageview', u: `https://kill.test${path}`, d: 'kill.test' })
  return (await postEvent({ agent, port, body, headers: { 'x-forwarded-for': ip } })).status
}

t.setTimeout(120_000)

t.test('killed in mid-load, with the database and without', async (t) => {
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
  const round = async (atMiddle: () => void, atEnd: (service: ServiceProcess) => void) => {
    const service = await startService({ databaseUrl: wire.url, spoolDir })
    children.push(service.child)
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
    await service.exited
  }
  const kill = ({ child }: ServiceProcess) => child.kill('SIGKILL')
  await round(() => {}, kill)
  // Killed while the spool fills, and while it is replayed.
  await round(() => wire.cut(), kill)
  wire.mend()
  await round(() => {}, kill)
  await round(
    () => {},
    ({ child }) => child.kill('SIGTERM'),
  )

  const stored = async () =>
    (await db.write.query<{ pathname: string }>('select pathname from events')).map((row) => row.pathname)
  const last = await startService({ databaseUrl: database.url, spoolDir })
  children.push(last.child)
  await until(async () => {
    const paths = new Set(await stored())
    return [...acknowledged].every((path) => paths.has(path))
  }, 30_000)
  last.child.kill('SIGTERM')
  await last.exited
  const paths = await stored()
  t.equal(new Set(paths).size, paths.length, 'no event twice')
  t.ok(acknowledged.size >= 3_600)
  const [counted] = await db.write.query<{ count: number }>(
    `select sum(count)::bigint as count from traffic_counts where reason = 'accepted'`,
  )
  t.equal(counted?.count, paths.length, 'the counters are exact')
})
