// Batches of a program that tries again until it is answered, while the service is killed and the database is away:
// every event counts once, in its visit (spec/ingestion 23.1).
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { createPools } from '../../src/db/pool.ts'
import { startApp } from '../support/app.ts'
import { createWire, until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { type ServiceProcess, startService } from '../support/process.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const size = 50
const senders = 6

t.setTimeout(120_000)

/** Makes a site and a key that may send. */
async function prepare(databaseUrl: string): Promise<string> {
  const app = await startApp({ databaseUrl })
  const { email } = await app.provision({ domain: 'kill.test' })
  const user = await app.app.registry.users.find(email)
  const { key } = await app.app.registry.keys.create({ userId: user!.id, scopes: ['events:send:*'] })
  await app.stop()
  return key
}

t.test('killed in mid-batch, with the database and without', async (t) => {
  const database = await createDatabase()
  const key = await prepare(database.url)
  const wire = await createWire(database.url)
  const spoolDir = await mkdtemp(join(tmpdir(), 'tidemark-spool-'))
  const db = createPools({ databaseUrl: database.url })
  const children: ChildProcess[] = []
  t.teardown(async () => {
    for (const child of children) child.kill('SIGKILL')
    await db.stop()
    await wire.stop()
    await database.drop()
    await rm(spoolDir, { recursive: true, force: true })
  })

  let service: ServiceProcess | undefined
  const start = async (url = wire.url) => {
    const started = await startService({ databaseUrl: url, spoolDir })
    children.push(started.child)
    service = started
    return started
  }
  let isOver = false
  let answered = 0
  const wrong: unknown[] = []
  /** One batch until it is answered. */
  async function send(sender: number, number: number): Promise<void> {
    const items = Array.from({ length: size }, (_, index) => ({
      id: `${sender}-${number}-${index}`,
      site_id: 'kill.test',
      name: 'pageview',
      url: `https://kill.test/${sender}/${number}/${index}`,
      ip: `10.9.${sender}.${index % 10}`,
      user_agent: firefox,
    }))
    for (;;) {
      const port = service?.port
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(items),
      }).catch(() => undefined)
      const answer = response && ((await response.json().catch(() => undefined)) as { results?: { status: string }[] })
      if (response?.status === 200 && answer) {
        const odd = answer.results!.find(({ status }) => status !== 'counted' && status !== 'duplicate')
        if (odd) wrong.push(odd)
        answered += 1
        return
      }
      if (response && response.status !== 503 && response.status !== 200) wrong.push(response.status)
      await delay(20)
    }
  }
  await start()
  const sent: number[] = Array.from({ length: senders }, () => 0)
  const running = Promise.all(
    sent.map(async (_, sender) => {
      while (!isOver) {
        await send(sender, sent[sender]!)
        sent[sender]! += 1
      }
    }),
  )
  const pass = (batches: number) => {
    const wanted = answered + batches
    return until(() => answered >= wanted, 60_000)
  }
  for (const isCut of [false, true, false]) {
    await pass(30)
    if (isCut) {
      wire.cut()
      // While the database is away a key of before is believed, and the spool takes the batches.
      await pass(20)
    }
    service!.child.kill('SIGKILL')
    await service!.exited
    if (isCut) wire.mend()
    await start()
  }
  await pass(30)
  isOver = true
  await running
  t.strictSame(wrong, [])
  const total = sent.reduce((sum, batches) => sum + batches * size, 0)
  const count = async () =>
    (
      await db.write.query<{ rows: number; pages: number; visits: number }>(
        `select count(*)::int as rows, count(distinct pathname)::int as pages, count(distinct session_id)::int as visits
         from events`,
      )
    )[0]!
  await until(async () => (await count()).pages >= total, 30_000)
  t.strictSame(await count(), { rows: total, pages: total, visits: senders * 10 }, 'each once, in its visit')
  t.ok(total >= 110 * size)
})
