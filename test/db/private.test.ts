// The private database: where the packages come from, and the life of a server that several processes share.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { parseAptSources } from '../../tools/private-db/prefix.ts'
import { startPrivate, stopPrivate } from '../../tools/private-db/private.ts'

const run = promisify(execFile)

t.test('the mirror is found in both formats of apt sources', async (t) => {
  const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'
  const cases = [
    {
      name: 'a line',
      deb822: false,
      text: 'deb http://mirror.example/debian bookworm main contrib',
      uris: ['http://mirror.example/debian'],
    },
    {
      name: 'a line with options',
      deb822: false,
      text: `deb [arch=amd64 signed-by=${keyring}] http://mirror.example/debian bookworm main # ours`,
      uris: ['http://mirror.example/debian'],
      keyring,
    },
    {
      name: 'comments and sources',
      deb822: false,
      text: '# deb http://a.example x main\ndeb-src http://b.example bookworm main\n',
      uris: [],
    },
    {
      name: 'a stanza',
      deb822: true,
      text: `Types: deb deb-src\n# a note\nURIs: http://mirror.example/debian\nSuites: bookworm bookworm-updates\nComponents: main\nSigned-By: ${keyring}\n`,
      uris: ['http://mirror.example/debian'],
      keyring,
    },
    {
      name: 'two stanzas, one off',
      deb822: true,
      text: 'Types: deb\nURIs: http://a.example\nSuites: bookworm\nComponents: main\nEnabled: no\n\nTypes: deb\nURIs: http://b.example\n http://c.example\nSuites: bookworm\nComponents: main\n',
      uris: ['http://b.example', 'http://c.example'],
    },
    {
      name: 'a mirror list',
      deb822: true,
      text: 'Types: deb\nURIs: mirror+file:/etc/apt/mirrors/debian.list\nSuites: bookworm\nComponents: main\n',
      uris: ['mirror+file:/etc/apt/mirrors/debian.list'],
    },
    {
      name: 'sources only',
      deb822: true,
      text: 'Types: deb-src\nURIs: http://a.example\nSuites: bookworm\nComponents: main\n',
      uris: [],
    },
  ]
  for (const each of cases) {
    const found = parseAptSources(each.text, each.deb822)
    t.same(
      found.map((source) => source.uri),
      each.uris,
      each.name,
    )
    if (each.keyring) t.equal(found[0]?.keyring, each.keyring, `${each.name}: keyring`)
  }
})

const ask = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

// With DATABASE_URL the suite also runs where there is no apt; there is no private database then.
const possible = existsSync('/usr/bin/apt-get')

t.test('a kept server: shared while used, its data there again after a stop', async (t) => {
  if (!possible) return
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-kept-'))
  await run('chmod', ['755', folder])
  t.teardown(async () => {
    await stopPrivate(folder, () => undefined)
    await rm(folder, { recursive: true, force: true })
  })
  const options = {
    home: folder,
    purpose: 'run' as const,
    log: () => undefined,
    cacheHome: process.env.XDG_CACHE_HOME,
    aptMirror: process.env.TIDEMARK_APT_MIRROR,
    settings: { fsync: 'off' },
  }
  const [first, second] = await Promise.all([startPrivate(options), startPrivate(options)])
  t.equal(first.url, second.url, 'two that start at once share one server')
  t.same([first.started, second.started].sort(), [false, true])
  t.equal((await stat(join(folder, 'database-url'))).mode & 0o777, 0o600)
  t.equal((await readFile(join(folder, 'database-url'), 'utf8')).trim(), first.url)
  await ask(first.url, 'create table kept (x int); insert into kept values (7)')
  await t.rejects(ask(first.url.replace(/:[0-9a-f]+@/, ':wrong@'), 'select 1'), { code: '28P01' })
  const others = await ask(
    first.url,
    "select count(*)::int as n from pg_settings where name = 'listen_addresses' and setting = '127.0.0.1'",
  )
  t.same(others, [{ n: 1 }], 'it listens on loopback only')

  // Another process that uses it keeps it alive when this one stops.
  const program = `import { startPrivate } from '${projectPath('tools', 'private-db', 'private.ts')}'
    const other = await startPrivate({ ...${JSON.stringify({ ...options, log: undefined })}, log() {} })
    process.stdout.write(String(other.started))
    process.stdin.once('data', async () => { await other.stop(); process.exit(0) })`
  const child = execFile(process.execPath, ['--input-type=module', '-e', program], {
    cwd: projectPath(),
  })
  const said = await new Promise((resolve) => child.stdout?.once('data', resolve))
  t.equal(said, 'false')
  await first.stop()
  t.same(await ask(first.url, 'select x from kept'), [{ x: 7 }])
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.stdin?.write('stop\n')
  await ended
  await t.rejects(ask(first.url, 'select 1'), { code: 'ECONNREFUSED' })

  const again = await startPrivate(options)
  t.equal(again.url, first.url, 'the address stays')
  t.same(await ask(again.url, 'select x from kept'), [{ x: 7 }])
  await again.stop()
})

t.test('a throw-away server leaves nothing', async (t) => {
  if (!possible) return
  const common = { home: projectPath('.tidemark'), log: () => undefined, cacheHome: process.env.XDG_CACHE_HOME }
  const server = await startPrivate({ ...common, purpose: 'test', aptMirror: process.env.TIDEMARK_APT_MIRROR })
  const [row] = await ask(server.url, "select current_setting('data_directory') as folder")
  t.ok(existsSync(row.folder))
  await server.stop()
  t.notOk(existsSync(row.folder))
})
