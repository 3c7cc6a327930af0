// `export --wait`: what the spools hold is waited for, and counted if it stays.
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { command, waitForEvents } from '../../src/commands/export.ts'
import { runCommand } from '../../src/commands/index.ts'
import { openClient } from '../../src/db/connection.ts'
import { waitForSpools } from '../../src/ingest/spool-waiting.ts'
import { createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { until } from '../support/cut.ts'
import { fakeBuild, signIn } from '../support/dashboard.ts'

const build = await fakeBuild()
t.teardown(build.remove)
const service = await startApp({ env: { LOG_LEVEL: 'silent' }, webFolder: build.folder })
t.teardown(() => service.stop())
const site = await service.provision({ domain: 'wait.test' })
const call = createCall(service.url, site.api_key)
const { headers } = await signIn(service, site.email)
const page = async () => await (await fetch(`${service.url}/sites/wait.test`, { headers })).text()
const { spoolDir } = service.config

async function send(path: string): Promise<number> {
  const { status } = await fetch(`${service.url}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    body: JSON.stringify({ domain: 'wait.test', name: 'pageview', url: `https://wait.test${path}` }),
  })
  return status
}

const name = new URL(service.databaseUrl).pathname.slice(1)
/** Does something on a session of its own, which may write whatever the database says. */
async function asOperator(text: string): Promise<void> {
  const options = 'options=-c%20default_transaction_read_only%3Doff'
  const client = await openClient({ connectionString: `${service.databaseUrl}?${options}` })
  await client.query(text)
  await client.end()
}

/** Ends the sessions of the service, whose next ones are told what the database says by then. */
const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = '${name}' and pid <> pg_backend_pid() and backend_type = 'client backend'`

const counted = async () =>
  (await service.app.db.read.query<{ count: number }>(`select count(*) as count from tidemark.pageviews`))[0]?.count

t.test('an empty spool is not waited for', async (t) => {
  t.equal(await waitForSpools(join(spoolDir, 'none'), 0), 0, 'nor one without a folder')
  t.match(command.options?.['wait']?.about, /exit with code 5/)
})

t.test('a read-only database: events wait, readiness says so, and they are there when `--wait` ends', async (t) => {
  await asOperator(`alter database ${name} set default_transaction_read_only = on`)
  await asOperator(endSessions)
  t.equal(await send('/one'), 202)
  t.equal(await send('/two'), 202)
  t.equal(await counted(), 0)
  const ready = await fetch(`${service.url}/api/health/ready`)
  t.equal(ready.status, 503)
  t.match(await ready.json(), { status: 'not ready', checks: { database: /^the database is read-only: events wait/ } })

  t.match(await page(), /"is_read_only":true/, 'the dashboard knows')
  const query = { site_id: 'wait.test', metrics: ['visitors'], date_range: 'all' }
  t.equal((await call('POST', '/api/v2/query', query)).status, 200, 'statistics go on')
  const refused = await call('PUT', '/api/v1/sites/goals', {
    site_id: 'wait.test',
    goal_type: 'event',
    event_name: 'A',
  })
  t.match(refused, { status: 503, body: { error: /^The database does not accept changes at the moment/ } })
  t.equal(refused.headers.get('retry-after'), '30')

  const said: string[] = []
  const io = { out: () => {}, err: (line: string) => void said.push(line) }
  t.equal(await waitForEvents(spoolDir, 0, io), 5)
  t.strictSame(said, [`2 events wait in the spool ${spoolDir}: no rows were written`])

  const waiting = waitForSpools(spoolDir, 60_000)
  await asOperator(`alter database ${name} reset default_transaction_read_only`)
  t.equal(await waiting, 0)
  t.equal(await counted(), 2, 'the sessions that were told so are not kept')
  await until(async () => (await fetch(`${service.url}/api/health/ready`)).status === 200)
  t.match(await page(), /"is_read_only":false/)
})

t.test('spools of other processes and of parts count; torn lines do not', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-waiting-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const own = join(folder, 'part-3', '1700000000000-ab12cd34-ef56')
  await mkdir(own, { recursive: true })
  await writeFile(join(own, '00000001.spool'), 'torn')
  await writeFile(join(own, '00000002.spool'), '')
  t.equal(await waitForSpools(folder, 0), 0)
  const waiting = waitForSpools(folder, 60_000)
  await rename(join(own, '00000001.spool'), join(own, 'done'))
  t.equal(await waiting, 0)
})

t.test('the command waits before it writes', async (t) => {
  process.env['DATABASE_URL'] = service.databaseUrl
  process.env['SPOOL_DIR'] = spoolDir
  const file = join(spoolDir, 'other', '00000001.spool')
  await mkdir(join(spoolDir, 'other'))
  await writeFile(file, 'torn')
  const ended = runCommand([
    'export',
    '--site',
    'wait.test',
    '--what',
    'sessions',
    '--from',
    '2020-01-01',
    '--to',
    '2020-01-01',
    '--wait',
  ])
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  await waitForSpools(spoolDir, 300)
  t.equal(isOver, false)
  await rm(join(spoolDir, 'other'), { recursive: true })
  t.equal(await ended, 0)
})
