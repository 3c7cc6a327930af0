// The package as a stranger gets it: packed, installed in an empty folder with nothing but Node, run by `npx tidemark`,
// and an event counted.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import t from 'tap'
import { callOf, nameCommands } from '../../src/calling.ts'
import { projectPath } from '../../src/paths.ts'

t.setTimeout(400_000)

const call = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'tidemark-packed-'))
t.teardown(() => rm(folder, { recursive: true, force: true }))
const home = join(folder, 'data', 'tidemark')

/** A person's environment: nothing of this suite's, nothing of npm's that started it. */
const environment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  XDG_DATA_HOME: join(folder, 'data'),
  ...(process.env.XDG_CACHE_HOME ? { XDG_CACHE_HOME: process.env.XDG_CACHE_HOME } : {}),
  // The authority of a registry that stands behind a proxy.
  ...(process.env.NODE_EXTRA_CA_CERTS ? { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS } : {}),
}

/** Runs a program in the empty folder to its end. */
async function run(program: string, ...words: string[]) {
  const options = { cwd: folder, env: environment, maxBuffer: 1 << 24 }
  return await call(program, words, options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
}

/** `npx tidemark run`, until it has printed how to try it. */
async function start() {
  const child = spawn('npx', ['tidemark', 'run', '--port', '0'], {
    cwd: folder,
    env: { ...environment, HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = once(child, 'exit')
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  await new Promise<void>((resolve) => {
    reader.on('line', (line) => {
      lines.push(line)
      if (/^(Set up|Open): /.test(line)) resolve()
    })
    child.once('exit', () => resolve())
  })
  const text = lines.join('\n')
  return {
    url: /on (http:\/\/localhost:\d+)$/m.exec(text)?.[1]?.replace('localhost', '127.0.0.1') ?? '',
    link: /^(?:Set up|Open): (.*)$/m.exec(text)?.[1] ?? '',
    text,
    async stop() {
      process.kill(-child.pid!, 'SIGTERM')
      await ended
    },
  }
}

t.test('commands are named as they exist where the reader is', (t) => {
  const at = (root: string, cwd: string, isPackaged = true) => callOf({ isPackaged, root, cwd })
  t.equal(at('/home/a/tidemark', '/home/a/tidemark', false), 'node bin/tidemark.js', 'a clone')
  t.equal(at('/home/a/tidemark', '/home/a', false), 'node tidemark/bin/tidemark.js', 'from the folder above')
  t.equal(at('/home/a/.npm/_npx/0f/node_modules/tidemark', '/home/a'), 'npx tidemark', 'npx of a package')
  t.equal(at('/srv/x/node_modules/tidemark', '/srv/x'), 'npx tidemark', 'installed in a folder')
  t.equal(at('/srv/x/node_modules/tidemark', '/srv/x/y'), 'npx tidemark', 'and below it')
  t.equal(at('/usr/lib/node_modules/tidemark', '/srv'), 'tidemark', 'installed for all')
  t.equal(
    callOf({ isPackaged: true, root: '/t', cwd: '/t', named: 'docker compose exec x t' }),
    'docker compose exec x t',
  )
  t.equal(
    nameCommands('run `tidemark migrate`, `tidemark_x`', 'npx tidemark'),
    'run `npx tidemark migrate`, `tidemark_x`',
  )
  t.end()
})

t.test('npm pack, install, run, count an event', async (t) => {
  const packed = await call('npm', ['pack', '--json', '--silent', '--pack-destination', folder], { cwd: projectPath() })
  const [file] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('['))) as {
    filename: string
    unpackedSize: number
  }[]
  t.ok(file && file.unpackedSize < 15_000_000, `${file?.unpackedSize} bytes unpacked`)
  // A download that stands still is asked for again after half a minute: npm itself would wait for five.
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--fetch-timeout=30000']
  const installed = await run('npm', 'install', ...quiet, `./${file?.filename}`)
  t.equal(installed.code, 0, installed.stderr)
  const root = join(folder, 'node_modules', 'tidemark')
  const all = readdirSync(root, { recursive: true, encoding: 'utf8' })
  t.strictSame(
    all.filter((name) => /\.[cm]?tsx?$/.test(name)),
    [],
    'nothing that Node would have to strip',
  )
  t.strictSame(
    all.filter((name) => /(^|\/)(test|bench|\.tidemark|node_modules)(\/|$)/.test(name)),
    [],
    'nothing that the service does not need',
  )

  const help = await run('npx', 'tidemark', 'help')
  t.match(help.stdout, /^Usage: tidemark <command>/)
  t.match(help.stdout, '`npx tidemark help settings` lists')
  t.match((await run('npx', 'tidemark', 'help', 'site', 'create')).stdout, /--timezone TZ/)
  t.match(await run('npx', 'tidemark', 'nonsense'), { code: 2, stderr: '`npx tidemark help` lists them' })
  t.match(await run('npx', 'tidemark', 'user', 'list'), { code: 2, stderr: 'run `npx tidemark db`' })
  const version = JSON.parse(readFileSync(projectPath('package.json'), 'utf8')).version
  t.equal((await run('npx', 'tidemark', '--version')).stdout, `${version}\n`)

  const service = await start()
  t.teardown(() => service.stop())
  t.match(service.link, /^http:\/\/localhost:\d+\/setup\?token=[\w-]{43}$/)
  t.match(await (await fetch(service.link)).text(), /<h1|"page":"setup"/, 'the link opens a page')
  t.match(await (await fetch(`${service.url}/setup`)).text(), '"call":"npx tidemark"')
  t.equal((await fetch(`${service.url}/js/script.js`)).status, 200)
  t.equal((await fetch(`${service.url}/api/docs`)).status, 200)
  const counted = await fetch(`${service.url}/api/event`, {
    method: 'POST',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0' },
    body: JSON.stringify({ n: 'pageview', u: 'https://example.com/', d: 'example.com' }),
  })
  t.equal(counted.status, 202)
  const key = readFileSync(join(home, 'api-key'), 'utf8').trim()
  const asked = await fetch(`${service.url}/api/v1/stats/aggregate?site_id=example.com&period=day&metrics=pageviews`, {
    headers: { authorization: `Bearer ${key}` },
  })
  t.strictSame(await asked.json(), { results: { pageviews: { value: 1 } } })
  t.match(
    (await run('npx', 'tidemark', 'user', 'list', '--json')).stdout,
    /example\.com|\[/,
    'commands find the database',
  )
  t.notOk(existsSync(join(root, '.tidemark')), 'the package keeps nothing in its own folder')
})
