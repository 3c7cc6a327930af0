// A rolling upgrade: a process that meets the schema of a newer version refuses events, drains and ends, and spools
// nothing that only a later start would read (docs/security.md, S6). And what a start says of spools it leaves alone.
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { migrate } from '../../src/db/migrate.ts'
import { createPools } from '../../src/db/pool.ts'
import { createSpool } from '../../src/ingest/spool.ts'
import { createLog } from '../../src/log.ts'
import { startApp } from '../support/app.ts'
import { until } from '../support/cut.ts'
import { createDatabase } from '../support/database.ts'
import { startService } from '../support/process.ts'

t.setTimeout(120_000)

t.test('a process drains and ends when the schema has become newer, in the middle of load', async (t) => {
  const database = await createDatabase()
  const db = createPools({ databaseUrl: database.url })
  const spoolDir = await mkdtemp(join(tmpdir(), 'tidemark-spool-'))
  const setUp = await startApp({ databaseUrl: database.url })
  await setUp.provision({ domain: 'rolling.test' })
  await setUp.stop()
  const env = { HTTP_DRAIN_MS: '500' }
  const { child, exited, port } = await startService({ databaseUrl: database.url, spoolDir, env })
  t.teardown(async () => {
    child.kill('SIGKILL')
    await db.stop()
    await database.drop()
    await rm(spoolDir, { recursive: true, force: true })
  })
  const statuses: number[] = []
  let isEnded = false
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
  void exited.then(() => {
    isEnded = true
  })
  const client = async (name: number) => {
    for (let index = 0; !isEnded; index += 1) {
      const status = await fetch(`http://127.0.0.1:${port}/api/event`, {
        method: 'POST',
        headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' },
        body: JSON.stringify({ n: 'pageview', d: 'rolling.test', u: `https://rolling.test/${name}/${index}` }),
      }).then(
        async (answer) => {
          await answer.text()
          return answer.status
        },
        () => 0,
      )
      statuses.push(status)
    }
  }
  const clients = [0, 1, 2, 3].map(client)
  await until(() => statuses.length > 200)
  await db.transaction(async (tx) => {
    await tx.query('alter table events rename to events_of_next')
    await tx.query(`insert into schema_migrations (name, run_on) values ('9999_next', now())`)
  })
  t.equal(await code, 3)
  await Promise.all(clients)
  const taken = statuses.filter((status) => status === 202).length
  t.ok(statuses.includes(503), 'refused, so that who sends comes again')
  t.strictSame(
    statuses.filter((status) => ![0, 202, 503].includes(status)),
    [],
  )
  const [row] = await db.write.query<{ count: number }>('select count(*)::int as count from events_of_next')
  t.equal(row?.count, taken, 'what was taken is stored')
  const files = await readdir(spoolDir, { recursive: true })
  t.strictSame(
    files.filter((file) => file.endsWith('.spool')),
    [],
    'nothing waits in a spool',
  )
  await t.rejects(
    startApp({ databaseUrl: database.url, env: { MIGRATE_ON_START: 'true' } }),
    /newer version.*9999_next/,
  )
  await t.rejects(migrate(database.url), /newer version \(9999_next\)/)
})

t.test('a start says what waits in the spool of another system, and until when', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-spool-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const other = join(folder, '1700000000000-aaaaaaaa-elsewhere')
  await mkdir(other)
  await writeFile(join(other, '1.spool'), 'x'.repeat(1234))
  const sign = new Date(Date.now() - 60_000)
  await utimes(other, sign, sign)
  const lines: string[] = []
  const spool = await createSpool({
    folder,
    bytesMax: 1e9,
    log: createLog('warn', { write: (line: string) => void lines.push(line) }),
    replay: async () => true,
  })
  await spool.stop()
  const told = JSON.parse(lines[0] ?? '{}')
  t.match(told, { bytes: 1234, folder: other, msg: /spool of another system/ })
  t.ok(Math.abs(Date.parse(told.until) - sign.getTime() - 300_000) < 2_000, 'five minutes after its last sign')
})
