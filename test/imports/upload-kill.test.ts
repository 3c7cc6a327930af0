// The service is killed amid the import of an upload, and started again: each row is in once.
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { startDashboard } from '../support/dashboard.ts'
import { startService } from '../support/process.ts'
import { pageview } from '../upkeep/support.ts'

t.setTimeout(200_000)

const count = 24_000

t.test('a killed import goes on where it was', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-kill-'))
  const here = await startDashboard({ domain: 'kill.test', days: 0, webFolder: '.' })
  const { write } = here.app.db
  const env = { DATA_DIR: join(folder, 'data'), RUN_TASKS: 'true', SECRET_KEY: 'test-secret-key' }
  const start = () => startService({ databaseUrl: here.databaseUrl, spoolDir: join(folder, 'spool'), env })
  let service = await start()
  t.teardown(async () => {
    service.child.kill('SIGKILL')
    await service.exited
    await here.stop()
    await rm(folder, { recursive: true })
  })
  const one = async <Row>(text: string) => (await write.query<Row>(text))[0]!
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await delay(20)
  }

  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify(pageview(index % 500, new Date(Date.UTC(2025, 1, 1) + index * 60_000).toISOString())),
  )
  const file = Buffer.from(lines.join('\n'))
  const ask = async (method: string, path: string, type: string, body: string | Buffer) => {
    const url = `http://127.0.0.1:${service.port}/api/sites/kill.test/${path}`
    const headers = { ...here.owner.headers, 'content-type': type }
    const response = await fetch(url, { method, headers, body: Uint8Array.from(Buffer.from(body)) })
    return (await response.json()) as { id: number; state: string }
  }
  const announced = JSON.stringify({ kind: 'events', name: 'a.ndjson', bytes: file.length })
  const { id } = await ask('POST', 'uploads', 'application/json', announced)
  t.match(await ask('PUT', `uploads/${id}?offset=0`, 'application/octet-stream', file), { offset: file.length })

  await until(
    async () => (await one<{ some: boolean }>('select coalesce(sum(events_added), 0) > 0 as some from imports')).some,
  )
  // The processes of a service: its threads may have started one.
  const { pid } = service.child
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
  t.equal(children.length, 1, 'the import has a process')
  service.child.kill('SIGKILL')
  await service.exited
  await until(async () => children.every((child) => !existsSync(`/proc/${child}`)))
  t.pass('which ends when the service is gone')
  const { rows } = await one<{ rows: number }>('select events_added as rows from imports')
  t.ok(rows < count, `${rows} rows were in`)
  t.match(await one('select state from uploads'), { state: 'importing' })

  service = await start()
  // As if it had been silent for long enough.
  await write.query(`update uploads set changed_at = now() - interval '1 minute'`)
  await write.query(`select graphile_worker.add_job('import_uploads')`)
  await until(async () => (await one<{ state: string }>('select state from uploads')).state !== 'importing')
  t.match(await one('select state, deaths, lost from uploads'), { state: 'done', deaths: 0, lost: 1 })
  t.match(await one(`select count(*), count(distinct recorded_at) as distinct from events`), { count, distinct: count })
  t.match(await one('select count(*) as imports, sum(events_added) as rows from imports'), {
    imports: 1,
    rows: String(count),
  })
})
