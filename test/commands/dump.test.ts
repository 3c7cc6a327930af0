// A backup and its restore by the operator tool: whatever pg_dump the machine has, with and without salts, and every
// way in which it can be refused; nothing half is left, and no password shows.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import t from 'tap'
import { withoutPassword } from '../../src/db/dump.ts'
import { projectPath } from '../../src/paths.ts'
import { startApp } from '../support/app.ts'
import { until } from '../support/cut.ts'
import { leaveOut } from '../support/divided.ts'
import { inherited } from '../support/process.ts'

leaveOut('backups')
const folder = await mkdtemp(join(tmpdir(), 'tidemark-dump-'))
t.teardown(() => rm(folder, { recursive: true, force: true }))
const service = await startApp({ env: { LOG_LEVEL: 'silent' } })
t.teardown(() => service.stop())
await service.provision({ domain: 'dump.test' })
const { databaseUrl: url } = service
const event = (path: string) =>
  fetch(`${service.url}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0' },
    body: JSON.stringify({ n: 'pageview', u: `https://dump.test${path}`, d: 'dump.test' }),
  })
for (const path of ['/', '/a', '/b']) if ((await event(path)).status !== 202) throw new Error('an event was not taken')

async function ask(at: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  return await client.query(statement).then(
    ({ rows }) => client.end().then(() => rows),
    (error: unknown) =>
      client.end().then(() => {
        throw error
      }),
  )
}

/** An empty database beside the service's; it goes at the end. */
async function createEmpty(name: string): Promise<string> {
  const own = `tidemark_test_${Math.floor(Date.now() / 1_000)}_dump_${process.pid}_${name}`
  await ask(url, `create database ${own} template template0`)
  t.teardown(() => ask(url, `drop database if exists ${own} with (force)`))
  return Object.assign(new URL(url), { pathname: `/${own}` }).href
}

/** A folder of programs that stand before the machine's. */
async function programs(name: string, files: Record<string, string>): Promise<string> {
  const path = join(folder, name)
  await mkdir(path)
  for (const [file, text] of Object.entries(files)) await writeFile(join(path, file), `#!/bin/sh\n${text}\n`)
  for (const file of Object.keys(files)) await chmod(join(path, file), 0o755)
  return `${path}:${inherited['PATH']}`
}

