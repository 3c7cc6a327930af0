// What operators do for accounts: passwords, links, sessions; and the set-up link that `run` prints, until somebody has
// used it (spec/dashboard 12).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { startApp } from '../support/app.ts'
import { cookieOf, openPage, send } from '../support/browser.ts'
import { signIn } from '../support/dashboard.ts'
import { inherited } from '../support/process.ts'

t.setTimeout(240_000)

const service = await startApp()
t.teardown(() => service.stop())
const { registry } = service.app
const site = await service.provision({ domain: 'user.test', email: 'ann@user.test' })
const spool = await mkdtemp(join(tmpdir(), 'tidemark-spool-'))
t.teardown(() => rm(spool, { recursive: true, force: true }))
const good = 'a long enough password'

function start(line: string, more: Record<string, string> = {}) {
  return spawn(process.execPath, [projectPath('bin/tidemark.js'), ...line.split(' ')], {
    cwd: projectPath(),
    env: {
      ...inherited,
      DATABASE_URL: service.databaseUrl,
      SECRET_KEY: 'test-secret-key',
      SPOOL_DIR: spool,
      ...more,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

/** Runs a command with --json to its end; `input` goes to its standard input. */
async function ctl(line: string, input = '', databaseUrl = service.databaseUrl) {
  const child = start(`${line} --json`, { BASE_URL: 'https://stats.test', DATABASE_URL: databaseUrl })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, out: output === '' ? undefined : JSON.parse(output) }
}

/** `tidemark run`, until it has printed how to try it. */
async function run() {
  const child = start('run', { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'trace' })
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  await new Promise<void>((resolve) => {
    reader.on('line', (line) => {
      lines.push(line)
      if (line.includes('realtime/visitors')) resolve()
    })
    child.once('exit', () => resolve())
  })
  const port = /on http:\/\/localhost:(\d+)$/m.exec(lines.join('\n'))?.[1]
  return {
    url: `http://127.0.0.1:${port}`,
    setUp: /^Set up: (.*)$/m.exec(lines.join('\n'))?.[1],
    lines,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

t.test('run prints a set-up link at each start, until an account has a password', async (t) => {
  const first = await run()
  t.match(first.setUp, new RegExp(`^http://localhost:${new URL(first.url).port}/setup\\?token=[\\w-]{43}$`))
  await first.stop()
  const second = await run()
  const token = (address = '') => new URL(address).searchParams.get('token') ?? ''
  t.not(token(second.setUp), token(first.setUp))
  const setUp = (given: string) =>
    send(second, 'POST', '/api/setup', { token: given, email: site.email, name: 'Ann', password: good })
  t.equal((await setUp(token(first.setUp))).status, 410, 'the one before is void')
  const done = await setUp(token(second.setUp))
  t.strictSame([done.status, done.body], [200, { next: '/sites/user.test' }])
  await openPage(second, '/share/user.test?auth=a-slug-of-nobody')
  await second.stop()
  const logged = second.lines.filter((line) => line.startsWith('{')).join('\n')
  t.match(logged, 'SharePage', 'the log was at its most talkative')
  for (const secret of [token(second.setUp), 'a-slug-of-nobody', good, cookieOf(done).split('=')[1] ?? ''])
    t.notOk(logged.includes(secret), 'no secret is logged')
  const third = await run()
  t.equal(third.setUp, undefined)
  const open = /^Open: (.*)$/m.exec(third.lines.join('\n'))?.[1]
  t.match(open, /^http:\/\/localhost:\d+\/sites\/user\.test$/, 'the dashboard instead')
  await third.stop()
})

t.test('user link', async (t) => {
  const made = await ctl('user link --email ann@user.test')
  t.match(made, { code: 0, out: { url: /^https:\/\/stats\.test\/login\?token=[\w-]{43}$/, expires_at: String } })
  const hours = (Date.parse(made.out.expires_at) - Date.now()) / 3_600_000
  t.ok(hours > 23.9 && hours <= 24)
  const token = new URL(made.out.url).searchParams.get('token')
  t.equal((await send(service, 'POST', '/api/session', { token })).status, 200)
  t.equal((await ctl('user link --email nobody@user.test')).code, 3)
  const bare = await startApp()
  t.teardown(() => bare.stop())
  const user = await bare.app.registry.users.create({ email: 'first@user.test' })
  t.equal((await bare.app.registry.oneTimeLinks.createEntry(user.id)).kind, 'setup', 'no account has a password there')
  const first = await ctl('user link', '', bare.databaseUrl)
  t.match(first, { code: 0, out: { url: /^https:\/\/stats\.test\/setup\?token=[\w-]{43}$/ } }, 'as /setup says')
  t.equal((await ctl('user link')).code, 2, 'an address is needed where accounts have passwords')
})

t.test('user password reads standard input, asks the rules, and ends all sessions', async (t) => {
  const { cookie } = await signIn(service, 'ann@user.test')
  const isSignedIn = async () => (await send(service, 'GET', '/api/account/keys', undefined, { cookie })).status === 200
  t.equal((await ctl('user password --email ann@user.test', 'short\n')).code, 1)
  t.equal((await ctl('user password --email nobody@user.test', `${good} 2\n`)).code, 3)
  t.ok(await isSignedIn())
  t.strictSame(await ctl('user password --email ann@user.test', `${good} 2\n`), {
    code: 0,
    out: { email: 'ann@user.test', changed: true },
  })
  t.notOk(await isSignedIn())
  const body = { email: 'ann@user.test', password: `${good} 2` }
  t.equal((await send(service, 'POST', '/api/session', body)).status, 200)
})

t.test('user sessions lists them, and ends them', async (t) => {
  const userId = (await registry.users.find('ann@user.test'))?.id ?? 0
  await registry.sessions.endAll(userId)
  const { cookie } = await signIn(service, 'ann@user.test')
  await signIn(service, 'ann@user.test')
  const listed = await ctl('user sessions --email ann@user.test')
  t.match(listed, { code: 0, out: [{ agent: 'Test', country: null }, { agent: 'Test' }] })
  t.notOk(JSON.stringify(listed.out).includes(cookie.split('=')[1] ?? ''))
  t.strictSame(await ctl('user sessions --email ann@user.test --end'), { code: 0, out: { ended: 2 } })
  t.equal((await send(service, 'GET', '/api/account/keys', undefined, { cookie })).status, 401)
})