const start = (words: readonly string[], env: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, [projectPath('src', 'main.ts'), ...words], {
    cwd: folder,
    env: {
      ...inherited,
      HOME: process.env['HOME'] ?? '',
      DATABASE_URL: url,
      SECRET_KEY: 'test-secret-key',
      TIDEMARK_COMMAND: 'tidemark',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

async function run(words: readonly string[], env?: Record<string, string>) {
  const child = start(words, env)
  const said = { out: '', err: '' }
  child.stdout!.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr!.on('data', (chunk) => {
    said.err += chunk
  })
  const [code] = await once(child, 'close')
  return { code, ...said }
}

const countOf = (at: string, table: string) => ask(at, `select count(*)::int as count from ${table}`)
const old = await programs('old', { pg_dump: 'echo "pg_dump (PostgreSQL) 15.18"', pg_restore: 'exit 7' })

t.test('a dump with an older pg_dump on the machine, restored: everything is there, and counts alike', async (t) => {
  const made = await run(['db', '--dump', 'whole.dump', '--json'], { PATH: old })
  const { mode, size } = await stat(join(folder, 'whole.dump'))
  t.strictSame([made.code, made.err, JSON.parse(made.out)], [0, '', { file: 'whole.dump', bytes: size }])
  t.equal(mode & 0o777, 0o600, 'for its owner only')
  const copy = await createEmpty('whole')
  const restored = await run(['db', '--restore', 'whole.dump'], { DATABASE_URL: copy, PATH: old })
  t.strictSame([restored.code, restored.err], [0, ''])
  t.match(restored.out, /^restored whole\.dump\n`tidemark rollup verify`/)
  for (const table of ['sites', 'events', 'visitors', 'salts', 'api_keys', 'schema_migrations'])
    t.strictSame(await countOf(copy, table), await countOf(url, table), table)
  const verified = await run(['rollup', 'verify'], { DATABASE_URL: copy })
  t.equal(verified.code, 0, verified.err)
  const again = await run(['db', '--restore', 'whole.dump'], { DATABASE_URL: copy })
  t.strictSame(again, {
    code: 1,
    out: '',
    err: 'tidemark: the database has tables already; a dump is restored into an empty one\n',
  })
})

t.test('a dump without salts; roles that a dump names are made', async (t) => {
  await ask(url, await readFile(projectPath('docs', 'roles.sql'), 'utf8'))
  const made = await run(['db', '--dump', 'saltless.dump', '--without-salts'])
  t.match(made, { code: 0, out: /^dumped into saltless\.dump \(\d+ bytes\)\n$/ })
  const copy = await createEmpty('saltless')
  const restored = await run(['db', '--restore', 'saltless.dump', '--json'], { DATABASE_URL: copy })
  t.strictSame([restored.code, JSON.parse(restored.out).roles], [0, ['tidemark_writer']])
  t.strictSame(await countOf(copy, 'salts'), [{ count: 0 }])
  t.strictSame(await countOf(copy, 'events'), await countOf(url, 'events'))
})

t.test('a file that is there is replaced when the new one is whole, through a link', async (t) => {
  const target = join(folder, 'target.dump')
  await writeFile(target, 'before')
  await symlink(target, join(folder, 'link.dump'))
  const broken = await programs('broken', {
    pg_dump:
      'case "$1" in --version) echo "pg_dump (PostgreSQL) 17.9";; *) echo half; echo "it broke" >&2; exit 1;; esac',
  })
  const failed = await run(['db', '--dump', 'link.dump'], { PATH: broken })
  t.strictSame(failed, { code: 1, out: '', err: 'tidemark: pg_dump failed: it broke\n' })
  t.equal(await readFile(target, 'utf8'), 'before')
  t.equal((await run(['db', '--dump', 'link.dump'])).code, 0)
  t.equal((await readFile(target)).subarray(0, 5).toString(), 'PGDMP')
  t.strictSame(
    (await readdir(folder)).filter((name) => name.endsWith('.part')),
    [],
  )
})

t.test('stopped midway: the program ends, nothing is left', async (t) => {
  const slow = await programs('slow', {
    pg_dump: `case "$1" in --version) echo "pg_dump (PostgreSQL) 17.9";; *) echo $$ > ${folder}/slow.pid; exec sleep 600;; esac`,
  })
  const child = start(['db', '--dump', 'never.dump'], { PATH: slow })
  const readPid = () => readFile(join(folder, 'slow.pid'), 'utf8').catch(() => '')
  await until(async () => (await readPid()).endsWith('\n'), 60_000)
  const pid = Number(await readPid())
  const words =
    (await readFile(`/proc/${pid}/cmdline`, 'utf8')) + (await readFile(`/proc/${child.pid}/cmdline`, 'utf8'))
  t.notOk(words.includes(new URL(url).password || 'none'), 'no password in the list of processes')
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  t.equal(code, 1)
  await until(() =>
    stat(`/proc/${pid}`).then(
      () => false,
      () => true,
    ),
  )
  t.strictSame(
    (await readdir(folder)).filter((name) => name.startsWith('never')),
    [],
  )
})

t.test('what is refused, with the way out', async (t) => {
  await writeFile(join(folder, 'text.dump'), 'select 1;\n')
  await writeFile(join(folder, 'empty.dump'), '')
  await mkdir(join(folder, 'a-folder'))
  const bare = { DATABASE_URL: await createEmpty('bare') }
  const none = { DATABASE_URL: 'postgres://tidemark:secret@127.0.0.1:1/none' }
  const cases: [words: string[], code: number, said: string, env?: Record<string, string>][] = [
    [['--restore', 'missing.dump'], 3, 'missing.dump not found'],
    [['--restore', 'text.dump'], 1, 'text.dump is no dump that `tidemark db --dump` made'],
    [['--restore', 'empty.dump'], 1, 'empty.dump is no dump that `tidemark db --dump` made'],
    [['--restore', 'a-folder'], 1, 'a-folder is no file'],
    [['--dump', 'a-folder'], 1, 'a-folder is no file'],
    [['--dump', '/dev/null'], 1, '/dev/null is no file'],
    [['--dump', 'no/such/folder.dump'], 1, 'no/such/folder.dump cannot be written: ENOENT'],
    [['--dump', ''], 2, '--dump names no file'],
    [['--dump', 'a', '--restore', 'b'], 2, '--dump and --restore exclude each other'],
    [['--stop', '--dump', 'a'], 2, '--stop and --dump exclude each other'],
    [['--restore', 'a', '--without-salts'], 2, '--without-salts goes with --dump'],
    [['--dump', 'away.dump'], 4, 'the database cannot be reached; check DATABASE_URL', none],
    [['--dump', 'bare.dump'], 1, 'the database has no tidemark tables: there is nothing to dump', bare],
  ]
  for (const [words, code, said, env] of cases)
    t.strictSame(await run(['db', ...words], env), { code, out: '', err: `tidemark: ${said}\n` }, words.join(' '))
  for (const name of ['away.dump', 'bare.dump']) t.notOk((await readdir(folder)).includes(name), name)
})

t.test('passwords leave addresses, wherever they stand', (t) => {
  for (const [given, address, password] of [
    ['postgres://a:b%40c@host:1/d', 'postgresql://a@host:1/d', 'b@c'],
    ['postgres://a@host/d?password=x&sslmode=require', 'postgresql://a@host:5432/d?sslmode=require', 'x'],
    ['postgres://a:b@one,two:2/d?pgbouncer=true', 'postgresql://a@one:5432,two:2/d', 'b'],
    ['postgres://a@host/d', 'postgresql://a@host:5432/d', undefined],
  ] as const)
    t.strictSame(withoutPassword(given), { address, password }, given)
  t.end()
})
